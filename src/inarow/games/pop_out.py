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
from numbers import Integral
from typing import Any, Self

from inarow import defaults
from inarow.errors import BadNotation
from inarow.games.base import Board, Outcome, Reason
from inarow.games.connect_four import Columns
from inarow.games.grid import bits_of
from inarow.games.lines import LineRule
from inarow.games.mistaken import no_action
from inarow.games.rules import Placement, Rules
from inarow.games.stones import StonesState, read_board
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

    def describe(self) -> Rules:
        falls = Placement.FALLS
        return Rules(self.rows, self.cols, self.k, falls, pops=True, turns=self.turns)

    @property
    def limit(self) -> int:
        """The number of turns after which the game is drawn."""
        assert self.turns is not None
        return self.turns

    @property
    def move_pattern(self) -> str:
        return f"[pP]?{super().move_pattern}"

    def initial_state(self) -> PopOutState:
        return PopOutState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> PopOutState:
        stones = read_board(self, board, player)
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
        won, given = self.line_rule.anywhere(other), self.line_rule.anywhere(own)
        parts = (self, own, other, player, None, won)
        return PopOutState(*parts, turns=turns, given=given and not won)

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

    def __init__(self, *parts: Any, turns: int = 0, given: bool = False) -> None:
        super().__init__(*parts)
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

    def play(self, action: int) -> Self:
        game, bit = self._game, self._bit(action)
        rule, own, other, given = game.line_rule, self._own, self._other, False
        if action < game.cols:
            own |= bit
            won = rule.completed(own, bit)
        else:
            column = game.columns[action - game.cols][2]
            own = own & ~column | (own & column ^ bit) >> 1
            other = other & ~column | (other & column) >> 1
            won = _lined(rule, own, column)
            given = not won and _lined(rule, other, column)
        after = self._after(action, own, other, won, bit)
        after._turns, after._given = self._turns + 1, given
        return after

    def returns(self) -> tuple[float, float]:
        if self._given:
            return (-1.0, 1.0) if self._player else (1.0, -1.0)
        return super().returns()

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._turns)

    def _bit(self, action: int) -> int:
        game, problem = self._game, ""
        if not isinstance(action, Integral):
            raise no_action(action)
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

    def _drawn(self) -> bool:
        return not self.legal_actions()

    def _draw_reason(self) -> Reason:
        return Reason.TURNS if self._turns >= self._game.limit else Reason.FULL


def _lined(rule: LineRule, stones: int, column: int) -> bool:
    """Whether one of the stones that lie in the column stands in a line."""
    return any(rule.completed(stones, bit) for bit in bits_of(stones & column))
