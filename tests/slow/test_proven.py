"""Proven is proven: the questions of `tests/test_proven.py`, many times over, and larger boards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from inarow.games.base import State
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer
from oracle import long_game
from proven import Truth, lies, positions
from test_proven import GAMES, LIMITS, PLAYERS, check_player, check_review, check_study

MORE = (
    "connect_four(4,4,3)",
    "connect_four(5,4,4)",
    "mnk(3,4,3)",
    "mnk(4,4,4)",
    "random_drop(3,3,3)",
)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("spec", [*GAMES, *MORE])
def test_no_player_calls_proven_what_is_not_true(spec: str, seed: int) -> None:
    game, truth = load_game(spec), Truth()
    rng, states = Random(f"{spec} {seed}"), positions(game, seed, truth, 12)
    for name in PLAYERS:
        if load_agent(name).supports(game):
            check_player(name, rng, states, truth)
    for nodes in (1, 3, 10, 30, 100):
        limit = Limit(nodes=nodes, seconds=0.1)
        check_study(rng.sample(states, 4), limit, truth)
        check_review(rng.choice(states), rng, limit, truth)


@dataclass
class Solved(Truth):
    """The truth of Connect Four on the usual board, by the solver."""

    def _search(self, state: State, player: int) -> tuple[int, int]:
        if state.outcome is not None:
            return int(state.returns()[player]), 0
        value = PerfectPlayer(exact=True, tricky=False).choose(state, Limit()).value
        assert value is not None
        result = round(2 * value.chance) - 1
        return result if player == state.player else -result, value.plies or 0


@pytest.mark.parametrize("seed", range(5))
def test_on_the_board_of_connect_four(seed: int) -> None:
    rng, truth, states = Random(seed), Solved(), list[State]()
    while len(states) < 12:
        game = list(long_game(load_game("connect_four").initial_state(), rng))
        states += [state for state in game if state.outcome is None and state.ply >= 18][::4]
    for state in states:
        for name in PLAYERS:
            player = load_agent(name)
            if player.supports(state.game):
                limit = rng.choice(LIMITS)
                found = list(lies(state, player.choose(state, limit), truth))
                assert not found, f"{name}, {limit}, {state!r}: {found}"
