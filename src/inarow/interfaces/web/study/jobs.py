"""What an engine process does to teach: analyses, reasons, judged moves, reviews of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inarow.agents.ready import let_go
from inarow.interfaces.web.engines.jobs import Desk, Place, ready_agent
from inarow.interfaces.web.games.show import analysis_view, reason_view, threat_view, verdict_view
from inarow.interfaces.web.protocol.messages import MoveVerdict, ReasonView, Thought
from inarow.search.limit import Limit
from inarow.study.analysis import analyse
from inarow.study.answers import why_move, why_position
from inarow.study.judge import Judge
from inarow.study.review import (
    REVIEW_SEED,
    agreed,
    judged_line,
    judged_move,
)
from inarow.study.reviewed_move import ReviewedMove


def analyse_position(
    place: Place,
    spec: str,
    programs: Mapping[str, str],
    limit: Limit,
    seconds: float,
    desk: Desk,
) -> Thought:
    """Let a player judge every move of a position; reports what it knows while it thinks."""
    state = place.state()
    limit = replace(limit, seconds=limit.seconds or seconds, stop=desk.stop)
    agent = ready_agent(spec, state, 1, programs=programs)
    try:
        found = analyse(
            state,
            agent,
            limit,
            lambda said: desk.report(analysis_view(said)),
            look_for_force=False,
        )
    finally:
        let_go(agent)
    return analysis_view(found)


def explain_move(place: Place, action: int | None, desk: Desk) -> list[ReasonView]:
    """What a move is about; without one, what is in the position."""
    state = place.state()
    if action is None:
        return [threat_view(state, why) for why in why_position(state, desk.stop)]
    return [reason_view(state, why) for why in why_move(state, action, desk.stop)]


def judge_last_move(
    place: Place, nodes: tuple[int, int], limit: Limit, desk: Desk
) -> MoveVerdict | None:
    """How good the last move was; `nodes` are the numbers of the positions before and after it.

    Nothing, if there was no time for all the work: half of it might say something else.
    """
    states, actions = place.states(), place.actions
    limit = replace(limit, stop=desk.stop)
    judge = Judge(seed=REVIEW_SEED, steady=True)
    move = judged_move(len(actions) - 1, states[-2], actions[-1], judge, limit)
    return None if limit.stopped else verdict_view(move, *nodes)


def review_game(
    place: Place, nodes: tuple[int, ...], limit: Limit, desk: Desk
) -> list[MoveVerdict]:
    """Judge every move of a line, the last one first; reports all moves judged so far.

    `nodes` are the numbers of all positions of the line.
    """
    limit = replace(limit, stop=desk.stop)
    judged: list[ReviewedMove] = []
    found: list[MoveVerdict] = []
    for move in judged_line(place.states(), place.actions, Judge(seed=REVIEW_SEED), limit):
        judged.append(move)
        found = [verdict_view(m, *nodes[m.number : m.number + 2]) for m in agreed(judged)]
        desk.report(found)
    return found
