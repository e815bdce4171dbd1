"""The long tests beside `search/mcts/test_compiled.py`."""

from __future__ import annotations

import pytest

from inarow.games.base import Game
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.result import decision_of
from kernel_helpers import sharp
from search.mcts.test_compiled import (
    NINE,
    SOLVE,
    assert_nothing_wrong_is_proven,
    assert_whole,
    small_positions,
)


@pytest.mark.parametrize("settings", [SOLVE, NINE, sharp(NINE)], ids=["solve", "nine", "both"])
@pytest.mark.parametrize("threads", [2, 4])
def test_no_bound_is_wrong_when_threads_meet(threads: int, settings: Settings) -> None:
    for state in small_positions():
        for seed in range(12):
            tree = CompiledTree(state, settings, seed, threads=threads)
            tree.grow(Limit(simulations=300 + 100 * seed))
            assert_nothing_wrong_is_proven(tree, state)
            decision_of(tree.root(), settings)


@pytest.mark.parametrize("settings", [Settings(), NINE, SOLVE], ids=["plain", "nine", "solve"])
@pytest.mark.parametrize(
    "game", [ConnectFour(), RandomDrop(), Mnk(9, 9, 5), NineBoard("free", "free")], ids=str
)
def test_many_threads_do_no_harm(game: Game, settings: Settings) -> None:
    simulations = 1000 if settings.keep_rollout else 10_000
    for seed in range(3):
        tree = CompiledTree(game.initial_state(), settings, seed, threads=4)
        tree.grow(Limit(simulations=simulations))
        assert tree.visits == simulations
        assert_whole(tree, game.initial_state())
        decision_of(tree.root(), settings)
