"""The long tests beside `interfaces/test_play_menu.py`."""

from __future__ import annotations

import pytest

from interfaces.test_play_menu import GAMES, able, let_begin


@pytest.mark.req("S3.12")
@pytest.mark.parametrize("game", [game for game in GAMES if game != "gomoku"])
def test_every_opponent_of_the_menu_makes_a_move(game: str) -> None:
    for opponent in able(game):
        let_begin(game, opponent)


@pytest.mark.parametrize("opponent", able("gomoku"))
def test_no_opponent_keeps_a_person_waiting_on_a_large_board(opponent: str) -> None:
    let_begin("gomoku", opponent)
