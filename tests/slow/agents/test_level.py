"""The long tests beside `agents/test_level.py`."""

from __future__ import annotations

import pytest

from agents.test_level import scores
from inarow.agents.levels import levels_of
from inarow.registry import load_game


@pytest.mark.parametrize("game", ["connect_four", "nine_board", "random_drop", "gomoku"])
def test_every_level_beats_the_one_three_below(game: str) -> None:
    count = len(levels_of(load_game(game)))
    pairs = [(low, low + 3) for low in range(1, count - 2)]
    for low, high, score in scores(game, pairs, rounds=15):
        assert score > 0.5, f"level {high} scores {score:.0%} against level {low}"


@pytest.mark.parametrize(
    ("game", "pairs"),
    [
        ("connect_four", [(1, 4), (3, 6)]),
        ("nine_board", [(1, 4), (3, 6)]),
        ("random_drop", [(1, 4)]),
        ("tic_tac_toe", [(1, 3)]),
        ("gomoku", [(1, 5)]),
    ],
)
def test_higher_levels_win(game: str, pairs: list[tuple[int, int]]) -> None:
    for low, high, score in scores(game, pairs, rounds=8):
        assert score > 0.5, f"level {high} scores {score:.0%} against level {low}"
