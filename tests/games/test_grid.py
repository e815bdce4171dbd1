"""The numbering of the cells: one bit per cell, guards between them, steps that never wrap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import board_of, quick
from inarow.games.base import Cell
from inarow.games.grid import Geometry, bits_of, grid
from inarow.games.nine_board import NineBoard

sides = st.integers(1, 12)

STEPS = {
    "vertical": (-1, 0),
    "horizontal": (0, 1),
    "diagonal_up": (-1, 1),
    "diagonal_down": (1, 1),
}
"""What one step of each direction adds to (row, column); a vertical step goes up."""


def test_bits_of_the_6_x_7_board_are_those_of_the_drawing() -> None:
    drawing = """
        5  12  19  26  33  40  47
        4  11  18  25  32  39  46
        3  10  17  24  31  38  45
        2   9  16  23  30  37  44
        1   8  15  22  29  36  43
        0   7  14  21  28  35  42
    """
    numbers = [[int(word) for word in line.split()] for line in drawing.split("\n") if line.strip()]
    bit_of = grid(6, 7).bit_of
    assert [[bit_of[row, col].bit_length() - 1 for col in range(7)] for row in range(6)] == numbers


@quick
@given(rows=sides, cols=sides)
def test_every_cell_has_a_bit_of_its_own(rows: int, cols: int) -> None:
    geometry = grid(rows, cols)
    assert (geometry.rows, geometry.cols) == (rows, cols)
    assert set(geometry.bit_of) == {(row, col) for row in range(rows) for col in range(cols)}
    assert {bit: cell for cell, bit in geometry.bit_of.items()} == geometry.cell_of
    assert set(bits_of(geometry.full)) == set(geometry.cell_of)


def _steps_are_right(geometry: Geometry, neighbour: dict[Cell, set[Cell]]) -> None:
    """A step leads to the next cell of its direction, or to a bit that is no cell."""
    for direction, step in geometry.directions:
        down, right = STEPS[direction]
        for (row, col), bit in geometry.bit_of.items():
            for reached, cell in (
                (bit << step, (row + down, col + right)),
                (bit >> step, (row - down, col - right)),
            ):
                expected = cell if cell in neighbour[row, col] else None
                assert geometry.cell_of.get(reached) == expected


@quick
@given(rows=sides, cols=sides)
def test_a_step_off_the_board_meets_no_cell(rows: int, cols: int) -> None:
    geometry = grid(rows, cols)
    _steps_are_right(geometry, {cell: set(geometry.bit_of) for cell in geometry.bit_of})


@pytest.mark.req("S2.1", "S2.3")
def test_a_step_never_leads_from_one_small_board_into_the_next() -> None:
    geometry = NineBoard().geometry
    blocks: dict[Cell, set[Cell]] = {}
    for row, col in geometry.bit_of:
        blocks.setdefault((row // 3, col // 3), set()).add((row, col))
    _steps_are_right(geometry, {cell: block for block in blocks.values() for cell in block})


@quick
@given(data=st.data(), rows=sides, cols=sides)
def test_a_board_survives_the_way_into_bits_and_back(
    data: st.DataObject, rows: int, cols: int
) -> None:
    marks = st.text("XO.", min_size=cols, max_size=cols)
    board = board_of(data.draw(st.lists(marks, min_size=rows, max_size=rows)))
    geometry = grid(rows, cols)
    first, second = geometry.stones(board)
    assert first & second == 0
    assert geometry.board(first, second) == board


@given(mask=st.integers(0, 1 << 200))
def test_bits_of_takes_a_mask_apart_lowest_bit_first(mask: int) -> None:
    bits = list(bits_of(mask))
    assert sum(bits) == mask
    assert bits == sorted(set(bits))
    assert all(bit.bit_count() == 1 for bit in bits)
