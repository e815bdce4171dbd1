"""The part that all positions on a grid of cells share: two sets of stones and whose turn it is.

A subclass adds its placement rule (stones fall, stones go anywhere, the last move names the board).
Fields are private and read through properties, so a state cannot be changed from outside; making a
state stays as cheap as filling six slots, which is what random play spends its time on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, Self

from inarow.errors import BadNotation, IllegalMove, NotSupported
from inarow.games.base import SYMBOLS, Board, Cell, Game, Outcome, Reason, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.lines import LineRule


class StonesGame(Game, Protocol):
    """What `StonesState` needs to know of its game beside the public contract."""

    @property
    def geometry(self) -> Geometry: ...

    @property
    def line_rule(self) -> LineRule: ...


class StonesState:
    """Stones of the player to move (`_own`) and of the other one (`_other`), as bit sets.

    `_won` says that the player who just moved has completed a line.
    """

    __slots__ = ("_game", "_last", "_other", "_own", "_player", "_won")

    _game: StonesGame

    def __init__(
        self,
        game: StonesGame,
        own: int = 0,
        other: int = 0,
        player: int = 0,
        last: int | None = None,
        won: bool = False,
    ) -> None:
        self._game = game
        self._own = own
        self._other = other
        self._player = player
        self._last = last
        self._won = won

    @classmethod
    def from_board(cls, game: StonesGame, board: Board, player: int) -> Self:
        """A position set up by hand: any stones, as long as not both players have a line."""
        check_board(game, board)
        check_player(player)
        stones = game.geometry.stones(board)
        rule = game.line_rule
        lined = [any(rule.completed(own, bit) for bit in bits_of(own)) for own in stones]
        if lined[player]:
            raise BadNotation(
                f"{SYMBOLS[player]} already has a line of {rule.k}, so it cannot be to move"
            )
        return cls(game, stones[player], stones[1 - player], player, None, lined[1 - player])

    @property
    def game(self) -> Game:
        return self._game

    @property
    def player(self) -> int:
        return self._player

    @property
    def ply(self) -> int:
        return (self._own | self._other).bit_count()

    @property
    def last(self) -> int | None:
        return self._last

    @property
    def note(self) -> str:
        return ""

    @property
    def stones(self) -> tuple[int, int]:
        """The bit sets of player 0 and player 1; `games/grid.py` draws the layout."""
        return (self._other, self._own) if self._player else (self._own, self._other)

    @property
    def last_cell(self) -> Cell | None:
        bit = self._last_bit()
        return None if bit is None else self._game.geometry.cell_of[bit]

    @property
    def outcome(self) -> Outcome | None:
        if self._won:
            rule, bit = self._game.line_rule, self._last_bit()
            stones = bits_of(self._other) if bit is None else (bit,)
            lines = {line: None for stone in stones for line in rule.lines(self._other, stone)}
            return Outcome(1 - self._player, Reason.LINE, tuple(lines))
        if self._drawn():
            return Outcome(None, self._draw_reason())
        return None

    def chance(self) -> Sequence[tuple[int, float]]:
        return ()

    def board(self) -> Board:
        return self._game.geometry.board(*self.stones)

    def returns(self) -> tuple[float, float]:
        if self._won:
            return (1.0, -1.0) if self._player else (-1.0, 1.0)
        return (0.0, 0.0)

    def key(self) -> Hashable:
        return (self._own, self._other, self._player)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, StonesState)
            and self._game == other._game
            and self.key() == other.key()
        )

    def __hash__(self) -> int:
        return hash(self.key())

    def __str__(self) -> str:
        """The board in plain characters, top row first: `X`, `O` and `.` for an empty cell."""
        marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
        return "\n".join("".join(marks[owner] for owner in row) for row in self.board())

    def __repr__(self) -> str:
        rows = str(self).replace("\n", "/")
        return f"<{self._game} {rows} {SYMBOLS[self._player]} to move>"

    def _last_bit(self) -> int | None:
        """The bit of the last stone, if it is known."""
        raise NotImplementedError

    def _drawn(self) -> bool:
        return self._own | self._other == self._game.geometry.full

    def _draw_reason(self) -> Reason:
        return Reason.FULL

    def _refuse(self, action: int, problem: str) -> IllegalMove:
        """The error for an action that may not be played here."""
        if self.outcome is not None:
            return IllegalMove("the game is over")
        if not 0 <= action < self._game.num_actions:
            return IllegalMove(
                f"there is no action {action}: they go from 0 to {self._game.num_actions - 1}"
            )
        return IllegalMove(problem)


def check_board(game: Game, board: Board) -> None:
    """Refuse a board of another shape, or with other owners than 0, 1 and None."""
    rows, cols = game.shape
    if len(board) != rows or any(len(row) != cols for row in board):
        raise BadNotation(f"{game.name} here needs {rows} rows of {cols} cells")
    owners = {owner for row in board for owner in row}
    if owners - {0, 1, None}:
        raise BadNotation(f"a cell holds 0, 1 or None, not {min(owners - {0, 1, None}, key=str)}")


def check_player(player: int) -> None:
    """Refuse a player to move who does not exist."""
    if player not in (0, 1):
        raise BadNotation(f"there is no player {player}: they are 0 and 1")


def read_stones(state: State, player: int) -> tuple[int, int, LineRule]:
    """The stones of `player`, the stones of the opponent, and the rule that says what a line is.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(0)
    >>> own, other, rule = read_stones(state, player=1)
    >>> own, other, rule.k
    (0, 4, 3)

    Raises:
        NotSupported: the game does not describe its rules.
    """
    rules = state.game.rules
    if rules is None:
        raise NotSupported(
            f"the stones of {state.game.name} cannot be read: use the evaluator none"
        )
    stones: tuple[int, int] | None = getattr(state, "stones", None)
    first, second = rules.geometry.stones(state.board()) if stones is None else stones
    return (second, first, rules.line_rule) if player else (first, second, rules.line_rule)
