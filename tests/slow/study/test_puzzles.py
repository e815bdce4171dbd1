"""The long tests beside `study/test_puzzles.py`."""

from __future__ import annotations

from inarow.study.puzzle_maker import difficulty_of
from study.test_puzzles import SHIPPED, wrong_values


def test_every_shipped_puzzle_is_solved_again() -> None:
    assert wrong_values(SHIPPED) == []
    for puzzle in SHIPPED:
        assert difficulty_of(puzzle.state, dict(puzzle.values)) == puzzle.level
