"""Puzzles in an engine process: make one, judge an attempt, give a hint."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from inarow.errors import NotSupported
from inarow.interfaces.web.engines.jobs import Desk, ShortJob
from inarow.interfaces.web.games.read import load_rules
from inarow.study.puzzle_maker import make_puzzles
from inarow.study.puzzles import Puzzle, Verdict

PUZZLES_TRIED = 5
"""So many are made to find one of the level that was asked for."""


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

    def run(self, desk: Desk) -> Verdict:
        return self.puzzle.check(self.action)


@dataclass(frozen=True, slots=True)
class HintAt(ShortJob):
    """A hint; the later, the more it gives away."""

    puzzle: Puzzle
    number: int

    def run(self, desk: Desk) -> str:
        return self.puzzle.hint(self.number)
