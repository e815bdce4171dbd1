"""The readable Gomoku player: it sees what a stone would make of each cell and never looks ahead.

    1. Four lines cross in a cell. What a stone there would make of each is read from the table of
       `lines.py`, for both players.
    2. The four classes together are the word of the cell; `shapes.py` says what a word promises.
    3. A cell is worth what it promises to the player to move, and a little less than what it
       promises to the opponent: to take it away is nearly as good. Fives come before all else, and
       of equal cells the one nearest to the middle.

That is how a person plays who knows the shapes of the game and has no patience. It needs no
kernels, so it stands in for the engine while they are compiled, and weak levels are made of it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from inarow.games.base import State
from inarow.games.rules import Rules
from inarow.search.decision import Decision, Kind, Value
from inarow.search.gomoku.lines import line_table, reach_of
from inarow.search.gomoku.names import A_FIVE
from inarow.search.gomoku.shapes import kinds_and_orders

if TYPE_CHECKING:
    from inarow.search.native.jit import Array

PATH = "python, without looking ahead"
_DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))
_OUTSIDE = 3
_OWN, _OTHER = 4, 3
"""By how much the promises of a cell count for its two players; the engine orders moves alike."""
_MY_FIVE, _HIS_FIVE = 2_000_000, 1_000_000


def look(state: State) -> Decision:
    """The move that promises most, with the points of all moves.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("gomoku").initial_state(), "h8a15h7a13h6a11")
    >>> state.game.format(look(state).action) in ("h5", "h9")  # to make four with two open ends
    True
    """
    rules = state.game.rules
    assert rules is not None, "the player has asked for them"
    words = words_of(state, rules)
    kinds, orders = kinds_and_orders()
    me, him = words[state.player], words[1 - state.player]
    points = _OWN * orders[me] + _OTHER * orders[him]
    points += _MY_FIVE * (kinds[me] == A_FIVE) + _HIS_FIVE * (kinds[him] == A_FIVE)
    worth = {action: int(points[action]) for action in state.legal_actions()}
    best = max(filter(worth.__contains__, outward(rules.rows, rules.cols)), key=worth.__getitem__)
    values = {action: Value(Kind.ESTIMATE, float(each)) for action, each in worth.items()}
    return Decision(best, values[best], values, (best,), 1, 0.0, PATH)


@cache
def outward(rows: int, cols: int) -> tuple[int, ...]:
    """All cells, the middle first and the corners last.

    >>> outward(3, 3)
    (4, 1, 3, 5, 7, 0, 2, 6, 8)
    """

    def distance(cell: int) -> int:
        row, col = divmod(cell, cols)
        return (2 * row - rows + 1) ** 2 + (2 * col - cols + 1) ** 2

    return tuple(sorted(range(rows * cols), key=distance))


def words_of(state: State, rules: Rules) -> Array:
    """What a stone would make of the lines of each cell: its word, for player 0 and player 1."""
    rows, cols, reach = rules.rows, rules.cols, reach_of(rules.k, rules.exact, ends=rules.ends)
    codes = np.full((rows + 2 * reach, cols + 2 * reach), _OUTSIDE)
    board = [[0 if owner is None else owner + 1 for owner in row] for row in state.board()]
    codes[reach:-reach, reach:-reach] = board
    table = line_table(rules.k, rules.exact, ends=rules.ends)
    words = np.zeros((2, rows, cols), np.int64)
    for direction, (down, right) in enumerate(_DIRECTIONS):
        key = np.zeros((rows, cols), np.int64)
        for slot, step in enumerate((*range(-reach, 0), *range(1, reach + 1))):
            top, left = reach + step * down, reach + step * right
            key |= codes[top : top + rows, left : left + cols] << 2 * slot
        for player in (0, 1):
            words[player] |= (table[key] >> 3 * player & 7).astype(np.int64) << 3 * direction
    return words.reshape(2, -1)
