"""Four directions at once say what the readable functions say one by one."""

from __future__ import annotations

from random import Random

from cases import each
from inarow.search.native import lanes, words
from inarow.search.solver.kernel_record import new_record
from kernel_helpers import compiled
from search.solver.solver_tools import random_positions


@compiled
def has_four(stones: int, stride: int) -> bool:
    return bool(lanes.four_in_lanes(stones, stride))


@compiled
def closing(stones: int, free: int, stride: int) -> int:
    return int(lanes.closing_lanes(stones, stride) & free)


@each("rows, cols", [(6, 7), (4, 12), (7, 8), (1, 32), (19, 3)])
def test_lanes_are_the_four_directions(rows: int, cols: int) -> None:
    stride, full, rng = rows + 1, int(new_record(rows, cols)["board"][0]), Random(rows)
    for _ in range(200):
        stones = full & rng.getrandbits(64) & (rng.getrandbits(64) | rng.getrandbits(64))
        line = words.four_in_a_row(stones, 1, stride, stride + 1, stride - 1)
        assert has_four(stones, stride) == line
    for own, other in random_positions(rows, cols, 50, 0, seed=3).tolist():
        free = full ^ own ^ other
        cells = words.winning_cells_of_four(own, free, 1, stride)
        assert closing(own, free, stride) == cells
