"""Alpha-beta on nine boards: deeper and deeper until it is proven or the limit ends it."""

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Info, Kind, OnInfo, Unit, Value
from inarow.search.limit import Limit
from inarow.search.native.jit import Array
from inarow.search.native.nine import MAX_PLY
from inarow.search.nine import kernel
from inarow.search.nine.kernel import SURE, WIN
from inarow.search.nine.plain import chance_of
from inarow.search.nine.root import Root, decision_of, lost, won
from inarow.search.room import slots_for

_MEMORY_MB = 64
_SLOT_BYTES = 16
_SPEED = 10_000_000
"""Positions that may be searched in a second on a fast machine."""
_SEEN = 3
"""Plies of a win that is seen without a search; there is no quicker one."""
_UNKNOWN = -(1 << 40)
_NO_LIMIT = 1 << 62


class AlphaBeta:
    """One search for a move.

    Args:
        root: the position and the moves to look at.
        limit: seconds, nodes, depth, stop flag.
        every: value every move exactly, and not only the best one.
    """

    def __init__(self, root: Root, limit: Limit, every: bool = False) -> None:
        self._root, self._limit, self._every = root, limit, every
        self._clock = SearchClock(limit)
        slots = slots_for(limit, limit.memory or _MEMORY_MB, _SLOT_BYTES, _SPEED)
        self._table: Array = np.zeros(2 * slots, np.int64)
        self._board, self._moves = root.board, root.moves
        self._board.node_limit = limit.most_simulations or _NO_LIMIT
        self._scores: dict[int, int] = {}
        self._reached = 0

    def decide(self, on_info: OnInfo | None = None) -> Decision:
        """The best move that is found in time."""
        self._clock.watch([lambda: self._deepen(on_info)], self._halt)
        return decision_of(self._info())

    def _halt(self) -> None:
        self._board.stop = 1

    def _deepen(self, on_info: OnInfo | None) -> None:
        deepest = min(self._limit.depth or MAX_PLY, MAX_PLY - 2)
        for depth in range(1, deepest + 1):
            if not self._moves or not self._search(depth):
                return
            if on_info is not None:
                on_info(self._info())
            sure = [abs(score) > SURE for score in self._scores.values()]
            best = self._scores[self._moves[0]]
            only = len(self._moves) == 1 and self._limit.depth is None
            if all(sure) or (not self._every and (abs(best) > SURE or only)):
                return

    def _search(self, depth: int) -> bool:
        """Look so far ahead; False if there was no time to finish.

        A depth that was cut short counts as far as it went: the best move so far came first.
        """
        scores = np.full(len(self._moves), _UNKNOWN, np.int64)
        moves = np.array(self._moves, np.int64)
        kernel.search_root(self._board, self._table, depth, moves, scores, self._every)
        found = {m: int(s) for m, s in zip(self._moves, scores, strict=True) if s != _UNKNOWN}
        self._scores.update(found)
        self._moves.sort(key=lambda move: found.get(move, _UNKNOWN), reverse=True)
        if self._board.stop:
            return False
        self._reached = depth
        return True

    def _info(self) -> Info:
        """What is known now."""
        best = self._moves[0] if self._moves else None
        values = {
            move: self._value(score, exact=self._every or move == best)
            for move, score in self._scores.items()
        }
        return self._root.info(values, self._line(), self._reached, self._clock.seconds)

    def _line(self) -> list[int]:
        """The best move, and what the table knows of the replies."""
        if not self._moves:
            return []
        line = np.zeros(MAX_PLY, np.int64)
        length = kernel.follow(self._board, self._table, self._moves[0], line)
        return [int(move) for move in line[:length]]

    def _value(self, score: int, exact: bool) -> Value:
        """What a score means; if it is not exact, the move is known to be no better."""
        if score < -SURE:
            return lost()
        if score > SURE and exact:  # else it is known only that it is no better
            plies = WIN - score
            return won(plies, at_most=plies > _SEEN)
        kind = Kind.ESTIMATE if exact else Kind.BOUND
        return Value(kind, chance_of(score), at_most=not exact, unit=Unit.CHANCE)


def look_ahead(
    state: State,
    limit: Limit,
    on_info: OnInfo | None = None,
    lost: frozenset[int] = frozenset(),
    every: bool = False,
) -> Decision:
    """The best move by alpha-beta; moves that are known to be lost are not looked at."""
    return AlphaBeta(Root(state, lost), limit, every).decide(on_info)
