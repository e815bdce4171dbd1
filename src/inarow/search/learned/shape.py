"""What an n-tuple network looks at: groups of cells, each with a table of numbers.

A *tuple* is a group of cells. Every way to fill them is one place of a table, and the number there
is what was learned about it. The value of a position is the sum of the numbers of all tuples:

    . . . . . . .        one tuple of four cells (#), among many         number
    . . . . . . .                                                     X . . .   0.03
    . . # # . . .        its table has a number for every filling:    X X . .   0.11
    . . . # # . .                                                     X X O .  -0.02  ...

Sums are quick because a position is read in larger pieces, its *units*:

    stones fall        a column     all its stones at once: a bit each, and a 1 on top of them
    stones are placed  a cell       0 empty, 1 and 2 the players' stones
    nine boards        a board      its nine cells as digits to the base of 3;
                                    and one more unit: the board to play in
    large boards       a cell       as above; where stones fall 0 out of reach, 1 can be reached,
                                    2 and 3 the stones of the second and the first player
    with dice          one more: how many stones the dice are about to drop

Each unit has a *code*, and each code adds some amount to the place in the table of every tuple that
looks at the unit, so a move changes only the sums of tuples that look at its units.

Which cells make a tuple depends on the game, one file for each idea:

    walks.py     random walks over a small board, each with a table of its own
    windows.py   short lines on a large board, which share one table wherever they lie
    boards.py    the small boards of nine boards and ultimate tic-tac-toe

Mirror images and turned boards share their numbers. Where stones fall the two players differ (who
moves first gets the odd rows), so there are two tables, one for positions after a move of each.
Elsewhere one table serves both: the player who has moved counts as the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inarow.games.rules import Rules
from inarow.search.native.jit import Array

Cells = tuple[int, ...]
"""A tuple: cells counted row by row from the top left."""

Look = tuple[int, Array, Array]
"""How a unit is looked at: by which tuple, and what each code adds to its place there, as it is and
with the players exchanged."""

DROPS = 3
"""Codes of the unit that counts the stones which the dice are about to drop: none, one, two."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a position becomes places in tables.

    Args:
        tuples: how many there are, mirror images included.
        size: numbers in one table of all tuples together.
        tables: two where the players differ.
        count: of each unit, how many tuples look at it.
        touch: [unit, n] which tuple that is.
        offset: [view, unit, code, n] what the code adds to the place of that tuple.
        empty: places that say nothing, since they are those of empty cells in many tuples at once:
            their numbers stay 0.
    """

    tuples: int
    size: int
    tables: int
    count: Array
    touch: Array
    offset: Array
    empty: Sequence[int] = ()

    @property
    def views(self) -> int:
        """From how many sides a position is read."""
        return len(self.offset)


def assemble(
    rules: Rules,
    looks: Sequence[Sequence[Look]],
    tuples: int,
    size: int,
    empty: Sequence[int] = (),
) -> Shape:
    """A shape of what looks at each unit; dice are one unit more, with a table for each code."""
    views = 1 if rules.falls else 2
    units = [list(seen) for seen in looks]
    if rules.dice is not None:
        amounts = size * np.arange(DROPS)
        units.append([(at, amounts, amounts) for at in range(tuples)])
        empty = [place + int(amount) for amount in amounts for place in empty]
        size *= DROPS
    codes = max(len(amounts) for seen in units for _, amounts, _ in seen)
    touch = np.zeros((len(units), max(map(len, units))), np.int32)
    offset = np.zeros((views, len(units), codes, touch.shape[1]), np.int32)
    for unit, seen in enumerate(units):
        for n, (at, *added) in enumerate(seen):
            touch[unit, n] = at
            for view in range(views):
                offset[view, unit, : len(added[view]), n] = added[view]
    count = np.array([len(seen) for seen in units], np.int64)
    return Shape(tuples, size, 3 - views, count, touch, offset, empty)
