"""The long tests beside `study/test_puzzles.py`."""

from __future__ import annotations

from inarow.games.base import State
from inarow.study.puzzle_maker import difficulty_of
from inarow.study.puzzles import shipped_puzzles
from played_out import by_engine, by_threats, played_out
from study.test_puzzles import SHIPPED, wrong_values

LONGEST = 9
"""Plies of a win on the large board that is played out."""


def test_every_shipped_puzzle_is_solved_again() -> None:
    assert wrong_values(SHIPPED) == []
    for puzzle in SHIPPED:
        assert difficulty_of(puzzle.state, dict(puzzle.values)) == puzzle.level


def by_any(state: State) -> int | None:
    """A win by threats, or else one that the engine proves."""
    action = by_threats(state)
    return by_engine(state) if action is None else action


def test_short_solutions_of_gomoku_beat_every_reply() -> None:
    for puzzle in shipped_puzzles("gomoku"):
        for action, value in puzzle.values.items():
            if (value.plies or 0) <= LONGEST:
                after = puzzle.state.play(action)
                assert played_out(after, after.player, by_any) is not False, puzzle.moves
