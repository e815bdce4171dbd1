"""What a stone would make of a cell: the classes of its four lines, taken together.

The four classes of three bits each are the *word* of a cell, one for each player:

    bits 0-2  down      3-5  right      6-8  down left      9-11  down right

From a word follow the kind of the cell, by how much it forces, and what it is worth:

    A_FIVE         wins at once
    TWO_FOURS      an open four, or fours in two directions: wins unless the opponent has a five
    FOUR_THREE     a four and an open three: mostly wins
    A_FOUR         has one answer
    TWO_THREES     open threes in two directions: wins unless the opponent has a four
    A_THREE        must be answered
    A_LINK         two lines that can become more
    A_START        one such line
    LOOSE          stones of one's own are far or closed in
    USELESS        no line of one's own will ever pass here
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from inarow.errors import BadFile
from inarow.games.record_file import read_plain_text
from inarow.search.gomoku.names import (
    A_FIVE,
    A_FOUR,
    A_LINK,
    A_START,
    A_THREE,
    CLOSED_THREE,
    FIVE,
    FOUR,
    FOUR_THREE,
    LOOSE,
    NOTHING,
    ONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    STANDINGS,
    TWO_FOURS,
    TWO_THREES,
    USELESS,
    WORDS,
)

if TYPE_CHECKING:
    from inarow.search.native.jit import Array

_FITTED = Path(__file__).parents[2] / "data" / "gomoku_values.json"
_LINE_POINTS = {
    NOTHING: 0,
    ONE: 1,
    OPEN_TWO: 6,
    CLOSED_THREE: 8,
    OPEN_THREE: 22,
    FOUR: 24,
    OPEN_FOUR: 80,
    FIVE: 160,
}
_KIND_POINTS = {A_LINK: 4, TWO_THREES: 30, FOUR_THREE: 60, TWO_FOURS: 40}
_ORDER_POINTS = {A_THREE: 20, TWO_THREES: 120, A_FOUR: 60, FOUR_THREE: 300, TWO_FOURS: 900}


def kind_of(lines: tuple[int, ...], renju: bool = False) -> int:
    """The kind of a cell from the classes of its lines.

    For black in renju a cell is TWO_FOURS only if it may be played for certain; others that make
    fours are A_FOUR: whether they are forbidden is asked when they are played.
    """
    best, second, third, *_ = sorted(lines, reverse=True)
    if renju and FIVE > best >= FOUR and (second >= FOUR or third == OPEN_THREE):
        return A_FOUR
    if best == FIVE:
        return A_FIVE
    if best == OPEN_FOUR or second == FOUR:
        return TWO_FOURS
    if best == FOUR:
        return FOUR_THREE if second == OPEN_THREE else A_FOUR
    if best == OPEN_THREE:
        return TWO_THREES if second == OPEN_THREE else A_THREE
    if best >= OPEN_TWO:
        return A_LINK if second >= OPEN_TWO else A_START
    return LOOSE if best == ONE else USELESS


FOLDED: tuple[tuple[int, ...], ...] = tuple(combinations_with_replacement(range(8), 4))
"""Words that differ only in the order of their lines are worth the same: 330 are left."""


class Values(NamedTuple):
    """What cells are worth, in points: by folded word, and by who has what (`kernel_search.py`).

    Cells of the player to move and of the other one count differently: who moves next can use them.
    """

    own: Array
    other: Array
    standing: Array


def values_by_hand() -> Values:
    """Lines and kinds have points of their own, and the player to move is a little better off."""
    own = np.zeros(len(FOLDED), np.int64)
    for number, lines in enumerate(FOLDED):
        own[number] = sum(_LINE_POINTS[line] for line in lines)
        own[number] += _KIND_POINTS.get(kind_of(lines), 0)
    return Values(own, own * 3 // 4, np.zeros(STANDINGS, np.int64))


@cache
def fitted_values() -> Values:
    """The values that `benchmarks/fit_gomoku.py` has learned from games of the engine itself."""
    try:
        data = json.loads(read_plain_text(_FITTED))
        return Values(*(np.array(data[name], np.int64) for name in Values._fields))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile(f"{_FITTED} is damaged: install inarow again") from error


@cache
def fold() -> Array:
    """The number of the folded word of every word."""
    number = {lines: i for i, lines in enumerate(FOLDED)}
    return np.array([number[tuple(sorted(_lines(word)))] for word in range(WORDS)])


@cache
def kinds_and_orders(renju: bool = False) -> tuple[Array, Array]:
    """For every word the kind of the cell, and points by which moves are tried."""
    kinds, orders = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for word in range(WORDS):
        lines = _lines(word)
        kinds[word] = kind = kind_of(lines, renju)
        if kind >= A_START:
            points = sum(_LINE_POINTS[line] for line in lines)
            orders[word] = points + _ORDER_POINTS.get(kind, 0)
    return kinds, orders


def _lines(word: int) -> tuple[int, ...]:
    """The four classes of a word."""
    return tuple(word >> shift & 7 for shift in (0, 3, 6, 9))
