"""No bound without search is ever wrong: all of them against plain search."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from cases import each
from inarow.search.native.bits import popcount
from inarow.search.solver import kernel_masks as masks
from inarow.search.solver import kernel_pairing as pairing
from inarow.search.solver.kernel_masks import winning_cells
from inarow.search.solver.kernel_pairing import NO_BOUND, follower_bound
from inarow.search.solver.kernel_record import new_record
from kernel_helpers import compiled
from search.solver.solver_tools import (
    PLAIN,
    Kernel,
    board_lines,
    brute_scores,
    has_four,
    random_positions,
)

cannot_win = compiled(pairing.cannot_win)
has_line = compiled(masks.has_line)


@compiled
def bounds_of(st: Any, positions: Any, goal: int, found: Any) -> None:
    """The bound of every position for the player to move."""
    for i in range(len(positions)):
        own, other = positions[i, 0], positions[i, 1]
        wins = winning_cells(other, st.board ^ own ^ other, st.stride)
        left = st.cells - popcount(own | other)
        found[i] = follower_bound(st, own, own | other, wins, left, goal)


def check(st: Any, positions: Any, scores: Any) -> int:
    """All bounds for all goals; returns how many positions had one."""
    most = np.full(len(positions), NO_BOUND)
    for goal in range(-2, 5):
        found = np.empty(len(positions), np.int64)
        bounds_of(st, positions, goal, found)
        wrong = np.nonzero(found < scores)[0]
        assert not len(wrong), (goal, positions[wrong[0]], scores[wrong[0]], found[wrong[0]])
        most = np.minimum(most, found)
    return int((most < NO_BOUND).sum())


@each("rows, cols", [(4, 4), (3, 5), (3, 4), (6, 3), (2, 6), (5, 3)], quick=2)
def test_every_position_of_a_small_board(rows: int, cols: int) -> None:
    scored = brute_scores(rows, cols)
    fours = board_lines(rows, cols)
    open_ones = [p for p in scored if not any(p[1] & line == line for line in fours)]
    positions = np.array(open_ones, np.int64)
    scores = np.array([scored[p] for p in open_ones])
    assert check(new_record(rows, cols)[0], positions, scores) > 100


@each(
    "rows, cols, least",
    [(4, 5, 0), (5, 4, 0), (4, 6, 4), (6, 4, 4), (5, 5, 6), (7, 4, 8), (6, 5, 10), (6, 7, 22)],
)
def test_random_positions(rows: int, cols: int, least: int, thorough: bool) -> None:
    count = 1000 if thorough else 200
    positions = random_positions(rows, cols, count, least, seed=rows * cols)
    scores = Kernel(rows, cols, PLAIN).scores(positions)
    assert check(new_record(rows, cols)[0], positions, scores) > count / 33


@each("count", [0, 2, 4, 6])
def test_loose_cells_are_shared_out_as_in_a_game(count: int) -> None:
    rng, stride, seen = Random(count), 7, set()
    board = int(new_record(6, 7)["board"][0])
    for _ in range(150):
        part = board & rng.getrandbits(64) & rng.getrandbits(64)
        cells = [1 << n for n in range(64) if board >> n & 1 and not part >> n & 1]
        loose = rng.sample(cells, count)
        expected = harmless(part, frozenset(loose), stride)
        seen.add(expected)
        assert cannot_win(part, sum(loose), stride) == expected
    assert seen == {True, False}


def harmless(part: int, loose: frozenset[int], stride: int) -> bool:
    """Whether the second player can share out the loose cells so that no line is completed."""
    if not loose:
        return not has_four(part, stride)
    return all(
        any(harmless(part | take, loose - {take, answer}, stride) for answer in loose - {take})
        for take in loose
    )


def test_eight_loose_cells_are_left_alone_unless_they_cannot_matter() -> None:
    bottom = [1 << 7 * n for n in range(8)]
    assert not cannot_win(0, sum(bottom), 7)
    spread = [1 << 14 * n for n in range(4)] + [1 << 14 * n + 3 for n in range(4)]
    assert not has_line(sum(spread), 7)
    assert all(not has_four(sum(some), 7) for some in combinations(spread, 4))
    assert cannot_win(0, sum(spread), 7)
