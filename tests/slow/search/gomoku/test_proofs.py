"""The long tests beside `search/gomoku/test_proofs.py`: what takes more positions to prove."""

from __future__ import annotations

import pytest

from inarow.games.mnk import PlacingGame
from inarow.search.limit import Limit
from search.gomoku.test_proofs import LOSSES, WINS, check_losses, check_wins

LIMIT = Limit(nodes=20_000, memory=1)


@pytest.mark.parametrize("game", WINS, ids=str)
def test_every_win_that_took_long_to_prove_is_one(game: PlacingGame) -> None:
    check_wins(game, LIMIT)


@pytest.mark.parametrize("game", LOSSES, ids=str)
def test_a_position_is_lost_only_if_every_move_is(game: PlacingGame) -> None:
    check_losses(game, LIMIT)
