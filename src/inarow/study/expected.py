"""What to expect where dice decide: the exact share of points, near the end of a game.

The search of `search/minimax/expectiminimax.py` weighs the dice at the root and judges what it does
not see. Here nothing is judged: every line of play and every throw is followed to the end of the
game, and what was found of a position is remembered.

    a player chooses     the best of the moves, the dice among them
    the dice decide      the mean of what they may bring, each as often as it comes
    the game is over     1, a half or 0

The number of positions grows so fast with the empty cells that this is for about a dozen of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import fsum
from threading import Event

from inarow.games.base import State
from inarow.search.decision import Kind, Result, Unit, Value

_SURE = {0.0: Result.LOSS, 1.0: Result.WIN}


class TooManyPositions(Exception):
    """The limit is reached, or somebody wants to stop."""


class Expectation:
    """Expected points by a search of everything.

    Args:
        most: positions after which the search is given up.
        stop: ends the search.
    """

    def __init__(self, most: int, stop: Event | None = None) -> None:
        self._most, self._stop = most, stop
        self._known: dict[Hashable, float] = {}

    def values(self, state: State) -> dict[int, Value]:
        """The value of every move for the player to move; {} where that takes too many positions.

        >>> from inarow.registry import load_game
        >>> from inarow.games.notation import play_moves
        >>> state = play_moves(load_game("random_drop(2,3,2)").initial_state(), "12")
        >>> {state.game.format(a): v.brief for a, v in Expectation(99).values(state).items()}
        {'1': 'win', '2': 'win', '3': 'loss', '?': '66.7 %'}
        """
        self._known.clear()
        found = {}
        try:
            for action in state.legal_actions():
                share = self._share(state.play(action))
                found[action] = expectation(share if state.player == 0 else 1 - share)
        except TooManyPositions:
            return {}
        return found

    def _share(self, state: State) -> float:
        """The points that player 0 may expect."""
        if not state.legal_actions():  # the outcome would list every line
            return (1 + state.returns()[0]) / 2
        key = state.key()
        share = self._known.get(key)
        if share is None:
            if len(self._known) >= self._most or (self._stop is not None and self._stop.is_set()):
                raise TooManyPositions
            share = self._known[key] = self._found(state)
        return share

    def _found(self, state: State) -> float:
        outcomes = state.chance()
        if outcomes:
            shares = fsum(weight * self._share(state.play(action)) for action, weight in outcomes)
            return shares / fsum(weight for _, weight in outcomes)  # a sure win is exactly 1
        first = state.player == 0
        best, most = (max, 1.0) if first else (min, 0.0)
        found = 1 - most
        for action in state.legal_actions():
            found = best(found, self._share(state.play(action)))
            if found == most:  # nothing is better
                break
        return found


def expectation(share: float) -> Value:
    """A share of points to expect, exactly; nothing but wins is a win."""
    return Value(Kind.PROVEN, share, _SURE.get(share), unit=Unit.CHANCE)
