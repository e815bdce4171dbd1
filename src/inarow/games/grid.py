"""What all boards share: the cells as bits of an int.

A board is one int per player. Cells are numbered column by column from the bottom, and one guard
bit that is always 0 sits on top of every column. Here is the 6 x 7 board:

    .   .   .   .   .   .   .      guard bits 6, 13, 20, ... : always 0
    5  12  19  26  33  40  47      top row
    4  11  18  25  32  39  46
    3  10  17  24  31  38  45
    2   9  16  23  30  37  44
    1   8  15  22  29  36  43
    0   7  14  21  28  35  42      bottom row

With `stride = rows + 1`, one step up adds 1, right adds `stride`, up-right `stride + 1` and
down-right `stride - 1`. A walk that leaves the board meets a guard bit, or falls off either end of
the int, and both read as 0: no walk needs a bounds check. Python ints have no fixed width, so the
same code serves 3 x 3 and 100 x 100.

The layout is the one of John Tromp's and Pascal Pons' Connect Four programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from inarow.games.base import Board, Cell


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """A numbering of the cells of a board: which bit lies where, and what a step adds."""

    rows: int
    cols: int
    directions: tuple[tuple[str, int], ...]
    cell_of: dict[int, Cell]
    bit_of: dict[Cell, int]
    bits_of_rows: tuple[tuple[int, ...], ...]
    full: int

    def board(self, first: int, second: int) -> Board:
        """Two ints as rows of 0, 1 and None, top row first."""
        return tuple(
            tuple([0 if first & bit else 1 if second & bit else None for bit in bits])
            for bits in self.bits_of_rows
        )

    def stones(self, board: Board) -> tuple[int, int]:
        """The inverse of `board`: one int per player."""
        stones = [0, 0]
        for row, line in enumerate(board):
            for col, owner in enumerate(line):
                if owner is not None:
                    stones[owner] |= self.bit_of[row, col]
        return stones[0], stones[1]


def make_geometry(shape: tuple[int, int], stride: int, index_of: dict[Cell, int]) -> Geometry:
    """A geometry from the bit index of every cell; `stride` is the index step to the right."""
    directions = (
        ("vertical", 1),
        ("horizontal", stride),
        ("diagonal_up", stride + 1),
        ("diagonal_down", stride - 1),
    )
    bit_of = {cell: 1 << index for cell, index in index_of.items()}
    cell_of = {bit: cell for cell, bit in bit_of.items()}
    rows, cols = shape
    bits_of_rows = tuple(tuple(bit_of[row, col] for col in range(cols)) for row in range(rows))
    return Geometry(rows, cols, directions, cell_of, bit_of, bits_of_rows, sum(bit_of.values()))


@lru_cache(maxsize=64)
def grid(rows: int, cols: int) -> Geometry:
    """The geometry of a plain board, as drawn at the top of this file.

    >>> bin(grid(6, 7).bit_of[5, 3]), grid(6, 7).cell_of[1 << 47]
    ('0b1000000000000000000000', (0, 6))
    """
    index_of = {
        (row, col): col * (rows + 1) + (rows - 1 - row)
        for col in range(cols)
        for row in range(rows)
    }
    return make_geometry((rows, cols), rows + 1, index_of)


@lru_cache(maxsize=8)
def boards(rows: int, cols: int, block: int) -> Geometry:
    """The geometry of small boards side by side, numbered row by row from the top left.

    Each is a grid of its own with its guard row and a guard column beside it, so that no line can
    run on into the next board; `games/nine_board.py` draws it.
    """
    stride = block + 1
    index_of = {}
    for row in range(rows):
        for col in range(cols):
            board = row // block * (cols // block) + col // block
            inside = col % block * stride + block - 1 - row % block
            index_of[row, col] = board * stride**2 + inside
    return make_geometry((rows, cols), stride, index_of)


@lru_cache(maxsize=8)
def square_symmetries(rows: int, cols: int) -> Sequence[Sequence[int]]:
    """All ways to lay a rows x cols board on itself: 8 for a square, 4 otherwise, identity first.

    Cells are numbered row by row; entry `i` of a permutation is the new number of cell `i`.

    >>> [tuple(p) for p in square_symmetries(1, 2)]
    [(0, 1), (1, 0)]
    """
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, col: (row, col),
        lambda row, col: (row, cols - 1 - col),
        lambda row, col: (rows - 1 - row, col),
        lambda row, col: (rows - 1 - row, cols - 1 - col),
    ]
    if rows == cols:
        turns += [
            lambda row, col: (col, row),
            lambda row, col: (col, rows - 1 - row),
            lambda row, col: (cols - 1 - col, row),
            lambda row, col: (cols - 1 - col, rows - 1 - row),
        ]
    found: dict[tuple[int, ...], None] = {}
    for turn in turns:
        cells = (turn(row, col) for row in range(rows) for col in range(cols))
        found[tuple(row * cols + col for row, col in cells)] = None
    return tuple(found)


def bits_of(mask: int) -> Iterator[int]:
    """Each set bit of a mask on its own, lowest first.

    >>> list(bits_of(0b1101))
    [1, 4, 8]
    """
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
