"""What the tests of alpha-beta share: small boards, brute force, checks of lines, a spy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from inarow.games.base import State
from inarow.search.decision import Decision
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.ordering import all_moves, centre_first
from oracle import Brute, by_distance, by_distance_apart, noise, nothing, positions, stones_left

INFINITY = float("inf")

BOARDS = {
    "connect_four(rows=4,cols=4,k=3)": 7,
    "connect_four(rows=3,cols=5,k=4)": 8,
    "connect_four(rows=5,cols=3,k=3)": 8,
    "connect_four(rows=2,cols=6,k=3)": 7,
    "mnk(rows=3,cols=3,k=3)": 7,
    "mnk(rows=2,cols=5,k=3)": 6,
    "mnk(rows=3,cols=4,k=3,overline=exact)": 6,
    "mnk(rows=1,cols=7,k=2)": 6,
    "nine_board": 81,
    "nine_board(first_move=free)": 81,
    "nine_board(first_move=free,full_board=free)": 40,
}
"""The games, and how many cells of their boards may be empty, so that brute force is quick."""

every_board = pytest.mark.parametrize("spec", BOARDS)

ORDERS: dict[str, Callable[[State], Sequence[int]]] = {"left": all_moves, "centre": centre_first}

BLIND = Brute(nothing, by_distance)
NOISY = Brute(noise, by_distance_apart)


def some(spec: str, count: int) -> tuple[State, ...]:
    return positions(spec, count, BOARDS[spec])


def depth_of(state: State) -> int:
    """To the end of the game on small boards; nine boards are never that small."""
    return min(stones_left(state), 3 if state.game.name == "nine_board" else 99)


def backwards(state: State) -> Sequence[int]:
    return state.legal_actions()[::-1]


def brute_value(brute: Brute, state: State) -> float:
    return brute.value(state, depth_of(state))


def check_line(state: State, decision: Decision) -> None:
    assert decision.line[0] == decision.action
    for action in decision.line:
        assert action in state.legal_actions()
        state = state.play(action)


@dataclass
class Spy(AlphaBeta):
    """Writes down every position that is looked at, with its window."""

    seen: list[tuple[State, int, float, float]] = field(default_factory=list)

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        self.seen.append((state, plies_left, alpha, beta))
        return super().value(state, plies_left, alpha, beta)
