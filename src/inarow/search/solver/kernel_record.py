"""The record that a search of the solver carries along: board, table, limits, lists of moves.

It is one NumPy record and reaches every function as one pointer; see `native/jit.py` for why that
is fast. The board's size is data: one compiled kernel serves every size up to 64 bits, and another
one, of the same source, those with more.
"""

from typing import Any

import numpy as np

from inarow.search.native.wide import PAIR, WideArray
from inarow.search.solver.sizes import MOST_BITS, MOST_WIDE_BITS, MOST_WIDE_ROWS


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
LISTS = MOST_WIDE_BITS
"""Lists of moves in a record, one for each number of stones: more than any board has cells."""


def _record(word: Any, bits: int, cols: int, rows: int) -> np.dtype[Any]:
    """The record for words of some kind, and boards of so many bits, columns and rows at most."""
    return np.dtype(
        [
            # words come first: wide ones must lie at multiples of 16 bytes
            ("board", word),  # all cells
            ("bottom", word),  # the lowest cell of every column
            ("guards", word),  # the bits above the columns
            ("upper", word),  # 1st, 3rd, 5th ... cell of every column from the top
            ("lower", word),  # 2nd, 4th, 6th ...
            ("deep", word, (rows + 1) // 2 + 2),  # [n]: the cells below the upper 2 n rows
            ("column", word, bits),  # by cell: the cells of its column
            # the moves of every position on the way from the root, by number of stones
            ("move", word, (LISTS, cols)),
            ("made", word, (LISTS, cols)),  # the winning cells after it
            # and the quiet positions to which they lead
            ("own", word, (LISTS, cols)),
            ("filled", word, (LISTS, cols)),
            ("wins", word, (LISTS, cols)),
            ("danger", word, (LISTS, cols)),
            ("word", word, (LISTS, cols)),
            ("stones", np.int64, (LISTS, cols)),
            ("order", np.int64, (LISTS, 2 * cols)),  # twice: moves that are put off
            # the board
            ("rows", np.int64),
            ("cols", np.int64),
            ("cells", np.int64),
            ("stride", np.int64),
            ("above", np.int64, bits),  # by cell: how many cells are above it
            ("rank", np.int64, bits),  # by cell: lines through it, then nearness to the centre
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
            ("key_bits", np.int64),  # bits of a key
            ("shift", np.int64),  # bits of a key less those that choose a bucket
            ("least_shift", np.int64),  # the same for the table at its full size
            ("room", np.int64),  # positions that may still be visited before it grows
            ("looked", np.int64),  # number of nodes at the last look at that
            ("busy", np.int64),  # address of the positions that threads are at
        ],
        align=True,
    )


RECORD = _record(np.int64, MOST_BITS, 32, 63)
WIDE_RECORD = _record(PAIR, MOST_WIDE_BITS, MOST_WIDE_BITS // 2, MOST_WIDE_ROWS)


def key_bits(rows: int, cols: int) -> int:
    """Bits of a key: those of the board, and enough of them for the number of any bucket."""
    return max(cols * (rows + 1), 48)


def new_record(rows: int, cols: int, wide: bool = False) -> Any:
    """An array of one record for a board; the caller adds table and stop word."""
    record = np.zeros(1, WIDE_RECORD if wide else RECORD)
    stride = rows + 1
    columns = [((1 << rows) - 1) << col * stride for col in range(cols)]
    upper = sum(1 << col * stride + row for col in range(cols) for row in range(rows - 1, -1, -2))
    board = sum(columns)
    numbers = {
        "rows": rows,
        "cols": cols,
        "cells": rows * cols,
        "stride": stride,
        "key_bits": key_bits(rows, cols),
        "flags": ALL_IDEAS,
        "mirror_below": rows * cols // 3,
        "threads": 1,
    }
    sets = {
        "board": board,
        "bottom": sum(1 << col * stride for col in range(cols)),
        "guards": sum(1 << col * stride + rows for col in range(cols)),
        "upper": upper,
        "lower": board ^ upper,
    }
    for name, number in numbers.items():
        record[name] = number
    for name, word in sets.items():
        record[name] = _stored(word, wide)
    for pairs in range(len(record["deep"][0])):
        low = (1 << max(0, rows - 2 * pairs)) - 1
        record["deep"][0, pairs] = _stored(sum(low << col * stride for col in range(cols)), wide)
    for col in range(cols):
        for row in range(rows):
            cell = col * stride + row
            record["column"][0, cell] = _stored(columns[col], wide)
            record["above"][0, cell] = rows - 1 - row
            record["rank"][0, cell] = 64 * _lines_through(rows, cols, row, col) + _nearness(
                cols, col
            )
    return record.view(WideArray) if wide else record


def _stored(word: int, wide: bool) -> Any:
    """A set of cells as it stands in the record: a pair of words, or a signed number."""
    if wide:
        return word & (1 << 64) - 1, word >> 64
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
