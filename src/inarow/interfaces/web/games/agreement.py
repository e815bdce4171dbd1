"""What is agreed before a game of the page: the rules, who plays, how long; and what is refused."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from inarow.agents.level import LevelPlayer, refuse_adapting
from inarow.agents.people import people_name
from inarow.errors import BadOption, InarowError
from inarow.games.base import Game
from inarow.games.notation import NOTATION
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, NO_PROGRAMS, page_agent
from inarow.interfaces.web.protocol.command import LimitText, Number, Pair, Spec, Text
from inarow.interfaces.web.protocol.views import Seat, View
from inarow.library.kept import HUMAN, MAX_NAME
from inarow.log import logger
from inarow.search.agent import Agent, require_support
from inarow.search.limit import Limit

log = logger(__name__)

Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43,86}$")]
"""At least 256 bits, in the letters of web-safe base64."""
YOU = "You"
"""The name of a person who did not give one and plays against a machine."""


class ClockBody(View):
    """Seconds for the whole game and for each move."""

    bank: Annotated[float, Field(ge=0, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)]


class MySeat(View):
    """The seat of who starts a game on several screens, and the key to it."""

    seat: Seat
    key: Secret


class NewGameBody(View):
    """What a new game needs; everything but the game may be left out.

    A seat is `human` or the spec of a player: `hard`, `mcts(simulations=2000)`. `moves` are played
    first; `position` is where they begin; `notation` is 1 where row 1 of m,n,k games is on top.
    `delay` is the pause between moves of two machines. With `mine` each person plays on a screen of
    their own, see `seats.py`.
    """

    game: Spec
    seats: Pair[Spec] = Field(default_factory=lambda: [HUMAN, HUMAN])
    names: Pair[Annotated[str, Field(max_length=MAX_NAME)]] | None = None
    moves: Text = ""
    notation: Annotated[int, Field(ge=1, le=NOTATION)] = NOTATION
    position: Text | None = None
    limit: LimitText = ""
    clock: ClockBody | None = None
    takeback: bool = True
    judge: bool = False
    seed: Number | None = None
    delay: Annotated[float, Field(ge=0, le=60)] = 0.0
    paused: bool = False
    mine: MySeat | None = None


def usual_names(seats: list[str]) -> list[str]:
    """What players without a chosen name are called."""
    if seats == [HUMAN, HUMAN]:
        return ["Player 1", "Player 2"]
    return [YOU if seat == HUMAN else _title(seat)[:MAX_NAME] for seat in seats]


def _title(spec: str) -> str:
    """What people call a player: who plays at its level, its title, or what it is set to."""
    try:
        agent = page_agent(spec)
        if isinstance(agent, LevelPlayer):
            return people_name(agent.title)
        return str(getattr(agent, "title", people_name(spec)))
    except (InarowError, SystemExit):  # there is no such player any more
        return spec
    except Exception:
        log.exception("%s cannot be built", spec)
        return spec


def check_player(spec: str, game: Game, programs: Mapping[str, str] = NO_PROGRAMS) -> Agent | None:
    """Refuse a player that does not exist, cannot play the game, or wants too much."""
    if spec == HUMAN:
        return None
    agent = page_agent(spec, programs)
    if agent.name == HUMAN:
        raise BadOption("a person's seat is called human, without options")
    require_support(agent, game)
    refuse_adapting(agent)
    cores = os.cpu_count() or 1
    if getattr(agent, "threads", 1) > cores:
        raise BadOption(f"{agent.name}: this machine has {cores} cores, so not more threads")
    return agent


def read_limit(text: str, usual: float = MAX_SECONDS) -> Limit:
    """A limit for one position, by default some seconds; refuses more than this server gives."""
    limit = Limit.parse(text) if text else Limit(seconds=usual)
    if limit.seconds is not None and limit.seconds > MAX_SECONDS:
        raise BadOption(f"at most {MAX_SECONDS:g} seconds for one position here")
    return limit
