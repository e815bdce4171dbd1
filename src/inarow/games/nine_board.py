"""Nine-board tic-tac-toe: the cell you take names the board your opponent must play in.

Nine 3 x 3 boards form a 3 x 3 array; boards and cells are numbered alike:

    1 2 3
    4 5 6
    7 8 9

Each move goes into the board whose number is the cell of the move before. Three in a row in any one
board win the whole game. A player who is sent to a full board cannot move, and the game is drawn
(`full_board=draw`, the rule of the university course that made the game popular) or he chooses
another board (`full_board=free`). X's first stone falls on a random cell of a random board
(`first_move=random`) or where X likes (`first_move=free`).

Choosing a board is a move of its own, so a game reads as in the course's log: first the board, then
one cell after another. `553` is board 5, cell 5, and the answer in cell 3 of board 5.

Bits: each board is a 3 x 3 grid with its guard row, 4 bits a column, and a guard column beside it,
so that 16 bits hold one board and no line can run on into the next board:

    .  .  .  .       3   7  11  15
    1  2  3  .       2   6  10  14
    4  5  6  .  =    1   5   9  13
    7  8  9  .       0   4   8  12     + 16 * board
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Self

from inarow.errors import BadNotation
from inarow.games.base import MOVE_SHOWN, Board, Cell, Reason
from inarow.games.grid import square_symmetries
from inarow.games.mistaken import no_action
from inarow.games.rules import Placement, Rules
from inarow.games.stones import StonesGame, StonesState
from inarow.options import option
from inarow.text import clean

BOARD_BITS = 16
CELL_BITS = tuple(1 << 4 * (cell % 3) + 2 - cell // 3 for cell in range(9))
FULL_BOARD = sum(CELL_BITS)
DIGITS = tuple("123456789")


@dataclass(frozen=True)
class NineBoards(StonesGame):
    """What all games on nine small boards share: an action is a board or a cell, from 1 to 9."""

    move_pattern = r"[1-9]"

    def parse(self, text: str) -> int:
        word = text.strip()
        if word not in DIGITS:
            shown = clean(word, MOVE_SHOWN)
            raise BadNotation(f"{shown!r} is not a cell or a board: type a number from 1 to 9")
        return int(word) - 1

    def symmetries(self) -> Sequence[Sequence[int]]:
        return square_symmetries(3, 3)


class NineBoardsState(StonesState):
    """A position; `_board` is the board to play in, or None when a board is to be chosen."""

    __slots__ = ("_board",)

    def __init__(self, *parts: Any, board: int | None = None) -> None:
        super().__init__(*parts)
        self._board = board

    @property
    def note(self) -> str:
        """The board to play in, 1 to 9, or `-` when one is to be chosen."""
        return "-" if self._board is None else str(self._board + 1)

    def legal_actions(self) -> Sequence[int]:
        if self._won:
            return ()
        if self._board is None:
            return [board for board in range(9) if self._is_open(board)]
        cells = (self._own | self._other) >> BOARD_BITS * self._board
        return [cell for cell, bit in enumerate(CELL_BITS) if not cells & bit]

    def target(self, action: int) -> Cell | None:
        return None if self._board is None else super().target(action)

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._board)

    def _chosen(self, board: int) -> Self:
        """The position after a board was chosen; raises IllegalMove."""
        if not isinstance(board, Integral):
            raise no_action(board)
        if board not in self.legal_actions():
            full = board in range(9) and self._is_full(board)
            raise self._refuse(board, f"board {board + 1} is {'full' if full else 'won'}")
        parts = (self._game, self._own, self._other, self._player, board, False, self._stone)
        return type(self)(*parts, board=board)

    def _bit(self, action: int) -> int:
        assert self._board is not None
        if not self._won and 0 <= action < 9:
            bit = CELL_BITS[action] << BOARD_BITS * self._board
            if not (self._own | self._other) & bit:
                return bit
        raise self._refuse(action, f"cell {action + 1} of board {self._board + 1} is taken")

    def _is_full(self, board: int) -> bool:
        return (self._own | self._other) >> BOARD_BITS * board & FULL_BOARD == FULL_BOARD

    def _is_open(self, board: int) -> bool:
        """Whether stones may still be placed in the board."""
        return not self._is_full(board)


@dataclass(frozen=True)
class NineBoard(NineBoards):
    """Nine tic-tac-toe boards; the cell you take is the board your opponent plays in."""

    first_move: str = option(
        "random", choices=("random", "free"), help="who places the first stone: dice or player"
    )
    full_board: str = option(
        "draw", choices=("draw", "free"), help="sent to a full board: the game is drawn, or choose"
    )

    name = "nine_board"

    def describe(self) -> Rules:
        random, chooses = self.first_move == "random", self.full_board == "free"
        return Rules(9, 9, 3, Placement.SENT, block=3, random_start=random, chooses=chooses)

    def initial_state(self) -> NineBoardState:
        return NineBoardState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> NineBoardState:
        state = NineBoardState.from_board(self, board, player)
        if note in DIGITS:
            state._send(int(note) - 1)
        elif note != "-" and (note or state.ply):
            raise BadNotation("say which board, 1 to 9, is to be played in (- to choose one)")
        return state


class NineBoardState(NineBoardsState):
    """A position of nine-board tic-tac-toe.

    >>> state = NineBoard().initial_state()
    >>> for action in (4, 4, 2):  # board 5, cell 5, then cell 3 of board 5
    ...     state = state.play(action)
    >>> state.note, state.last_cell
    ('3', (3, 5))
    """

    __slots__ = ()

    _game: NineBoard

    def chance(self) -> Sequence[tuple[int, float]]:
        if self._game.first_move == "random" and not self._own | self._other:
            return [(choice, 1 / 9) for choice in range(9)]
        return ()

    def play(self, action: int) -> Self:
        if self._board is None:
            return self._chosen(action)
        after = super().play(action)
        after._send(action)
        return after

    def _send(self, board: int) -> None:
        chooses = self._game.full_board == "free" and self._is_full(board)
        self._board = None if chooses else board

    def _drawn(self) -> bool:
        return not self.legal_actions()

    def _draw_reason(self) -> Reason:
        filled = self._own | self._other
        return Reason.FULL if filled == self._game.geometry.full else Reason.SENT_TO_FULL
