"""Puzzles over the socket: the next one, an attempt, a hint.

Some games have a ready set, and a puzzle of it is known by its number for ever. For other games,
and where few are ready, one is made when it is asked for, and remembered while the server runs. How
well I solve them is kept in my library (`library/solving.py`), as the terminal does.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.interfaces.web.engines.jobs import Desk
from inarow.interfaces.web.engines.orders import Priority
from inarow.interfaces.web.games.page_game import parse_move
from inarow.interfaces.web.games.read import load_rules
from inarow.interfaces.web.games.show import line_moves, position_view
from inarow.interfaces.web.protocol.command import Command, MoveText, Number, Spec, Tag
from inarow.interfaces.web.protocol.messages import (
    PuzzleAnswer,
    PuzzleHint,
    PuzzleTask,
    PuzzleView,
    StandingView,
)
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.recent import Recent
from inarow.study.hints import HINTS
from inarow.study.puzzle_maker import make_puzzles
from inarow.study.puzzle_rating import Standing, grade_of_rating
from inarow.study.puzzles import Attempt, Puzzle, nearest, shipped_puzzles

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

PUZZLES = 1000
"""Puzzles made while the server runs that are remembered."""
ENOUGH = 10
"""Ready puzzles of a level; where they are fewer, the page makes new ones."""
PUZZLES_TRIED = 5
"""The most that are made to find one of the level that was asked for."""


class PuzzleShelf:
    """Ready puzzles, and the last ones that were made, by name."""

    def __init__(self) -> None:
        self._made: Recent[str, Puzzle] = Recent(PUZZLES)

    def ready(self, rules: Game, level: int | None) -> list[Puzzle]:
        """The ready puzzles of these rules, or those of a level."""
        shipped = shipped_puzzles(rules.name)
        return [one for one in shipped if one.state.game == rules and level in (None, one.level)]

    def pick(self, ready: list[Puzzle], rating: float | None, seed: int) -> tuple[str, Puzzle]:
        """One of some ready puzzles, near a rating if it is known, with its name."""
        puzzle = Random(seed).choice(ready if rating is None else nearest(ready, rating))
        name = puzzle.state.game.name
        return f"{name}-{shipped_puzzles(name).index(puzzle)}", puzzle

    def keep(self, puzzle: Puzzle) -> str:
        """Remember a puzzle that was made; its name."""
        name = secrets.token_urlsafe(9)
        self._made.keep(name, puzzle)
        return name

    def find(self, name: str) -> Puzzle:
        """A puzzle by its name."""
        made = self._made.find(name)
        if made is not None:
            return made
        game, _, number = name.rpartition("-")
        ready = shipped_puzzles(game) if game.isidentifier() else ()
        if not number.isdecimal() or int(number) >= len(ready):
            raise Refused("unknown_game", f"there is no puzzle {name!r}")
        return ready[int(number)]


class NextPuzzle(Command):
    """Ask for a puzzle of a level; without one, near my rating. Answer: `puzzle`."""

    type: Literal["next_puzzle"]
    game: Spec = "connect_four"
    level: Annotated[int, Field(ge=1, le=5)] | None = None
    seed: Number | None = None

    async def do(self, page: PageSession) -> View | None:
        rules = load_rules(self.game)
        seed = secrets.randbits(32) if self.seed is None else self.seed
        me = await page.services.store.standing(rules)
        rating = me.rating if self.level is None else None
        ready = page.services.puzzles.ready(rules, self.level)
        spare = page.services.puzzles.pick(ready, rating, seed) if ready else None
        if spare is not None and len(ready) >= ENOUGH:
            return self._task(*spare, me)
        level = self.level or grade_of_rating(rules, round(me.rating))
        job = partial(make_puzzle, str(rules), level, seed)
        page.spawn("puzzle", self.re, self.make(page, job, me, spare))
        return None

    async def make(
        self,
        page: PageSession,
        job: Callable[[Desk], Puzzle],
        me: Standing,
        spare: tuple[str, Puzzle] | None,
    ) -> View:
        """A new puzzle; a ready one where the machine is too busy to make it."""
        try:
            puzzle = await page.services.pool.submit(job, client=page).wait()
        except Refused as refusal:
            if spare is None or refusal.code == "stopped":
                raise
            return self._task(*spare, me)
        return self._task(page.services.puzzles.keep(puzzle), puzzle, me)

    def _task(self, name: str, puzzle: Puzzle, me: Standing) -> View:
        position = position_view(puzzle.state, puzzle.moves)
        goal = puzzle.goal
        words = f"{goal[0].upper()}{goal[1:]}."
        graded = {"level": puzzle.level, "rating": puzzle.rating}
        view = PuzzleView(id=name, words=words, hints=HINTS, position=position, **graded)
        return self.answer(PuzzleTask, puzzle=view, me=_standing_view(me))


def _standing_view(me: Standing, before: Standing | None = None) -> StandingView:
    change = 0.0 if before is None else me.rating - before.rating
    return StandingView(**asdict(me), words=me.words, change=change)


class _Counting(Command):
    """An answer that may count: then it moves my rating."""

    puzzle: Tag
    counts: bool = False

    async def stand(self, page: PageSession, puzzle: Puzzle, solved: bool) -> StandingView | None:
        """How I stand after it."""
        if not self.counts or puzzle.rating is None:
            return None
        store = page.services.store
        before = await store.standing(puzzle.state.game)
        return _standing_view(await store.note_answer(puzzle, solved), before)


class TryPuzzle(_Counting):
    """Answer a puzzle. Answer: `puzzle_answer`."""

    type: Literal["try_puzzle"]
    move: MoveText

    async def do(self, page: PageSession) -> None:
        puzzle = page.services.puzzles.find(self.puzzle)
        action = parse_move(puzzle.state.game, self.move)
        after = puzzle.state.play(action)
        page.spawn("puzzle", self.re, self._check(page, puzzle, action, after))

    async def _check(self, page: PageSession, puzzle: Puzzle, action: int, after: State) -> View:
        job = partial(check_puzzle, puzzle, action)
        verdict = await page.services.pool.submit(job, priority=Priority.QUICK, client=page).wait()
        position = position_view(after) if verdict.right else None
        found = {"right": verdict.right, "solved": verdict.right, "words": verdict.words}
        me = await self.stand(page, puzzle, verdict.right)
        return self.answer(PuzzleAnswer, **found, position=position, me=me)


class HintPuzzle(_Counting):
    """Ask for a hint, from vague (1) to the solution. Answer: `puzzle_hint`."""

    type: Literal["hint_puzzle"]
    hint: Annotated[int, Field(ge=1, le=9)]

    async def do(self, page: PageSession) -> None:
        puzzle = page.services.puzzles.find(self.puzzle)
        page.spawn("puzzle", self.re, self._hint(page, puzzle))

    async def _hint(self, page: PageSession, puzzle: Puzzle) -> View:
        job = partial(hint_at, puzzle, self.hint - 1)
        words = await page.services.pool.submit(job, priority=Priority.QUICK, client=page).wait()
        moves = line_moves(puzzle.state, puzzle.solutions[:1] if self.hint >= HINTS else ())
        me = await self.stand(page, puzzle, solved=False)
        return self.answer(PuzzleHint, words=words, moves=moves, me=me)


# What an engine process does about them


def make_puzzle(rules: str, level: int, seed: int, desk: Desk) -> Puzzle:
    """Find a puzzle of a small game; the one whose level is nearest to the wish."""
    found: list[Puzzle] = []
    for puzzle in make_puzzles(load_rules(rules), PUZZLES_TRIED, seed, stop=desk.stop):
        found.append(puzzle)
        if puzzle.level == level:
            break
    if not found:
        raise NotSupported(f"no puzzle of {rules} was found in time: ask once more")
    return min(found, key=lambda puzzle: abs((puzzle.level or 1) - level))


def check_puzzle(puzzle: Puzzle, action: int, desk: Desk) -> Attempt:
    """Judge an attempt."""
    return puzzle.check(action)


def hint_at(puzzle: Puzzle, number: int, desk: Desk) -> str:
    """A hint; the later, the more it gives away."""
    return puzzle.hint(number)
