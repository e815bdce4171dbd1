"""What a player thinks of a position, as plain data for people and programs.

Each legal move gets its value with its kind, if the player judged it, and the reasons that one can
point at on the board (`reasons.py`): it wins, it blocks a line, it lets the opponent win. A player
that reports while it thinks can be watched: then there is one analysis after another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NotRequired, TypeAlias, TypedDict

from inarow.agents.human import Human
from inarow.drawn import drawn
from inarow.errors import Advises, AgentFailed, IllegalMove, NotSupported, one_line
from inarow.games.base import SYMBOLS, State
from inarow.games.notation import format_position
from inarow.search.agent import Agent, PlayerFailed, Thorough, flaw_of, require_support
from inarow.search.decision import Decision, Info, Kind, Result, Unit, Value, ValueData
from inarow.search.limit import Limit
from inarow.study.advice import advice_table
from inarow.study.reasons import explain, reasons, threatened
from inarow.study.why import Why, WhyData
from inarow.text import clean

REASONS_SHOWN = 2
MOVES_EXPLAINED = 9
"""Moves, from the best on, for which wins by force are looked for."""
MOVES_WITH_REASONS = 100
"""Moves, from the best on, that get any reasons."""


class JudgedMoveData(TypedDict):
    """A legal move with its value, if the player judged it, and what can be said for it."""

    move: str
    value: ValueData | None
    reason: str
    reasons: list[WhyData]


class AnalysisData(TypedDict):
    """What a player thinks of a position; `actions` are all legal moves, the best first."""

    game: str
    position: str
    to_move: str
    agent: str
    best: str
    value: ValueData | None
    actions: list[JudgedMoveData]
    line: list[str]
    threats: list[WhyData]
    nodes: int
    seconds: float
    path: str
    moves: NotRequired[str]  # as the command was told them


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One legal move: its text, what the player thinks of it, and what can be said for it."""

    action: int
    move: str
    value: Value | None
    reasons: tuple[Why, ...]

    @property
    def reason(self) -> str:
        """The most important reasons in one line; what decides the game makes the others idle."""
        most = REASONS_SHOWN
        if self.reasons and self.reasons[0].kind in ("wins", "loses", "forced"):
            most = 1
        return "; ".join(why.words for why in self.reasons[:most])


_ADVICE = {
    **dict.fromkeys(("best_move", "move"), "write analysis.best.move"),
    **dict.fromkeys(("reason", "why"), "write analysis.best.reason"),
    **dict.fromkeys(("words", "winner", "result"), "write analysis.value.words"),
    **dict.fromkeys(("score", "evaluation"), "write analysis.value.score"),
    "action": "write analysis.best.action",
    "values": "write analysis.moves, each of which has a value",
}


@dataclass(frozen=True, slots=True)
class Analysis(Advises):
    """A judged position; `moves` begins with the chosen one and goes from good to bad.

    `depth` is that of a search that counts depths; `threats` are what the opponent threatens, and
    what holds against it, if that was looked for. A report of a player that still thinks is not
    `complete`, nor is the last word of one that was stopped.
    """

    state: State
    agent: str
    decision: Decision
    moves: tuple[JudgedMove, ...]
    depth: int | None = None
    complete: bool = True
    threats: tuple[Why, ...] = ()

    _advice = _ADVICE

    @property
    def best(self) -> JudgedMove:
        """The chosen move."""
        return self.moves[0]

    @property
    def value(self) -> Value | None:
        """What the position is worth to the player to move."""
        return self.decision.value

    def __str__(self) -> str:
        """The board with the names of its cells, and the moves with their values and reasons."""
        return f"{drawn('render.modern:in_letters', self.state)}\n\n{advice_table(self)}"

    def __repr__(self) -> str:
        best, value = self.state.game.format(self.decision.action), self.decision.value
        return f"<Analysis by {self.agent}: {best}{f', {value.words}' if value else ''}>"

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:analysis_html", self)

    def as_dict(self) -> AnalysisData:
        """The analysis as JSON-ready data."""
        game, decision = self.state.game, self.decision
        return {
            "game": str(game),
            "position": format_position(self.state),
            "to_move": SYMBOLS[self.state.player],
            "agent": self.agent,
            "best": game.format(decision.action),
            "value": None if decision.value is None else decision.value.as_dict(),
            "actions": [
                {
                    "move": judged.move,
                    "value": None if judged.value is None else judged.value.as_dict(),
                    "reason": judged.reason,
                    "reasons": [why.as_dict(self.state) for why in judged.reasons],
                }
                for judged in self.moves
            ],
            "line": [game.format(action) for action in decision.line],
            "threats": [why.as_dict(self.state) for why in self.threats],
            "nodes": decision.nodes,
            "seconds": round(decision.seconds, 6),
            "path": decision.path,
        }


OnAnalysis: TypeAlias = Callable[[Analysis], None]


