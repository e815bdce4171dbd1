"""The contract of an evaluator: a position and a player in, a number out.

    value = evaluator("open_lines")
    value(state, player=0)      # higher is better for player 0

An evaluator guesses, so searches ask it only about positions in which the game goes on; the result
of a finished game is known and comes from `state.returns()`. What a number means is up to each
evaluator: only numbers of the same evaluator can be compared.

The evaluators of this package read the stones as bits (`games/grid.py` draws the layout), which all
built-in games share. `read_stones` is the one place where they get at them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.lines import LineRule
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.stones import StonesState

Evaluate: TypeAlias = Callable[[State, int], float]
"""How good a position looks for a player; a higher number is better."""

LINE_GAMES = (ConnectFour, Mnk, NineBoard)
"""The games, with their variants, whose stones and lines are bits that evaluators can read."""


@runtime_checkable
class Evaluator(Protocol):
    """Anything that can say what a position is worth."""

    @property
    def name(self) -> str: ...

    def supports(self, game: Game) -> bool:
        """Whether positions of this game can be evaluated."""

    def __call__(self, state: State, player: int) -> float:
        """The value of the position for `player`: higher is better for that player."""


def has_lines(game: Game) -> bool:
    """Whether a game is one of the built-in games of lines, or a variant of one.

    >>> has_lines(Mnk())
    True
    """
    return isinstance(game, LINE_GAMES)


def read_stones(state: State, player: int) -> tuple[int, int, LineRule]:
    """The stones of `player`, the stones of the opponent, and the rule that says what a line is.

    >>> own, other, rule = read_stones(Mnk().initial_state().play(0), player=1)
    >>> own, other, rule.k
    (0, 4, 3)

    Raises:
        NotSupported: the game is not one of the built-in ones.
    """
    game = state.game
    if isinstance(game, LINE_GAMES) and isinstance(state, StonesState):
        first, second = state.stones
        return (second, first, game.line_rule) if player else (first, second, game.line_rule)
    raise NotSupported(f"the stones of {game.name} cannot be read: use the evaluator none")
