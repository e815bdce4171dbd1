"""The part that all games on a grid of cells share: two sets of stones and whose turn it is.

A game adds its placement rule (stones fall, stones go anywhere, the last move names the board):
`legal_actions`, and `_bit`, which says where the stone of an action goes. Fields are private and
read through properties, so a state cannot be changed from outside; making a state stays as cheap as
filling seven slots, which is what random play spends its time on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn, Self

from inarow.drawn import drawn
from inarow.errors import BadNotation, IllegalMove, NotSupported
from inarow.games.base import SYMBOLS, Board, Cell, Game, Outcome, Reason, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.lines import LineRule
from inarow.games.mistaken import no_action, no_such_name
from inarow.games.rules import Rules
from inarow.options import check_options
from inarow.spec import spec_of


@dataclass(frozen=True)
class StonesGame(Game):
    """What all games on a grid of cells share.

    A game tells its rules in `describe`. Searches may trust them only if the class itself tells
    them: a variant that inherits them may have changed anything, so its `rules` are None.
    """

    def __post_init__(self) -> None:
        check_options(self)

    def describe(self) -> Rules:
        """The board, how stones are placed and what wins."""
        raise NotImplementedError

    @cached_property
    def rules(self) -> Rules | None:
        return self.describe() if "describe" in vars(type(self)) else None

    @cached_property
    def geometry(self) -> Geometry:
        """Which bit stands for which cell."""
        return self.describe().geometry

    @cached_property
    def line_rule(self) -> LineRule:
        """What a line is."""
        return self.describe().line_rule

    @cached_property
    def num_actions(self) -> int:
        return self.describe().num_actions

    @property
    def shape(self) -> tuple[int, int]:
        return (self.geometry.rows, self.geometry.cols)

    @cached_property
    def block(self) -> int:
        return self.describe().block

    def format(self, action: int) -> str:
        return str(action + 1)

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), ()

    def refuse_note(self, note: str) -> None:
        """For games whose board shows everything: whatever stands behind it is a mistake."""
        if note:
            raise BadNotation(f"{note!r} means nothing here: it ends with who is to move")

    def __str__(self) -> str:
        return spec_of(self)

    if not TYPE_CHECKING:  # a type checker knows every name there is

        def __getattr__(self, name: str) -> NoReturn:
            raise no_such_name(self, name)


class StonesState:
    """Stones of the player to move (`_own`) and of the other one (`_other`), as bit sets.

    `_won` says that the player who just moved has completed a line, `_stone` is the bit that the
    last turn touched.
    """

    __slots__ = ("_game", "_last", "_other", "_own", "_player", "_stone", "_won")

    _game: StonesGame

    if not TYPE_CHECKING:  # a type checker knows every name there is

        def __getattr__(self, name: str) -> NoReturn:
            raise no_such_name(self, name)

    def __init__(
        self,
        game: StonesGame,
        own: int = 0,
        other: int = 0,
        player: int = 0,
        last: int | None = None,
        won: bool = False,
        stone: int | None = None,
    ) -> None:
        self._game = game
        self._own = own
        self._other = other
        self._player = player
        self._last = last
        self._won = won
        self._stone = stone

    @classmethod
    def from_board(cls, game: StonesGame, board: Board, player: int) -> Self:
        """A position set up by hand: any stones, as long as not both players have a line."""
        stones = read_board(game, board, player)
        rule = game.line_rule
        own, other = stones[player], stones[1 - player]
        if rule.anywhere(own, other):
            raise BadNotation(
                f"{SYMBOLS[player]} already has a line of {rule.k}, so it cannot be to move"
            )
        return cls(game, own, other, player, None, rule.anywhere(other, own))

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
        return None if self._stone is None else self._game.geometry.cell_of[self._stone]

    @property
    def outcome(self) -> Outcome | None:
        if self._won:
            rule, bit, winner = self._game.line_rule, self._stone, self._other
            stones = bits_of(winner) if bit is None else (bit,)
            lines = {line: None for s in stones for line in rule.lines(winner, s, self._own)}
            return Outcome(1 - self._player, Reason.LINE, tuple(lines))
        if self._drawn():
            return Outcome(None, self._draw_reason())
        return None

    def play(self, action: int) -> Self:
        try:
            bit = self._bit(action)
        except TypeError:
            raise no_action(action) from None
        own = self._own | bit
        won = self._game.line_rule.completed(own, bit, self._other)
        return self._after(action, own, self._other, won, bit)

    def target(self, action: int) -> Cell | None:
        return self._game.geometry.cell_of[self._bit(action)]

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

    def _repr_svg_(self) -> str:
        return drawn("render.svg:render", self)

    def _after(self, action: int, own: int, other: int, won: bool, bit: int) -> Self:
        """The position after a turn; a subclass sets its own slots then.

        It is made without `__init__`, which takes as long as all the rest of a move.
        """
        after = object.__new__(type(self))
        after._game = self._game
        after._own = other
        after._other = own
        after._player = 1 - self._player
        after._last = action
        after._won = won
        after._stone = bit
        return after

    def _bit(self, action: int) -> int:
        """The bit of the cell that an action takes; raises IllegalMove unless it may be played."""
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


def read_board(game: StonesGame, board: Board, player: int) -> tuple[int, int]:
    """The stones of a board set up by hand; refuses one of another shape, or that cannot be."""
    rows, cols = game.shape
    if len(board) != rows or any(len(row) != cols for row in board):
        raise BadNotation(f"{game.name} here needs {rows} rows of {cols} cells")
    strange = {owner for row in board for owner in row} - {0, 1, None}
    if strange:
        raise BadNotation(f"a cell holds 0, 1 or None, not {min(strange, key=str)}")
    if player not in (0, 1):
        raise BadNotation(f"there is no player {player}: they are 0 and 1")
    if game.describe().falls:
        for row, (upper, lower) in enumerate(pairwise(board), start=1):
            for col, (above, below) in enumerate(zip(upper, lower, strict=True), start=1):
                if above is not None and below is None:
                    where = f"column {col}, row {row} from the top"
                    raise BadNotation(f"the stone in {where} hangs in the air")
    return game.geometry.stones(board)


def read_stones(state: State, player: int) -> tuple[int, int, LineRule]:
    """The stones of `player`, those of the opponent, and the rule that says what its line is.

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
    own, other = (second, first) if player else (first, second)
    return own, other, rules.line_rule_of(player)
