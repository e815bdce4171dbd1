"""What a player thinks of a position, as plain data for people and programs.

Each legal move gets its value with its kind, if the player judged it, and the reason that the rules
alone give: it wins, it blocks a line, or it lets the opponent win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from inarow.agents.base import Agent
from inarow.agents.human import Human
from inarow.errors import AgentFailed, IllegalMove, NotSupported
from inarow.evaluators.threats import winning_actions
from inarow.games.base import SYMBOLS, State
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import format_position
from inarow.search.decision import Decision, Kind, OnInfo, Result, Value
from inarow.search.limit import Limit

__all__ = ["Analysis", "JudgedMove", "analyse", "in_stones", "reason_for"]


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One legal move: its text, what the player thinks of it, and what the rules say of it."""

    action: int
    move: str
    value: Value | None
    reason: str


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
            "value": _value_dict(decision.value),
            "actions": [
                {"move": judged.move, "value": _value_dict(judged.value), "reason": judged.reason}
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
    ('a3', 'win in 1 ply', 'wins')
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
        decision = agent.choose(state, limit, on_info)
    except (Exception, SystemExit) as error:
        raise AgentFailed(f"{agent.name} failed: {type(error).__name__}: {error}") from error
    decision = in_stones(state, decision)
    judged = [
        JudgedMove(
            action,
            state.game.format(action),
            decision.values.get(action, decision.value if action == decision.action else None),
            reason_for(state, action),
        )
        for action in state.legal_actions()
    ]
    judged.sort(key=lambda move: _rank(move, decision.action))
    return Analysis(state, agent.name, decision, tuple(judged))


def in_stones(state: State, decision: Decision) -> Decision:
    """Proven scores of Connect Four in the common convention of its solvers.

    A win counts 1 if it takes the winner's very last stone, and 1 more for each stone sooner.
    """
    if not isinstance(state.game, ConnectFour) or state.chance():
        return decision
    values = {action: _stones_score(state, value) for action, value in decision.values.items()}
    value = None if decision.value is None else _stones_score(state, decision.value)
    return replace(decision, value=value, values=values)


def _stones_score(state: State, value: Value) -> Value:
    if value.kind is not Kind.PROVEN or value.plies is None or value.result is Result.DRAW:
        return value
    rows, cols = state.game.shape
    wins = value.result is Result.WIN
    winner = state.player if wins else 1 - state.player
    stones_at_end = state.ply + value.plies
    unused = (rows * cols + 1 - winner) // 2 - (stones_at_end + 1 - winner) // 2
    return replace(value, score=unused + 1 if wins else -unused - 1)


def reason_for(state: State, action: int) -> str:
    """What the rules alone say of a move: wins, blocks, lets the opponent win, or nothing."""
    child = state.play(action)
    if child.outcome is not None and child.outcome.winner == state.player:
        return "wins"
    if child.chance() or child.player == state.player:
        return ""
    if winning_actions(child, child.player):
        return "lets the opponent win"
    return "blocks" if action in winning_actions(state, 1 - state.player) else ""


def _rank(move: JudgedMove, chosen: int) -> tuple[bool, bool, float, int]:
    score = -move.value.score if move.value is not None else 0.0
    return (move.action != chosen, move.value is None, score, move.action)


def _line_moves(state: State, line: tuple[int, ...]) -> list[str]:
    return [state.game.format(action) for action in line]


def _value_dict(value: Value | None) -> dict[str, Any] | None:
    if value is None:
        return None
    data: dict[str, Any] = {
        "kind": str(value.kind),
        "result": None if value.result is None else str(value.result),
        "plies": value.plies,
        "score": value.score,
        "words": value.words,
    }
    return data | ({"at_most": True} if value.at_most else {})
