"""From nothing to a player: training with checkpoints, and what it can do after each of them.

    my.npz          the network so far: it can be played with while it goes on learning
    my.npz.work     everything that is needed to go on

Both are replaced as a whole, so that whatever ends the training, they are as they were at the last
checkpoint, and the same command goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from inarow.arena.exam import Exam, chosen_positions
from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.search.learned.player import LESSONS, LearnedPlayer
from inarow.search.seam import prepare
from inarow.study.positions import LabelledPosition

if TYPE_CHECKING:
    from inarow.search.learned.training import Lessons, Training

EXAMINED = 300
"""Positions in which the network is asked for a move at each checkpoint."""
_CHECKPOINT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a training is.

    Args:
        games: learned from so far.
        seconds: that this took, earlier runs included.
        kept: the share of moves that keep the result, without looking ahead; None where no
            positions with proven moves come with the package.
    """

    games: int
    seconds: float
    kept: float | None

    @property
    def speed(self) -> float:
        """Games per second."""
        return self.games / max(self.seconds, 1e-9)


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
        self._positions = _positions(self.lessons.network.game)

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
        from inarow.search.learned.training import ROUND

        games = ROUND * self.lessons.training.threads
        checked = self.seconds
        while self.share < 1:
            self.lessons.go_on(games, None if self._most is None else self.share)
            on_round(self)
            if self.seconds - checked >= _CHECKPOINT_SECONDS:
                on_checkpoint(self.check())
                checked = self.seconds
        on_checkpoint(self.check())
        work_file(self.path).unlink()

    def check(self) -> Checkpoint:
        """Keep what was learned, and see what it is good for."""
        began = perf_counter()
        lessons = self.lessons
        lessons.seconds = self.seconds
        lessons.save(work_file(self.path))
        lessons.finished().save(self.path)
        kept = None
        if self._positions:
            player = LearnedPlayer(str(self.path), depth=1)
            exam = Exam(player, lessons.network.game, self._positions)
            exam.run()
            kept = exam.score.whole.good.value
        self._began += perf_counter() - began  # that was no learning
        return Checkpoint(lessons.done, lessons.seconds, kept)


def _positions(game: Game) -> Sequence[LabelledPosition]:
    """Positions whose every move is proven, critical ones if there are any."""
    try:
        found = chosen_positions(str(game), None)[1]
    except NotSupported:
        return []
    critical = [one for one in found if one.kind == "critical"]
    return (critical or found)[:EXAMINED]