def analyse(
    state: State,
    agent: Agent,
    limit: Limit,
    on_analysis: OnAnalysis | None = None,
    look_for_force: bool = True,
) -> Analysis:
    """Ask a player what it thinks of every move.

    Args:
        state: the position.
        agent: the player.
        limit: of its thinking.
        on_analysis: gets what it thinks so far, as often as the player reports.
        look_for_force: whether the reasons of the last word may take a search of wins by force.

    >>> from inarow.registry import load_agent, load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a1b1a2b2")
    >>> best = analyse(state, load_agent("minimax"), Limit()).moves[0]
    >>> best.move, best.value.words, best.reason
    ('a3', 'win in 1 ply', 'wins: completes the column from a1 to a3')
    """
    if state.outcome is not None:
        raise IllegalMove("the game is over: there is nothing to analyse")
    if state.chance():
        raise IllegalMove("the dice decide here: there is no move to choose")
    require_support(agent, state.game)
    if isinstance(agent, Human):
        raise NotSupported("a human cannot be asked for an analysis: name a machine")
    watched = _Watched(state, clean(agent.name))

    def on_info(info: Info) -> None:
        watched.depth = info.depth
        if on_analysis is not None:
            said = Decision(info.action, info.value, info.values, info.line, info.nodes)
            on_analysis(watched.analysis(replace(said, seconds=info.seconds)))

    asked = agent.thorough() if isinstance(agent, Thorough) else agent
    try:
        decision = asked.choose(state, limit, None if on_analysis is None else on_info)
    except PlayerFailed as failure:
        raise failure.of(agent) from failure
    except MemoryError as error:
        raise AgentFailed(f"{agent.name} ran out of memory") from error
    except (Exception, SystemExit) as error:
        raise AgentFailed(f"{agent.name} failed: {one_line(error)}") from error
    if flaw := flaw_of(decision, state):
        raise AgentFailed(f"{agent.name} {flaw}")
    decision = replace(decision, path=clean(decision.path))
    found = watched.analysis(decision, last=True)
    explained = found.moves[:MOVES_EXPLAINED] if look_for_force else ()
    moves = [replace(move, reasons=explain(state, move.action)) for move in explained]
    complete = not limit.stopped
    value = decision.value
    won = value is not None and value.kind is Kind.PROVEN and value.result is Result.WIN
    threats = tuple(threatened(state)) if look_for_force and not won else ()
    moves += found.moves[len(moves) :]
    return replace(found, moves=tuple(moves), complete=complete, threats=threats)


class _Watched:
    """Turns what a player says of a position into analyses."""

    def __init__(self, state: State, agent: str) -> None:
        self.state, self.agent = state, agent
        self.depth: int | None = None
        self.reasons: dict[int, tuple[Why, ...]] = {}

    def analysis(self, decision: Decision, last: bool = False) -> Analysis:
        """What a decision says; a report does not wait for the reasons of very many moves."""
        state, decision = self.state, in_stones(self.state, decision)
        values = dict(decision.values)
        if decision.value is not None:
            values.setdefault(decision.action, decision.value)

        def order(action: int) -> tuple[object, ...]:
            """The chosen move, then from good to bad; moves not judged, before those that lose."""
            value = values.get(action)
            lost = value is not None and value.results == (0.0, 0.0)
            worth = () if value is None else (*(-part for part in value.rank), -value.score)
            return (action != decision.action, lost, value is None, worth, action)

        ordered = sorted(state.legal_actions(), key=order)
        if last or len(ordered) <= MOVES_WITH_REASONS:
            for action in ordered[:MOVES_WITH_REASONS]:
                if action not in self.reasons:
                    self.reasons[action] = reasons(state, action)
        name, whys = state.game.format, self.reasons
        moves = tuple(JudgedMove(a, name(a), values.get(a), whys.get(a, ())) for a in ordered)
        return Analysis(state, self.agent, decision, moves, self.depth, complete=False)


def in_stones(state: State, decision: Decision) -> Decision:
    """Proven scores of Connect Four in the common convention of its solvers.

    A win counts 1 if it takes the winner's very last stone, and 1 more for each stone sooner.
    """
    rules = state.game.rules
    if rules is None or not rules.falls or rules.pops or state.chance():
        return decision
    values = {action: _stones_score(state, value) for action, value in decision.values.items()}
    value = None if decision.value is None else _stones_score(state, decision.value)
    return replace(decision, value=value, values=values)


def _stones_score(state: State, value: Value) -> Value:
    if value.kind is not Kind.PROVEN:
        return value
    if value.result is Result.DRAW:
        return replace(value, score=0, unit=Unit.STONES)
    if value.plies is None:
        return value
    rows, cols = state.game.shape
    wins = value.result is Result.WIN
    winner = state.player if wins else 1 - state.player
    stones_at_end = state.ply + value.plies
    unused = (rows * cols + 1 - winner) // 2 - (stones_at_end + 1 - winner) // 2
    return replace(value, score=unused + 1 if wins else -unused - 1, unit=Unit.STONES)
