"""Tuples of a large board: short lines, which share one table wherever they lie.

A walk over some cells of a large board is hardly ever seen filled in the same way twice. But three
stones in a row mean the same here and there, so a line of eight cells is laid on every place of the
board, in every direction, as a *window*, and all windows of a kind look up one table:

    . . . . . . . . .
    . # # # # # # # #        two windows of one kind, one place to the right
    . . . . . . . . .
    # # # # # # # # .        lines and diagonals are different kinds

    stones are placed   two kinds: along a row or column, along a diagonal
    stones fall         three kinds: along a row, a column, a diagonal; and each has a table for
                        odd and one for even rows, since these belong to one player each

A file keeps one window of each kind; any other group of cells can be laid over the board as well.
Mirror images, and turned ones where stones are placed, are windows of the same kind. What an empty
window says is said hundreds of times on every board, so its number stays 0.

One table for a line pattern, wherever it lies, is what the strongest programs of Gomoku begin with
(Rapfi's pattern codebook: arXiv 2503.13178, 2025).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from inarow.games.base import State
from inarow.games.rules import Rules
from inarow.search.learned.shape import Cells, Look, Shape, assemble

MOST_CELLS = 1024
"""Of a board: each window is looked up after each move of a game."""
MOST_KINDS = 16
_PLACED = np.array([0, 2, 1])
_MIRRORED = ((1, 0, 0, 1), (1, 0, 0, -1))
_QUARTERS = ((0, 1, 1, 0), (0, 1, -1, 0), (0, -1, 1, 0), (0, -1, -1, 0))
_TURNED = (*_MIRRORED, (-1, 0, 0, 1), (-1, 0, 0, -1), *_QUARTERS)
"""Symmetries of a window: row' = a * row + b * col, col' = c * row + d * col."""


def line_windows(rules: Rules, length: int) -> list[Cells]:
    """One window of each kind, as the cells where it lies at the top left of the board."""
    cols, short = rules.cols, min(rules.rows, rules.cols)
    if short < rules.k:  # so narrow that lines go one way only
        step = 1 if rules.cols > rules.rows else cols
        return [tuple(step * at for at in range(min(length, max(rules.rows, cols))))]
    steps = (1, cols, cols + 1) if rules.falls else (1, cols + 1)
    return [tuple(step * at for at in range(min(length, short))) for step in steps]


def shape_of_windows(rules: Rules, tuples: Sequence[Cells]) -> Shape:
    """The tables of a network with windows of these kinds."""
    looks: list[list[Look]] = [[] for _ in range(rules.cells)]
    states, halves = (4, 2) if rules.falls else (3, 1)
    number = size = 0
    empty: list[int] = []
    for window in tuples:
        table = states ** len(window)
        empty += [size + half * table for half in range(halves)]
        for cells in _images(rules, window):
            begin = size + cells[0] // rules.cols % halves * table
            for at, cell in enumerate(cells):
                amounts = begin + np.arange(states) * states**at
                exchanged = amounts if rules.falls else amounts[_PLACED]
                looks[cell].append((number, amounts, exchanged))
                begin = 0  # the first cell says where the table of the window begins
            number += 1
        size += halves * table
    return assemble(rules, looks, number, size, empty)


def cells_of_windows(rules: Rules, tuples: Sequence[Cells]) -> list[Cells]:
    """The cells of every window."""
    return [cells for window in tuples for cells in _images(rules, window)]


def _images(rules: Rules, window: Cells) -> Iterator[Cells]:
    """All windows of a kind: mirrored, turned, and moved over the whole board."""
    rows, cols = rules.rows, rules.cols
    places = [divmod(cell, cols) for cell in window]
    steps = [(row - places[0][0], col - places[0][1]) for row, col in places]
    maps = _MIRRORED if rules.falls else _TURNED
    shapes = [
        tuple((a * row + b * col, c * row + d * col) for row, col in steps) for a, b, c, d in maps
    ]
    for shape in dict.fromkeys(shapes):
        for row in range(rows):
            for col in range(cols):
                cells = [(row + down, col + right) for down, right in shape]
                if all(0 <= r < rows and 0 <= c < cols for r, c in cells):
                    yield tuple(r * cols + c for r, c in cells)


def reach_codes(state: State) -> list[int]:
    """The code of every cell of a large board on which stones fall."""
    board = state.board()
    below = [*board[1:], [0] * len(board[0])]
    return [
        3 - owner if owner is not None else int(under is not None)
        for row, floor in zip(board, below, strict=True)
        for owner, under in zip(row, floor, strict=True)
    ]
