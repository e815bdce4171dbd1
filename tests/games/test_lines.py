"""Lines of stones: the quick test around one stone against a scan of the whole board."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import board_of, naive_lines, quick
from inarow.games.base import Cell, Line
from inarow.games.grid import bits_of, grid
from inarow.games.lines import LineRule
from inarow.games.nine_board import NineBoard

sides = st.integers(1, 9)


@pytest.mark.req("S1.9")
@quick
@given(
    data=st.data(),
    rows=sides,
    cols=sides,
    k=st.integers(2, 6),
    exact=st.booleans(),
    o=st.booleans(),
)
def test_lines_around_each_stone_are_the_lines_of_a_full_scan(
    data: st.DataObject, rows: int, cols: int, k: int, exact: bool, o: bool
) -> None:
    marks = st.text("XXXO.", min_size=cols, max_size=cols)
    board = board_of(data.draw(st.lists(marks, min_size=rows, max_size=rows)))
    geometry = grid(rows, cols)
    rule = LineRule(geometry, k, exact)
    stones = geometry.stones(board)[o]
    expected = naive_lines(board, int(o), k, exact)
    assert {line for bit in bits_of(stones) for line in rule.lines(stones, bit)} == expected
    for bit in bits_of(stones):
        through = {line for line in expected if geometry.cell_of[bit] in line.cells}
        assert set(rule.lines(stones, bit)) == through
        assert rule.completed(stones, bit) == bool(through)


@pytest.mark.req("S2.3")
@quick
@given(rows=st.lists(st.text("XXO.", min_size=9, max_size=9), min_size=9, max_size=9))
def test_lines_of_nine_boards_stay_inside_one_board(rows: Sequence[str]) -> None:
    board = board_of(rows)
    game = NineBoard()
    stones = game.geometry.stones(board)[0]
    found = {line for bit in bits_of(stones) for line in game.line_rule.lines(stones, bit)}
    assert found == naive_lines(board, 0, 3, block=3)


DIRECTIONS = {
    "vertical": (["X...", "X...", "X...", "...."], ((0, 0), (1, 0), (2, 0))),
    "horizontal": (["....", "....", "....", ".XXX"], ((3, 1), (3, 2), (3, 3))),
    "diagonal_up": (["....", "..X.", ".X..", "X..."], ((3, 0), (2, 1), (1, 2))),
    "diagonal_down": (["....", ".X..", "..X.", "...X"], ((1, 1), (2, 2), (3, 3))),
}


@pytest.mark.req("S0.12")
@each("direction", DIRECTIONS)
def test_a_line_names_its_direction_and_its_cells_from_left_or_top(direction: str) -> None:
    rows, cells = DIRECTIONS[direction]
    assert _all_lines(rows, k=3) == {Line(direction, cells)}


@pytest.mark.parametrize(
    ("row", "k", "exact", "cells"),
    [
        pytest.param("XXXX.", 4, False, 4, id="just k"),
        pytest.param("XXXXX", 4, False, 5, id="longer, the whole run"),
        pytest.param("XXXX.", 4, True, 4, id="exact, just k"),
        pytest.param("XXXXX", 4, True, 0, id="exact, longer"),
        pytest.param("XXX.X", 4, False, 0, id="with a gap"),
        pytest.param("XXOXX", 4, False, 0, id="broken by the other player"),
        pytest.param("XXXXX", 6, False, 0, id="k larger than the board"),
    ],
)
def test_length_of_a_line(row: str, k: int, exact: bool, cells: int) -> None:
    assert sum(len(line.cells) for line in _all_lines([row], k, exact)) == cells


def test_exact_rule_still_counts_a_second_line_beside_an_overline() -> None:
    rows = ["XXXX", "X...", "X...", "...."]
    assert _all_lines(rows, k=3, exact=True) == {Line("vertical", ((0, 0), (1, 0), (2, 0)))}


def test_lines_do_not_run_over_the_edge_into_the_next_column() -> None:
    wrapped = ["X.", "X.", ".X"]  # side by side when columns are read one after another
    assert _all_lines(wrapped, k=3) == set()


def _all_lines(rows: Sequence[str], k: int, exact: bool = False) -> set[Line]:
    board = board_of(rows)
    geometry = grid(len(rows), len(rows[0]))
    stones, _ = geometry.stones(board)
    rule = LineRule(geometry, k, exact)
    return {line for bit in bits_of(stones) for line in rule.lines(stones, bit)}


def test_each_of_the_eight_neighbours_of_a_stone_is_in_line_with_it() -> None:
    geometry = grid(3, 3)
    rule = LineRule(geometry, k=2)
    centre: Cell = (1, 1)
    for cell in set(geometry.bit_of) - {centre}:
        pair = geometry.bit_of[centre] | geometry.bit_of[cell]
        assert rule.completed(pair, geometry.bit_of[centre])
        assert [set(line.cells) for line in rule.lines(pair, geometry.bit_of[cell])] == [
            {centre, cell}
        ]
