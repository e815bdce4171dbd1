"""The commands that teach: why, review, and a search step by step."""

from __future__ import annotations

from typing import Any

from inarow.errors import BadNotation
from inarow.games.notation import format_moves
from inarow.interfaces.web.engines.jobs import MAX_SECONDS
from inarow.interfaces.web.games.commands import Handle
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.messages import Reasons, ReviewPart, TracePart
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.protocol.study_views import JudgedMove, ReasonView
from inarow.interfaces.web.services import Services
from inarow.interfaces.web.study.learn_jobs import ExplainMove, ReviewGame
from inarow.interfaces.web.study.places import find_place, study_limit
from inarow.interfaces.web.study.trace_jobs import RecordedSearch, TraceSearch
from inarow.search.limit import Limit
from inarow.study.review import REVIEW_SECONDS

EXPLAIN_SECONDS = 5.0
WHOLE_REVIEW_SECONDS = 600.0
"""A review of a long game ends then, with the moves judged so far."""


async def _why(services: Services, session: PageSession, command: c.Why) -> None:
    place = await find_place(services, command.where)
    state = place.state()
    action = None
    if command.move is not None:
        try:
            action = state.game.parse(command.move)
        except BadNotation as error:
            raise Refused("illegal", str(error)) from None
        state.play(action)
    job = ExplainMove(place, action, EXPLAIN_SECONDS)

    async def explain() -> None:
        items: list[ReasonView] = await services.pool.run(services.pool.submit(job, study=True))
        session.push(Reasons(re=command.re, move=command.move, items=items))

    session.spawn("why", command.re, explain())


async def _review(services: Services, session: PageSession, command: c.Review) -> None:
    limit = study_limit(command.limit) if command.limit else Limit(seconds=REVIEW_SECONDS)
    async with services.rooms.visit(command.game) as room:
        game = room.game
        number = game.end_of_main_line if command.node is None else command.node
        place, nodes = game.place(number), game.line(number)
    total = sum(not state.chance() for state in place.states()[:-1])
    each = limit.seconds or MAX_SECONDS
    job = ReviewGame(place, nodes, limit, min(total * (each + 1) + 10, WHOLE_REVIEW_SECONDS))

    def tell(moves: list[JudgedMove], running: bool) -> None:
        session.push(
            ReviewPart(
                re=command.re,
                engine=command.engine,
                game=command.game,
                running=running,
                done=len(moves),
                total=total,
                moves=moves,
                words=_summary(moves),
            )
        )

    async def judge_all() -> None:
        order = services.pool.submit(job, study=True, on_report=lambda moves: tell(moves, True))
        session.orders[command.engine] = order
        tell(await services.pool.run(order), False)

    session.spawn(command.engine, command.re, judge_all())


async def _trace(services: Services, session: PageSession, command: c.Trace) -> None:
    place = await find_place(services, command.where)
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


def _summary(moves: list[JudgedMove]) -> str:
    """Both players in one line: how many moves, and how many of them were slips."""
    parts = []
    for seat, symbol in enumerate("XO"):
        own = [move for move in moves if move.player == seat]
        slips = [move.verdict for move in own if move.verdict in ("mistake", "blunder")]
        counted = f"{len(own)} move" + ("" if len(own) == 1 else "s")
        bad = f"{len(slips)} mistake" + ("" if len(slips) == 1 else "s") if slips else "no mistake"
        parts.append(f"{symbol}: {counted}, {bad}")
    return "; ".join(parts)


LEARN_COMMANDS: dict[type[Any], Handle] = {c.Why: _why, c.Review: _review, c.Trace: _trace}
