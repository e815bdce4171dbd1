"""Load what a player needs before its clock runs.

The first search of a process loads its kernels, which takes most of a second, and the very first
one on a machine compiles them. A player that has two seconds for a move should not lose them to
that, so interfaces make players ready first.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from inarow.agents.warm_up import ALPHABETA, SHARED_TREE, SOLVER, TREE_SEARCH, Step
from inarow.games.base import Game
from inarow.search.agent import Agent, Wrapper
from inarow.search.native.from_state import can_compile

_STEPS = {
    "inarow.search.mcts.player": TREE_SEARCH,
    "inarow.search.minimax.player": ALPHABETA,
    "inarow.search.minimax.alphabeta_player": ALPHABETA,
    "inarow.agents.classic_gomoku": ALPHABETA,
    "inarow.search.solver.player": SOLVER,
}


def make_ready(agent: Agent, game: Game) -> None:
    """Load, or compile, the kernels that a player uses for a game, once per process.

    >>> from inarow.registry import load_agent, load_game
    >>> make_ready(load_agent("random"), load_game("connect_four"))  # needs nothing
    """
    if isinstance(agent, Wrapper):
        for thinker in agent.thinkers(game):
            make_ready(thinker, game)
    step = _STEPS.get(type(agent).__module__)
    shares = getattr(agent, "threads", 1) > 1 and not getattr(agent, "per_child", False)
    if step is TREE_SEARCH and shares:
        step = SHARED_TREE
    if step is not None and getattr(agent, "compiled", True) and can_compile(game):
        with suppress(ImportError):  # the player will say it in its own words
            _load(step)


@cache
def _load(step: Step) -> None:
    step.run()
