"""Work for an engine process that teaches: reasons, judged moves, reviews of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inarow.games.base import SYMBOLS, State
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones
from inarow.interfaces.web.engines.jobs import Desk, Place
from inarow.interfaces.web.games.show import as_seat, line_moves, value_view
from inarow.interfaces.web.protocol.study_views import JudgedMove, ReasonView
from inarow.search.evaluators.threats import winning_cells
from inarow.search.limit import Limit
from inarow.study.cells import cell_words
from inarow.study.forcing import can_force, forced_win
from inarow.study.judge import Judge
from inarow.study.reasons import Why, explain
from inarow.study.review import Grade, ReviewedMove, agreed, judged_line, judged_move, spoken
from inarow.study.zugzwang import comes_true, is_odd


def is_slip(move: JudgedMove) -> bool:
    """Whether a move is worth trying again."""
    return move.verdict in (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True, slots=True)
class ExplainMove:
    """What a move is about; without one, what is in the position."""

    place: Place
    action: int | None
    seconds: float

    def run(self, desk: Desk) -> list[ReasonView]:
        state = self.place.state()
        if self.action is not None:
            return [_reason(state, why) for why in explain(state, self.action)]
        return list(_in_position(state))


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
        return _reviewed(move, *self.nodes)


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
            found = [self._shown(one) for one in agreed(judged)]
            desk.report(found)
        return found

    def _shown(self, move: ReviewedMove) -> JudgedMove:
        return _reviewed(move, self.nodes[move.number], self.nodes[move.number + 1])


def _reviewed(move: ReviewedMove, parent: int, node: int) -> JudgedMove:
    state = move.state
    before = value_view(move.before, state.player)
    return JudgedMove(
        node=node,
        parent=parent,
        player=as_seat(state.player),
        text=state.game.format(move.action),
        verdict=str(move.grade),
        words=move.words,
        best=state.game.format(move.best),
        best_words=spoken(move.before),
        loss=move.loss,
        chance=before.chance,
        value=value_view(move.after, state.player),
        line=line_moves(state, move.line),
    )


def _reason(state: State, why: Why) -> ReasonView:
    return ReasonView(
        kind=why.kind,
        words=why.words,
        player=as_seat(why.player),
        cells=list(why.cells),
        lines=[list(line) for line in why.lines],
        moves=line_moves(state, why.moves),
    )


def _in_position(state: State) -> Iterator[ReasonView]:
    """A win by force, and the cells with which either side would complete a line."""
    if state.outcome is not None or state.chance():
        return
    if can_force(state) and (line := forced_win(state)):
        moves = line_moves(state, line)
        text = " ".join(move.text for move in moves)
        mover = as_seat(state.player)
        words = f"{SYMBOLS[mover]} wins by force: {text}"
        yield ReasonView(kind="forced", words=words, player=mover, cells=[], lines=[], moves=moves)
    if state.game.rules is not None:
        for player in (state.player, 1 - state.player):
            yield from _threats(state, player)


def _threats(state: State, player: int) -> Iterator[ReasonView]:
    rules = state.game.rules
    assert rules is not None, "only lines of described games are shown"
    own, other, rule = read_stones(state, player)
    empty = rule.geometry.full & ~(own | other)
    reachable = {state.target(action) for action in state.legal_actions()}
    for bit in bits_of(winning_cells(own, empty, rule)):
        cell = rule.geometry.cell_of[bit]
        prize = "take the board at" if rules.claims else "win at"
        text = f"{SYMBOLS[player]} would {prize} {cell_words(state.game, cell)}"
        kind = "threat"
        if cell not in reachable and rules.falls and not rules.pops:
            kind = "odd_threat" if is_odd(state, cell) else "even_threat"
            text = f"{text}, an {kind.partition('_')[0]} threat that waits"
            if comes_true(state, cell, player):
                text += f": when the other columns are full, {SYMBOLS[1 - player]} must open it"
        seat = as_seat(player)
        yield ReasonView(kind=kind, words=text, player=seat, cells=[cell], lines=[], moves=[])
