"""Ultimate tic-tac-toe: nine boards to win, and three of them in a row win the game.

Boards and cells are numbered as in `games/nine_board.py`, and each stone goes into the board whose
number is the cell of the stone before. Three in a row in a board win that board, and three won
boards in a row win the game. A player who is sent to a board that is won or full chooses another
one; when no board is left the game is drawn (`tie_break=draw`), or more boards win it
(`tie_break=boards`). With `won_boards=open` a won board is played on until it is full, and belongs
to the player who won it first.

Choosing a board is a move of its own, as in nine-board tic-tac-toe: `551` is board 5, cell 5, and
the answer in cell 1 of board 5. X begins by choosing a board.

The stones are bits as `games/nine_board.py` draws them. The boards that a player has won are one
more 3 x 3 grid of that kind, so that a line of boards is found as any other line.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Self

from inarow.errors import BadNotation
from inarow.games.base import SYMBOLS, Board, Line, Outcome, Reason
from inarow.games.grid import bits_of, boards, grid
from inarow.games.lines import LineRule
from inarow.games.nine_board import (
    BOARD_BITS,
    CELL_BITS,
    DIGITS,
    FULL_BOARD,
    NineBoards,
    NineBoardsState,
)
from inarow.games.rules import Placement, Rules
from inarow.games.stones import read_board
from inarow.options import option

_BOARD_MASKS = tuple(FULL_BOARD << BOARD_BITS * board for board in range(9))
_BOARD_RULE = LineRule(grid(3, 3), k=3)
_CELL_RULE = LineRule(boards(9, 9, 3), k=3)


@dataclass(frozen=True)
class Ultimate(NineBoards):
    """Win small tic-tac-toe boards; three of them in a row win the game."""

    won_boards: str = option(
        "closed", choices=("closed", "open"), help="whether a won board is played on until full"
    )
    tie_break: str = option(
        "draw", choices=("draw", "boards"), help="no line of boards: a draw, or more boards win"
    )

    name = "ultimate_tic_tac_toe"

    def describe(self) -> Rules:
        reopens, majority = self.won_boards == "open", self.tie_break == "boards"
        nine = Rules(9, 9, 3, Placement.SENT, block=3, chooses=True)
        return replace(nine, claims=True, reopens=reopens, majority=majority)

    def initial_state(self) -> UltimateState:
        return UltimateState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> UltimateState:
        stones = read_board(self, board, player)
        number, _, owners = note.partition(":")
        if number not in (*DIGITS, "-") and (number or any(stones)):
            raise BadNotation("say which board, 1 to 9, is to be played in (- to choose one)")
        boards = self._owned(stones, owners)
        if _BOARD_RULE.anywhere(boards[player]):
            raise BadNotation(
                f"{SYMBOLS[player]} already has three boards in a row, so it cannot be to move"
            )
        own, other = stones[player], stones[1 - player]
        won = _BOARD_RULE.anywhere(boards[1 - player])
        state = UltimateState(self, own, other, player, None, won)
        state._own_boards, state._other_boards = boards[player], boards[1 - player]
        if number in DIGITS and state._is_open(int(number) - 1):
            state._board = int(number) - 1
        return state

    def _owned(self, stones: tuple[int, int], owners: str) -> tuple[int, int]:
        """The boards that each player has won, from the stones and from the owners of a note."""
        marks = owners.upper() or "?" * 9
        if len(marks) != 9 or set(marks) - set(f"{SYMBOLS}.?"):
            raise BadNotation("who won the boards 1 to 9 is written as nine marks: X, O or .")
        boards = [0, 0]
        for board, (mark, bit) in enumerate(zip(marks, CELL_BITS, strict=True)):
            lined = "".join(SYMBOLS[p] for p in (0, 1) if _has_line(stones[p], board))
            if len(lined) == 2 and self.won_boards == "closed":
                raise BadNotation(f"both players have a line in board {board + 1}")
            if len(lined) == 2 and mark == "?":
                raise BadNotation(
                    f"both players have a line in board {board + 1}: "
                    "say behind a colon who won each board first, as in 5:X..OX...."
                )
            if mark not in (*(lined or "."), "?"):
                raise BadNotation(f"the stones in board {board + 1} do not say {mark}")
            if lined:
                boards[SYMBOLS.index(lined if mark == "?" else mark)] |= bit
        return boards[0], boards[1]


class UltimateState(NineBoardsState):
    """A position of ultimate tic-tac-toe.

    `_own_boards` and `_other_boards` are the boards that the player to move and the other one have
    won, and `_won` says that the other one has three of them in a row.

    >>> state = Ultimate().initial_state()
    >>> for action in (4, 4, 0):  # board 5, cell 5, then cell 1 of board 5
    ...     state = state.play(action)
    >>> state.note, state.last_cell
    ('1', (3, 3))
    """

    __slots__ = ("_other_boards", "_own_boards")

    _game: Ultimate

    def __init__(self, *parts: Any, board: int | None = None) -> None:
        super().__init__(*parts, board=board)
        self._own_boards = self._other_boards = 0

    @property
    def note(self) -> str:
        """The board to play in, 1 to 9, or `-` when one is to be chosen.

        If both players have lines in a board, the stones do not show who was first. Then the owners
        of all boards follow: `5:X..OX....`.
        """
        number = super().note
        if self._game.won_boards == "open" and any(
            _has_line(self._own, board) and _has_line(self._other, board) for board in range(9)
        ):
            return f"{number}:{''.join('.' if p is None else SYMBOLS[p] for p in self.owners)}"
        return number

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Who has won each of the nine boards: 0, 1 or None."""
        mine, theirs = self._own_boards, self._other_boards
        player = self._player
        return tuple(
            player if mine & bit else 1 - player if theirs & bit else None for bit in CELL_BITS
        )

    @property
    def outcome(self) -> Outcome | None:
        if self._won:
            return Outcome(1 - self._player, Reason.LINE, self._lines())
        if self._board is not None or self.legal_actions():
            return None
        winner = self._majority()
        return Outcome(winner, Reason.FULL if winner is None else Reason.MAJORITY)

    def play(self, action: int) -> Self:
        mine, theirs = self._own_boards, self._other_boards
        if self._board is None:
            after = self._chosen(action)
            after._own_boards, after._other_boards = mine, theirs
            return after
        after, claim = super().play(action), CELL_BITS[self._board]
        claims = after._won and not claim & (mine | theirs)
        mine |= claim if claims else 0
        after._own_boards, after._other_boards = theirs, mine
        after._won = claims and _BOARD_RULE.completed(mine, claim)
        after._board = action if after._is_open(action) else None
        return after

    def returns(self) -> tuple[float, float]:
        if self._won or self._game.tie_break == "draw" or self._board is not None:
            return super().returns()
        outcome = self.outcome
        return (0.0, 0.0) if outcome is None else outcome.returns()

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._board, self._own_boards)

    def _is_open(self, board: int) -> bool:
        claimed = (self._own_boards | self._other_boards) & CELL_BITS[board]
        closed = claimed and self._game.won_boards == "closed"
        return not closed and super()._is_open(board)

    def _majority(self) -> int | None:
        """Who wins when nobody can move any more: with `tie_break=boards` the one with more."""
        more = self._own_boards.bit_count() - self._other_boards.bit_count()
        if not more or self._game.tie_break == "draw":
            return None
        return self._player if more > 0 else 1 - self._player

    def _lines(self) -> tuple[Line, ...]:
        """The winner's lines in all boards that are part of three won boards in a row."""
        boards, stones = self._other_boards, self._other
        found: dict[Line, None] = {}
        for board, claim in enumerate(CELL_BITS):
            if boards & claim and _BOARD_RULE.completed(boards, claim):
                for bit in bits_of(stones & _BOARD_MASKS[board]):
                    found.update(dict.fromkeys(_CELL_RULE.lines(stones, bit)))
        return tuple(found)


def _has_line(stones: int, board: int) -> bool:
    own = stones & _BOARD_MASKS[board]
    return any(_CELL_RULE.completed(stones, bit) for bit in bits_of(own))
