"""The table: what goes in comes out, and nothing else does."""

from __future__ import annotations

from random import Random

import numpy as np

from cases import each
from inarow.search.solver import kernel_table as table
from inarow.search.solver.kernel_table import WAYS, clear
from kernel_helpers import compiled
from search.solver.solver_tools import Kernel

grow = compiled(table.grow)
highest_of = compiled(table.highest_of)
lowest_of = compiled(table.lowest_of)
mix = compiled(table.mix)
probe = compiled(table.probe)
store = compiled(table.store)


@each("rows, cols", [(6, 7), (7, 8), (4, 4)])
def test_mixing_can_be_undone(rows: int, cols: int) -> None:
    kernel = Kernel(rows, cols)
    first, second, bits = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, int(kernel.st["key_bits"])
    word, rng = (1 << bits) - 1, Random(1)
    for key in [0, 1, 2 ** (bits - 2), *(rng.getrandbits(bits - 1) for _ in range(200))]:
        mixed = mix(kernel.st, key) & (1 << 64) - 1
        assert mixed <= word
        mixed = mixed * pow(second, -1, word + 1) & word
        mixed ^= mixed >> bits // 2
        mixed ^= mixed >> bits // 2 * 2
        assert mixed * pow(first, -1, word + 1) & word == key


def test_an_entry_comes_back() -> None:
    kernel = Kernel(6, 7)
    for lowest, highest in [(-21, 21), (0, 0), (-3, 4), (20, 21), (-32, 31)]:
        word = mix(kernel.st, 1000 + lowest)
        assert probe(kernel.st, word) == 0
        store(kernel.st, word, lowest, highest, 7)
        entry = probe(kernel.st, word)
        assert (lowest_of(entry), highest_of(entry)) == (lowest, highest)


def test_bounds_of_one_position_are_joined() -> None:
    kernel = Kernel(6, 7)
    store(kernel.st, mix(kernel.st, 5), -4, 9, 10)
    store(kernel.st, mix(kernel.st, 5), -7, 3, 10)
    entry = probe(kernel.st, mix(kernel.st, 5))
    assert (lowest_of(entry), highest_of(entry)) == (-4, 3)


def test_an_empty_table_knows_nothing_not_even_of_key_0() -> None:
    kernel = Kernel(6, 7)
    assert all(probe(kernel.st, mix(kernel.st, key)) == 0 for key in range(1000))


def test_a_table_that_grows_keeps_its_entries_and_nothing_else() -> None:
    kernel, rng = Kernel(6, 7, bits=20), Random(2)
    kernel.table[WAYS << 18 :] = -1  # what lay there before does not matter
    kernel.st["shift"] = 49 - 18
    words = [mix(kernel.st, rng.getrandbits(49)) for _ in range(8_000)]
    for word in words:
        store(kernel.st, word, word % 7 - 7, word % 5, 3)
    before = [probe(kernel.st, word) for word in words]
    for _ in range(2):
        grow(kernel.st)
    assert kernel.st["shift"] == 49 - 20
    assert [probe(kernel.st, word) for word in words] == before
    assert np.count_nonzero(kernel.table) == len({entry for entry in before if entry})


def test_a_full_bucket_gives_up_the_entry_of_least_work() -> None:
    kernel = Kernel(6, 7)
    words = [(3 << 31) + n for n in range(WAYS + 1)]  # equal upper bits: one bucket
    work = [1000, 10, 100_000, 1_000_000]
    for word, effort in zip(words, work, strict=False):
        store(kernel.st, word, 0, 1, effort)
    store(kernel.st, words[-1], 0, 1, 1)
    assert [probe(kernel.st, word) != 0 for word in words] == [True, False, True, True, True]


def test_different_positions_never_share_an_entry() -> None:
    kernel = Kernel(6, 7)
    rng = Random(2)
    keys = [rng.getrandbits(49) for _ in range(3000)]
    for key in keys[:1500]:
        store(kernel.st, mix(kernel.st, key), -1, 1, 5)
    assert all(probe(kernel.st, mix(kernel.st, key)) == 0 for key in keys[1500:])


def test_a_cleared_table_is_empty_and_nothing_else_is() -> None:
    memory = np.full(80, 7, np.int64)
    start = -memory.ctypes.data % 64 // 8
    clear(memory.ctypes.data + 8 * start, 8 * 64)
    assert not memory[start : start + 64].any()
    assert (memory[:start] == 7).all()
    assert (memory[start + 64 :] == 7).all()
