"""Ultimate tic-tac-toe: nine boards to win, and three of them in a row win the game.

Nine 3 x 3 boards form a 3 x 3 array; boards and cells are numbered alike:

    1 2 3
    4 5 6
    7 8 9

Each stone goes into the board whose number is the cell of the stone before. Three in a row in a
board win that board, and three won boards in a row win the game. A player who is sent to a board
that is won or full chooses another one; when no board is left the game is drawn (`tie_break=draw`)
or won by whoever has more boards (`tie_break=boards`). With `won_boards=open` a won board is played
on until it is full, and belongs to whoever won it first.

Choosing a board is a move of its own, as in nine-board tic-tac-toe: `551` is board 5, cell 5, and
the answer in cell 1 of board 5. X begins by choosing a board.

The stones are bits as `games/nine_board.py` draws them. The boards that a player has won are one
more 3 x 3 grid of that kind, so that a line of boards is found as any other line:

    .  .  .       3   7  11
    1  2  3       2   6  10
    4  5  6   =   1   5   9
    7  8  9       0   4   8
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inarow.errors import BadNotation
from inarow.games.base import SYMBOLS, Board, Cell, Line, Outcome, Reason
from inarow.games.grid import bits_of, grid
from inarow.games.lines import LineRule
from inarow.games.nine_board import BOARD_BITS, CELL_BITS, GEOMETRY, LINE_RULE, NineBoards, is_full
from inarow.games.rules import Placement, Rules
from inarow.games.stones import StonesState, check_board, check_player
from inarow.options import option

_BOARD_MASKS = tuple(sum(CELL_BITS) << BOARD_BITS * board for board in range(9))
_BOARD_RULE = LineRule(grid(3, 3), k=3)
_DIGITS = tuple("123456789")


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

    @cached_property
    def rules(self) -> Rules | None:
        if type(self) is not Ultimate:
            return None  # a variant describes itself
        reopens, majority = self.won_boards == "open", self.tie_break == "boards"
        return Rules(
            9,
            9,
            3,
            Placement.SENT,
            block=3,
            chooses=True,
            claims=True,
            reopens=reopens,
            majority=majority,
        )

    def initial_state(self) -> UltimateState:
        return UltimateState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> UltimateState:
        check_board(self, board)
        check_player(player)
        stones = self.geometry.stones(board)
        number, _, owners = note.partition(":")
        if number not in (*_DIGITS, "-") and (number or any(stones)):
            raise BadNotation("say which board, 1 to 9, is to be played in (- to choose one)")
        boards = self._owned(stones, owners)
        lined = [any(_BOARD_RULE.completed(own, bit) for bit in bits_of(own)) for own in boards]
        if lined[player]:
            raise BadNotation(
                f"{SYMBOLS[player]} already has three boards in a row, so it cannot be to move"
            )
        state = UltimateState(
            self,
            stones[player],
            stones[1 - player],
            player,
            won=lined[1 - player],
            own_boards=boards[player],
            other_boards=boards[1 - player],
        )
        if number in _DIGITS and state._is_open(int(number) - 1):
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


class UltimateState(StonesState):
    """A position; `_board` is the board to play in, or None when a board is to be chosen.

    `_own_boards` and `_other_boards` are the boards that the player to move and the other one have
    won, and `_won` says that the other one has three of them in a row.

    >>> state = Ultimate().initial_state()
    >>> for action in (4, 4, 0):  # board 5, cell 5, then cell 1 of board 5
    ...     state = state.play(action)
    >>> state.note, state.last_cell
    ('1', (3, 3))
    """

    __slots__ = ("_board", "_other_boards", "_own_boards", "_stone")

    _game: Ultimate

    def __init__(
        self,
        game: Ultimate,
        own: int = 0,
        other: int = 0,
        player: int = 0,
        last: int | None = None,
        won: bool = False,
        board: int | None = None,
        stone: int | None = None,
        own_boards: int = 0,
        other_boards: int = 0,
    ) -> None:
        super().__init__(game, own, other, player, last, won)
        self._board = board
        self._stone = stone
        self._own_boards = own_boards
        self._other_boards = other_boards

    @property
    def note(self) -> str:
        """The board to play in, 1 to 9, or `-` when one is to be chosen.

        If both players have lines in a board, the stones do not show who was first. Then the owners
        of all boards follow: `5:X..OX....`.
        """
        number = "-" if self._board is None else str(self._board + 1)
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

    def legal_actions(self) -> Sequence[int]:
        if self._won:
            return ()
        if self._board is None:
            return [board for board in range(9) if self._is_open(board)]
        cells = (self._own | self._other) >> BOARD_BITS * self._board
        return [cell for cell, bit in enumerate(CELL_BITS) if not cells & bit]

    def play(self, action: int) -> UltimateState:
        game, own, other, player = self._game, self._own, self._other, self._player
        mine, theirs = self._own_boards, self._other_boards
        if self._board is None:
            if action not in self.legal_actions():
                full = action in range(9) and self._fills(action)
                raise self._refuse(action, f"board {action + 1} is {'full' if full else 'won'}")
            return UltimateState(
                game, own, other, player, action, False, action, self._stone, mine, theirs
            )
        bit, claim, won = self._free(action), CELL_BITS[self._board], False
        own |= bit
        if not claim & (mine | theirs) and LINE_RULE.completed(own, bit):
            mine |= claim
            won = _BOARD_RULE.completed(mine, claim)
        after = UltimateState(game, other, own, 1 - player, action, won, action, bit, theirs, mine)
        if not after._is_open(action):
            after._board = None
        return after

    def target(self, action: int) -> Cell | None:
        return None if self._board is None else GEOMETRY.cell_of[self._free(action)]

    def returns(self) -> tuple[float, float]:
        if self._won or self._game.tie_break == "draw" or self._board is not None:
            return super().returns()
        outcome = self.outcome
        return (0.0, 0.0) if outcome is None else outcome.returns()

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._board, self._own_boards)

    def _free(self, action: int) -> int:
        """The bit of a cell of the board to play in; raises IllegalMove unless it may be taken."""
        assert self._board is not None
        if not self._won and 0 <= action < 9:
            bit = CELL_BITS[action] << BOARD_BITS * self._board
            if not (self._own | self._other) & bit:
                return bit
        raise self._refuse(action, f"cell {action + 1} of board {self._board + 1} is taken")

    def _fills(self, board: int) -> bool:
        return is_full(self._own | self._other, board)

    def _is_open(self, board: int) -> bool:
        """Whether stones may still be placed in the board."""
        closed = self._game.won_boards == "closed" and (
            (self._own_boards | self._other_boards) & CELL_BITS[board]
        )
        return not closed and not self._fills(board)

    def _last_bit(self) -> int | None:
        return self._stone

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
                    found.update(dict.fromkeys(LINE_RULE.lines(stones, bit)))
        return tuple(found)


def _has_line(stones: int, board: int) -> bool:
    return any(LINE_RULE.completed(stones, bit) for bit in bits_of(stones & _BOARD_MASKS[board]))
