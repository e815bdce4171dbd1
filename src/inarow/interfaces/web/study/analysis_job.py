"""An engine thinks about a position and tells what it knows while it deepens.

Most searches report by themselves. The solver and the judge do not: they are asked again and again
with more time, which costs little because the table of the solver stays. When it has proven every
move it goes on along the best line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.interfaces.web.engines.jobs import Desk, Place, ready_agent
from inarow.interfaces.web.games.show import engine_moves, line_moves, scale_of, value_view
from inarow.interfaces.web.protocol.study_views import EngineMove, LineMove, ValueView
from inarow.search.agent import Agent
from inarow.search.decision import INFO_SECONDS, Decision, Info, Kind
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer
from inarow.study.analysis import MOVES_WITH_REASONS, in_stones, thorough
from inarow.study.judge import Judge
from inarow.study.reasons import reasons

MORE_TIME = 2.0
"""How much more time a solver gets each time it is asked again."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What an engine knows of a position; `complete` if it would not find more."""

    value: ValueView | None
    moves: list[EngineMove]
    line: list[LineMove]
    depth: int | None
    nodes: int
    seconds: float
    path: str
    complete: bool = False


@dataclass(frozen=True, slots=True)
class AnalysePosition:
    """Let a player judge every move of a position."""

    place: Place
    agent: str
    limit: Limit
    seconds: float

    def run(self, desk: Desk) -> Thought:
        state = self.place.state()
        if state.outcome is not None:
            raise IllegalMove("the game is over: there is nothing to analyse")
        if state.chance():
            raise IllegalMove("the dice decide here: there is no move to choose")
        agent = thorough(ready_agent(self.agent, state, 1))
        thinker = _Thinker(state, agent, desk)
        limit = replace(self.limit, stop=desk.stop)
        if limit.seconds is None:
            limit = replace(limit, seconds=self.seconds)
        if isinstance(agent, PerfectPlayer | Judge):
            return _ask_again_and_again(thinker, limit)
        decision = agent.choose(state, limit, thinker.hear)
        return thinker.thought(decision, complete=not desk.stop.is_set())


class _Thinker:
    """Turns what a player says into thoughts, and passes on not too many of them."""

    def __init__(self, state: State, agent: Agent, desk: Desk) -> None:
        self.state = state
        self.agent = agent
        self.desk = desk
        self.started = perf_counter()
        self._depth: int | None = None
        self._told = 0.0
        self._scale: Callable[[float], float] = scale_of(agent)
        self._reasons = _short_reasons(state)

    def hear(self, info: Info) -> None:
        """A report of a running search."""
        self._depth = info.depth
        if perf_counter() - self._told >= INFO_SECONDS:
            decision = Decision(info.action, info.value, info.values, info.line, info.nodes)
            self.tell(decision)

    def tell(self, decision: Decision) -> None:
        """Pass a thought on."""
        self._told = perf_counter()
        self.desk.report(self.thought(decision))

    def thought(self, decision: Decision, complete: bool = False) -> Thought:
        """A decision as the page shows it."""
        state, decision = self.state, in_stones(self.state, decision)
        values = dict(decision.values)
        if decision.value is not None:
            values.setdefault(decision.action, decision.value)
        return Thought(
            value=None
            if decision.value is None
            else value_view(decision.value, state.player, self._scale),
            moves=engine_moves(state, values, decision.action, self._reasons, self._scale),
            line=line_moves(state, decision.line),
            depth=self._depth,
            nodes=decision.nodes,
            seconds=round(perf_counter() - self.started, 3),
            path=decision.path,
            complete=complete,
        )


def _ask_again_and_again(thinker: _Thinker, limit: Limit) -> Thought:
    """Ask with more and more time until all is proven, then follow the best line."""
    assert limit.seconds is not None
    deadline = thinker.started + limit.seconds
    slice_seconds, nodes = INFO_SECONDS, 0
    while True:
        left = deadline - perf_counter()
        bounded = replace(limit, seconds=max(0.001, min(slice_seconds, left)))
        decision = thinker.agent.choose(thinker.state, bounded)
        nodes += decision.nodes
        decision = replace(decision, nodes=nodes)
        proven = _proven(decision)
        if proven or limit.stopped or left <= slice_seconds:
            break
        thinker.tell(decision)
        slice_seconds *= MORE_TIME
    if not proven or not isinstance(thinker.agent, PerfectPlayer):
        return thinker.thought(decision, complete=not limit.stopped)
    return _follow_line(thinker, decision, limit, deadline)


def _follow_line(thinker: _Thinker, decision: Decision, limit: Limit, deadline: float) -> Thought:
    """Extend the best line move by move while there is time."""
    thinker.tell(decision)
    state = thinker.state.play(decision.action)
    while state.outcome is None and not limit.stopped:
        left = deadline - perf_counter()
        if left <= 0:
            break
        answer = thinker.agent.choose(state, replace(limit, seconds=left))
        if not _proven(answer):
            break
        decision = replace(
            decision,
            line=(*decision.line, answer.action),
            nodes=decision.nodes + answer.nodes,
        )
        thinker.tell(decision)
        state = state.play(answer.action)
    return thinker.thought(decision, complete=True)


def _short_reasons(state: State) -> dict[int, str]:
    """One reason for each move; on large boards only where there are not too many moves."""
    actions = state.legal_actions()
    if len(actions) > MOVES_WITH_REASONS:
        return {}
    found = {action: reasons(state, action) for action in actions}
    return {action: whys[0].words for action, whys in found.items() if whys}


def _proven(decision: Decision) -> bool:
    """Whether the value of every move is known for sure."""
    return all(value.kind is Kind.PROVEN for value in decision.values.values())
