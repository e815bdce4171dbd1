"""The board of the Gomoku engine: line keys, words and kinds of all cells, kept stone by stone.

Cells lie in one array with `reach` cells of border around the board, so that no walk along a line
needs a bounds check; a row shares its border with the next one:

    # # # # # # # # #        stride = cols + reach
    # # # # # # # # #        the cell in row r and column c, both from 0, has the index
    # # . . . . . # #            (r + reach) * stride + reach + c
    # # . . . . . # #
    # # # # # # # # #        here 2 x 5 with a reach of 2

A stone changes the keys of the cells that lie within reach on its four lines (`lines.py`), by xor
both ways. Where a class changes, so do the word and perhaps the kind of a cell (`shapes.py`). The
board counts the cells of each kind and adds up their values; of the kinds that force it keeps
lists, because to look for them would take longer than to play a stone.

Stones are taken back in the reverse order, so the board remembers what each of them has changed: to
restore a few words is quicker than to find them again.
"""

from __future__ import annotations

import numpy as np

from inarow.options import record_fields
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.names import A_THREE, KINDS, MAX_REACH, MAX_SIDE, STANDINGS, WORDS
from inarow.search.native.jit import Array, Int, Struct, kernel, part

MAX_PLY = 256
"""Stones in a line of play that is looked at; a longer one is judged as it stands."""
PLACES = (MAX_SIDE + 2 * MAX_REACH) * (MAX_SIDE + MAX_REACH) + MAX_REACH
_FORCING = KINDS - A_THREE
_MOST = 8 * MAX_REACH
_CHANGES = 2 * _MOST * MAX_SIDE**2
EMPTY, OUTSIDE = 0, 3
SECOND = -7046029254386353131
"""What the key of a position is changed by if player 1 is to move."""

