"""What is agreed before a game of the page: the rules, who plays, how long; and what is refused."""

from __future__ import annotations

import os
from dataclasses import dataclass

from inarow.agents.level import refuse_adapting
from inarow.errors import BadOption, NotSupported
from inarow.games.base import Game
from inarow.interfaces.web.engines.jobs import MAX_SECONDS
from inarow.registry import load_agent
from inarow.search.agent import Agent
from inarow.search.limit import Limit

HUMAN = "human"
YOU = "You"
"""The name of a person who did not give one and plays against a machine."""


@dataclass
class Agreement:
    """What was agreed before the game; kept as it is."""

    game: str
    seats: list[str]
    names: list[str]
    start: str | None = None
    limit: str = ""
    bank: float | None = None
    increment: float = 0.0
    takeback: bool = True
    judge: bool = False
    seed: int = 0
    rematch_of: str | None = None

    @property
    def timed(self) -> bool:
        """Whether there are clocks."""
        return self.bank is not None


def usual_names(seats: list[str]) -> list[str]:
    """What the players are called if nobody says it."""
    if seats == [HUMAN, HUMAN]:
        return ["Player 1", "Player 2"]
    return [YOU if seat == HUMAN else seat[:60] for seat in seats]


def check_player(spec: str, game: Game) -> Agent | None:
    """Refuse a player that does not exist, cannot play the game, or wants too much."""
    if spec == HUMAN:
        return None
    agent = load_agent(spec)
    if agent.name == HUMAN:
        raise BadOption("a person's seat is called human, without options")
    if not agent.supports(game):
        raise NotSupported(f"{agent.name} cannot play {game}")
    refuse_adapting(agent)
    cores = os.cpu_count() or 1
    if getattr(agent, "threads", 1) > cores:
        raise BadOption(f"{agent.name}: this machine has {cores} cores, so not more threads")
    return agent


def check_limit(text: str) -> None:
    """Refuse more time for a move than this server gives."""
    if text:
        limit = Limit.parse(text)
        if limit.seconds is not None and limit.seconds > MAX_SECONDS:
            raise BadOption(f"a move may take at most {MAX_SECONDS:g} seconds here")
