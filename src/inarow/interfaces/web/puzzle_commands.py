"""Puzzles over the socket: the next one, an attempt, a hint.

Connect Four has a ready set, and a puzzle of it is known by its number for ever. For other games on
small boards one is made when it is asked for, and remembered while the server runs.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from random import Random
from typing import Any

from inarow.agents.puzzle_file import shipped_puzzles
from inarow.agents.puzzle_maker import make_puzzles
from inarow.agents.puzzles import Puzzle, Verdict
from inarow.errors import BadNotation, NotSupported
from inarow.interfaces.web import commands as c
from inarow.interfaces.web.game_commands import Handle
from inarow.interfaces.web.jobs import Desk
from inarow.interfaces.web.live_game import load_rules
from inarow.interfaces.web.messages import Puzzle as PuzzleMessage
from inarow.interfaces.web.messages import PuzzleAnswer, PuzzleHint
from inarow.interfaces.web.refusal import Refused
from inarow.interfaces.web.services import Services
from inarow.interfaces.web.session import Session
from inarow.interfaces.web.show import line_moves, position_view
from inarow.interfaces.web.study_views import PuzzleView

__all__ = ["PUZZLE_COMMANDS"]

_MOST_REMEMBERED = 1000
_MADE_AT_ONCE = 5
_HINTS = 3
_made: OrderedDict[str, Puzzle] = OrderedDict()


@dataclass(frozen=True, slots=True)
class MakePuzzle:
    """Find a puzzle of a small game; the one whose level is nearest to the wish."""

    rules: str
    level: int
    seed: int
    seconds: float = 20.0

    def run(self, desk: Desk) -> Puzzle:
        found: list[Puzzle] = []
        rules = load_rules(self.rules)
        for puzzle in make_puzzles(rules, _MADE_AT_ONCE, self.seed, stop=desk.stop):
            found.append(puzzle)
            if puzzle.level == self.level:
                break
        if not found:
            raise NotSupported(f"no puzzles can be made for {self.rules}: it takes too long")
        return min(found, key=lambda puzzle: abs((puzzle.level or 1) - self.level))


@dataclass(frozen=True, slots=True)
class CheckPuzzle:
    """Judge an attempt."""

    puzzle: Puzzle
    action: int
    seconds: float = 10.0

    def run(self, desk: Desk) -> Verdict:
        return self.puzzle.check(self.action)


@dataclass(frozen=True, slots=True)
class HintAt:
    """A hint; the later, the more it gives away."""

    puzzle: Puzzle
    number: int
    seconds: float = 10.0

    def run(self, desk: Desk) -> str:
        return self.puzzle.hint(self.number)


async def _next(services: Services, session: Session, command: c.NextPuzzle) -> None:
    rules = load_rules(command.game)
    seed = secrets.randbits(32) if command.seed is None else command.seed
    ready = [
        (number, puzzle)
        for number, puzzle in enumerate(shipped_puzzles(rules.name))
        if puzzle.state.game == rules and puzzle.level == command.level
    ]

    async def send(name: str, puzzle: Puzzle) -> None:
        position = position_view(puzzle.state, puzzle.moves)
        view = PuzzleView(id=name, words=f"{puzzle.goal}.", hints=_HINTS, position=position)
        session.push(PuzzleMessage(re=command.re, puzzle=view))

    async def make() -> None:
        job = MakePuzzle(str(rules), command.level, seed)
        puzzle: Puzzle = await services.pool.run(services.pool.submit(job, study=True))
        name = secrets.token_urlsafe(9)
        _made[name] = puzzle
        if len(_made) > _MOST_REMEMBERED:
            _made.popitem(last=False)
        await send(name, puzzle)

    if ready:
        number, puzzle = Random(seed).choice(ready)
        await send(f"{rules.name}-{number}", puzzle)
    else:
        session.spawn("puzzle", command.re, make())


def _find(name: str) -> Puzzle:
    if name in _made:
        return _made[name]
    game, _, number = name.rpartition("-")
    ready = shipped_puzzles(game) if game.isidentifier() else ()
    if not number.isdecimal() or int(number) >= len(ready):
        raise Refused("unknown_game", f"there is no puzzle {name!r}")
    return ready[int(number)]


async def _try(services: Services, session: Session, command: c.TryPuzzle) -> None:
    puzzle = _find(command.puzzle)
    try:
        action = puzzle.state.game.parse(command.move)
    except BadNotation as error:
        raise Refused("illegal", str(error)) from None
    after = puzzle.state.play(action)

    async def check() -> None:
        order = services.pool.submit(CheckPuzzle(puzzle, action), study=True)
        verdict: Verdict = await services.pool.run(order)
        session.push(
            PuzzleAnswer(
                re=command.re,
                puzzle=command.puzzle,
                right=verdict.right,
                solved=verdict.right,
                words=verdict.words,
                position=position_view(after) if verdict.right else None,
            )
        )

    session.spawn("puzzle", command.re, check())


async def _hint(services: Services, session: Session, command: c.HintPuzzle) -> None:
    puzzle = _find(command.puzzle)

    async def hint() -> None:
        order = services.pool.submit(HintAt(puzzle, command.hint - 1), study=True)
        words: str = await services.pool.run(order)
        told = puzzle.solutions[:1] if command.hint >= _HINTS else ()
        session.push(
            PuzzleHint(
                re=command.re,
                puzzle=command.puzzle,
                words=words,
                moves=line_moves(puzzle.state, told),
            )
        )

    session.spawn("puzzle", command.re, hint())


PUZZLE_COMMANDS: dict[type[Any], Handle] = {
    c.NextPuzzle: _next,
    c.TryPuzzle: _try,
    c.HintPuzzle: _hint,
}
