"""Connect Four on a board of any size: stones fall, `k` in a row win.

A player names a column and the stone falls to its lowest free cell. The first unbroken line of `k`
or more own stones, horizontal, vertical or diagonal, wins; a full board without one is a draw.

Where does a stone land? The lowest free cell of a column is found by addition: adding the column's
bottom bit to the set of all stones carries through the stones of that column into the first free
cell. (See `games/grid.py` for the picture of the bits.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from inarow import defaults
from inarow.errors import BadNotation
from inarow.games.base import MOVE_SHOWN, Board
from inarow.games.rules import MAX_K, MAX_SIDE, MIN_K, Placement, Rules
from inarow.games.stones import StonesGame, StonesState
from inarow.options import option
from inarow.text import clean


@dataclass(frozen=True)
class Columns(StonesGame):
    """What all games of falling stones share: the size of the board, and its columns as bits."""

    rows: int = option(defaults.CONNECT_FOUR_ROWS, low=1, high=MAX_SIDE, help="height")
    cols: int = option(defaults.CONNECT_FOUR_COLS, low=1, high=MAX_SIDE, help="width")
    k: int = option(defaults.CONNECT_FOUR_K, low=MIN_K, high=MAX_K, help="stones in a row to win")

    @cached_property
    def columns(self) -> tuple[tuple[int, int, int], ...]:
        """Per column: its bottom bit, its top bit and all of its bits with the guard."""
        stride = self.rows + 1
        return tuple(
            (
                1 << col * stride,
                1 << col * stride + self.rows - 1,
                ((1 << stride) - 1) << col * stride,
            )
            for col in range(self.cols)
        )

    @property
    def move_pattern(self) -> str:
        return r"[1-9]" if self.cols <= 9 else r"\d+"

    def parse(self, text: str) -> int:
        word = text.strip()
        if not (word.isascii() and word.isdigit()):
            shown = clean(text, MOVE_SHOWN)
            raise BadNotation(f"{shown!r} is not a column: type a number from 1 to {self.cols}")
        if len(word) > 9 or not 1 <= int(word) <= self.cols:
            shown = clean(text, MOVE_SHOWN)
            raise BadNotation(f"there is no column {shown}: they go from 1 to {self.cols}")
        return int(word) - 1

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), tuple(str(col + 1) for col in range(self.cols))


@dataclass(frozen=True)
class ConnectFour(Columns):
    """Stones fall to the bottom of a column; four in a row win."""

    name = "connect_four"

    def describe(self) -> Rules:
        return Rules(self.rows, self.cols, self.k, Placement.FALLS)

    def initial_state(self) -> ConnectFourState:
        return ConnectFourState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> ConnectFourState:
        self.refuse_note(note)
        return ConnectFourState.from_board(self, board, player)

    def symmetries(self) -> Sequence[Sequence[int]]:
        columns = range(self.cols)
        return (columns, columns[::-1])


class ConnectFourState(StonesState):
    """A position of Connect Four.

    >>> state = ConnectFour().initial_state()
    >>> for column in (3, 3, 4, 4, 5, 5, 6):
    ...     state = state.play(column)
    >>> state.outcome.winner, state.outcome.cells
    (0, ((5, 3), (5, 4), (5, 5), (5, 6)))
    """

    __slots__ = ()

    _game: ConnectFour

    def legal_actions(self) -> Sequence[int]:
        if self._won:
            return ()
        filled = self._own | self._other
        return [col for col, (_, top, _) in enumerate(self._game.columns) if not filled & top]

    def random_returns(self, rng: Random) -> tuple[float, float]:
        """Play uniformly random moves to the end, on bare ints, and return what each player gained.

        The same random numbers give the same game as playing `legal_actions()` move by move; this
        loop only leaves out the objects. It keeps the next free bit of every open column in a list.
        """
        game, draw, completed = self._game, rng.random, self._game.line_rule.completed
        filled = self._own | self._other
        free = [
            filled + bottom & column for bottom, top, column in game.columns if not filled & top
        ]
        guards = sum(top << 1 for _, top, _ in game.columns)
        own, other, player = self._own, self._other, self._player
        if self._won:
            return self.returns()
        while free:
            index = int(draw() * len(free))
            bit = free[index]
            own |= bit
            if completed(own, bit):
                return (-1.0, 1.0) if player else (1.0, -1.0)
            bit <<= 1
            if bit & guards:
                del free[index]
            else:
                free[index] = bit
            own, other, player = other, own, 1 - player
        return (0.0, 0.0)

    def _bit(self, action: int) -> int:
        filled = self._own | self._other
        if not self._won and 0 <= action < self._game.cols:
            bottom, top, column = self._game.columns[action]
            if not filled & top:
                return filled + bottom & column
        raise self._refuse(action, f"column {action + 1} is full")
