"""Connect Four with luck: instead of a column a player may let the dice choose one.

The price is that the opponent's next stone is dropped at random as well. In the move text `?` calls
for the dice, and the columns that the dice then name follow it: `44?25` means 4, 4, then a random
drop that fell into column 2, then the opponent's forced drop into column 5.

The dice are *chance nodes* of the game tree. After `?` the position is a chance node whose outcomes
are the open columns, all equally likely; after that drop it is another one, for the opponent's
forced stone; then the game goes on as usual. A drop that completes a line wins, whoever chose it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from inarow.errors import BadNotation
from inarow.games.base import Board, Cell
from inarow.games.connect_four import ConnectFour, ConnectFourState
from inarow.games.rules import Placement, Rules

_NOTES = ("", "forced", "random")


@dataclass(frozen=True)
class RandomDrop(ConnectFour):
    """Connect Four in which a player may drop at random, and the opponent then must."""

    name = "random_drop"

    def describe(self) -> Rules:
        return Rules(self.rows, self.cols, self.k, Placement.FALLS, dice=self.dice)

    @property
    def dice(self) -> int:
        """The action that calls for a random drop."""
        return self.cols

    @property
    def move_pattern(self) -> str:
        return super().move_pattern + r"|\?"

    def initial_state(self) -> RandomDropState:
        return RandomDropState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> RandomDropState:
        if note not in _NOTES:
            raise BadNotation(f"{note!r} is not a note of {self.name}: use random or forced")
        state = RandomDropState.from_board(self, board, player)
        state._drops = _NOTES.index(note)
        return state

    def format(self, action: int) -> str:
        return "?" if action == self.dice else super().format(action)

    def parse(self, text: str) -> int:
        if text.strip() == "?":
            return self.dice
        try:
            return super().parse(text)
        except BadNotation as error:
            raise BadNotation(f"{error}, or ? for a random one") from None

    def symmetries(self) -> Sequence[Sequence[int]]:
        return tuple((*columns, self.dice) for columns in super().symmetries())


class RandomDropState(ConnectFourState):
    """A position with `_drops` random stones still to fall: 2 after `?`, 1 when forced, else 0."""

    __slots__ = ("_drops",)

    _game: RandomDrop

    def __init__(self, *parts: Any, drops: int = 0) -> None:
        super().__init__(*parts)
        self._drops = drops

    @property
    def note(self) -> str:
        """`random` before the player's own random drop, `forced` before the imposed one."""
        return _NOTES[self._drops]

    def legal_actions(self) -> Sequence[int]:
        columns = super().legal_actions()
        return columns if self._drops or not columns else [*columns, self._game.dice]

    def chance(self) -> Sequence[tuple[int, float]]:
        if not self._drops:
            return ()
        columns = super().legal_actions()
        return [(col, 1 / len(columns)) for col in columns]

    def play(self, action: int) -> Self:
        if action == self._game.dice:
            if action not in self.legal_actions():
                raise self._refuse(action, "the dice decide here already")
            parts = (self._game, self._own, self._other, self._player, action, False, self._stone)
            return type(self)(*parts, drops=2)
        after = super().play(action)
        after._drops = self._drops - 1 if self._drops and after.outcome is None else 0
        return after

    def random_returns(self, rng: Random) -> tuple[float, float]:
        """Play uniformly random actions, dice included, to the end."""
        state = self
        while actions := state.legal_actions():
            state = state.play(actions[int(rng.random() * len(actions))])
        return state.returns()

    def target(self, action: int) -> Cell | None:
        return None if action == self._game.dice else super().target(action)

    def without_dice(self) -> ConnectFourState:
        """The same position in plain Connect Four, for players that never call for the dice."""
        game = ConnectFour(self._game.rows, self._game.cols, self._game.k)
        return ConnectFourState(game, self._own, self._other, self._player, None, self._won)

    def key(self) -> Hashable:
        return (self._own, self._other, self._player, self._drops)
