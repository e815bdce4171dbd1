"""Ends games whose result is proven, by the Connect Four solver.

After each move the solver looks at a fixed number of positions, with an empty table for each game
and without an opening book: whether a game is ended does not depend on the machine or on other
games. What is proven is the result under best play of both sides, so weak players may lose chances
that their opponent would have given them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from inarow.errors import NotSupported
from inarow.games.base import Game, Outcome, Reason, State
from inarow.search.decision import Result
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer
from inarow.search.solver.solver import Solver

ADJUDICATION_NODES = 50_000
"""Positions that the solver may look at after each move to prove a result."""
ADJUDICATION_MEMORY_MB = 8

_LIMIT = Limit(nodes=ADJUDICATION_NODES)


def adjudicator(game: Game) -> Callable[[State], Outcome | None]:
    """A callback for one game that says how a position ends, if that can be proven quickly."""
    solver = _solver(game)
    solver.forget()  # the last game

    def adjudicate(state: State) -> Outcome | None:
        proven = solver.weak(state, _LIMIT).result
        if proven is None:
            return None
        winner = {Result.WIN: state.player, Result.LOSS: 1 - state.player, Result.DRAW: None}
        return Outcome(winner[proven], Reason.ADJUDICATED)

    return adjudicate


@cache
def _solver(game: Game) -> Solver:
    """The solver of this process for a game."""
    rows, cols = game.shape
    return Solver(rows, cols, ADJUDICATION_MEMORY_MB)


def check_adjudication(game: Game) -> None:
    """Refuse games that the solver does not know."""
    if not PerfectPlayer().supports(game):
        raise NotSupported(f"the solver cannot adjudicate {game}")
