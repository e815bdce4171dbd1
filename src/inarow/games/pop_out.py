"""Pop Out: Connect Four in which a player may also take an own stone out of the bottom row.

In each turn a player drops a stone, or *pops* one: takes an own stone out of the bottom cell of a
column, and every stone above it falls by one. Lines of `k` win as usual, but a pop can complete
lines of both players at once. Then the player who popped wins; if only the opponent got a line, the
opponent wins. A player who can neither drop nor pop ends the game with a draw.

Pops could go on for ever, so a game is drawn after `turns` turns. That number counts towards the
position: `ply` is part of `key()`, so that equal keys mean equal futures and no position is ever
reached twice. (Chess draws a game when a position comes back. Then the future depends on the whole
past, and a search can no longer trust what it knows of a position.)

Bits are those of `games/grid.py`. A pop shifts one column down by one bit:

    6   .         6   .      guard bit, always 0
    5   .         5   .
    4   .         4   .
    3   X         3   .
    2   O         2   X
    1   O    ->   1   O
    0   X         0   O      column 1, X pops: `p1`
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inarow import defaults
from inarow.errors import BadNotation
from inarow.games.base import Board, Cell, Outcome, Reason
from inarow.games.connect_four import Columns, check_gravity
from inarow.games.grid import bits_of
from inarow.games.lines import LineRule
from inarow.games.rules import Placement, Rules
from inarow.games.stones import StonesState, check_player
from inarow.options import option


@dataclass(frozen=True)
class PopOut(Columns):
    """Connect Four in which a player may take out an own stone at the bottom instead."""

    turns: int | None = option(
        None,
        low=1,
        help=f"the game is drawn then; none: {defaults.POP_OUT_TURNS_PER_CELL} for every cell",
    )

    name = "pop_out"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.turns is None:  # a spec with its number still means the same when defaults change
            cells = self.rows * self.cols
            object.__setattr__(self, "turns", defaults.POP_OUT_TURNS_PER_CELL * cells)

    @cached_property
    def rules(self) -> Rules | None:
        if type(self) is not PopOut:
            return None
        falls = Placement.FALLS
        return Rules(self.rows, self.cols, self.k, falls, pops=True, turns=self.turns)

    @property
    def limit(self) -> int:
        """The number of turns after which the game is drawn."""
        assert self.turns is not None
        return self.turns

    @property
    def num_actions(self) -> int:
        return 2 * self.cols

    @property
    def move_pattern(self) -> str:
        return f"[pP]?{super().move_pattern}"

    def initial_state(self) -> PopOutState:
        return PopOutState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> PopOutState:
        check_gravity(self, board)
        check_player(player)
        stones = self.geometry.stones(board)
        fewest = sum(stones).bit_count()
        if note and not (note.isascii() and note.isdigit() and len(note) <= 9):
            raise BadNotation(
                f"{note!r} is not a note of {self.name}: write the turns taken so far"
            )
        turns = int(note) if note else fewest
        if not fewest <= turns <= self.limit:
            raise BadNotation(
                f"{fewest} stones after {turns} turns cannot be: it takes a turn to place each, "
                f"and the game ends after {self.limit}"
            )
        own, other = stones[player], stones[1 - player]
        won, given = (_lined(self.line_rule, whose, whose) for whose in (other, own))
        return PopOutState(self, own, other, player, None, won, turns, given and not won)

    def format(self, action: int) -> str:
        return f"p{action - self.cols + 1}" if action >= self.cols else str(action + 1)

    def parse(self, text: str) -> int:
        word = text.strip()
        pops = word[:1] in ("p", "P")
        try:
            return super().parse(word[1:] if pops else word) + (self.cols if pops else 0)
        except BadNotation as error:
            raise BadNotation(f"{error}, with a p before it to take a stone out") from None

    def symmetries(self) -> Sequence[Sequence[int]]:
        columns = range(self.cols)
        mirrored = (*columns[::-1], *(col + self.cols for col in columns[::-1]))
        return (range(self.num_actions), mirrored)


class PopOutState(StonesState):
    """A position after `_turns` turns.

    `_won` says that the player who just moved has a line, `_given` that only the other one has.

    >>> state = PopOut().initial_state()
    >>> for move in "1 1 1 4 p1".split():
    ...     state = state.play(state.game.parse(move))
    >>> str(state).splitlines()[-2:], state.ply, state.note
    (['X......', 'O..O...'], 5, '5')
    """

    __slots__ = ("_given", "_turns")

    _game: PopOut

    def __init__(
        self,
        game: PopOut,
        own: int = 0,
        other: int = 0,
        player: int = 0,
        last: int | None = None,
        won: bool = False,
        turns: int = 0,
        given: bool = False,
    ) -> None:
        super().__init__(game, own, other, player, last, won)
        self._turns = turns
        self._given = given

    @property
    def ply(self) -> int:
        return self._turns

    @property
    def note(self) -> str:
        """The turns taken so far, or nothing if there are as many stones."""
        return "" if self._turns == super().ply else str(self._turns)

    @property
    def outcome(self) -> Outcome | None:
        if self._won or self._given:
            winner, rule = 1 - self._player if self._won else self._player, self._game.line_rule
            own = self.stones[winner]
            lines = {line: None for bit in bits_of(own) for line in rule.lines(own, bit)}
            return Outcome(winner, Reason.LINE, tuple(lines))
        return super().outcome

    def legal_actions(self) -> Sequence[int]:
        game = self._game
        if self._won or self._given or self._turns >= game.limit:
            return ()
        own, cols = self._own, game.cols
        filled = own | self._other
        actions = [col for col, (_, top, _) in enumerate(game.columns) if not filled & top]
        actions += [cols + col for col, (bottom, _, _) in enumerate(game.columns) if own & bottom]
        return actions

    def play(self, action: int) -> PopOutState:
        game, rule, turns = self._game, self._game.line_rule, self._turns + 1
        bit = self._touched(action)
        if action < game.cols:
            own = self._own | bit
            won = rule.completed(own, bit)
            return PopOutState(game, self._other, own, 1 - self._player, action, won, turns)
        column = game.columns[action - game.cols][2]
        own = self._own & ~column | (self._own & column ^ bit) >> 1
        other = self._other & ~column | (self._other & column) >> 1
        won = _lined(rule, own, column)
        given = not won and _lined(rule, other, column)
        return PopOutState(game, other, own, 1 - self._player, action, won, turns, given)

    def target(self, action: int) -> Cell | None:
        return self._game.geometry.cell_of[self._touched(action)]

    def returns(self) -> tuple[float, float]:
        if self._given:
            return (-1.0, 1.0) if self._player else (1.0, -1.0)
        return super().returns()

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._turns)

    def _touched(self, action: int) -> int:
        """The bit that an action sets or takes away; raises IllegalMove unless it may be played."""
        game, problem = self._game, ""
        if 0 <= action < game.num_actions:
            pops, col = divmod(action, game.cols)
            (bottom, top, column), filled = game.columns[col], self._own | self._other
            if pops and not self._own & bottom:
                whose = "not yours" if filled & bottom else "not there"
                problem = f"the stone at the bottom of column {col + 1} is {whose}"
            elif not pops and filled & top:
                problem = f"column {col + 1} is full"
            elif not (self._won or self._given or self._turns >= game.limit):
                return bottom if pops else filled + bottom & column
        raise self._refuse(action, problem)

    def _last_bit(self) -> int | None:
        if self._last is None:
            return None
        pops, col = divmod(self._last, self._game.cols)
        bottom, _, column = self._game.columns[col]
        return bottom if pops else 1 << ((self._own | self._other) & column).bit_length() - 1

    def _drawn(self) -> bool:
        return not self.legal_actions()

    def _draw_reason(self) -> Reason:
        return Reason.TURNS if self._turns >= self._game.limit else Reason.FULL


def _lined(rule: LineRule, stones: int, column: int) -> bool:
    """Whether one of the stones that lie in the column stands in a line."""
    return any(rule.completed(stones, bit) for bit in bits_of(stones & column))
