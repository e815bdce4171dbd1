"""The engine room of the solver: table and records, the call of the kernels, threads and limits.

A search begins in the thread that asks for it. Most are over within microseconds. One that is not
continues in threads of its own, all on one table, so that time limits, stop flags and Ctrl-C can
end it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.native.wide import PAIR, WideArray
from inarow.search.solver import kernel_record as solver_record
from inarow.search.solver import kernel_score as solver_score
from inarow.search.solver import kernel_table as solver_table
from inarow.search.solver.result import FAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BITS = 64
_WORD = 2**_BITS - 1
_SLICE = 100_000
"""Positions that are searched before the work moves to threads, where Ctrl-C can end it."""
_MOST_NODES = 2**39
"""Positions that a search can count: days of work."""


class SolverEngine:
    """One table of proven bounds and the records of the threads that share it."""

    def __init__(
        self, rows: int, cols: int, memory_mb: int, threads: int, ideas: int | None, wide: bool
    ) -> None:
        self._wide = wide
        self._key_bits = solver_record.key_bits(rows, cols)
        self._bucket = (16 if wide else 8) * solver_table.WAYS  # in bytes
        bits = (memory_mb * 2**20 // self._bucket).bit_length() - 1
        words = self._bucket // 8 << bits
        # np.zeros asks for huge pages. A bucket must not straddle two cache lines.
        memory = np.zeros(words + 8, np.int64)
        start = -memory.ctypes.data % 64 // 8
        self._table = memory[start : start + words]
        # Threads cannot agree on a moment to let it grow: theirs has its full size at once.
        tag = solver_table.WIDE_TAG_BITS if wide else solver_table.TAG_BITS
        least = max(solver_table.LEAST_BITS, self._key_bits - tag)
        self._first_bits = bits if threads > 1 else min(bits, least)
        self._stop = np.zeros(1, np.int64)
        self._busy = np.zeros(solver_table.BUSY_WORDS, np.int64)
        self._records = [solver_record.new_record(rows, cols, wide) for _ in range(threads)]
        self._record = self._records[0]
        for record in self._records:
            record["table"] = self._table.ctypes.data
            record["least_shift"] = self._key_bits - bits
            record["stop"] = self._stop.ctypes.data
            record["busy"] = self._busy.ctypes.data
            record["threads"] = threads
            record["flags"] = solver_record.ALL_IDEAS if ideas is None else ideas
        self._shrink()
        self._load()

    def _shrink(self) -> None:
        """Begin with a part of the table; what lies beyond is overwritten when it grows."""
        for record in self._records:
            record["shift"] = self._key_bits - self._first_bits
            record["room"] = solver_table.room_of(self._first_bits)

    def _load(self) -> None:
        """Load the kernels, or compile them, now: no limit of time should have to pay for it."""
        width = 4 if self._wide else 2
        nothing = np.empty((0, width), np.int64), np.empty((0, 3), np.int64)
        self.search(*nothing, -1, 1, Limit(), 0.0)
        self.search_one(0, 0, -1, 1, Limit(nodes=1), 0.0)
        solver_table.clear(self._table.ctypes.data, 0)

    def clear(self) -> None:
        """Empty the table."""
        solver_table.clear(self._table.ctypes.data, self._bucket << self._first_bits)
        self._shrink()

    def search_one(
        self, own: int, other: int, floor: int, ceiling: int, limit: Limit, started: float
    ) -> tuple[int, int, int]:
        """Bounds of the score of one position, and the positions visited."""
        if self._wide:
            row = own & _WORD, own >> _BITS, other & _WORD, other >> _BITS
            found = np.array([[-FAR, FAR, 0]], np.int64)
            stones = np.array([row], np.uint64).view(np.int64)
            self.search(stones, found, floor, ceiling, limit, started)
            lowest, highest, nodes = found[0].tolist()
            return lowest, highest, nodes
        most = _most_nodes(limit)
        word = solver_score.narrow_one(self._record, own, other, floor, ceiling, min(most, _SLICE))
        lowest, highest, nodes = (word >> 8 & 255) - 128, (word & 255) - 128, word >> 24
        is_open = lowest < min(highest, ceiling) and highest > floor
        if is_open and most > _SLICE:
            stones = np.array([[own, other]], np.int64)
            found = np.array([[lowest, highest, nodes]], np.int64)
            self._go_on(stones, found, floor, ceiling, limit, started)
            lowest, highest, nodes = found[0].tolist()
        return lowest, highest, nodes

    def search(
        self,
        stones: NDArray[Any],
        found: NDArray[Any],
        floor: int,
        ceiling: int,
        limit: Limit,
        started: float,
    ) -> None:
        """Narrow per position the lowest and the highest score in `found`, and add its nodes."""
        most = _most_nodes(limit)
        if self._wide:  # a new array begins at a multiple of 16 bytes, as wide words must
            stones = stones.copy().view(PAIR).view(WideArray)
        stopped = solver_score.narrow_all(
            self._record, stones, found, floor, ceiling, min(most, _SLICE)
        )
        if stopped and most > _SLICE:
            self._go_on(stones, found, floor, ceiling, limit, started)

    def _go_on(
        self,
        stones: NDArray[Any],
        found: NDArray[Any],
        floor: int,
        ceiling: int,
        limit: Limit,
        started: float,
    ) -> None:
        """Finish in threads what the first slice of a search has left open in `found`."""
        share = max(1, ((limit.nodes or _MOST_NODES) - _SLICE) // len(self._records))

        def help_out(record: Any) -> NDArray[Any]:
            own = found.copy()
            solver_score.narrow_all(record, stones, own, floor, ceiling, share)
            self._halt()  # the others need not go on
            return own

        works = [partial(help_out, record) for record in self._records]
        try:
            parts = SearchClock(limit, started).watch(works, self._halt)
        finally:
            self._stop[0] = 0
        before = found[:, 2].copy()
        for part in parts:
            np.maximum(found[:, 0], part[:, 0], out=found[:, 0])
            np.minimum(found[:, 1], part[:, 1], out=found[:, 1])
            found[:, 2] += part[:, 2] - before

    def _halt(self) -> None:
        self._stop[0] = 1


def _most_nodes(limit: Limit) -> int:
    """The positions that a search may visit; after the stop flag, one."""
    return 1 if limit.stopped else limit.nodes or _MOST_NODES
