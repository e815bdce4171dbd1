"""What a player thinks of a position, as plain data for people and programs.

Each legal move gets its value with its kind, if the player judged it, and the reasons that one can
point at on the board (`reasons.py`): it wins, it blocks a line, it lets the opponent win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from inarow.agents.human import Human
from inarow.errors import AgentFailed, IllegalMove, NotSupported
from inarow.games.base import SYMBOLS, State
from inarow.games.notation import format_position
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, OnInfo, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer
from inarow.study.judge import JUDGE_SECONDS
from inarow.study.reasons import Why, explain, reasons
from inarow.study.worth import rank, settled

REASONS_SHOWN = 2
MOVES_EXPLAINED = 9
"""Moves, from the best on, for which wins by force are looked for."""
MOVES_WITH_REASONS = 100
"""Moves, from the best on, that get any reasons."""
FIRST_STEP_SECONDS = 0.1


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


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judged position; `moves` begins with the chosen one and goes from good to bad."""

    state: State
    agent: str
    decision: Decision
    moves: tuple[JudgedMove, ...]

    def as_dict(self) -> dict[str, Any]:
        """The analysis as JSON-ready data."""
        game, decision = self.state.game, self.decision
        return {
            "game": str(game),
            "position": format_position(self.state),
            "to_move": SYMBOLS[self.state.player],
            "agent": self.agent,
            "best": game.format(decision.action),
            "value": value_dict(decision.value),
            "actions": [
                {
                    "move": judged.move,
                    "value": value_dict(judged.value),
                    "reason": judged.reason,
                    "reasons": [why.as_dict(self.state) for why in judged.reasons],
                }
                for judged in self.moves
            ],
            "line": _line_moves(self.state, decision.line),
            "nodes": decision.nodes,
            "seconds": round(decision.seconds, 6),
            "path": decision.path,
        }


def analyse(state: State, agent: Agent, limit: Limit, on_info: OnInfo | None = None) -> Analysis:
    """Ask a player what it thinks of every move.

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
    if not agent.supports(state.game):
        raise NotSupported(f"{agent.name} cannot play {state.game}")
    if isinstance(agent, Human):
        raise NotSupported("a human cannot be asked for an analysis: name a machine")
    try:
        decision = thorough(agent).choose(state, limit, on_info)
    except (Exception, SystemExit) as error:
        raise AgentFailed(f"{agent.name} failed: {type(error).__name__}: {error}") from error
    decision = in_stones(state, decision)
    judged = [
        JudgedMove(
            action,
            state.game.format(action),
            decision.values.get(action, decision.value if action == decision.action else None),
            (),
        )
        for action in state.legal_actions()
    ]
    chances = any(move.value and move.value.unit is Unit.CHANCE for move in judged)
    judged.sort(key=lambda move: _rank(move, decision.action, chances))
    explained = (
        replace(move, reasons=_reasons(state, move.action, number))
        for number, move in enumerate(judged)
    )
    return Analysis(state, agent.name, decision, tuple(explained))


def _reasons(state: State, action: int, number: int) -> tuple[Why, ...]:
    """What can be said for a move; of the best ones more is said than of the others."""
    if number < MOVES_EXPLAINED:
        return explain(state, action)
    return reasons(state, action) if number < MOVES_WITH_REASONS else ()


def thorough(agent: Agent) -> Agent:
    """The same player, if it can be asked for every move instead of the best ones only."""
    return replace(agent, exact=True) if isinstance(agent, PerfectPlayer) else agent


def analyse_in_steps(state: State, agent: Agent, limit: Limit) -> Iterator[Analysis]:
    """One analysis after another, each with more time than the one before, for those who watch.

    It ends when every move is settled, when the limit is reached, or when its stop flag is set; the
    last analysis is the best one. A player that keeps what it has proven, as the solver does, loses
    nothing between two steps.

    >>> from inarow.registry import load_agent, load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> *_, last = analyse_in_steps(state, load_agent("judge"), Limit())
    >>> last.moves[0].value.words
    'draw'
    """
    whole = JUDGE_SECONDS if limit.seconds is None else limit.seconds
    deadline = perf_counter() + whole
    step = min(whole, FIRST_STEP_SECONDS)
    while True:
        found = analyse(state, agent, replace(limit, seconds=step))
        yield found
        left = deadline - perf_counter()
        done = all(settled(move.value) for move in found.moves)
        if done or limit.stopped or left < FIRST_STEP_SECONDS:
            return
        step = min(left, step * 4)
        step = left if left - step < step else step


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


def _rank(
    move: JudgedMove, chosen: int, chances: bool
) -> tuple[bool, bool, tuple[float, ...], int]:
    """The chosen move first, then from good to bad, then those that were not judged.

    `chances`: whether the estimates are chances, so that values of all kinds can be compared.
    """
    worth: tuple[float, ...] = ()
    if move.value is not None:
        chance, distance = rank(move.value) if chances else (0.0, 0)
        worth = (-chance, -distance, -move.value.score)
    return (move.action != chosen, move.value is None, worth, move.action)


def _line_moves(state: State, line: tuple[int, ...]) -> list[str]:
    return [state.game.format(action) for action in line]


def value_dict(value: Value | None) -> dict[str, Any] | None:
    """A value as JSON-ready data."""
    if value is None:
        return None
    data: dict[str, Any] = {
        "kind": str(value.kind),
        "result": None if value.result is None else str(value.result),
        "plies": value.plies,
        "score": value.score,
        "unit": str(value.unit),
        "words": value.words,
    }
    return data | ({"at_most": True} if value.at_most else {})
