"""Puzzles of Gomoku on large boards: find the first move of a win by force.

    1  a game      the Gomoku engine against itself, looking at nothing but shapes, with random
                   moves near other stones in between
    2  a position  a win by fours or by threes in at most 17 plies, but none within three, which the
                   shapes show at a glance
    3  solutions   every move that makes a four or a three, and is proven to win by the engine;
                   a puzzle has three at most

Of the other moves nothing is said: a quiet one may win as well, but nobody has proven it.
"""

from __future__ import annotations

from random import Random
from threading import Event

from inarow.games.base import State
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.ordering import near_moves
from inarow.seeds import derived_seed
from inarow.study.forcing import forced_win
from inarow.study.truth import FORCE_NODES, winning_threats

_RANDOM_SHARE = 0.2
_EARLY = 8
"""Stones on the board before a win by force is worth looking for."""
_AT_A_GLANCE, _LONGEST = 3, 17
_SOLUTIONS = 3


class ForcedWins:
    """Wins by force, met in games of the engine against itself; the same seed, the same ones."""

    def __init__(self, seed: int, stop: Event | None = None) -> None:
        self._limit = Limit(nodes=FORCE_NODES, stop=stop)
        self._prover = GomokuPlayer(seconds=None, variety=0, seed=0)
        self._players = [
            GomokuPlayer(seconds=None, depth=0, seed=derived_seed(seed, seat))
            for seat in ("first", "second")
        ]

    def move(self, state: State, rng: Random) -> int:
        if rng.random() < _RANDOM_SHARE:
            return rng.choice(near_moves(state))
        return self._players[state.player].choose(state, Limit(depth=1)).action

    def is_quick(self, state: State) -> bool:
        return state.ply >= _EARLY

    def values(self, state: State) -> dict[int, Value]:
        """The moves that are proven to win by force, unless that meets the eye."""
        win = forced_win(state, nodes=FORCE_NODES)
        if win is None or not _AT_A_GLANCE < win.plies <= _LONGEST:
            return {}
        values = {win.line[0]: won_within(win.plies)}
        best = self._prover.choose(state, self._limit)  # knows the shortest win, mostly
        if best.value is not None and best.value.settled and best.value.result is Result.WIN:
            values[best.action] = won_within(best.value.plies or 0)
        for action, value in winning_threats(self._prover, state, dict(values), self._limit):
            values[action] = won_within(value.plies or 0)
            if not self.is_puzzle(values):
                break  # one more would not help
        return values

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        quickest = min((value.plies or 0 for value in values.values()), default=0)
        return quickest > _AT_A_GLANCE and len(values) <= _SOLUTIONS


def won_within(plies: int) -> Value:
    """A win by force that takes at most so long."""
    return Value(Kind.PROVEN, 1.0, Result.WIN, plies, at_most=True, unit=Unit.CHANCE)
