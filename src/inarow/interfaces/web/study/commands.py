"""The commands that need an engine: analysis, and stopping what runs."""

from __future__ import annotations

from typing import Any

from inarow.errors import BadOption
from inarow.games.notation import format_position
from inarow.interfaces.web.engines.jobs import MAX_SECONDS
from inarow.interfaces.web.engines.pool import GRACE_SECONDS
from inarow.interfaces.web.games.agreement import HUMAN, check_player
from inarow.interfaces.web.games.commands import Handle
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.messages import Ack, Analysis
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.services import Services
from inarow.interfaces.web.study.analysis_job import AnalysePosition, Thought
from inarow.interfaces.web.study.places import find_place, study_limit


async def _analyse(services: Services, session: PageSession, command: c.Analyse) -> None:
    place = await find_place(services, command.where)
    state = place.state()
    if command.agent == HUMAN:
        raise BadOption("a person cannot be asked for an analysis: name a machine")
    check_player(command.agent, state.game)
    limit = study_limit(command.limit)
    seconds = limit.seconds or MAX_SECONDS
    job = AnalysePosition(place, command.agent, limit, seconds + GRACE_SECONDS)
    key = (place.rules, format_position(state), f"{command.agent} {limit}")
    session.spawn(command.engine, command.re, _think(services, session, command, job, key))


async def _think(
    services: Services,
    session: PageSession,
    command: c.Analyse,
    job: AnalysePosition,
    key: tuple[str, str, str],
) -> None:
    """Run an analysis and pass on what it says; what was known before comes first."""
    known = services.memory.find(key)
    if known is not None:
        _tell(session, command, known, running=not known.complete, cached=True)
        if known.complete:
            return
    before = 0 if known is None else known.nodes

    def hear(thought: Thought) -> None:
        if thought.nodes >= before:  # less than what is shown already would only flicker
            _tell(session, command, thought, running=True)

    order = services.pool.submit(job, study=True, on_report=hear)
    session.orders[command.engine] = order
    thought: Thought = await services.pool.run(order)
    services.memory.keep(key, thought)
    if known is not None and thought.nodes < before:
        thought = known
    _tell(session, command, thought, running=False)


def _tell(
    session: PageSession,
    command: c.Analyse,
    thought: Thought,
    *,
    running: bool,
    cached: bool = False,
) -> None:
    session.push(
        Analysis(
            re=command.re,
            engine=command.engine,
            agent=command.agent,
            game=command.where.game,
            node=command.where.node,
            running=running,
            cached=cached,
            value=thought.value,
            moves=thought.moves,
            line=thought.line,
            depth=thought.depth,
            nodes=thought.nodes,
            seconds=thought.seconds,
            path=thought.path,
        )
    )


async def _stop(services: Services, session: PageSession, command: c.Stop) -> None:
    session.stop(command.engine)
    session.push(Ack(re=command.re))


STUDY_COMMANDS: dict[type[Any], Handle] = {c.Analyse: _analyse, c.Stop: _stop}
