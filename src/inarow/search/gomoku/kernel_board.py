"""The board of the Gomoku engine: line keys, words and kinds of all cells, kept stone by stone.

Cells lie in one array with `reach` cells of border around the board, so that no walk along a line
needs a bounds check; a row shares its border with the next one:

    # # # # # # # # #        stride = cols + reach
    # # # # # # # # #        the cell in row r and column c, both from 0, has the index
    # # . . . . . # #            (r + reach) * stride + reach + c
    # # . . . . . # #
    # # # # # # # # #        here 2 x 5 with a reach of 2

A stone changes the keys of the cells that lie within reach on its four lines (`lines.py`), and by
xor both ways: putting and taking it are the same walk. Where a class changes, so do the word and
perhaps the kind of a cell (`shapes.py`). The board counts the cells of each kind and adds up their
values; of the kinds that force it keeps lists, because to look for them would take longer than to
play a stone.
"""

from __future__ import annotations

import numpy as np

from inarow.options import record_fields
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.names import A_THREE, KINDS, MAX_REACH, STANDINGS, WORDS
from inarow.search.native.jit import Int, Struct, kernel, part

MAX_SIDE = 22
MAX_PLY = 256
"""Stones in a line of play that is looked at; a longer one is judged as it stands."""
PLACES = (MAX_SIDE + 2 * MAX_REACH) * (MAX_SIDE + MAX_REACH) + MAX_REACH
_FORCING = KINDS - A_THREE
EMPTY, OUTSIDE = 0, 3

BOARD = np.dtype(
    [
        # The rules
        ("reach", "i8"),
        ("first", "i8"),  # the index of the first cell, in the top left corner
        ("last", "i8"),  # the index behind the last one
        ("steps", "i8", 4),
        ("lines", "u1", 4**MAX_REACH * 4**MAX_REACH),
        ("renju", "i8"),
        ("ends", "i8"),  # whether five between two stones of the opponent are none
        ("kinds", "u1", (2, WORDS)),
        ("values", "i4", (2, WORDS)),  # own cells, and those of the player who has just moved
        ("standings", "i4", STANDINGS),
        ("orders", "i4", WORDS),
        ("hashes", "i8", (2, PLACES)),
        # The position
        ("player", "i8"),
        ("empty", "i8"),  # empty cells
        ("hash", "i8"),
        ("stone", "u1", PLACES),
        ("key", "i4", (PLACES, 4)),
        ("word", "u2", (2, PLACES)),
        ("kind", "u1", (2, PLACES)),
        ("count", "i8", (2, KINDS)),
        ("total", "i8", (2, 2)),  # of each player the values as own cells, and as the other's
        ("listed", "i2", (2, _FORCING, MAX_SIDE**2)),
        ("place", "i2", (2, PLACES)),  # where in its list a cell stands
        # The search
        ("nodes", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("fours_left", "i8"),
        ("proofs_left", "i8"),
        ("good", "i4", (2, PLACES)),  # how often, and how deep, a move was too good
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
    _leave(b, Int(0), cell)
    _leave(b, Int(1), cell)
    b.stone[cell] = player + 1
    b.empty -= 1
    b.hash ^= b.hashes[player, cell]
    _walk(b, cell, player + 1)


@kernel
def take(b: Struct, cell: int, player: int) -> None:
    """Take a stone back."""
    _walk(b, cell, player + 1)
    b.hash ^= b.hashes[player, cell]
    b.empty += 1
    b.stone[cell] = EMPTY
    _read_words(b, cell)
    _enter(b, Int(0), cell)
    _enter(b, Int(1), cell)


@part
def _walk(b: Struct, cell: int, code: int) -> None:
    """Write a code of two bits into, or out of, the keys of all cells that see this one."""
    reach = b.reach
    for direction in range(4):
        step = b.steps[direction]
        for side in range(2):
            other = cell
            for distance in range(1, reach + 1):
                other += step
                stone = b.stone[other]
                if stone == OUTSIDE:
                    break
                # Seen from there this cell lies on the other side, `distance` away.
                slot = reach - distance if side == 0 else reach + distance - 1
                b.key[other, direction] ^= code << 2 * slot
                if stone == EMPTY:
                    classes = Int(b.lines[b.key[other, direction]])
                    _reclass(b, Int(0), other, direction, classes & 7)
                    _reclass(b, Int(1), other, direction, classes >> 3 & 7)
            step = -step


@part
def _reclass(b: Struct, player: int, cell: int, direction: int, line: int) -> None:
    """A line of an empty cell has a class that may be new."""
    shift = 3 * direction
    before = Int(b.word[player, cell])
    after = before & ~(7 << shift) | line << shift
    if after == before:
        return
    b.word[player, cell] = after
    b.total[player, 0] += b.values[0, after] - b.values[0, before]
    b.total[player, 1] += b.values[1, after] - b.values[1, before]
    old, new = Int(b.kinds[player, before]), Int(b.kinds[player, after])
    if new != old:
        _unlist(b, player, cell, old)
        _list(b, player, cell, new)


@part
def _read_words(b: Struct, cell: int) -> None:
    """The words of a cell from its keys."""
    first = second = 0
    for direction in range(4):
        classes = Int(b.lines[b.key[cell, direction]])
        first |= (classes & 7) << 3 * direction
        second |= (classes >> 3 & 7) << 3 * direction
    b.word[0, cell] = first
    b.word[1, cell] = second


@part
def _enter(b: Struct, player: int, cell: int) -> None:
    """Count an empty cell."""
    word = b.word[player, cell]
    b.total[player, 0] += b.values[0, word]
    b.total[player, 1] += b.values[1, word]
    _list(b, player, cell, Int(b.kinds[player, word]))


@part
def _leave(b: Struct, player: int, cell: int) -> None:
    """Stop counting a cell that is taken."""
    word = b.word[player, cell]
    b.total[player, 0] -= b.values[0, word]
    b.total[player, 1] -= b.values[1, word]
    _unlist(b, player, cell, Int(b.kind[player, cell]))


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
