"""Proven is proven: the questions of `tests/test_proven.py`, many times over, and larger boards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from inarow.games.base import State
from inarow.registry import load_agent, load_game
from inarow.search.decision import Value
from inarow.search.limit import Limit
from inarow.search.proof.player import ProofPlayer
from inarow.search.solver.player import PerfectPlayer
from proven import TooLarge, Truth, positions
from test_proven import GAMES, PLAYERS, check_player, check_reasons, check_review

MORE = (
    "connect_four(4,4,3)",
    "connect_four(5,4,4)",
    "mnk(3,4,3)",
    "mnk(4,4,4)",
    "gomoku(6,7,standard)",
    "random_drop(3,3,3)",
    "ultimate_tic_tac_toe(won_boards=open)",
    "pop_out(2,2,2,7)",
)
REVIEWS = (1, 3, 10, 30, 100)
"""Positions per move of games that are reviewed."""


def check_all(states: list[State], rng: Random, truth: Truth) -> None:
    """Every player about every position, and games from some of them reviewed."""
    for name in (*PLAYERS, *(f"level({number})" for number in range(1, 11))):
        if load_agent(name).supports(states[0].game):
            check_player(name, rng, states, truth)
    for state in states:
        check_reasons(state, truth)
    for nodes in REVIEWS:
        check_review(rng.choice(states), rng, Limit(nodes=nodes, seconds=0.1), truth)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", [*GAMES, *MORE])
def test_no_player_calls_proven_what_is_not_true(spec: str, seed: int) -> None:
    truth = Truth()
    check_all(positions(load_game(spec), seed, truth, 12), Random(f"{spec} {seed}"), truth)


@dataclass
class Told(Truth):
    """The truth of larger boards, by somebody who can prove it: that costs a look for each side."""

    most: int = 2

    def _search(self, state: State, player: int) -> tuple[int, int | None]:
        if state.outcome is not None:
            return int(state.returns()[player]), 0
        value = self.prove(state)
        if value is None or value.results[0] < value.results[1]:
            raise TooLarge
        result = round(2 * value.chance) - 1
        return result if player == state.player else -result, value.plies

    def prove(self, state: State) -> Value | None:
        raise NotImplementedError


class Solved(Told):
    """Connect Four, by the solver; the empty half of the board would take it too long."""

    def prove(self, state: State) -> Value | None:
        if state.ply < 16:
            return None
        return PerfectPlayer(exact=True, tricky=False).choose(state, Limit()).value


class Proved(Told):
    """Nine boards, by proof-number search, which does not say how long a win takes."""

    def prove(self, state: State) -> Value | None:
        return ProofPlayer().choose(state, Limit(nodes=20_000)).value


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("spec", "truth"),
    [
        ("connect_four", Solved()),
        ("nine_board", Proved()),
        ("nine_board(first_move=free,full_board=free)", Proved()),
    ],
)
def test_on_boards_that_are_too_large_to_look_at_everything(
    spec: str, truth: Truth, seed: int
) -> None:
    check_all(positions(load_game(spec), seed, truth, 12), Random(seed), truth)
