"""The sets of cells that the solver computes, told a second time cell by cell."""

from __future__ import annotations

from random import Random

import pytest

from inarow.search.native import words
from inarow.search.solver import kernel_masks as masks
from inarow.search.solver.kernel_record import new_record
from kernel_helpers import compiled
from search.solver.solver_tools import has_four, moves, random_positions

has_line = compiled(masks.has_line)
landing_cells = compiled(masks.landing_cells)
mirrored = compiled(masks.mirrored)
position_key = compiled(masks.position_key)
safe_moves = compiled(words.safe_drops)
winning_cells = compiled(masks.winning_cells)

SIZES = [(6, 7), (4, 4), (7, 8), (3, 5), (5, 10), (2, 9), (15, 4)]


@pytest.fixture(params=SIZES, ids=str)
def board(request: pytest.FixtureRequest) -> tuple[int, int]:
    size: tuple[int, int] = request.param
    return size


def test_landing_cells(board: tuple[int, int]) -> None:
    st = new_record(*board)[0]
    for own, other in random_positions(*board, 50, 0, seed=1).tolist():
        assert landing_cells(own | other, int(st["bottom"]), int(st["board"])) == sum(
            moves(own | other, *board)
        )


def test_has_line(board: tuple[int, int]) -> None:
    rows, cols = board
    rng, full = Random(2), int(new_record(rows, cols)["board"][0])
    seen = set()
    for _ in range(300):
        stones = full & rng.getrandbits(64) & (rng.getrandbits(64) | rng.getrandbits(64))
        seen.add(has_four(stones, rows + 1))
        assert has_line(stones, rows + 1) == has_four(stones, rows + 1)
    assert seen == {True, False}


def test_winning_cells(board: tuple[int, int]) -> None:
    stride = board[0] + 1
    full = int(new_record(*board)["board"][0])
    for own, other in random_positions(*board, 50, 0, seed=3).tolist():
        free = full & ~(own | other)
        expected = sum(
            1 << n for n in range(64) if free >> n & 1 and has_four(own | 1 << n, stride)
        )
        assert winning_cells(own, free, stride) == expected


def test_safe_moves_are_those_after_which_the_opponent_cannot_win(board: tuple[int, int]) -> None:
    rows, cols = board
    st = new_record(rows, cols)[0]
    for own, other in random_positions(rows, cols, 80, 5, seed=4).tolist():
        filled = own | other
        expected = 0
        for move in moves(filled, rows, cols):
            replies = moves(filled | move, rows, cols)
            if not any(has_four(other | reply, rows + 1) for reply in replies):
                expected |= move
        playable = landing_cells(filled, int(st["bottom"]), int(st["board"]))
        danger = winning_cells(other, int(st["board"]) & ~filled, rows + 1)
        assert safe_moves(playable, danger) == expected


def test_a_key_names_one_position() -> None:
    positions = {tuple(p) for p in random_positions(6, 7, 2000, 0, seed=5).tolist()}
    assert len({position_key(own, own | other) for own, other in positions}) == len(positions)


def test_mirrored_twice_is_the_same(board: tuple[int, int]) -> None:
    rows, cols = board
    st = new_record(rows, cols)[0]
    for own, other in random_positions(rows, cols, 50, 0, seed=6).tolist():
        image = mirrored(st, own)
        assert mirrored(st, image) == own
        for col in range(cols):
            column = own >> col * (rows + 1) & ((1 << rows) - 1)
            assert image >> (cols - 1 - col) * (rows + 1) & ((1 << rows) - 1) == column
        key = position_key(own, own | other)
        assert mirrored(st, key) == position_key(image, image | mirrored(st, other))
