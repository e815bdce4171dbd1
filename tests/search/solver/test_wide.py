"""Boards beyond 64 bits: right, and position for position as the kernel of smaller boards."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from cases import each
from inarow.agents.perfect import Perfect
from inarow.errors import NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import bits_of
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.search.native.wide import PAIR
from inarow.search.solver import kernel_table as table
from inarow.search.solver.kernel_record import ALL_IDEAS, WIDE_RECORD
from inarow.search.solver.sizes import MOST_WIDE_BITS, is_wide
from inarow.search.solver.solver import Solver
from kernel_helpers import compiled
from search.native.test_wide import as_words, numbers_of
from search.solver.solver_tools import (
    PLAIN,
    Kernel,
    as_pairs,
    board_lines,
    brute_scores,
    moves,
    random_positions,
    random_stones,
)

WIDE_BOARDS = [(2, 22), (1, 40), (4, 13), (7, 9), (5, 11), (8, 8), (6, 17), (11, 10), (3, 30)]
"""Rows and columns of boards that need wide words."""
TALL_BOARDS = [(20, 3), (31, 2), (40, 1), (25, 4)]
"""On which a diagonal of four is longer than 64 bits."""


def plain_score(rows: int, cols: int, own: int, other: int) -> int:
    """The score by looking at everything."""
    fours, known = board_lines(rows, cols), dict[tuple[int, int], int]()

    def score(own: int, other: int) -> int:
        if (own, other) not in known:
            filled = own | other
            if any(other & line == line for line in fours):
                known[own, other] = -((rows * cols - filled.bit_count() + 2) // 2)
            else:
                values = [-score(other, own | bit) for bit in moves(filled, rows, cols)]
                known[own, other] = max(values, default=0)
        return known[own, other]

    return score(own, other)


@each("rows, cols", [(4, 4), (3, 4), (2, 6), (5, 3), (1, 7)])
def test_every_position_of_a_small_board(rows: int, cols: int, thorough: bool) -> None:
    """Of the largest board every run looks at some positions."""
    some = list(brute_scores(rows, cols).items())[:: 1 if thorough else 1 + (rows * cols > 15) * 4]
    positions, scores = as_pairs([stones for stones, _ in some]), [score for _, score in some]
    for flags in (ALL_IDEAS, PLAIN, 0):
        assert Kernel(rows, cols, flags, wide=True).scores(positions).tolist() == scores, flags


@each(
    "rows, cols, least",
    [(5, 5, 0), (6, 7, 18), (7, 8, 34), (2, 20, 20), (3, 15, 24), (4, 12, 28), (12, 4, 20)],
)
def test_both_kernels_search_the_same_positions(rows: int, cols: int, least: int) -> None:
    """With room for everything in both tables, not even the number of positions differs."""
    positions = random_positions(rows, cols, 30, least, seed=3)
    narrow, wide = Kernel(rows, cols, bits=20), Kernel(rows, cols, bits=20, wide=True)
    assert wide.scores(positions).tolist() == narrow.scores(positions).tolist()
    assert wide.record["nodes"][0] == narrow.record["nodes"][0] > 0


@each("rows, cols", WIDE_BOARDS + TALL_BOARDS)
def test_late_positions_have_the_score_of_a_full_search(
    rows: int, cols: int, thorough: bool
) -> None:
    assert is_wide(rows, cols)
    least = rows * cols - 9
    positions = late_positions(rows, cols, 25 if thorough else 8, least)
    found = Kernel(rows, cols, wide=True).scores(positions).tolist()
    assert found == [plain_score(rows, cols, *stones) for stones in positions]


def late_positions(rows: int, cols: int, count: int, least: int) -> list[tuple[int, int]]:
    """Positions with few free cells, in which nobody has won yet.

    By chance alone somebody wins long before: stones are laid so that no four of a player meet.
    """
    rng, found = Random(rows), list[tuple[int, int]]()
    through = defaultdict[int, list[int]](list)  # the lines through each cell
    for line in board_lines(rows, cols):
        for bit in bits_of(line):
            through[bit].append(line)
    while len(found) < count:
        own = other = 0
        for _ in range(rng.randrange(least, rows * cols)):
            quiet = [
                bit
                for bit in moves(own | other, rows, cols)
                if not any((own | bit) & line == line for line in through[bit])
            ]
            if not quiet:
                break
            own, other = other, own | rng.choice(quiet)
        if (own | other).bit_count() >= least:
            found.append((own, other))
    return found


@each("rows, cols, least", [(4, 13, 24), (5, 11, 30), (7, 9, 40)])
def test_all_ideas_together_change_no_score(rows: int, cols: int, least: int) -> None:
    positions = random_stones(rows, cols, 12, least, seed=7)
    expected = Kernel(rows, cols, PLAIN, wide=True).scores(positions)
    assert Kernel(rows, cols, wide=True).scores(positions).tolist() == expected.tolist()


# The table


@compiled
def mix_all(st: object, keys: object, out: object) -> None:
    for i in range(len(keys)):  # type: ignore[arg-type]
        out[i] = table.mix(st, keys[i])  # type: ignore[index]


@compiled
def keep_all(st: object, keys: object, bounds: object) -> None:
    for i in range(len(keys)):  # type: ignore[arg-type]
        low, high = bounds[i, 0], bounds[i, 1]  # type: ignore[index]
        table.store(st, table.mix(st, keys[i]), low, high, 5)  # type: ignore[index]


@compiled
def find_all(st: object, keys: object, bounds: object) -> None:
    for i in range(len(keys)):  # type: ignore[arg-type]
        entry = table.probe(st, table.mix(st, keys[i]))  # type: ignore[index]
        if entry:
            bounds[i, 0] = table.lowest_of(entry)  # type: ignore[index]
            bounds[i, 1] = table.highest_of(entry)  # type: ignore[index]


@compiled
def grow_once(record: object) -> None:
    table.grow(record[0])  # type: ignore[index]


def test_mixing_can_be_undone() -> None:
    first, second = (0x9E3779B97F4A7C15 - 2**64), (0xD1B54A32D192ED03 - 2**64)
    size, rng = 1 << MOST_WIDE_BITS, Random(1)
    keys = [0, 1, size - 1, *(rng.getrandbits(MOST_WIDE_BITS) for _ in range(200))]
    out = as_words([0] * len(keys))
    mix_all(Kernel(11, 10, wide=True).st, as_words(keys), out)
    for key, mixed in zip(keys, numbers_of(out), strict=True):
        assert mixed < size
        word = mixed * pow(second, -1, size) % size
        word ^= word >> MOST_WIDE_BITS // 2
        assert word * pow(first, -1, size) % size == key


def test_entries_come_back_and_never_for_another_position() -> None:
    kernel, rng = Kernel(11, 10, wide=True), Random(2)
    keys = [rng.getrandbits(MOST_WIDE_BITS) for _ in range(3000)]
    keys += [keys[n] ^ 1 << rng.randrange(MOST_WIDE_BITS) for n in range(1500)]  # neighbours
    bounds = np.array([sorted((rng.randint(-60, 60), rng.randint(-60, 60))) for _ in keys])
    keep_all(kernel.st, as_words(keys[:1500]), bounds)
    found = np.full((len(keys), 2), 99)
    find_all(kernel.st, as_words(keys), found)
    assert (found[:1500] == bounds[:1500]).all()
    assert (found[1500:] == 99).all()


def test_a_table_that_grows_keeps_its_entries_and_nothing_else() -> None:
    kernel, rng = Kernel(11, 10, bits=20, wide=True), Random(2)
    kernel.table[2 * table.WAYS << 18 :] = -1  # what lay there before does not matter
    kernel.record["shift"] = MOST_WIDE_BITS - 18
    keys = as_words([rng.getrandbits(MOST_WIDE_BITS) for _ in range(8_000)])
    bounds = np.array([sorted((rng.randint(-60, 60), rng.randint(-60, 60))) for _ in keys])
    keep_all(kernel.st, keys, bounds)
    before, after = np.full((len(keys), 2), 99), np.full((len(keys), 2), 99)
    find_all(kernel.st, keys, before)
    for _ in range(2):
        grow_once(kernel.record)
    assert kernel.record["shift"][0] == MOST_WIDE_BITS - 20
    find_all(kernel.st, keys, after)
    assert (after == before).all()
    entries = kernel.table.reshape(-1, 2).any(axis=1)
    assert np.count_nonzero(entries) == np.count_nonzero(before[:, 0] != 99)


def test_wide_words_of_a_record_lie_where_the_processor_wants_them() -> None:
    """Some of its instructions fail elsewhere, and then Python ends without a word."""
    fields = WIDE_RECORD.fields
    assert fields is not None
    words = {name: where for name, (kind, where, *_) in fields.items() if kind.base == PAIR}
    assert len(words) > 10
    assert {name: where % 16 for name, where in words.items()} == dict.fromkeys(words, 0)


# What people call


def test_a_wide_board_is_solved_like_any_other() -> None:
    state = filled(ConnectFour(4, 13), 26)
    solver, shared = Solver(4, 13), Solver(4, 13, threads=2)
    score = solver.score(state)
    assert shared.score(state) == score
    scores = solver.scores(state)
    assert max(scores.values()) == score
    assert {column: -solver.score(state.play(column)) for column in scores} == scores
    line = solver.line(state)
    for column in line:
        state = state.play(column)
    assert state.outcome is not None
    assert (score == 0) == (state.outcome.winner is None)


def test_lines_of_moves_are_read() -> None:
    many = Solver(4, 13).solve_many(["1122334", "112233"])
    assert many.lowest.tolist() == [-23, 23]
    assert many.left.tolist() == [45, 46]


def test_an_array_of_single_words_is_taken_where_the_board_fits_into_them() -> None:
    positions = np.array(late_positions(20, 3, 5, 52), np.int64)
    expected = [plain_score(20, 3, own, other) for own, other in positions.tolist()]
    assert Solver(20, 3).solve_many(positions).lowest.tolist() == expected


def test_a_small_board_can_be_solved_with_wide_words() -> None:
    moves = "3216462544337"
    assert Solver(wide=True).scores(moves) == Solver().scores(moves)


def test_a_solver_that_has_forgotten_everything_begins_anew() -> None:
    solver, moves = Solver(wide=True, memory_mb=64), "44444322"
    first = solver.solve(moves).nodes
    assert solver.solve(moves).nodes < first / 10
    solver.forget()
    assert solver.solve(moves).nodes == first


def test_a_limit_leaves_true_bounds() -> None:
    found = Solver(7, 9).solve("", Limit(nodes=150_000))
    assert not found.solved
    assert (found.lowest, found.highest) == (-31, 31)
    assert found.nodes == 150_000


@each("rows, cols", [(12, 10), (41, 1), (1, 61), (100, 100)])
def test_larger_boards_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(NotSupported, match=r"cols \* \(rows \+ 1\) <= 120"):
        Solver(rows, cols)


def test_the_perfect_player_plays_wide_boards_and_says_what_it_knows() -> None:
    game = ConnectFour(4, 13)
    assert Perfect().supports(game)
    early = Perfect(seed=1).choose(game.initial_state(), Limit(seconds=0.2))
    assert early.value is not None
    assert early.value.kind is Kind.BOUND
    late = Perfect(seed=1).choose(filled(game, 26), Limit())
    assert late.value is not None
    assert late.value.kind is Kind.PROVEN
    assert not Perfect().supports(ConnectFour(12, 10))


def filled(game: ConnectFour, stones: int) -> State:
    """A position after that many quiet moves."""
    rng = Random(4)
    while True:
        state: State = game.initial_state()
        while state.outcome is None and state.ply < stones:
            state = state.play(rng.choice(state.legal_actions()))
        if state.outcome is None:
            return state
