"""What each filling of a small board is worth on nine boards, learned from games.

The value of a position is a sum, from the view of the player to move:

    boards     one number for each board and each of its 3^9 fillings
    sent       the same for the board that has to be played in, once more
    safe       by the number of moves after which the opponent cannot win at once
    hot        by the number of boards on which each player could complete a line

A sum of numbers that shall predict a result is a logistic regression, so they can be learned
(`benchmarks/fit_nine.py`):

    chance to win = 1 / (1 + exp(-points / POINTS_PER_UNIT))

Turning or mirroring the nine boards and all their cells changes nothing, and exchanging the players
changes only the sign. Fillings that are the same up to that share their number:

    | X . . |        | . . X |        | O . . |
    | . O . |   =    | . O . |   =  - | . X . |     in the middle board, for instance
    | . . . |        | . . . |        | . . . |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from inarow.errors import BadFile
from inarow.games.base import State
from inarow.games.grid import square_symmetries
from inarow.search.arrays import read_arrays
from inarow.search.native.jit import Array, Struct
from inarow.search.native.nine import FILLINGS, TERNARY, new_record
from inarow.search.native.position import FULL_NINE, NINE_WINS

COUNTS = 10
"""Safe cells or hot boards: 0 to 9."""

_FITTED = Path(__file__).parents[2] / "data" / "nine_values.npz"


class Folding(NamedTuple):
    """Which number belongs to a filling of a board, and with which sign."""

    boards: Array  # [board, filling] -> number, folded by symmetry and by exchanging the players
    sign: Array  # [board, filling] -> 1, -1, or 0 where exchanging the players changes nothing
    sent: Array  # [board, filling] -> number, folded by symmetry


class Values(NamedTuple):
    """What was learned, in points."""

    boards: Array
    sent: Array
    safe: Array
    hot: Array  # [own, other]

    def of_boards(self) -> Array:
        """One value for each board and filling, for the first player."""
        folding = folded()
        return (self.boards[folding.boards] * folding.sign).astype(np.int16)

    def of_sent(self) -> Array:
        """One value for each board to play in and its filling, for the player to move."""
        return self.sent[folded().sent].astype(np.int16)


@dataclass(frozen=True, slots=True)
class Boards:
    """A position as nine small boards, from the view of the player to move."""

    own: tuple[int, ...]  # nine cells a board, the first one in the lowest bit
    other: tuple[int, ...]
    sent: int | None  # the board to play in

    @classmethod
    def of(cls, state: State) -> Boards:
        """Read a position."""
        masks = [[0] * 9, [0] * 9]
        for row, owners in enumerate(state.board()):
            for col, owner in enumerate(owners):
                if owner is not None:
                    masks[owner][row // 3 * 3 + col // 3] |= 1 << row % 3 * 3 + col % 3
        sent = None if state.note == "-" else int(state.note) - 1
        return cls(tuple(masks[state.player]), tuple(masks[1 - state.player]), sent)

    def hot(self, mine: bool) -> list[int]:
        """The boards on which a player could complete a line."""
        stones, others = (self.own, self.other) if mine else (self.other, self.own)
        return [b for b in range(9) if NINE_WINS[stones[b]] & ~(stones[b] | others[b]) & FULL_NINE]


def evaluate(state: State, safe: int, values: Values) -> int:
    """What a position is worth for the player to move, who has this number of safe moves."""
    boards = Boards.of(state)
    stones = zip(boards.own, boards.other, strict=True)
    codes = [TERNARY[own] + 2 * TERNARY[other] for own, other in stones]
    folding, places = folded(), list(enumerate(codes))
    points = sum(int(values.boards[folding.boards[at]] * folding.sign[at]) for at in places)
    if boards.sent is not None:
        points += int(values.sent[folding.sent[places[boards.sent]]])
    points += int(values.safe[min(safe, COUNTS - 1)])
    return points + int(values.hot[len(boards.hot(mine=True)), len(boards.hot(mine=False))])


@cache
def folded() -> Folding:
    """The numbers of all fillings, made from the eight symmetries of a square."""
    digits = np.arange(FILLINGS)[:, None] // 3 ** np.arange(9) % 3
    exchanged = (np.array([0, 2, 1])[digits] * 3 ** np.arange(9)).sum(axis=1)
    least = np.full((9, FILLINGS), 9 * FILLINGS)
    for places in square_symmetries(3, 3):
        turned = np.zeros(FILLINGS, int)
        for cell, place in enumerate(places):
            turned += digits[:, cell] * 3**place
        for board, place in enumerate(places):
            least[board] = np.minimum(least[board], place * FILLINGS + turned)
    other = least[:, exchanged]
    boards = np.unique(np.minimum(least, other), return_inverse=True)[1].reshape(9, FILLINGS)
    sent = np.unique(least, return_inverse=True)[1].reshape(9, FILLINGS)
    return Folding(boards, np.sign(other - least), sent)


def valued_record(fields: list[Any], values: Values) -> Struct:
    """A record of nine empty boards for a kernel, with what was learned and more fields."""
    b = new_record(fields)
    b.values, b.sent_values = values.of_boards(), values.of_sent()
    b.safe_values, b.hot_values = values.safe, values.hot
    return b


def zero_values() -> Values:
    """Nothing learned yet."""
    folding = folded()
    sizes: list[Any] = [folding.boards.max() + 1, folding.sent.max() + 1, COUNTS, (COUNTS, COUNTS)]
    return Values(*(np.zeros(size, np.int16) for size in sizes))


@cache
def fitted_values() -> Values:
    """What was learned, and ships with the package."""
    try:
        return Values(*read_arrays(_FITTED, Values._fields, "a file of values"))
    except (OSError, BadFile) as error:
        raise BadFile(f"{_FITTED} is damaged: install inarow again") from error
