"""Tuples of nine boards: each small board is one, with a table of its 3^9 fillings.

In the second half of the table are the fillings of the board that has to be played in. Fillings
that are the same after turning or mirroring all nine boards share their number.

Where boards are won (ultimate tic-tac-toe) the board of boards is a tuple as well, with four states
a board, and looks at it from eight sides that share one table:

    0  can still be won     1, 2  has a line of one player     3  is full, or has lines of both
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inarow.games.base import State
from inarow.games.grid import square_symmetries
from inarow.games.rules import Rules
from inarow.search.learned.shape import Look, Shape, assemble
from inarow.search.native.jit import Array

BOARDS, FILLINGS = 9, 3**9
SENT = BOARDS
"""The unit that tells in which board to play; its code is 9 if it is to be chosen."""
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_STATES = 4


def shape_of_boards(rules: Rules) -> Shape:
    """The tables of a network for nine boards."""
    digits = np.arange(FILLINGS)[:, None] // 3 ** np.arange(9) % 3
    exchanged = (np.array([0, 2, 1])[digits] * 3 ** np.arange(9)).sum(axis=1)
    turns = square_symmetries(3, 3)
    number = _numbers(digits, turns)
    half = int(number.max()) + 1
    sent = [half * (np.arange(BOARDS + 1) == board) for board in range(BOARDS)]
    looks: list[list[Look]] = [
        [(board, number[board], number[board, exchanged])] for board in range(BOARDS)
    ]
    tuples, size = BOARDS, 2 * half
    if rules.claims:
        state = _states(digits)
        for turn, places in enumerate(turns):
            for board in range(BOARDS):
                amounts = state * _STATES ** places[board] + (size if board == 0 else 0)
                looks[board].append((BOARDS + turn, amounts, amounts[exchanged]))
        tuples, size = BOARDS + len(turns), size + _STATES**BOARDS
    looks.append([(board, sent[board], sent[board]) for board in range(BOARDS)])
    return assemble(rules, looks, tuples, size)


def cells_of_boards(rules: Rules) -> list[tuple[int, ...]]:
    """The cells of every tuple: of a small board, or of all of them for the board of boards."""
    cells = [divmod(cell, rules.cols) for cell in range(rules.cells)]
    boards = [
        tuple(row * rules.cols + col for row, col in cells if row // 3 * 3 + col // 3 == board)
        for board in range(BOARDS)
    ]
    turns = len(square_symmetries(3, 3)) if rules.claims else 0
    return [*boards, *[tuple(range(rules.cells))] * turns]


def _numbers(digits: Array, turns: Sequence[Sequence[int]]) -> Array:
    """[board, filling] one number for all that are the same after a turn."""
    least = np.full((BOARDS, FILLINGS), BOARDS * FILLINGS)
    for places in turns:
        turned = (digits * 3 ** np.array(places)).sum(axis=1)
        for board, place in enumerate(places):
            least[board] = np.minimum(least[board], place * FILLINGS + turned)
    return np.unique(least, return_inverse=True)[1].reshape(BOARDS, FILLINGS)


def _states(digits: Array) -> Array:
    """What each filling means to the board of boards."""
    first, second = (
        np.any([(digits[:, line] == stone).all(axis=1) for line in _LINES], axis=0)
        for stone in (1, 2)
    )
    over = (first & second) | ((digits > 0).all(axis=1) & ~first & ~second)
    return np.where(over, 3, first + 2 * second)


def board_codes(state: State) -> list[int]:
    """The code of every small board, and of the one to play in."""
    codes = [0] * BOARDS
    for row, owners in enumerate(state.board()):
        for col, owner in enumerate(owners):
            stone = 0 if owner is None else owner + 1
            codes[row // 3 * 3 + col // 3] += stone * 3 ** (row % 3 * 3 + col % 3)
    return [*codes, SENT if state.note.startswith("-") else int(state.note[0]) - 1]
