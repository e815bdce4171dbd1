"""What the tests of the solver share: positions, and a second opinion on their scores."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from typing import Any

import numpy as np

from inarow.search.native.wide import PAIR, WideArray
from inarow.search.solver.kernel_record import ALL_IDEAS, Idea, new_record
from inarow.search.solver.kernel_score import narrow_all
from inarow.search.solver.kernel_table import BUSY_WORDS, WAYS

PLAIN = Idea.TABLE
"""The ideas of a plain search: safe moves and a table, nothing that could be wrong cleverly."""


@cache
def lines(stride: int, bits: int = 64) -> list[int]:
    """Every line of four as a set of bits; some of them use guards, which are never set."""
    steps = (1, stride, stride - 1, stride + 1)
    return [
        sum(1 << bit + n * step for n in range(4))
        for step in dict.fromkeys(steps)
        for bit in range(bits)
        if step and bit + 3 * step < bits
    ]


def has_four(stones: int, stride: int) -> bool:
    """Four in a row, told line by line."""
    return any(stones & line == line for line in lines(stride))


@cache
def board_lines(rows: int, cols: int) -> list[int]:
    """The lines that lie on a board, which has far fewer of them than 64 bits have."""
    column = (1 << rows) - 1
    board = sum(column << col * (rows + 1) for col in range(cols))
    bits = cols * (rows + 1)
    return [line for line in lines(rows + 1, bits) if line & board == line]


@lru_cache(maxsize=10_000)  # on a small board many positions have stones on the same cells
def moves(filled: int, rows: int, cols: int) -> tuple[int, ...]:
    """The bit of every playable cell."""
    found = []
    for bottom in range(0, cols * (rows + 1), rows + 1):
        for cell in range(bottom, bottom + rows):
            if not filled >> cell & 1:
                found.append(1 << cell)
                break
    return tuple(found)


@cache
def brute_scores(rows: int, cols: int) -> dict[tuple[int, int], int]:
    """Every position that a game can reach, with its score.

    Found by looking at everything: no bound, no order, no symmetry.
    """
    fours, found = board_lines(rows, cols), dict[tuple[int, int], int]()

    def score(own: int, other: int) -> int:
        if (own, other) not in found:
            filled = own | other
            if any(other & line == line for line in fours):
                left = rows * cols - filled.bit_count()
                found[own, other] = -((left + 2) // 2)
            else:
                values = [-score(other, own | bit) for bit in moves(filled, rows, cols)]
                found[own, other] = max(values, default=0)
        return found[own, other]

    score(0, 0)
    return found


def random_positions(rows: int, cols: int, count: int, least: int, seed: int) -> Any:
    """An array of positions after random moves, nobody having won, with `least` stones or more."""
    return np.array(random_stones(rows, cols, count, least, seed), np.int64)


def random_stones(rows: int, cols: int, count: int, least: int, seed: int) -> list[tuple[int, int]]:
    """The same, as whole numbers of any size."""
    rng, fours = Random(seed), board_lines(rows, cols)
    bits = cols * (rows + 1)
    through = {1 << n: [line for line in fours if line >> n & 1] for n in range(bits)}
    found: list[tuple[int, int]] = []
    while len(found) < count:
        own, other = 0, 0
        for _ in range(rng.randrange(least, rows * cols)):
            bit = rng.choice(moves(own | other, rows, cols))
            own, other = other, own | bit
            if any(other & line == line for line in through[bit]):
                break
        else:
            found.append((own, other))
    return found


def as_pairs(positions: Any) -> Any:
    """Positions for the kernel of boards beyond 64 bits."""
    word = 2**64 - 1
    halves = [
        [(int(stones) & word, int(stones) >> 64) for stones in position] for position in positions
    ]
    return np.array(halves, np.uint64).reshape(-1, 4).view(PAIR).view(WideArray)


class Kernel:
    """The bare kernel on a table of its own."""

    def __init__(
        self, rows: int, cols: int, flags: int = ALL_IDEAS, bits: int = 18, wide: bool = False
    ) -> None:
        words = (WAYS << bits) * (2 if wide else 1)
        memory = np.zeros(words + 8, np.int64)
        start = -memory.ctypes.data % 64 // 8
        self.table = memory[start : start + words]
        self.wide = wide
        self.stop = np.zeros(1, np.int64)
        self.busy = np.zeros(BUSY_WORDS, np.int64)
        self.record = new_record(rows, cols, wide)
        self.record["table"] = self.table.ctypes.data
        self.record["shift"] = self.record["least_shift"] = self.record["key_bits"] - bits
        self.record["stop"] = self.stop.ctypes.data
        self.record["busy"] = self.busy.ctypes.data
        self.record["flags"] = flags
        self.st = self.record[0]

    def bounds(self, positions: Any, floor: int = -99, ceiling: int = 99, most: int = 2**62) -> Any:
        found = np.array([[-99, 99, 0]]).repeat(len(positions), 0)
        if self.wide and not isinstance(positions, WideArray):
            positions = as_pairs(positions)
        narrow_all(self.record, positions, found, floor, ceiling, most)
        return found[:, :2]

    def scores(self, positions: Any) -> Any:
        bounds = self.bounds(positions)
        assert (bounds[:, 0] == bounds[:, 1]).all()
        return bounds[:, 0]
