"""No heuristic: every position in which the game goes on is worth 0.

With it a search tells apart only what it can see to the end: wins, losses and the rest. It works
for every game, plug-ins too, and is the honest opponent of every other evaluator: one that does
not beat it is of no use.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow.games.base import Game, State


@dataclass(frozen=True)
class NoEvaluator:
    """Knows nothing before the end of the game: always 0.

    >>> from inarow.games.mnk import Mnk
    >>> NoEvaluator()(Mnk().initial_state(), player=0)
    0.0
    """

    name = "none"

    def supports(self, game: Game) -> bool:
        return True

    def __call__(self, state: State, player: int) -> float:
        return 0.0
