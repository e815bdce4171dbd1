"""Growing a tree with a network: until the time is up, the work is done or the result is known."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from inarow.games.base import State
from inarow.search.decision import Decision, Kind, OnInfo, Result, Unit, Value, position_value
from inarow.search.learned.kernel_tree import NODE, STOP, grow
from inarow.search.learned.look import Looking
from inarow.search.learned.network import Network, Room
from inarow.search.limit import Limit
from inarow.search.native.from_state import path_of, position_of
from inarow.search.native.jit import Array

_MOST_NODES = 1 << 22
_FIRST, _SLICE = 32, 0.004
"""Simulations before the clock is asked for the first time, and seconds of a slice after that."""


class Growing:
    """One search for a move.

    Args:
        network: judges moves and positions.
        state: a position in which the game goes on.
        limit: seconds, nodes or simulations, one of them at least; stop flag.
        courage: how much a move is tried that is only hoped for.
    """

    def __init__(self, network: Network, state: State, limit: Limit, courage: float) -> None:
        self._network, self._state, self._limit, self._courage = network, state, limit, courage
        self._began = perf_counter()
        self._most = limit.most_simulations
        self._root = position_of(state)
        actions = int(self._root.actions)
        nodes = _MOST_NODES if self._most is None else (self._most + 1) * actions + 1
        self._tree: Array = np.zeros(min(nodes, _MOST_NODES), NODE)
        rules = state.game.rules
        assert rules is not None
        self._path = np.zeros((rules.turns or 2 * rules.cells) + 2, np.int64)
        self._counter = np.zeros(2, np.int64)
        self._done = 0

    def decide(self, on_info: OnInfo | None = None) -> Decision:
        """The best move that is found in time."""
        with self._network.room(self._root) as room:
            self._grow(room)
        first, count = int(self._tree[0]["first"]), int(self._tree[0]["count"])
        if not count:  # the next move ends the game, one way or the other
            return Looking(self._network, self._state, Limit(depth=1), 1).decide()
        moves = self._tree[first : first + count]
        names = ("action", "sure", "visits", "total", "guess")
        rows = list(zip(*(moves[name].tolist() for name in names), strict=True))
        legal = self._state.legal_actions()
        values = {} if len(rows) == 1 else dict.fromkeys(legal, _LOST)  # what is left out loses
        values |= {action: _value(*known) for action, *known in rows}
        action = max(rows, key=lambda row: (row[1], row[2], row[4]))[0]
        value, seconds = position_value(action, values, legal), perf_counter() - self._began
        path = path_of(self._state.game)
        return Decision(action, value, values, (action,), self._done, seconds, path)

    def _grow(self, room: Room) -> None:
        """Slice by slice, each as long as the clock allows."""
        began, amount, limit = perf_counter(), _FIRST, self._limit
        deadline = None if limit.seconds is None else self._began + limit.seconds
        while self._most is None or self._done < self._most:
            if self._most is not None:
                amount = min(amount, self._most - self._done)
            self._done += grow(
                amount,
                self._courage,
                self._tree,
                self._counter,
                self._root,
                room.positions,
                self._path,
                self._network.net,
                room.places,
            )
            now = perf_counter()
            left = _SLICE if deadline is None else min(_SLICE, deadline - now)
            stopped = limit.stop is not None and limit.stop.is_set()
            if left <= 0 or stopped or self._counter[STOP]:
                return
            amount = max(1, int(left * self._done / (now - began)))


_LOST = Value(Kind.PROVEN, 0.0, Result.LOSS, None, unit=Unit.CHANCE)
_WON = Value(Kind.PROVEN, 1.0, Result.WIN, None, unit=Unit.CHANCE)


def _value(sure: int, visits: int, total: float, guess: float) -> Value:
    """What is known of a move."""
    if sure:
        return _WON if sure > 0 else _LOST
    return Value(Kind.ESTIMATE, (total + guess) / (visits + 1), unit=Unit.CHANCE)
