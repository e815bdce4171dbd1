"""Cells, lines and waiting threats in words, as people would point at them.

    Connect Four    column 4, row 2      rows are counted from the bottom, where stones land
    m,n,k games     h8
    nine boards     board 5, cell 3

Where stones fall, a threat whose cell hangs in the air can wait. Both players avoid the cell below
it: the opponent because the threat is then reachable, its owner because the opponent then takes the
cell. So all other columns are filled first, and in the end one of them *must* play below. Who? On a
board with an even number of rows, count rows from 1 at the bottom:

    6  .          If every other column is full, an even number of cells is left, and X, who
    5  .          began, is to move: X gets rows 1, 3, 5 of the last column, O gets 2, 4, 6.
    4  .
    3  X?   <-    A waiting threat of X on an odd row is reached by X in the end.
    2  .          A waiting threat of O on an even row is reached by O.
    1  x

A threat of X on an even row does not come true this way, nor one of O on an odd row; but it still
keeps the opponent from playing below it. With several threats in different columns it is more
complicated. With an odd number of rows the rule does not hold, and nothing is said.

The rule is told in J. D. Allen, "The Complete Book of Connect 4" (2010), and in V. Allis,
"A Knowledge-based Approach of Connect-Four" (1988).
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow.games.base import SYMBOLS, Cell, Game, State


def cell_words(game: Game, cell: Cell) -> str:
    """A cell in the words of its game.

    >>> from inarow.registry import load_game
    >>> [cell_words(load_game(name), (4, 3)) for name in ("connect_four", "gomoku", "nine_board")]
    ['column 4, row 2', 'd11', 'board 5, cell 4']
    """
    row, col = cell
    rules = game.rules
    if rules is not None and rules.anywhere:
        return game.format(row * rules.cols + col)
    if rules is not None and rules.sent:
        board, inside = row // 3 * 3 + col // 3, row % 3 * 3 + col % 3
        return f"board {board + 1}, cell {inside + 1}"
    if rules is not None and rules.falls:
        return f"column {col + 1}, row {game.shape[0] - row}"
    return f"row {row + 1}, column {col + 1}"


def line_words(game: Game, cells: Sequence[Cell]) -> str:
    """A line of cells: what it is, and its two ends.

    >>> from inarow.registry import load_game
    >>> line_words(load_game("gomoku"), [(0, 0), (1, 1), (2, 2)])
    'the diagonal from a15 to c13'
    """
    first, last = cells[0], cells[-1]
    kind = "row" if first[0] == last[0] else "column" if first[1] == last[1] else "diagonal"
    if game.rules is not None and game.rules.falls and kind == "column":
        return f"the line in column {first[1] + 1}"
    if game.rules is not None and game.rules.anywhere and kind == "column":
        first, last = last, first
    return f"the {kind} from {cell_words(game, first)} to {cell_words(game, last)}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Several words as people say them.

    >>> listed(["a1", "b2", "c3"])
    'a1, b2 and c3'
    """
    commas = "; " if any("," in word for word in words) else ", "
    if len(words) < 2:
        return "".join(words)
    return f"{commas.join(words[:-1])} {joint} {words[-1]}"


def is_odd(state: State, cell: Cell) -> bool:
    """Whether a cell lies on an odd row, counted from 1 at the bottom."""
    return (state.game.shape[0] - cell[0]) % 2 == 1


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
    text = f"makes an {parity} threat at {cell_words(state.game, cell)}"
    helps = comes_true(state, cell, owner)
    if helps is None:
        return text
    if helps:
        return f"{text}: when the other columns are full, {SYMBOLS[1 - owner]} must open it"
    return f"{text}: it keeps {SYMBOLS[1 - owner]} from playing below it"
