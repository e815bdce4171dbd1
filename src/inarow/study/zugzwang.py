"""Odd and even threats of dropping games: who will be made to open a cell.

A threat whose cell hangs in the air can wait. Nobody likes to play below it: the opponent because
the threat is then reachable, its owner because the opponent then takes the cell. So all other
columns are filled first, and in the end somebody *must* play below. Who? On a board with an even
number of rows, count rows from 1 at the bottom:

    6  .          If every other column is full, an even number of cells is left, and X, who
    5  .          began, is to move: he gets rows 1, 3, 5 of the last column, O gets 2, 4, 6.
    4  .
    3  X?   <-    A waiting threat of X on an odd row is reached by X himself in the end.
    2  .          A waiting threat of O on an even row is reached by O.
    1  x

A threat of X on an even row does not come true this way, nor one of O on an odd row; but it still
keeps the opponent from playing below it. With several threats in different columns it is more
complicated. With an odd number of rows the rule does not hold, and nothing is said.

The rule is told in J. D. Allen, "The Complete Book of Connect 4" (2010), and in V. Allis,
"A Knowledge-based Approach of Connect-Four" (1988).
"""

from __future__ import annotations

from inarow.games.base import SYMBOLS, Cell, State
from inarow.study.cells import cell_words, row_from_bottom


def is_odd(state: State, cell: Cell) -> bool:
    """Whether a cell lies on an odd row, counted from 1 at the bottom."""
    return row_from_bottom(state.game, cell) % 2 == 1


def comes_true(state: State, cell: Cell, owner: int) -> bool | None:
    """Whether a waiting threat alone wins for its owner once the other columns are full.

    None where the rule of odd and even rows does not hold.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> comes_true(state, (3, 0), owner=0), comes_true(state, (3, 0), owner=1)  # row 3
    (True, False)
    """
    if state.game.shape[0] % 2:
        return None
    return is_odd(state, cell) == (owner == 0)


def waiting_words(state: State, cell: Cell, owner: int) -> str:
    """A waiting threat in a sentence for learners."""
    parity = "odd" if is_odd(state, cell) else "even"
    where = cell_words(state.game, cell)
    helps = comes_true(state, cell, owner)
    text = f"makes an {parity} threat at {where}"
    if helps is None:
        return text
    if helps:
        return f"{text}: when the other columns are full, {SYMBOLS[1 - owner]} must open it"
    return f"{text}: it keeps {SYMBOLS[1 - owner]} from playing below it"
