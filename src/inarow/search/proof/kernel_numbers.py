"""What the compiled proof searches share: a table of positions, and how moves make a number.

Numbers are kept from the point of view of the player to move: `mine` is what is missing to show
that this player succeeds (the attacker by a win, the defender by anything else), `his` the same for
the other one. So one rule serves both:

    mine = the smallest `his` of a move        his = the sum of `mine` over all moves

A position is stored in a bucket of four slots; the one that took the least work is replaced:

    slot    | key 64 |     | mine 22 | his 22 | work 20 |
"""

from typing import Any

import numpy as np

from inarow.search.limit import Limit
from inarow.search.native.jit import Array, Int, Struct, part
from inarow.search.room import slots_for

INFINITE = (1 << 22) - 1
MOST_WORK = (1 << 20) - 1
_BUCKET = 4
_SLOT_BYTES = 16
_SPEED = 2_000_000
"""Positions that may be looked at in a second on a fast machine."""


def number_fields(plies: int, moves: int) -> list[Any]:
    """The fields of a record that hold the moves of every ply and their numbers."""
    return [(name, "i8", (plies, moves)) for name in ("moves", "mine", "his")]


def new_table(limit: Limit, megabytes: float) -> Array:
    """An empty table for a search within a limit, of at most this size."""
    return np.zeros(2 * slots_for(limit, megabytes, _SLOT_BYTES, _SPEED), np.int64)


@part
def bucket_of(table: Array, key: int) -> int:
    """Where in the table the four slots are in which a position may stand."""
    return 2 * _BUCKET * ((key ^ key >> 32) & (table.size // (2 * _BUCKET) - 1))


@part
def store(table: Array, key: int, mine: int, his: int, work: int) -> None:
    """Remember the numbers of a position, and how many positions they took."""
    first = bucket_of(table, key)
    place, least = first, Int(MOST_WORK + 1)
    for at in range(first, first + 2 * _BUCKET, 2):
        if table[at] == key or table[at] == 0:
            place = at
            break
        if table[at + 1] & MOST_WORK < least:
            place, least = at, table[at + 1] & MOST_WORK
    table[place] = key
    table[place + 1] = mine << 42 | his << 20 | min(work, MOST_WORK)


@part
def find(table: Array, key: int) -> int:
    """Where a position stands in the table, or -1."""
    first = bucket_of(table, key)
    for at in range(first, first + 2 * _BUCKET, 2):
        if table[at] == key:
            return Int(at)
    return Int(-1)


@part
def weigh(b: Struct, ply: int, count: int, share: int, patience: int) -> tuple[int, int, int, int]:
    """The numbers of a position from those of its moves: mine, his, the best move, the next `his`.

    The last is how far the search below the best move may go before another one seems better, and
    some more: `patience`, in hundredths. Moves often fail for the same reason, and then a sum says
    too much: the largest counts in full, all others by `share`, in hundredths.
    """
    least, second, total, best, most = Int(INFINITE), Int(INFINITE), Int(0), Int(0), Int(0)
    for i in range(count):
        total += b.mine[ply, i]
        most = max(most, b.mine[ply, i])
        number = b.his[ply, i]
        if number < least:
            least, second, best = number, least, Int(i)
        else:
            second = min(second, number)
    total = most + (total - most) * share // 100
    total = min(total, INFINITE - 1)  # one that is infinite is so for a reason, and not by a sum
    if least == 0 or most == INFINITE:
        total = Int(INFINITE)
    return least, total, best, second + second * patience // 100 + 1
