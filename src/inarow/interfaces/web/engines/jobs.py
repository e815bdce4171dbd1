"""Work for an engine process: functions that are called there, far from the event loop.

The last argument of each is a `Desk`: a stop flag that it must obey, and a way to report progress.
The others are bound before it is sent (`functools.partial`). What it reports and returns are values
that can be sent back, mostly views, ready for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from inarow.agents.ready import let_go, make_ready
from inarow.errors import AgentFailed, NotSupported
from inarow.games.base import Reason, State
from inarow.games.notation import parse_position
from inarow.registry import load_agent, load_game, names_program
from inarow.search.agent import Agent, HearsHistory, PlayerFailed, require_support
from inarow.search.limit import Limit

Answer = TypeVar("Answer")

MAX_SECONDS = 60.0
"""The most that any engine may think about one thing."""
STUDY_SECONDS = 30.0
"""The most that reading an event, making a puzzle or recording a search may take."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a job works: the flag that ends it, and the way to tell what it knows so far."""

    stop: Event
    report: Callable[[Any], None]


Job: TypeAlias = Callable[[Desk], Answer]
NO_PROGRAMS: Mapping[str, str] = MappingProxyType({})


class Lost(NamedTuple):
    """A player has failed, and why."""

    reason: Reason
    words: str


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


def choose_move(
    place: Place,
    spec: str,
    programs: Mapping[str, str],
    seed: int,
    limit: Limit,
    waits: bool,
    desk: Desk,
) -> tuple[int, float] | Lost:
    """The move of a player, and how long it thought; or how it failed."""
    states = place.states()
    state = states[-1]
    try:
        agent = ready_agent(spec, state, seed, waits, programs)
    except PlayerFailed as failure:
        return Lost(failure.reason, str(failure))
    if isinstance(agent, HearsHistory):
        agent.hear_history(states[0], place.actions)
    started = perf_counter()
    try:
        decision = agent.choose(state, replace(limit, stop=desk.stop))
    except PlayerFailed as failure:  # and if it was a program, it has ended
        return Lost(failure.reason, str(failure.of(agent)))
    seconds = perf_counter() - started
    let_go(agent)
    if not isinstance(decision.action, int):
        raise AgentFailed(f"{agent.name} did not answer with an action")
    return decision.action, seconds


def page_agent(
    spec: str, programs: Mapping[str, str] = NO_PROGRAMS, seed: int | None = None
) -> Agent:
    """The player that a client names; a program of this machine only by the name it has here.

    Every text of a client comes by here, in the server and once more in the engine process.

    >>> page_agent("strong", {"strong": "mcts(simulations=9)"}).name
    'mcts'
    """
    if spec in programs:
        return load_agent(programs[spec], seed)
    if names_program(spec):
        raise NotSupported("a page cannot name a program that runs on this machine")
    return load_agent(spec, seed)


def ready_agent(
    spec: str,
    state: State,
    seed: int | None,
    waits: bool = True,
    programs: Mapping[str, str] = NO_PROGRAMS,
) -> Agent:
    """A player that has loaded what it needs for a position, unless it does not wait for that."""
    agent = page_agent(spec, programs, seed)
    require_support(agent, state.game)
    make_ready(agent, state.game, state, wait=waits)
    return agent
