"""What a stone would make of a line: five, an open four, a four, ..., read from one table.

The table answers for an empty cell and one direction. Its *key* holds the neighbours on that line,
`reach` of them on both sides, two bits each:

    neighbour   -4 -3 -2 -1  x  +1 +2 +3 +4          0 empty    1 a stone of player 0
    bits         0  2  4  6     8 10 12 14           3 outside  2 a stone of player 1

For each player it gives the class that a stone of his on x would make there. A class is defined by
what one more stone can make of it, down from five:

    FIVE           k in a row
    OPEN_FOUR      two cells that make FIVE: cannot be stopped any more
    FOUR           one cell that makes FIVE: must be answered
    OPEN_THREE     a cell that makes OPEN_FOUR: must be answered
    CLOSED_THREE   a cell that makes FOUR
    OPEN_TWO       a cell that makes OPEN_THREE
    ONE            a cell that makes CLOSED_THREE or OPEN_TWO
    NOTHING        k in a row will never stand here, or only after many more stones

The names are those of Gomoku; where `k` is 4 or 6 a "four" is the line that lacks one stone.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from inarow.search.gomoku.names import (
    CLOSED_THREE,
    FIVE,
    FOUL,
    FOUR,
    NOTHING,
    ONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
)

if TYPE_CHECKING:
    from inarow.search.native.jit import Array

_BEFORE = np.array([NOTHING, NOTHING, ONE, ONE, OPEN_TWO, CLOSED_THREE, OPEN_THREE, NOTHING], "u1")
"""The class of a line whose best continuation is of this class."""
_FREE, _OWN, _OTHER, _OUTSIDE = range(4)
_SEEN_BY = (
    np.array([_FREE, _OWN, _OTHER, _OUTSIDE]),
    np.array([_FREE, _OTHER, _OWN, _OUTSIDE]),
)
"""What a player sees in a cell with a code of two bits."""


def reach_of(k: int, exact: bool, renju: bool = False, ends: bool = False) -> int:
    """How far a stone is felt; where six are no five, the cell behind a five counts as well."""
    return k if exact or renju or ends else k - 1


@cache
def line_table(k: int, exact: bool, renju: bool = False, ends: bool = False) -> Array:
    """For every key the class for player 0 in bits 0-2 and for player 1 in bits 3-5.

    Bit 6: in renju this line alone forbids player 0 the cell, by an overline or by two fours.

    >>> key = int("00" "00" "00" "00" "01" "01" "01" "00", 2)  # .XXXx.... with x to be played
    >>> divmod(int(line_table(5, False)[key]), 8) == (NOTHING, OPEN_FOUR)
    True
    """
    reach = reach_of(k, exact, renju, ends)
    first = _classes(k, exact or renju, reach, renju, ends)
    second = _classes(k, exact, reach, ends=ends) if renju else first
    table = np.zeros(4 ** (2 * reach), np.uint8)
    base = _base(ends)
    for player, known in enumerate((first, second)):
        sees = np.minimum(_SEEN_BY[player], base - 1)
        view = np.zeros(1, np.int64)  # the key as the player sees it
        for i in range(2 * reach):
            view = np.add.outer(sees * base**i, view).ravel()
        table |= (known[view] & 7) << 3 * player | known[view] & FOUL
    return table


def _base(ends: bool) -> int:
    """What is told apart in a cell: only `ends` asks whether it is the opponent who blocks."""
    return 4 if ends else 3


def _classes(k: int, exact: bool, reach: int, renju: bool = False, ends: bool = False) -> Array:
    """The class of a stone among neighbours that are free, own or blocked: digits 0, 1, 2.

    With `ends` the digit 3 is the edge, and five between two stones of the opponent are none. So a
    stone behind it may stop a four, perhaps at both ends: an open four is one that no stone stops.

    In renju an open four has no gap; what a line forbids is a four with the bit FOUL, which no
    other line is built on.
    """
    base = _base(ends)
    keys = np.arange(base ** (2 * reach), dtype=np.int32)
    digits = [(keys // base**i % base).astype(np.int8) for i in range(2 * reach)]
    (left, before), (right, behind) = _run(digits[reach - 1 :: -1]), _run(digits[reach:])
    row = left + 1 + right
    closed = ends & (before == _OTHER) & (behind == _OTHER)
    five = (row == k) & ~closed | (row > k) & (not exact)
    classes = np.where(five, FIVE, NOTHING).astype(np.uint8)
    classes[(row > k) & renju] = FOUR | FOUL
    stones = sum(digit == _OWN for digit in digits)
    for count in range(2 * reach - 1, -1, -1):  # lines with more stones are known already
        todo = keys[(stones == count) & ~five & (classes < FOUL)]
        fives, best = np.zeros(len(todo), np.int8), np.zeros(len(todo), np.uint8)
        for i, digit in enumerate(digits):
            after = np.where(digit[todo] == _FREE, classes[(todo + base**i) % len(keys)], NOTHING)
            fives += after == FIVE
            best = np.maximum(best, np.where(after < FOUL, after, NOTHING))
        foul = renju & (row[todo] < k - 1)
        two = np.where(foul, FOUR | FOUL, OPEN_FOUR)
        classes[todo] = np.where(fives > 1, two, np.where(fives == 1, FOUR, _BEFORE[best]))
        if ends:
            doubtful = todo[fives > 1]
            classes[doubtful[_stoppable(doubtful, digits, five)]] = FOUR
    return classes


def _stoppable(keys: Array, digits: list[Array], five: Array) -> Array:
    """Which lines have no five left after one stone of the opponent on a free cell."""
    found = np.zeros(len(keys), bool)
    for stop in range(len(digits)):
        stopped = keys + _OTHER * 4**stop
        left = np.zeros(len(keys), bool)
        for i, digit in enumerate(digits):
            if i != stop:
                left |= (digit[keys] == _FREE) & five[(stopped + 4**i) % len(five)]
        found |= (digits[stop][keys] == _FREE) & ~left
    return found


def _run(digits: list[Array]) -> tuple[Array, Array]:
    """How many own stones stand in a row from the first digit on, and the digit behind them."""
    run, behind = np.zeros_like(digits[0]), np.full_like(digits[0], _OWN)
    for digit in digits:
        goes_on = behind == _OWN
        behind = np.where(goes_on, digit, behind)
        run += goes_on & (digit == _OWN)
    return run, behind
