"""Wins by force of Gomoku, many more of them: all replies are played out by the rules alone."""

from __future__ import annotations

import pytest

from inarow.registry import load_game
from played_out import check_positions


@pytest.mark.parametrize(
    "spec",
    [
        "mnk(9,9,5)",
        "mnk(10,10,5,exact)",
        "mnk(8,8,4)",
        "mnk(12,12,6)",
        "mnk(15,15,5)",
        "gomoku(10,10,renju)",
    ],
)
def test_hundreds_of_wins_by_force_beat_every_reply(spec: str) -> None:
    assert check_positions(load_game(spec), seed=7, wanted=100, longest=99) >= 100
