"""The record that a search of the solver carries along: board, table, limits, lists of moves.

It is one NumPy record and reaches every function as one pointer; see `native/jit.py` for why that
is fast. The board's size is data: one compiled kernel serves every size.
"""

from typing import Any

import numpy as np

MOST_BITS = 64
"""Cells and guards must fit into a word."""
_MOST_COLS = 32
_MOST_ROWS = 63


class Idea:
    """What the search may use: every idea is a bit of `flags`, so that its gain can be measured."""

    ORDER = 1  # moves by the winning cells they make
    TABLE = 2  # remember what is proven
    FETCH = 4  # ask for table entries before they are needed
    FORCED = 8  # a single safe move is made at once
    REPLY = 16  # see that a move leaves no safe reply
    PAIRING = 32  # bounds without search
    CHILDREN = 64  # look all children up before searching one
    MIRROR = 128  # mirror images share an entry
    SWITCH = 256  # leave a question that takes too long for another one


ALL_IDEAS = 511

RECORD = np.dtype(
    [
        # the board
        ("rows", np.int64),
        ("cols", np.int64),
        ("cells", np.int64),
        ("stride", np.int64),
        ("board", np.int64),  # all cells
        ("bottom", np.int64),  # the lowest cell of every column
        ("guards", np.int64),  # the bits above the columns
        ("upper", np.int64),  # 1st, 3rd, 5th ... cell of every column from the top
        ("lower", np.int64),  # 2nd, 4th, 6th ...
        ("deep", np.int64, (_MOST_ROWS + 1) // 2 + 2),  # [n]: the cells below the upper 2 n rows
        ("column", np.int64, MOST_BITS),  # by cell: the cells of its column
        ("above", np.int64, MOST_BITS),  # by cell: how many cells are above it
        ("rank", np.int64, MOST_BITS),  # by cell: lines through it, then nearness to the centre
        # the search
        ("flags", np.int64),
        ("mirror_below", np.int64),  # stones below which mirror images share an entry
        ("threads", np.int64),  # how many searches share the table
        ("nodes", np.int64),
        ("alarm", np.int64),  # number of nodes at which to look up from the work
        ("pause", np.int64),  # number of nodes at which to try another question
        ("most_nodes", np.int64),
        ("stop", np.int64),  # address of a word that others set to end the search
        ("stopped", np.int64),
        ("lowest", np.int64),  # bounds proven by the last call
        ("highest", np.int64),
        # the table
        ("table", np.int64),  # address of the first entry
        ("shift", np.int64),  # 64 less the bits that choose a bucket
        ("least_shift", np.int64),  # the same for the table at its full size
        ("room", np.int64),  # positions that may still be visited before it grows
        ("looked", np.int64),  # number of nodes at the last look at that
        ("busy", np.int64),  # address of the positions that threads are at
        # the moves of every position on the way from the root, by number of stones
        ("move", np.int64, (MOST_BITS, _MOST_COLS)),
        ("made", np.int64, (MOST_BITS, _MOST_COLS)),  # the winning cells after it
        # and the quiet positions to which they lead
        ("own", np.int64, (MOST_BITS, _MOST_COLS)),
        ("filled", np.int64, (MOST_BITS, _MOST_COLS)),
        ("wins", np.int64, (MOST_BITS, _MOST_COLS)),
        ("danger", np.int64, (MOST_BITS, _MOST_COLS)),
        ("stones", np.int64, (MOST_BITS, _MOST_COLS)),
        ("word", np.int64, (MOST_BITS, _MOST_COLS)),
        ("order", np.int64, (MOST_BITS, 2 * _MOST_COLS)),  # twice: moves that are put off
    ],
    align=True,
)


def new_record(rows: int, cols: int) -> Any:
    """An array of one record for a board; the caller adds table and stop word."""
    record = np.zeros(1, RECORD)
    stride = rows + 1
    columns = [((1 << rows) - 1) << col * stride for col in range(cols)]
    upper = sum(1 << col * stride + row for col in range(cols) for row in range(rows - 1, -1, -2))
    board = sum(columns)
    words = {
        "rows": rows,
        "cols": cols,
        "cells": rows * cols,
        "stride": stride,
        "board": board,
        "bottom": sum(1 << col * stride for col in range(cols)),
        "guards": sum(1 << col * stride + rows for col in range(cols)),
        "upper": upper,
        "lower": board ^ upper,
        "flags": ALL_IDEAS,
        "mirror_below": rows * cols // 3,
        "threads": 1,
    }
    for name, word in words.items():
        record[name] = _signed(word)
    for pairs in range(len(record["deep"][0])):
        low = (1 << max(0, rows - 2 * pairs)) - 1
        record["deep"][0, pairs] = sum(low << col * stride for col in range(cols))
    for col in range(cols):
        for row in range(rows):
            cell = col * stride + row
            record["column"][0, cell] = columns[col]
            record["above"][0, cell] = rows - 1 - row
            record["rank"][0, cell] = 64 * _lines_through(rows, cols, row, col) + _nearness(
                cols, col
            )
    return record


def _signed(word: int) -> int:
    """The same 64 bits as a signed number."""
    return word - (1 << 64) if word >> 63 else word


def _nearness(cols: int, col: int) -> int:
    return cols - abs(2 * col - cols + 1)


def _lines_through(rows: int, cols: int, row: int, col: int) -> int:
    """How many lines of four on the board contain a cell."""
    count = 0
    for up, right in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for offset in range(4):
            ends = [(row + (n - offset) * up, col + (n - offset) * right) for n in (0, 3)]
            count += all(0 <= r < rows and 0 <= c < cols for r, c in ends)
    return count