BOARD = np.dtype(
    [
        # The rules
        ("reach", "i8"),
        ("first", "i8"),  # the index of the first cell, in the top left corner
        ("last", "i8"),  # the index behind the last one
        ("steps", "i8", 4),
        # The cells that see one: how far off, on which line, and where in their keys it stands
        ("neighbours", "i8"),
        ("offset", "i8", _MOST),
        ("line", "i8", _MOST),
        ("shift", "i8", _MOST),
        ("lines", "u1", 4**MAX_REACH * 4**MAX_REACH),
        ("renju", "i8"),
        ("ends", "i8"),  # whether five between two stones of the opponent are none
        ("kinds", "u1", (2, WORDS)),
        ("values", "i4", (WORDS, 2)),  # own cells, and those of the player who has just moved
        ("standings", "i4", STANDINGS),
        ("orders", "i4", WORDS),
        ("hashes", "i8", (2, PLACES)),
        # The position
        ("player", "i8"),
        ("empty", "i8"),  # empty cells
        ("hash", "i8"),
        ("stone", "u1", PLACES),
        ("key", "i4", (PLACES, 4)),
        ("word", "u2", (PLACES, 2)),
        ("kind", "u1", (2, PLACES)),
        ("count", "i8", (2, KINDS)),
        ("total", "i8", (2, 2)),  # of each player the values as own cells, and as the other's
        ("listed", "i2", (2, _FORCING, MAX_SIDE**2)),
        ("place", "i2", (2, PLACES)),  # where in its list a cell stands
        # What the stones have changed: the words before, and of each stone where its changes begin
        ("changes", "i8"),
        ("changed", "i2", _CHANGES),
        ("changed_side", "u1", _CHANGES),
        ("word_before", "u2", _CHANGES),
        ("first_change", "i4", MAX_SIDE**2 + 1),  # by the number of empty cells
        ("total_before", "i8", (MAX_SIDE**2 + 1, 2, 2)),
        # The search
        ("nodes", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("fours_left", "i8"),
        ("proofs_left", "i8"),
        ("moves", "i2", (MAX_PLY + 4, MAX_SIDE**2)),
        ("scores", "i4", (MAX_PLY + 4, MAX_SIDE**2)),
        ("hopeless", "i8", 2**14),  # positions without a win by fours
        ("not_within", "i8", 2**14),  # positions without a win within some plies
        *record_fields(Ideas),
    ]
)


@kernel
def put(b: Struct, cell: int, player: int) -> None:
    """Put a stone on an empty cell; the turn is the caller's business."""
    changes = b.changes
    b.first_change[b.empty] = changes
    for side in range(2):
        word, kind = b.word[cell, side], Int(b.kind[side, cell])
        for view in range(2):
            b.total_before[b.empty, side, view] = b.total[side, view]
            b.total[side, view] -= b.values[word, view]
        _unlist(b, Int(side), cell, kind)
    b.stone[cell] = player + 1
    b.empty -= 1
    b.hash ^= b.hashes[player, cell]
    for i in range(b.neighbours):
        other, line = Int(cell + b.offset[i]), b.line[i]
        key = b.key[other, line] ^ (player + 1) << b.shift[i]
        b.key[other, line] = key
        if b.stone[other] != EMPTY:
            continue
        classes, place = Int(b.lines[key]), 3 * line
        for side in range(2):
            before = Int(b.word[other, side])
            after = before & ~(7 << place) | (classes >> 3 * side & 7) << place
            if after != before:
                b.changed[changes], b.changed_side[changes] = other, side
                b.word_before[changes] = before
                changes += 1
                b.word[other, side] = after
                b.total[side, 0] += b.values[after, 0] - b.values[before, 0]
                b.total[side, 1] += b.values[after, 1] - b.values[before, 1]
                _relist(b, Int(side), other, Int(b.kinds[side, before]), Int(b.kinds[side, after]))
    b.changes = changes


@kernel
def put_all(b: Struct, cells: Array, players: Array) -> None:
    """Put a stone of some player on each of these cells."""
    for i in range(len(cells)):
        put(b, cells[i], players[i])


@kernel
def take(b: Struct, cell: int, player: int) -> None:
    """Take back the stone that was put last."""
    for i in range(b.neighbours):
        b.key[cell + b.offset[i], b.line[i]] ^= (player + 1) << b.shift[i]
    b.hash ^= b.hashes[player, cell]
    b.empty += 1
    b.stone[cell] = EMPTY
    first = b.first_change[b.empty]
    for i in range(b.changes - 1, first - 1, -1):
        other, side = Int(b.changed[i]), Int(b.changed_side[i])
        before, now = Int(b.word_before[i]), Int(b.word[other, side])
        b.word[other, side] = before
        _relist(b, side, other, Int(b.kinds[side, now]), Int(b.kinds[side, before]))
    b.changes = first
    for side in range(2):
        for view in range(2):
            b.total[side, view] = b.total_before[b.empty, side, view]
        _list(b, Int(side), cell, Int(b.kind[side, cell]))


@part
def _relist(b: Struct, player: int, cell: int, before: int, after: int) -> None:
    """An empty cell may be of another kind now."""
    if after != before:
        _unlist(b, player, cell, before)
        _list(b, player, cell, after)


@part
def _list(b: Struct, player: int, cell: int, kind: int) -> None:
    b.kind[player, cell] = kind
    place = b.count[player, kind]
    b.count[player, kind] = place + 1
    if kind >= A_THREE:
        b.listed[player, kind - A_THREE, place] = cell
        b.place[player, cell] = place


@part
def _unlist(b: Struct, player: int, cell: int, kind: int) -> None:
    last = b.count[player, kind] - 1
    b.count[player, kind] = last
    if kind >= A_THREE:  # the last of the list takes the place that is free
        place = b.place[player, cell]
        moved = b.listed[player, kind - A_THREE, last]
        b.listed[player, kind - A_THREE, place] = moved
        b.place[player, moved] = place


@part
def one_of(b: Struct, player: int, kind: int) -> int:
    """A cell of a forcing kind, of which there must be one."""
    return Int(b.listed[player, kind - A_THREE, 0])
