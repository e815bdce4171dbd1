"""Boards that are drawn as in Go: stones lie on the crossings of lines, some marked by a star.

Boards with black and white stones look like that (`games/sides.py`). The star points (*hoshi*)
help the eye to find a place: near the corners, in the middle, and on a large board also in the
middle of each side.
"""

from __future__ import annotations

from inarow.games.base import Cell, Game, State, forbidden_actions
from inarow.games.sides import has_colours

_FOURTH_LINE, _SIDES = 13, 17
"""From which length on a star is on the fourth line instead of the third, and on a side as well."""


def star_points(game: Game) -> tuple[Cell, ...]:
    """The cells with a star, in order; none on a board that is not drawn as in Go.

    >>> from inarow.registry import load_game
    >>> star_points(load_game("gomoku"))
    ((3, 3), (3, 11), (7, 7), (11, 3), (11, 11))
    >>> len(star_points(load_game("gomoku(rows=19,cols=19)")))
    9
    >>> star_points(load_game("tic_tac_toe"))
    ()
    """
    if not has_colours(game):
        return ()
    rows, cols = game.shape
    across, middle_col = _lines(cols)
    down, middle_row = _lines(rows)
    found = {(row, col) for row in down for col in across}
    found |= {(row, col) for row in middle_row for col in middle_col}
    if cols >= _SIDES:
        found |= {(row, col) for row in down for col in middle_col}
    if rows >= _SIDES:
        found |= {(row, col) for row in middle_row for col in across}
    return tuple(sorted(found))


def forbidden_cells(state: State) -> dict[Cell, str]:
    """The cells that the player to move may not take, each with the reason."""
    found = {state.target(action): words for action, words in forbidden_actions(state).items()}
    return {cell: words for cell, words in found.items() if cell is not None}


def crossed_out(state: State) -> dict[Cell, str]:
    """The forbidden cells to mark: all of them, unless hardly any other is left."""
    found = forbidden_cells(state)
    return found if len(found) < len(state.legal_actions()) else {}


def _lines(side: int) -> tuple[tuple[int, int], tuple[int, ...]]:
    """The lines with stars near both edges, and the middle line if there is one."""
    edge = 3 if side >= _FOURTH_LINE else 2
    return (edge, side - 1 - edge), (side // 2,) if side % 2 else ()
