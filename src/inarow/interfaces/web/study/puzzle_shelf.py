"""The puzzles of a server, by name, and what an engine process does about them.

Connect Four has a ready set, and a puzzle of it is known by its number for ever. For other games on
small boards one is made when it is asked for, and remembered while the server runs.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.interfaces.web.engines.jobs import Desk, ShortJob
from inarow.interfaces.web.games.read import load_rules
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.recent import Recent
from inarow.study.puzzle_maker import make_puzzles
from inarow.study.puzzles import Attempt, Puzzle, shipped_puzzles

PUZZLES = 1000
"""Puzzles made while the server runs that are remembered."""
PUZZLES_TRIED = 5
"""The most that are made to find one of the level that was asked for."""


class PuzzleShelf:
    """Ready puzzles, and the last ones that were made."""

    def __init__(self) -> None:
        self._made: Recent[str, Puzzle] = Recent(PUZZLES)

    def pick(self, rules: Game, level: int, seed: int) -> tuple[str, Puzzle] | None:
        """A ready puzzle of a level with its name, if there is one for these rules."""
        ready = [
            (f"{rules.name}-{number}", puzzle)
            for number, puzzle in enumerate(shipped_puzzles(rules.name))
            if puzzle.state.game == rules and puzzle.level == level
        ]
        return Random(seed).choice(ready) if ready else None

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


@dataclass(frozen=True, slots=True)
class MakePuzzle(ShortJob):
    """Find a puzzle of a small game; the one whose level is nearest to the wish."""

    rules: str
    level: int
    seed: int

    def run(self, desk: Desk) -> Puzzle:
        found: list[Puzzle] = []
        rules = load_rules(self.rules)
        made = make_puzzles(rules, PUZZLES_TRIED, self.seed, stop=desk.stop)
        with suppress(NotSupported):  # nothing can solve this game
            for puzzle in made:
                found.append(puzzle)
                if puzzle.level == self.level:
                    break
        if not found:
            raise NotSupported(
                f"there are no puzzles for {self.rules}: it cannot be solved in time"
            )
        return min(found, key=lambda puzzle: abs((puzzle.level or 1) - self.level))


@dataclass(frozen=True, slots=True)
class CheckPuzzle(ShortJob):
    """Judge an attempt."""

    puzzle: Puzzle
    action: int

    def run(self, desk: Desk) -> Attempt:
        return self.puzzle.check(self.action)


@dataclass(frozen=True, slots=True)
class HintAt(ShortJob):
    """A hint; the later, the more it gives away."""

    puzzle: Puzzle
    number: int

    def run(self, desk: Desk) -> str:
        return self.puzzle.hint(self.number)
