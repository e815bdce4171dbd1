"""The kernels of Monte Carlo tree search, called once each."""

from __future__ import annotations

from inarow.games.connect_four import ConnectFour
from inarow.search.native.step import Step


def _random_games() -> None:
    import numpy as np

    from inarow.search.mcts.kernel_playout import play_many
    from inarow.search.native.from_state import position_of

    root = position_of(ConnectFour().initial_state())
    play_many(root, root.copy(), 1, 0, np.zeros(3, np.int64))


def _grow_tree(threads: int) -> None:
    from inarow.search.limit import Limit
    from inarow.search.mcts.compiled import CompiledTree
    from inarow.search.mcts.plain import Settings

    tree = CompiledTree(ConnectFour().initial_state(), Settings(), 0, threads=threads)
    tree.grow(Limit(simulations=threads))


RANDOM_GAMES = Step("random games", _random_games)
TREE_SEARCH = Step("Monte Carlo tree search", lambda: _grow_tree(1))
SHARED_TREE = Step("threads that share a tree", lambda: _grow_tree(2))
STEPS = (TREE_SEARCH, SHARED_TREE, RANDOM_GAMES)
