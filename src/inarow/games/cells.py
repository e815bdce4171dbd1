"""Boards as lists or arrays: rows of cells, with whatever others put into a cell.

0  1  None        ours: the players, and nobody
1  2  0           Kaggle and many programs: 0 is empty
1 -1  0           many notebooks
"X" "O" ""        letters; "." and " " are empty, too
"""

from collections.abc import Sequence
from typing import TypeAlias, cast

from inarow.games.base import SYMBOLS, Board

Rows: TypeAlias = Sequence[Sequence[object]]

_LETTERS: dict[object, int | None] = {
    **dict.fromkeys(("", " ", ".", "-", "_", "·")),
    **dict.fromkeys((SYMBOLS[0], SYMBOLS[0].lower()), 0),
    **dict.fromkeys((SYMBOLS[1], SYMBOLS[1].lower()), 1),
}
_NUMBERS: dict[object, int | None] = {0: None, 1: 0, 2: 1, -1: 1}


def board_of(rows: Rows) -> Board:
    """The board that some rows describe; what no cell can hold is left for the game to refuse.

    >>> board_of([["", "O"], ["X", "."]]) == board_of([[0, 2], [1, 0]]) == ((None, 1), (0, None))
    True
    >>> board_of([[0, 0, 0], [0, 1, 0]])
    ((None, None, None), (None, 0, None))
    """
    cells = [cell for row in rows for cell in row]
    meaning = _NUMBERS if _zero_is_empty(cells) else _LETTERS
    return tuple(tuple(meaning.get(cell, cast(int, cell)) for cell in row) for row in rows)


def is_drawn(rows: Sequence[object]) -> bool:
    """Whether texts are the rows of a board, and no moves.

    >>> is_drawn(["X..", ".O.", "..."]), is_drawn(["b2", "a1"])
    (True, False)
    """
    return all(isinstance(row, str) and row and set(row) <= _LETTERS.keys() for row in rows)


def _zero_is_empty(cells: Sequence[object]) -> bool:
    """Whether 0 is no player: someone is 2 or -1, or there are far too many zeros for stones."""
    if None in cells or any(isinstance(cell, str) for cell in cells):
        return False
    return 2 in cells or -1 in cells or cells.count(0) - cells.count(1) not in (0, 1)
