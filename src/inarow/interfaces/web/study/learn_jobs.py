"""Work for an engine process that teaches: analyses, reasons, judged moves, reviews of games."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inarow.interfaces.web.engines.jobs import Desk, Place, ready_agent
from inarow.interfaces.web.games.show import analysis_view, judged_view, reason_view
from inarow.interfaces.web.protocol.study_views import JudgedMove, ReasonView, Thought
from inarow.search.limit import Limit
from inarow.study.analysis import analyse
from inarow.study.judge import Judge
from inarow.study.reasons import explain, standing
from inarow.study.review import Grade, ReviewedMove, agreed, judged_line, judged_move


def is_slip(move: JudgedMove) -> bool:
    """Whether a move is worth trying again."""
    return move.verdict in (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True, slots=True)
class AnalysePosition:
    """Let a player judge every move of a position; reports what it knows while it thinks."""

    place: Place
    agent: str
    limit: Limit
    seconds: float

    def run(self, desk: Desk) -> Thought:
        state = self.place.state()
        agent = ready_agent(self.agent, state, 1)
        limit = replace(self.limit, seconds=self.limit.seconds or self.seconds, stop=desk.stop)
        found = analyse(
            state, agent, limit, lambda said: desk.report(analysis_view(said)), look_for_force=False
        )
        return analysis_view(found)


@dataclass(frozen=True, slots=True)
class ExplainMove:
    """What a move is about; without one, what is in the position."""

    place: Place
    action: int | None
    seconds: float

    def run(self, desk: Desk) -> list[ReasonView]:
        state = self.place.state()
        found = standing(state) if self.action is None else explain(state, self.action)
        return [reason_view(state, why) for why in found]


@dataclass(frozen=True, slots=True)
class JudgeMove:
    """How good the last move was; `nodes` are the numbers of the positions before and after it."""

    place: Place
    nodes: tuple[int, int]
    limit: Limit
    seconds: float

    def run(self, desk: Desk) -> JudgedMove:
        states, actions = self.place.states(), self.place.actions
        limit = replace(self.limit, stop=desk.stop)
        move = judged_move(len(actions) - 1, states[-2], actions[-1], Judge(seed=1), limit)
        return judged_view(move, *self.nodes)


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """Judge every move of a line, the last one first; reports all moves judged so far.

    `nodes` are the numbers of all positions of the line.
    """

    place: Place
    nodes: tuple[int, ...]
    limit: Limit
    seconds: float

    def run(self, desk: Desk) -> list[JudgedMove]:
        limit = replace(self.limit, stop=desk.stop)
        judged: list[ReviewedMove] = []
        found: list[JudgedMove] = []
        states, actions = self.place.states(), self.place.actions
        for move in judged_line(states, actions, Judge(seed=1), limit):
            judged.append(move)
            found = [judged_view(m, *self.nodes[m.number : m.number + 2]) for m in agreed(judged)]
            desk.report(found)
        return found
