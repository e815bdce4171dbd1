"""From nothing to a player: training with checkpoints, and what it can do after each of them.

    my.npz          the network so far: it can be played with while it goes on learning
    my.npz.work     everything that is needed to go on, with the curve so far
    my.npz.lock     while a process trains it: another one is refused

Both files are replaced as a whole, so that whatever ends the training, they are as they were at the
last checkpoint, and the same command goes on from there. A round of games is never broken off: a
signal waits for its end, some milliseconds, so that what is kept is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from inarow.arena.exam import Exam, chosen_positions
from inarow.arena.ladder import Ladder
from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.search.learned.plan import Checkpoint, Training
from inarow.search.learned.player import LESSONS, LearnedPlayer
from inarow.search.seam import prepare
from inarow.study.positions import LabelledPosition

if TYPE_CHECKING:
    from inarow.search.learned.training import Lessons

EXAMINED = 300
"""Positions in which the network is asked for a move at each checkpoint."""
_FIRST, _LONGEST = 1.0, 15.0
"""Seconds of learning until the first checkpoint, and at most from one to the next: each comes
after twice the time of the one before, since a network learns most at first."""


def work_file(path: Path) -> Path:
    """Where a training is kept while it is under way."""
    return path.with_name(path.name + ".work")


class Schooling:
    """One training from its beginning, or from where it was interrupted, to its end.

    Args:
        training: what is to be learned, and how.
        path: where the network goes.
        seconds: ends it before all games are played; None: it does not.
    """

    def __init__(self, training: Training, path: Path, seconds: float | None = None) -> None:
        prepare(LESSONS)
        from inarow.search.learned.training import Lessons

        self.lessons: Lessons = Lessons(training)
        self.path, self._most = path, seconds
        if work_file(path).exists():
            self.lessons.restore(work_file(path))
        self._began = perf_counter() - self.lessons.seconds
        self._whole = True
        game = self.lessons.network.game
        self._positions, self._ladder = _positions(game), Ladder(game)

    @property
    def share(self) -> float:
        """How much of the training is done."""
        games = self.lessons.done / self.lessons.training.games
        return games if self._most is None else max(games, self.seconds / self._most)

    @property
    def seconds(self) -> float:
        """The time that it has taken, earlier runs included."""
        return perf_counter() - self._began

    def run(
        self,
        on_round: Callable[[Schooling], object] = lambda schooling: None,
        on_checkpoint: Callable[[Checkpoint], object] = lambda checkpoint: None,
    ) -> None:
        """Learn until the end; what either of them raises ends it, and can be gone on with."""
        due = _next(self.seconds)
        while self.share < 1:
            self._learn(self.lessons.round)
            on_round(self)
            if self.seconds >= due:
                on_checkpoint(self.check())
                due = _next(self.seconds)
        on_checkpoint(self.check())
        work_file(self.path).unlink()

    def _learn(self, games: int) -> None:
        """One round in a thread, which an interrupted program waits for."""
        self._whole = False
        with ThreadPoolExecutor(1) as pool:
            done = pool.submit(self.lessons.go_on, games)
            done.add_done_callback(self._is_whole)
            done.result()
        self.lessons.seconds = self.seconds

    def _is_whole(self, done: Future[None]) -> None:
        self._whole = done.exception() is None

    def save(self) -> None:
        """Keep what was learned; half a round, of a program that could not wait, is not kept."""
        if self._whole:
            self.lessons.save(work_file(self.path))
            self.lessons.finished().save(self.path)

    def check(self) -> Checkpoint:
        """Keep what was learned, and see what it is good for."""
        began = perf_counter()
        self.save()
        point = self._examine(LearnedPlayer(str(self.path), "alphabeta", depth=1))
        self.lessons.curve.append(point)
        self.save()
        self._began += perf_counter() - began  # that was no learning
        return point

    def _examine(self, player: LearnedPlayer) -> Checkpoint:
        lessons, earlier = self.lessons, self.lessons.curve
        exam = Exam(player, lessons.network.game, self._positions)
        exam.run()
        good = exam.score.whole.good
        known = earlier[-1].elo if earlier else None
        climb = self._ladder.climb(player) if known is None else self._ladder.climb(player, known)
        return Checkpoint(
            lessons.done,
            lessons.seconds,
            good.count,
            good.total,
            climb.points,
            climb.games,
            climb.rating.value if climb.rating else None,
            climb.rating.error if climb.rating else None,
        )


def _next(seconds: float) -> float:
    """When the next checkpoint is due."""
    return seconds + min(max(seconds, _FIRST), _LONGEST)


def _positions(game: Game) -> Sequence[LabelledPosition]:
    """Positions whose every move is proven, critical ones if there are any."""
    try:
        found = chosen_positions(str(game), None)[1]
    except NotSupported:
        return []
    critical = [one for one in found if one.kind == "critical"]
    return (critical or found)[:EXAMINED]
