"""The puzzles of a server, by name.

Connect Four has a ready set, and a puzzle of it is known by its number for ever. For other games on
small boards one is made when it is asked for, and remembered while the server runs.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from random import Random

from inarow.games.base import Game
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.study.puzzle_file import shipped_puzzles
from inarow.study.puzzles import Puzzle

PUZZLES = 1000
"""Puzzles made while the server runs that are remembered."""


class PuzzleShelf:
    """Ready puzzles, and the last ones that were made."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, Puzzle] = OrderedDict()

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
        self._made[name] = puzzle
        if len(self._made) > PUZZLES:
            self._made.popitem(last=False)
        return name

    def find(self, name: str) -> Puzzle:
        """A puzzle by its name."""
        if name in self._made:
            return self._made[name]
        game, _, number = name.rpartition("-")
        ready = shipped_puzzles(game) if game.isidentifier() else ()
        if not number.isdecimal() or int(number) >= len(ready):
            raise Refused("unknown_game", f"there is no puzzle {name!r}")
        return ready[int(number)]
