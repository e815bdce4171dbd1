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
from inarow.games.base import Board, Cell, Game
from inarow.games.grid import Geometry, grid
from inarow.games.lines import LineRule
from inarow.games.rules import MAX_K, MAX_SIDE, MIN_K, Placement, Rules
from inarow.games.stones import StonesState, check_board
from inarow.options import check_options, option
from inarow.spec import spec_of


@dataclass(frozen=True)
class Columns:
    """What all games of falling stones share: the size of the board, and its columns as bits."""

    rows: int = option(defaults.CONNECT_FOUR_ROWS, low=1, high=MAX_SIDE, help="height")
    cols: int = option(defaults.CONNECT_FOUR_COLS, low=1, high=MAX_SIDE, help="width")
    k: int = option(
        defaults.CONNECT_FOUR_K,
        low=MIN_K,
        high=MAX_K,
        help="stones in a row to win",
    )

    block = 0

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def shape(self) -> tuple[int, int]:
        return (self.rows, self.cols)

    @cached_property
    def geometry(self) -> Geometry:
        return grid(self.rows, self.cols)

    @cached_property
    def line_rule(self) -> LineRule:
        return LineRule(self.geometry, self.k)

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
            raise BadNotation(f"{word!r} is not a column: type a number from 1 to {self.cols}")
        if len(word) > 9 or not 1 <= int(word) <= self.cols:
            raise BadNotation(f"there is no column {word}: they go from 1 to {self.cols}")
        return int(word) - 1

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), tuple(str(col + 1) for col in range(self.cols))

    def __str__(self) -> str:
        return spec_of(self)


@dataclass(frozen=True)
class ConnectFour(Columns):
    """Stones fall to the bottom of a column; k in a row win."""

    name = "connect_four"

    @cached_property
    def rules(self) -> Rules | None:
        if type(self) is not ConnectFour:
            return None  # a variant describes itself
        return Rules(self.rows, self.cols, self.k, Placement.FALLS)

    @property
    def num_actions(self) -> int:
        return self.cols

    def initial_state(self) -> ConnectFourState:
        return ConnectFourState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> ConnectFourState:
        check_gravity(self, board)
        return ConnectFourState.from_board(self, board, player)

    def format(self, action: int) -> str:
        return str(action + 1)

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

    def play(self, action: int) -> ConnectFourState:
        bit = self._landing(action)
        own = self._own | bit
        game = self._game
        won = game.line_rule.completed(own, bit)
        return ConnectFourState(game, self._other, own, 1 - self._player, action, won)

    def target(self, action: int) -> Cell | None:
        return self._game.geometry.cell_of[self._landing(action)]

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

    def _landing(self, action: int) -> int:
        """The bit that a stone in this column would take; raises IllegalMove."""
        filled = self._own | self._other
        if not self._won and 0 <= action < self._game.cols:
            bottom, top, column = self._game.columns[action]
            if not filled & top:
                return filled + bottom & column
        raise self._refuse(action, f"column {action + 1} is full")

    def _last_bit(self) -> int | None:
        if self._last is None:
            return None
        column = self._game.columns[self._last][2]
        return 1 << (self._other & column | self._own & column).bit_length() - 1


def check_gravity(game: Game, board: Board) -> None:
    """Refuse a board with a stone that hangs in the air."""
    check_board(game, board)
    for row in range(len(board) - 1):
        for col, owner in enumerate(board[row]):
            if owner is not None and board[row + 1][col] is None:
                raise BadNotation(
                    f"the stone in column {col + 1}, row {row + 1} from the top hangs in the air"
                )
