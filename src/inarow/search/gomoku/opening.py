"""How the Gomoku engine begins a game with an opening (`games/opening.py`).

The three stones of swap come from a small list of openings that are nearly even:

    black, white, black, counted from the centre; white is to move

Found by drawing three cells at random, 30 times, and keeping those that Rapfi's classical search of
400,000 nodes on 15 x 15 judges to be nearly even: +16, +41, +59 and +71 points for white.

A colour is chosen by searching the position for white. All other stones are the engine's best move
of the colour in turn, or its best one among those that the opening allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from inarow.games.base import OpeningPosition, State
from inarow.search.decision import Decision, Value

_OPENINGS = (
    ((-4, 4), (0, 3), (-1, 2)),
    ((-5, 1), (0, -3), (-1, -3)),
    ((-3, 3), (2, 4), (2, 2)),
    ((1, -4), (-3, 5), (-3, 1)),
)
"""Columns to the right and rows down from the centre."""
SMALLEST = 11
"""The shortest side of a board on which they fit."""


def even_openings(rows: int, cols: int) -> list[list[int]]:
    """The actions of three stones each that are nearly even.

    >>> even_openings(15, 15)[0]
    [168, 157, 141]
    """
    row, col = rows // 2, cols // 2
    return [[(row + y) * cols + col + x for x, y in stones] for stones in _OPENINGS]


def choose_in_opening(
    state: OpeningPosition, rng: Random, think: Callable[[State], Decision]
) -> Decision:
    """The action of an opening; `think` searches a position of the game behind it."""
    if state.arranges:
        return _chosen(_even_stone(state, rng))
    legal = state.legal_actions()
    if len(legal) == 1:
        return _chosen(legal[0])
    found = think(state.position)
    if state.chooses:
        return _colour(state, found)
    allowed = [action for action in found.values if action in legal] or list(legal)
    chances = {action: value.chance for action, value in found.values.items()}
    first = found.action if found.action in legal else allowed[0]
    best = max((first, *allowed), key=lambda action: chances.get(action, 0.0))
    if state.undecided:  # who places a stone may get the other colour: what is it worth to him?
        return _chosen(best, found)
    return _chosen(best, found, {a: found.values[a] for a in allowed if a in found.values})


def _colour(state: OpeningPosition, found: Decision) -> Decision:
    """The better colour; what white, who moves next, can expect is what black cannot."""
    if found.value is None:
        return _chosen(state.game.parse("white"), found)
    white = replace(found.value, plies=None, at_most=False)
    values = {
        state.game.parse(colour): value
        for colour, value in (("white", white), ("black", white.for_opponent(plies=0)))
    }
    return _chosen(max(values, key=lambda action: values[action].chance), found, values)


def _chosen(
    action: int, found: Decision | None = None, values: Mapping[int, Value] | None = None
) -> Decision:
    nodes, seconds, path = (found.nodes, found.seconds, found.path) if found else (0, 0.0, "python")
    values = values or {}
    return Decision(action, values.get(action), values, (action,), nodes, seconds, path)


def _even_stone(state: OpeningPosition, rng: Random) -> int:
    """The next stone of an even opening that fits the stones on the board; else any cell."""
    rows, cols = state.game.shape
    board = [owner for row in state.board() for owner in row]
    placed = sum(owner is not None for owner in board)
    fitting = [
        cells[placed]
        for cells in even_openings(rows, cols)
        if min(rows, cols) >= SMALLEST
        and all(board[cell] == number % 2 for number, cell in enumerate(cells[:placed]))
    ]
    free = [cell for cell in fitting if board[cell] is None]
    return rng.choice(free or list(state.legal_actions()))
