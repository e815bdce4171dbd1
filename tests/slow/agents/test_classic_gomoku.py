"""The long tests beside `agents/test_classic_gomoku.py`."""

from __future__ import annotations

import pytest

from agents.test_classic_gomoku import duel


@pytest.mark.req("S4.20")
def test_deepening_is_stronger_with_equal_work() -> None:
    points = duel("mnk(9,9,5)", "classic-gomoku(deepening=true,seconds=600)", range(8))
    assert points > 0.6


@pytest.mark.req("S4.35")
def test_our_general_player_beats_it_on_an_open_board() -> None:
    points = duel("mnk(9,9,4)", "alphabeta(order=near)", range(8))
    assert points > 0.6
