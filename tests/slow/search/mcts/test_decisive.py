"""The long tests beside `search/mcts/test_decisive.py`."""

from __future__ import annotations

from random import Random

import pytest

from inarow.games.base import Game
from search.mcts.test_decisive import GAMES, NINE, check_choice, positions, safe_moves, wins_of


@pytest.mark.req("S2.15", "S2.16")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_wins_are_taken_and_never_given_away_over_many_positions_and_seeds(game: Game) -> None:
    for state in positions(game, 400, seed=99):
        if wins_of(state) or safe_moves(state) != set(state.legal_actions()):
            for seed in range(5):
                check_choice(state, NINE, 40, Random(seed))
