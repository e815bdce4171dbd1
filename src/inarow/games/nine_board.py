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
from functools import cached_property

from inarow.errors import BadNotation
from inarow.games.base import Board, Cell, Reason
from inarow.games.grid import boards
from inarow.games.lines import LineRule
from inarow.games.rules import Placement, Rules
from inarow.games.stones import StonesState
from inarow.games.symmetry import square_symmetries
from inarow.options import check_options, option
from inarow.spec import spec_of

BOARD_BITS = 16
CELL_BITS = tuple(1 << 4 * (cell % 3) + 2 - cell // 3 for cell in range(9))
FULL_BOARD = sum(CELL_BITS)


GEOMETRY = boards(9, 9, 3)
LINE_RULE = LineRule(GEOMETRY, k=3)


@dataclass(frozen=True)
class NineBoards:
    """What all games on nine small boards share: an action is a board or a cell, from 1 to 9."""

    num_actions = 9
    shape = (9, 9)
    block = 3
    geometry = GEOMETRY
    line_rule = LINE_RULE
    move_pattern = r"[1-9]"

    def __post_init__(self) -> None:
        check_options(self)

    def format(self, action: int) -> str:
        return str(action + 1)

    def parse(self, text: str) -> int:
        word = text.strip()
        if word not in tuple("123456789"):
            raise BadNotation(f"{word!r} is not a cell or a board: type a number from 1 to 9")
        return int(word) - 1

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), ()

    def symmetries(self) -> Sequence[Sequence[int]]:
        return square_symmetries(3, 3)

    def __str__(self) -> str:
        return spec_of(self)


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

    @cached_property
    def rules(self) -> Rules | None:
        if type(self) is not NineBoard:
            return None  # a variant describes itself
        random, chooses = self.first_move == "random", self.full_board == "free"
        return Rules(9, 9, 3, Placement.SENT, block=3, random_start=random, chooses=chooses)

    def initial_state(self) -> NineBoardState:
        return NineBoardState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> NineBoardState:
        state = NineBoardState.from_board(self, board, player)
        if note in tuple("123456789"):
            board_number = int(note) - 1
            full = is_full(state._own | state._other, board_number)
            state._board = None if full and self.full_board == "free" else board_number
        elif note != "-" and state.ply:
            raise BadNotation("say which board, 1 to 9, is to be played in (- to choose one)")
        return state


class NineBoardState(StonesState):
    """A position; `_board` is the board to play in, or None when a board is to be chosen.

    >>> state = NineBoard().initial_state()
    >>> for action in (4, 4, 2):  # board 5, cell 5, then cell 3 of board 5
    ...     state = state.play(action)
    >>> state.note, state.last_cell
    ('3', (3, 5))
    """

    __slots__ = ("_board", "_stone")

    _game: NineBoard

    def __init__(
        self,
        game: NineBoard,
        own: int = 0,
        other: int = 0,
        player: int = 0,
        last: int | None = None,
        won: bool = False,
        board: int | None = None,
        stone: int | None = None,
    ) -> None:
        super().__init__(game, own, other, player, last, won)
        self._board = board
        self._stone = stone

    @property
    def note(self) -> str:
        """The board to play in, 1 to 9, or `-` when one is to be chosen."""
        return "-" if self._board is None else str(self._board + 1)

    def legal_actions(self) -> Sequence[int]:
        if self._won:
            return ()
        filled = self._own | self._other
        if self._board is None:
            return [board for board in range(9) if not is_full(filled, board)]
        cells = filled >> BOARD_BITS * self._board
        return [cell for cell, bit in enumerate(CELL_BITS) if not cells & bit]

    def chance(self) -> Sequence[tuple[int, float]]:
        if self._game.first_move == "random" and not self._own | self._other:
            return [(choice, 1 / 9) for choice in range(9)]
        return ()

    def play(self, action: int) -> NineBoardState:
        game = self._game
        if self._board is None:
            if action not in self.legal_actions():
                raise self._refuse(action, f"board {action + 1} is full")
            own, other = self._own, self._other
            return NineBoardState(
                game, own, other, self._player, action, board=action, stone=self._stone
            )
        bit = self._free(action)
        own = self._own | bit
        won = game.line_rule.completed(own, bit)
        chooses = game.full_board == "free" and is_full(own | self._other, action)
        board = None if chooses else action
        return NineBoardState(game, self._other, own, 1 - self._player, action, won, board, bit)

    def target(self, action: int) -> Cell | None:
        return None if self._board is None else self._game.geometry.cell_of[self._free(action)]

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._board)

    def _free(self, action: int) -> int:
        """The bit of a cell of the board to play in; raises IllegalMove unless it may be taken."""
        assert self._board is not None
        if not self._won and 0 <= action < 9:
            bit = CELL_BITS[action] << BOARD_BITS * self._board
            if not (self._own | self._other) & bit:
                return bit
        raise self._refuse(action, f"cell {action + 1} of board {self._board + 1} is taken")

    def _last_bit(self) -> int | None:
        return self._stone

    def _drawn(self) -> bool:
        return not self.legal_actions()

    def _draw_reason(self) -> Reason:
        filled = self._own | self._other
        return Reason.FULL if filled == self._game.geometry.full else Reason.SENT_TO_FULL


def is_full(filled: int, board: int) -> bool:
    """Whether a set of stones fills the board."""
    return filled >> BOARD_BITS * board & FULL_BOARD == FULL_BOARD
