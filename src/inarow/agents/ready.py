"""Load what a player needs before its clock runs.

The first search of a process loads its kernels, which takes most of a second, and the very first
one on a machine compiles them. A player that has two seconds for a move should not lose them to
that, so interfaces make players ready first.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from inarow.agents.base import Agent, Wrapper
from inarow.games.base import Game
from inarow.search.compiled_position import can_compile
from inarow.search.warm_up import ALPHABETA, SOLVER, TREE_SEARCH, Step

__all__ = ["make_ready"]

_STEPS = {
    "inarow.agents.mcts_player": TREE_SEARCH,
    "inarow.agents.minimax_player": ALPHABETA,
    "inarow.agents.alphabeta_player": ALPHABETA,
    "inarow.agents.gomoku_player": ALPHABETA,
    "inarow.agents.perfect_player": SOLVER,
}


def make_ready(agent: Agent, game: Game) -> None:
    """Load, or compile, the kernels that a player uses for a game, once per process.

    >>> from inarow.registry import load_agent, load_game
    >>> make_ready(load_agent("random"), load_game("connect_four"))  # needs nothing
    """
    if isinstance(agent, Wrapper):
        make_ready(agent.thinker(game), game)
        return
    for part in getattr(agent, "players", ()):  # a player that asks others
        make_ready(part, game)
    step = _STEPS.get(type(agent).__module__)
    if step is not None and getattr(agent, "compiled", True) and can_compile(game):
        with suppress(ImportError):  # the player will say it in its own words
            _load(step)


@cache
def _load(step: Step) -> None:
    step.run()
