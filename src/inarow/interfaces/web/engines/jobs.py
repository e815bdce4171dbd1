"""Work for an engine process: what to do, as a value that can be sent there.

A job runs in a worker process (`worker.py`), far from the event loop. It gets a `Desk`: a stop flag
that it must obey, and a way to report progress. What it reports and returns are views, ready for
the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter
from typing import Any, Protocol

from inarow.agents.ready import make_ready
from inarow.errors import AgentFailed, NotSupported
from inarow.games.base import State
from inarow.games.notation import parse_position
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit

MAX_SECONDS = 60.0
"""The most that any engine may think about one thing."""
STUDY_SECONDS = 30.0
"""The most that reading an event, making a puzzle or recording a search may take."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a job works: the flag that ends it, and the way to tell what it knows so far."""

    stop: Event
    report: Callable[[Any], None]


class Job(Protocol):
    """Something to do in a worker process."""

    @property
    def seconds(self) -> float:
        """After so long it is told to stop, and soon after killed."""

    def run(self, desk: Desk) -> Any:
        """Do it; whatever is returned must be a value that can be sent back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortJob:
    """A job that takes no time worth naming, and not for ever if something is wrong."""

    seconds: float = STUDY_SECONDS


@dataclass(frozen=True, slots=True)
class Place:
    """A position that can be sent: the rules, where the game began, and the actions since.

    >>> Place("connect_four", None, (3, 3)).state().ply
    2
    """

    rules: str
    start: str | None
    actions: tuple[int, ...]

    def states(self) -> list[State]:
        """Every position from the start on."""
        game = load_game(self.rules)
        state = game.initial_state() if self.start is None else parse_position(game, self.start)
        found = [state]
        for action in self.actions:
            found.append(found[-1].play(action))
        return found

    def state(self) -> State:
        """The position itself."""
        return self.states()[-1]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move of a machine, and how long it thought."""

    action: int
    seconds: float
    words: str


@dataclass(frozen=True, slots=True)
class ChooseMove:
    """Ask a player for a move."""

    place: Place
    agent: str
    seed: int
    limit: Limit
    seconds: float

    def run(self, desk: Desk) -> Chosen:
        state = self.place.state()
        agent = ready_agent(self.agent, state, self.seed)
        started = perf_counter()
        decision = agent.choose(state, replace(self.limit, stop=desk.stop))
        seconds = perf_counter() - started
        if not isinstance(decision.action, int):
            raise AgentFailed(f"{agent.name} did not answer with an action")
        state.play(decision.action)
        return Chosen(
            decision.action, seconds, "" if decision.value is None else decision.value.words
        )


def ready_agent(spec: str, state: State, seed: int | None) -> Agent:
    """A player that has loaded what it needs for the game of a position."""
    agent = load_agent(spec, seed)
    if not agent.supports(state.game):
        raise NotSupported(f"{agent.name} cannot play {state.game}")
    make_ready(agent, state.game)
    return agent
