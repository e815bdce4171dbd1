"""The long tests beside `search/mcts/test_kernel_tree.py`."""

from __future__ import annotations

import pytest

from inarow.games.base import Game
from kernel_helpers import (
    NINES,
    ONE_WORD,
    POPS,
    ULTIMATES,
    WIDE,
)
from search.mcts.test_kernel_tree import ALL, SMALL, assert_same_on


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("game", [*SMALL, *ONE_WORD, *NINES, *ULTIMATES, *POPS, *WIDE], ids=str)
def test_larger_trees_are_the_same(game: Game, name: str) -> None:
    assert_same_on(game, ALL[name], 3, 120)
