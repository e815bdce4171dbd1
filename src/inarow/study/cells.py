"""Cells and lines in words, as people would point at them.

Connect Four    column 4, row 2      rows are counted from the bottom, where stones land
m,n,k games     h8
nine boards     board 5, cell 3
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow.games.base import Cell, Game


def row_from_bottom(game: Game, cell: Cell) -> int:
    """The row of a cell, counted from 1 at the bottom."""
    return game.shape[0] - cell[0]


def cell_words(game: Game, cell: Cell) -> str:
    """A cell in the words of its game.

    >>> from inarow.registry import load_game
    >>> [cell_words(load_game(name), (4, 3)) for name in ("connect_four", "gomoku", "nine_board")]
    ['column 4, row 2', 'd5', 'board 5, cell 4']
    """
    row, col = cell
    rules = game.rules
    if rules is not None and rules.anywhere:
        return game.format(row * rules.cols + col)
    if rules is not None and rules.sent:
        board, inside = row // 3 * 3 + col // 3, row % 3 * 3 + col % 3
        return f"board {board + 1}, cell {inside + 1}"
    if rules is not None and rules.falls:
        return f"column {col + 1}, row {row_from_bottom(game, cell)}"
    return f"row {row + 1}, column {col + 1}"


def line_words(game: Game, cells: Sequence[Cell]) -> str:
    """A line of cells: what it is, and its two ends.

    >>> from inarow.registry import load_game
    >>> line_words(load_game("gomoku"), [(0, 0), (1, 1), (2, 2)])
    'the diagonal from a1 to c3'
    """
    first, last = cells[0], cells[-1]
    kind = "row" if first[0] == last[0] else "column" if first[1] == last[1] else "diagonal"
    if game.rules is not None and game.rules.falls and kind == "column":
        return f"the line in column {first[1] + 1}"
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
