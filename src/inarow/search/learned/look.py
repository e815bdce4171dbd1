"""Looking ahead with a network: deeper and deeper until it is proven or the limit ends it."""

from __future__ import annotations

from math import exp

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
from inarow.search.learned.network import Network
from inarow.search.limit import Limit
from inarow.search.native.from_state import path_of, position_of

MOST_DEPTH = 40
_NODES, _MOST, _STOP = range(3)
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
        self._clock = SearchClock(limit)
        self._depth = min(depth, limit.depth or depth)
        most = limit.most_simulations
        if most is None:
            most = _NO_LIMIT if limit.seconds or limit.depth or limit.stop else _ENOUGH
        self._counter = np.array([0, most, 0])
        shape, root = network.shape, position_of(state)
        self._room = kernel_search.frames(self._depth, root, shape.tuples, shape.views)
        self._moves = np.array(state.legal_actions(), np.int64)
        self._scores: dict[int, float] = {}
        self._exact: set[int] = set()
        self._reached = 0

    def decide(self, on_info: OnInfo | None = None) -> Decision:
        """The best move that is found in time."""
        if self._search(1):  # takes microseconds, so that even no time at all is enough for it
            self._clock.watch([lambda: self._deepen(on_info)], self._halt)
        info, path = self._info(), path_of(self._state.game)
        return Decision(
            info.action, info.value, info.values, info.line, info.nodes, info.seconds, path
        )

    def _halt(self) -> None:
        self._counter[_STOP] = 1

    def _deepen(self, on_info: OnInfo | None) -> None:
        for depth in range(2, self._depth + 2):
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
            *self._room,
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
