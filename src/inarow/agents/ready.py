"""Load what a player needs before its clock runs.

The first search of a process loads its kernels, which takes most of a second, and the very first
one on a machine compiles them. A player that has two seconds for a move should not lose them to
that, so interfaces make players ready first.
"""

from __future__ import annotations

from contextlib import suppress

from inarow.games.base import Game
from inarow.search.agent import Agent, Prepared, Wrapper


def make_ready(agent: Agent, game: Game) -> None:
    """Let a player, and all who think for it, load or compile what they need for a game.

    >>> from inarow.registry import load_agent, load_game
    >>> make_ready(load_agent("random"), load_game("connect_four"))  # needs nothing
    """
    if isinstance(agent, Wrapper):
        for thinker in agent.thinkers(game):
            make_ready(thinker, game)
    if isinstance(agent, Prepared):
        with suppress(ImportError):  # the player will say it in its own words
            agent.prepare(game)
