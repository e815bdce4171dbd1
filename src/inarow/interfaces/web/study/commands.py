"""The commands that need an engine: analysis, why, review, a search step by step, and stop."""

from __future__ import annotations

from typing import Any

from inarow.errors import BadNotation, BadOption
from inarow.games.base import SYMBOLS, Game
from inarow.games.notation import format_moves, format_position
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, Place
from inarow.interfaces.web.engines.pool import GRACE_SECONDS
from inarow.interfaces.web.games.agreement import HUMAN, check_player
from inarow.interfaces.web.games.commands import Handle
from inarow.interfaces.web.games.read import start_record, start_text
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.messages import Ack, Analysis, Reasons, ReviewPart, TracePart
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.protocol.study_views import JudgedMove, ReasonView, Thought
from inarow.interfaces.web.services import Services
from inarow.interfaces.web.study.learn_jobs import AnalysePosition, ExplainMove, ReviewGame, is_slip
from inarow.interfaces.web.study.trace_jobs import RecordedSearch, TraceSearch
from inarow.options import counted
from inarow.search.limit import Limit
from inarow.study.review import REVIEW_SECONDS

EXPLAIN_SECONDS = 5.0
WHOLE_REVIEW_SECONDS = 600.0
"""A review of a long game ends then, with the moves judged so far."""


async def _find(services: Services, where: c.Where) -> Place:
    """The position that a command names."""
    if where.game is not None:
        async with services.rooms.visit(where.game) as room:
            return room.game.place(where.node)
    if where.rules is None:
        raise Refused("bad_message", "where: name a game or rules")
    record = start_record(where.rules, where.position, where.moves)
    return Place(str(record.game), start_text(record), tuple(record.actions))


def _limit(text: str) -> Limit:
    """A limit that is no more than this server allows."""
    limit = Limit.parse(text) if text else Limit(seconds=MAX_SECONDS)
    if limit.seconds is not None and limit.seconds > MAX_SECONDS:
        raise BadOption(f"an engine may think at most {MAX_SECONDS:g} seconds here")
    return limit


def parse_move(game: Game, text: str) -> int:
    """The action that a text names; what cannot be read cannot be played either."""
    try:
        return game.parse(text)
    except BadNotation as error:
        raise Refused("illegal", str(error)) from None


async def _analyse(services: Services, session: PageSession, command: c.Analyse) -> None:
    """Run an analysis and pass on what it says; what was known before comes first."""
    place = await _find(services, command.where)
    state, limit = place.state(), _limit(command.limit)
    if command.agent == HUMAN:
        raise BadOption("a person cannot be asked for an analysis: name a machine")
    check_player(command.agent, state.game)
    seconds = (limit.seconds or MAX_SECONDS) + GRACE_SECONDS
    job = AnalysePosition(place, command.agent, limit, seconds)
    key = (place.rules, format_position(state), f"{command.agent} {limit}")

    def tell(thought: Thought, *, running: bool, cached: bool = False) -> None:
        asked = command.model_dump(include={"re", "engine", "agent"})
        where = command.where.model_dump(include={"game", "node"})
        session.push(Analysis(**asked, **where, running=running, cached=cached, **dict(thought)))

    async def think() -> None:
        known = services.memory.find(key)
        if known is not None:
            tell(known, running=not known.complete, cached=True)
            if known.complete:
                return
        before = 0 if known is None else known.nodes

        def hear(thought: Thought) -> None:
            if thought.nodes >= before:  # less than what is shown already would only flicker
                tell(thought, running=True)

        order = services.pool.submit(job, study=True, on_report=hear)
        session.orders[command.engine] = order
        thought: Thought = await services.pool.run(order)
        if thought.complete or thought.nodes >= before:
            services.memory.keep(key, thought)
        tell(known if known is not None and thought.nodes < before else thought, running=False)

    session.spawn(command.engine, command.re, think())


async def _stop(services: Services, session: PageSession, command: c.Stop) -> None:
    session.stop(command.engine)
    session.push(Ack(re=command.re))


async def _why(services: Services, session: PageSession, command: c.Why) -> None:
    place = await _find(services, command.where)
    state, action = place.state(), None
    if command.move is not None:
        action = parse_move(state.game, command.move)
        state.play(action)
    job = ExplainMove(place, action, EXPLAIN_SECONDS)

    async def explain() -> None:
        items: list[ReasonView] = await services.pool.run(services.pool.submit(job, study=True))
        session.push(Reasons(re=command.re, move=command.move, items=items))

    session.spawn("why", command.re, explain())


async def _review(services: Services, session: PageSession, command: c.Review) -> None:
    limit = _limit(command.limit) if command.limit else Limit(seconds=REVIEW_SECONDS)
    async with services.rooms.visit(command.game) as room:
        game = room.game
        number = game.end_of_main_line if command.node is None else command.node
        place, nodes = game.place(number), game.line(number)
    total = sum(not state.chance() for state in place.states()[:-1])
    each = limit.seconds or MAX_SECONDS
    job = ReviewGame(place, nodes, limit, min(total * (each + 1) + 10, WHOLE_REVIEW_SECONDS))

    def tell(moves: list[JudgedMove], running: bool) -> None:
        asked = command.model_dump(include={"re", "engine", "game"})
        done, words = len(moves), _summary(moves)
        part = ReviewPart(
            **asked, running=running, done=done, total=total, moves=moves, words=words
        )
        session.push(part)

    async def judge_all() -> None:
        order = services.pool.submit(job, study=True, on_report=lambda moves: tell(moves, True))
        session.orders[command.engine] = order
        tell(await services.pool.run(order), False)

    session.spawn(command.engine, command.re, judge_all())


def _summary(moves: list[JudgedMove]) -> str:
    """Both players in one line: how many moves, and how many of them were slips."""
    parts = []
    for seat, symbol in enumerate(SYMBOLS):
        own = [move for move in moves if move.player == seat]
        slips = sum(map(is_slip, own))
        bad = counted(slips, "mistake") if slips else "no mistake"
        parts.append(f"{symbol}: {counted(len(own), 'move')}, {bad}")
    return "; ".join(parts)


async def _trace(services: Services, session: PageSession, command: c.Trace) -> None:
    place = await _find(services, command.where)
    job = TraceSearch(place, command.search, command.steps, command.depth, command.seed)

    async def watch() -> None:
        order = services.pool.submit(job, study=True)
        session.orders[command.engine] = order
        trace: RecordedSearch = await services.pool.run(order)
        state = place.state()
        session.push(
            TracePart(
                re=command.re,
                engine=command.engine,
                search=command.search,
                position=position_view(state, format_moves(state.game, place.actions)),
                steps=trace.steps,
                places=trace.places,
                truncated=trace.truncated,
                words=f"{len(trace.steps)} steps" + (", cut short" if trace.truncated else ""),
            )
        )

    session.spawn(command.engine, command.re, watch())


STUDY_COMMANDS: dict[type[Any], Handle] = {
    c.Analyse: _analyse,
    c.Stop: _stop,
    c.Why: _why,
    c.Review: _review,
    c.Trace: _trace,
}
