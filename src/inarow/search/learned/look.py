"""Looking ahead with a network: deeper and deeper until it is proven or the limit ends it."""

from __future__ import annotations

from math import exp
from time import perf_counter

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import (
    Decision,
    Info,
    Kind,
    OnInfo,
    Result,
    Unit,
    Value,
    position_value,
)
from inarow.search.learned import kernel_search
from inarow.search.learned.kernel_search import SURE, WIN
from inarow.search.learned.network import Network, Room
from inarow.search.limit import Limit
from inarow.search.native.from_state import path_of, position_of

_NODES, _MOST, _STOP = range(3)
_MOMENT = 0.025
"""A search that takes no longer needs no thread that watches the clock: to start one takes a good
part of a millisecond. How many positions it may look at is known from the last search."""
_ENOUGH = 20_000
"""Positions to look at where only depth limits a search: large boards have many moves."""
_NO_LIMIT = 1 << 62


class Looking:
    """One search for a move.

    Args:
        network: judges the horizon.
        state: a position in which the game goes on.
        limit: seconds, nodes, stop flag.
        depth: plies to look ahead, at most.
        every: value every move, and not only the best one.
    """

    def __init__(
        self, network: Network, state: State, limit: Limit, depth: int, every: bool = False
    ) -> None:
        self._network, self._state, self._every = network, state, every
        self._clock, self._seconds = SearchClock(limit), limit.seconds
        self._depth = min(depth, limit.depth or depth)
        most = limit.most_simulations
        if most is None:
            most = _NO_LIMIT if limit.seconds or limit.depth or limit.stop else _ENOUGH
        self._counter = np.array([0, most, 0])
        self._root = position_of(state)
        self._moves = np.array(state.legal_actions(), np.int64)
        self._scores: dict[int, float] = {}
        self._exact: set[int] = set()
        self._reached = 0

    def decide(self, on_info: OnInfo | None = None) -> Decision:
        """The best move that is found in time."""
        with self._network.room(self._root) as self._room:
            # One ply takes microseconds, so that even no time at all is enough for it.
            if self._search(1) and not self._look_briefly(self._room, on_info):
                self._clock.watch([lambda: self._deepen(on_info)], self._halt)
        info, path = self._info(), path_of(self._state.game)
        return Decision(
            info.action, info.value, info.values, info.line, info.nodes, info.seconds, path
        )

    def _look_briefly(self, room: Room, on_info: OnInfo | None) -> bool:
        """Look at as many positions as a moment is enough for; False if there is more to do."""
        if self._seconds is not None and self._seconds > _MOMENT:
            return False
        most, before, began = int(self._counter[_MOST]), int(self._counter[_NODES]), perf_counter()
        moment = min(_MOMENT, self._clock.left)
        self._counter[_MOST] = min(most, before + max(1, int(moment * room.pace)))
        self._deepen(on_info)
        done, cut = int(self._counter[_NODES]), bool(self._counter[_STOP])
        self._counter[_MOST] = most
        if cut:  # the fewer positions, the less they say about the pace
            seen = (done - before) / max(perf_counter() - began, 1e-6)
            room.pace = (room.pace + seen) / 2
        if not cut or done >= most or self._seconds is not None:
            return True
        self._counter[_STOP] = 0
        return False

    def _halt(self) -> None:
        self._counter[_STOP] = 1

    def _deepen(self, on_info: OnInfo | None) -> None:
        for depth in range(self._reached + 1, self._depth + 2):
            if on_info is not None:
                on_info(self._info())
            sure = [abs(score) > SURE for score in self._scores.values()]
            if all(sure) or (not self._every and self._scores[int(self._moves[0])] > SURE):
                return
            if depth > self._depth or not self._search(depth):
                return

    def _search(self, depth: int) -> bool:
        """Look so far ahead; False if there was no time to finish.

        A depth that was cut short counts as far as it went: the best move so far came first.
        """
        scores = np.zeros(len(self._moves))
        done = kernel_search.judge(
            self._counter,
            self._root,
            self._room.positions,
            self._room.places,
            depth,
            self._moves,
            scores,
            self._every,
            self._network.net,
        )
        if not done:
            return False
        best, self._exact = -np.inf, set()
        for move, score in zip(self._moves[:done].tolist(), scores[:done].tolist(), strict=True):
            self._scores[move] = score
            if self._every or score > best:  # else it is known only that it is no better
                self._exact.add(move)
            best = max(best, score)
        order = np.argsort(-scores[:done], kind="stable")
        self._moves[:done] = self._moves[:done][order]
        if done < len(self._moves):
            return False
        self._reached = depth
        return True

    def _info(self) -> Info:
        """What is known now."""
        values = {move: self._value(move, score) for move, score in self._scores.items()}
        action, legal = int(self._moves[0]), self._state.legal_actions()
        return Info(
            action,
            position_value(action, values, legal),
            (action,),
            self._reached,
            int(self._counter[_NODES]),
            self._clock.seconds,
            values,
        )

    def _value(self, move: int, score: float) -> Value:
        """What a score means."""
        exact = move in self._exact
        if score < -SURE:
            plies = round(WIN + score) if exact else None
            return Value(Kind.PROVEN, 0.0, Result.LOSS, plies, unit=Unit.CHANCE)
        if score > SURE and exact:
            return Value(Kind.PROVEN, 1.0, Result.WIN, round(WIN - score), unit=Unit.CHANCE)
        chance = 1 / (1 + exp(-score)) if abs(score) < SURE else 1.0
        kind = Kind.ESTIMATE if exact else Kind.BOUND
        return Value(kind, chance, at_most=not exact, unit=Unit.CHANCE)
