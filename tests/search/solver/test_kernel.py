"""The kernel of the solver: right with every idea, with none, and when it is stopped."""

from __future__ import annotations

import numpy as np
import pytest

from cases import each
from inarow.search.solver.kernel_record import ALL_IDEAS, Idea
from inarow.search.solver.kernel_score import narrow_one
from search.solver.solver_tools import PLAIN, Kernel, brute_scores, random_positions

IDEAS = {name: bit for name, bit in vars(Idea).items() if name.isupper()}


@each("rows, cols", [(4, 4), (3, 4), (2, 6), (5, 3), (1, 7)])
def test_every_position_of_a_small_board(rows: int, cols: int) -> None:
    check_every_position(rows, cols)


def check_every_position(rows: int, cols: int) -> None:
    scored = brute_scores(rows, cols)
    for flags in (ALL_IDEAS, PLAIN, 0):
        found = Kernel(rows, cols, flags).scores(np.array(list(scored), np.int64))
        assert found.tolist() == list(scored.values()), flags


@each(
    "rows, cols, least",
    [(4, 5, 0), (5, 4, 0), (4, 6, 0), (6, 4, 0), (5, 5, 0), (6, 5, 8), (5, 6, 8), (7, 8, 34)],
)
def test_all_ideas_together_change_no_score(
    rows: int, cols: int, least: int, thorough: bool
) -> None:
    most = 300 if thorough else 50
    positions = random_positions(rows, cols, most if rows < 7 else 40, least, seed=7)
    expected = Kernel(rows, cols, PLAIN).scores(positions)
    assert Kernel(rows, cols).scores(positions).tolist() == expected.tolist()


def test_no_single_idea_changes_a_score(thorough: bool) -> None:
    positions = random_positions(6, 7, 300 if thorough else 100, 20, seed=8)
    expected = Kernel(6, 7, PLAIN).scores(positions).tolist()
    for name, idea in IDEAS.items():
        assert Kernel(6, 7, ALL_IDEAS ^ idea).scores(positions).tolist() == expected, name
        assert Kernel(6, 7, PLAIN | idea).scores(positions).tolist() == expected, name


def test_all_ideas_is_all_of_them() -> None:
    assert sum(IDEAS.values()) == ALL_IDEAS


@each(
    "rows, cols, score",
    [(4, 4, 0), (4, 5, 0), (4, 6, -1), (5, 4, 0), (5, 5, 0), (6, 4, 0), (6, 5, 0), (5, 6, 0)],
)
def test_known_values_of_empty_boards(rows: int, cols: int, score: int) -> None:
    # Tromp's table of k-in-a-row with falling stones gives win, draw and loss of these.
    assert Kernel(rows, cols).scores(np.zeros((1, 2), np.int64)).tolist() == [score]


def test_bounds_stay_true_at_every_number_of_nodes() -> None:
    positions = random_positions(6, 7, 12, 14, seed=9)
    scores = Kernel(6, 7).scores(positions)
    for most in (1, 2, 10, 100, 1000, 5000, 20_000):
        bounds = Kernel(6, 7).bounds(positions, most=most)
        assert (bounds[:, 0] <= scores).all()
        assert (scores <= bounds[:, 1]).all()


def test_a_table_of_a_stopped_search_is_as_good_as_any() -> None:
    positions = random_positions(6, 7, 12, 14, seed=10)
    scores = Kernel(6, 7).scores(positions)
    kernel = Kernel(6, 7)
    for most in (100, 1000, 10_000):
        kernel.bounds(positions, most=most)
    assert kernel.scores(positions).tolist() == scores.tolist()


@pytest.mark.parametrize("wide", [False, True])
def test_a_table_that_grows_in_the_middle_of_a_search_changes_no_score(wide: bool) -> None:
    positions = random_positions(6, 7, 40, 16, seed=13)
    expected = Kernel(6, 7).scores(positions).tolist()
    kernel = Kernel(6, 7, bits=21, wide=wide)
    key_bits = kernel.st["key_bits"]
    kernel.st["shift"] = key_bits - 16
    kernel.st["room"] = 1
    assert kernel.scores(positions[:20]).tolist() == expected[:20]
    assert kernel.st["shift"] == key_bits - 17
    kernel.st["room"] = 1
    assert kernel.scores(positions).tolist() == expected
    assert kernel.st["shift"] == key_bits - 18


def test_a_stop_word_that_is_set_ends_the_search_at_once() -> None:
    kernel = Kernel(6, 7)
    kernel.stop[0] = 1
    assert kernel.bounds(np.zeros((1, 2), np.int64)).tolist() == [[-22, 21]]
    assert kernel.record["nodes"][0] == 0


def test_one_position_alone_is_judged_as_among_many() -> None:
    positions = random_positions(6, 7, 40, 20, seed=12)
    together = Kernel(6, 7)
    for floor, ceiling in ((-99, 99), (-1, 1)):
        bounds = together.bounds(positions, floor, ceiling)
        for (own, other), (lowest, highest) in zip(positions, bounds, strict=True):
            word = narrow_one(Kernel(6, 7).record, own, other, floor, ceiling, 2**39)
            left = 42 - int(own | other).bit_count()
            assert word >> 16 & 255 == left
            alone = (word >> 8 & 255) - 128, (word & 255) - 128
            assert np.sign(alone).tolist() == np.sign([lowest, highest]).tolist()
            assert ceiling == 1 or alone == (lowest, highest)


def test_floor_and_ceiling_end_the_questions() -> None:
    positions = random_positions(6, 7, 60, 22, seed=11)
    scores = Kernel(6, 7).scores(positions)
    weak = Kernel(6, 7).bounds(positions, floor=-1, ceiling=1)
    assert (np.sign(weak[:, 0]) == np.sign(scores)).all()
    assert (np.sign(weak[:, 1]) == np.sign(scores))[scores <= 0].all()
    assert ((weak[:, 0] <= scores) & (scores <= weak[:, 1])).all()
