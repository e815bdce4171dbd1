"""The long tests beside `games/test_pop_out.py`."""

from __future__ import annotations

from games.test_pop_out import value
from inarow.games.pop_out import PopOut


def test_the_second_player_wins_on_four_by_four() -> None:
    assert value(PopOut(4, 4, 4).initial_state(), {}) == -1
