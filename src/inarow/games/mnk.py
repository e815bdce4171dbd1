"""The m,n,k games: stones go anywhere, `k` in a row win. Tic-tac-toe is a preset.

Any empty cell may be taken. `overline` says what a line longer than `k` is worth: with `win` it
wins, with `exact` it counts for nothing. A full board without a winning line is a draw. The rules
that people play at Gomoku stand in `games/gomoku.py`.

Actions number the cells row by row from the top left; people write a letter for the column and a
number for the row, counted from the bottom left as in books on Renju and chess:

    3   0  1  2
    2   3  4  5         b3 is action 1, a1 is action 6
    1   6  7  8
        a  b  c
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from inarow import defaults
from inarow.errors import BadNotation
from inarow.games.base import MOVE_SHOWN, Board, Cell
from inarow.games.grid import square_symmetries
from inarow.games.rules import MAX_K, MAX_SIDE, MIN_K, Placement, Rules
from inarow.games.stones import StonesGame, StonesState
from inarow.options import option
from inarow.text import clean

_MOVE = re.compile(r"([a-z]{1,9})(\d{1,9})\Z", re.IGNORECASE | re.ASCII)


class PlacingGame(StonesGame):
    """What all games share in which a stone goes on any empty cell of one board."""

    rows: int
    cols: int
    vocabulary: ClassVar[tuple[str, ...]] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Actions that place no stone, behind those of the cells: the first of `vocabulary`."""
        return ()

    @cached_property
    def num_actions(self) -> int:
        return self.rows * self.cols + len(self.words)

    @property
    def move_pattern(self) -> str:
        return "|".join((*self.words, r"[A-Za-z]+\d+"))

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit of each action's cell."""
        cells = range(self.rows * self.cols)
        return tuple(self.geometry.bit_of[divmod(cell, self.cols)] for cell in cells)

    @cached_property
    def numbered_bits(self) -> tuple[tuple[int, int], ...]:
        """Each action with its bit, ready for the loop that random games spend their time on."""
        return tuple(enumerate(self.bits))

    def format(self, action: int) -> str:
        row, col = divmod(action, self.cols)
        word = action - self.rows * self.cols
        if 0 <= word < len(self.vocabulary):
            return self.vocabulary[word]
        return f"{column_letters(col)}{self.rows - row}"

    def parse(self, text: str) -> int:
        match = _MOVE.match(text.strip())
        if (word := text.strip().lower()) in self.words:
            return self.rows * self.cols + self.words.index(word)
        if match is None:
            raise BadNotation(
                f"{clean(text, MOVE_SHOWN)!r} is not a cell: type a letter and a number such as "
                f"{self.format(self.rows * self.cols // 2)}"
            )
        col, row = _column_index(match[1]), self.rows - int(match[2])
        if not (0 <= row < self.rows and col < self.cols):
            shown, corner = clean(text, MOVE_SHOWN), self.format(self.cols - 1)
            raise BadNotation(f"there is no cell {shown}: they go from a1 to {corner}")
        return row * self.cols + col

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        rows = tuple(str(row) for row in range(self.rows, 0, -1))
        return rows, tuple(column_letters(col) for col in range(self.cols))

    def symmetries(self) -> Sequence[Sequence[int]]:
        return square_symmetries(self.rows, self.cols)


@dataclass(frozen=True)
class Mnk(PlacingGame):
    """Stones go on any empty cell; k in a row win."""

    rows: int = option(defaults.TIC_TAC_TOE_SIDE, low=1, high=MAX_SIDE, help="height")
    cols: int = option(defaults.TIC_TAC_TOE_SIDE, low=1, high=MAX_SIDE, help="width")
    k: int = option(defaults.TIC_TAC_TOE_K, low=MIN_K, high=MAX_K, help="stones in a row to win")
    overline: str = option(
        "win", choices=("win", "exact"), help="what a line longer than k is worth"
    )

    name = "mnk"

    def describe(self) -> Rules:
        exact = self.overline == "exact"
        return Rules(self.rows, self.cols, self.k, Placement.ANYWHERE, exact)

    def initial_state(self) -> MnkState:
        return MnkState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> MnkState:
        self.refuse_note(note)
        return MnkState.from_board(self, board, player)


class MnkState(StonesState):
    """A position of an m,n,k game.

    >>> game = Mnk()
    >>> state = game.initial_state().play(game.parse("a1"))
    >>> str(state).splitlines()
    ['...', '...', 'X..']
    """

    __slots__ = ()

    _game: PlacingGame

    def legal_actions(self) -> Sequence[int]:
        if self._won:
            return ()
        filled = self._own | self._other
        return [action for action, bit in self._game.numbered_bits if not filled & bit]

    def target(self, action: int) -> Cell | None:
        return self._game.geometry.cell_of[MnkState._bit(self, action)]  # forbidden or not

    def _bit(self, action: int) -> int:
        if not self._won and 0 <= action < len(self._game.bits):
            bit = self._game.bits[action]
            if not (self._own | self._other) & bit:
                return bit
        raise self._refuse(action, f"{self._game.format(action)} is taken")


def column_letters(col: int) -> str:
    """a, b, ..., z, aa, ab, ...

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _column_index(letters: str) -> int:
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return col - 1
