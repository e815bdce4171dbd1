"""The contract of an evaluator: a position and a player in, a number out.

    value = evaluator("open_lines")
    value(state, player=0)      # higher is better for player 0

An evaluator guesses, so searches ask it only about positions in which the game goes on; the result
of a finished game is known and comes from `state.returns()`. What a number means is up to each
evaluator: only numbers of the same evaluator can be compared.

The evaluators of this package read the stones of any game that describes its rules as bits, in the
layout that `games/grid.py` draws; `read_stones` of `games/stones.py` gets at them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from inarow.games.base import Game, State

Evaluate: TypeAlias = Callable[[State, int], float]
"""How good a position looks for a player; a higher number is better."""


@runtime_checkable
class Evaluator(Protocol):
    """Anything that can say what a position is worth."""

    @property
    def name(self) -> str: ...

    def supports(self, game: Game) -> bool:
        """Whether positions of this game can be evaluated."""

    def __call__(self, state: State, player: int) -> float:
        """The value of the position for `player`: higher is better for that player."""


@dataclass(frozen=True)
class NoEvaluator:
    """Knows nothing before the end of the game: always 0.

    With it a search tells apart only what it can see to the end: wins, losses and the rest. It
    works for every game, plug-ins too; an evaluator that does not beat it is of no use.

    >>> from inarow.games.mnk import Mnk
    >>> NoEvaluator()(Mnk().initial_state(), player=0)
    0.0
    """

    name = "none"

    def supports(self, game: Game) -> bool:
        return True

    def __call__(self, state: State, player: int) -> float:
        return 0.0
