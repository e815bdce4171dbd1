"""Positions, outcomes and values as the views that the page draws.

The page knows no rules, so everything that depends on them is worked out here: where the stone of
each legal move would lie, and on a divided board where the next stone would then have to lie.

    active boards      the sub-boards that hold the cell of a legal move
    sends of a move    the active boards of the position after it
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from inarow.games.base import SYMBOLS, Cell, Game, Outcome, Reason, State
from inarow.games.notation import format_position
from inarow.interfaces.render.endings import END_WORDS
from inarow.interfaces.web.protocol.study_views import EngineMove, LineMove, ValueView
from inarow.interfaces.web.protocol.views import (
    BoardView,
    MoveView,
    OutcomeView,
    PositionView,
    Seat,
)
from inarow.search.agent import Agent
from inarow.search.decision import Unit, Value
from inarow.search.mcts.player import MctsPlayer
from inarow.study.judge import JUDGE_POINTS
from inarow.study.worth import chance, rank

Scale: TypeAlias = Callable[[float], float]


def position_view(state: State, moves: str = "") -> PositionView:
    """A position with all its legal moves.

    >>> from inarow.registry import load_game
    >>> view = position_view(load_game("connect_four").initial_state())
    >>> view.words, view.legal[3].text, view.legal[3].cell
    ('X to move', '4', (5, 3))
    """
    game = state.game
    rules, shape = _constant(game)
    chances = dict(state.chance())
    outcome = None if state.outcome is None else outcome_view(state.outcome)
    text = format_position(state)
    return PositionView(
        game=rules,
        shape=shape,
        board=text.partition(" ")[0].split("/"),
        to_move=as_seat(state.player),
        dice=bool(chances),
        ply=state.ply,
        last=state.last_cell,
        note=state.note,
        active=_active(state),
        legal=[
            MoveView(
                action=action,
                text=game.format(action),
                cell=state.target(action),
                sends=_sends(state, action),
                chance=chances.get(action),
            )
            for action in state.legal_actions()
        ],
        outcome=outcome,
        words=_words(state),
        text=text,
        moves=moves,
    )


@lru_cache(maxsize=256)
def _constant(game: Game) -> tuple[str, BoardView]:
    """What all positions of a game have in common."""
    rows, cols = game.shape
    row_labels, col_labels = game.labels()
    shape = BoardView(
        rows=rows,
        cols=cols,
        block=game.block,
        row_labels=list(row_labels),
        col_labels=list(col_labels),
    )
    return str(game), shape


def outcome_view(outcome: Outcome, names: Sequence[str] = SYMBOLS) -> OutcomeView:
    """How a game ended, told with the names of the players.

    >>> outcome_view(Outcome(1, Reason.RESIGNED), ("Ada", "Bob")).words
    'Bob wins by resignation'
    """
    why = END_WORDS.get(outcome.reason)
    if outcome.reason is Reason.ABANDONED:
        words = "left unfinished"
    elif outcome.winner is None:
        words = f"draw: {why}" if why else "draw"
    else:
        verb = "win" if names[outcome.winner] == "You" else "wins"
        words = f"{names[outcome.winner]} {verb} {why or 'with a line'}"
    return OutcomeView(
        winner=None if outcome.winner is None else as_seat(outcome.winner),
        reason=str(outcome.reason),
        words=words,
        lines=[list(line.cells) for line in outcome.lines],
    )


def scale_of(agent: Agent) -> Scale:
    """How the points of a player become a chance from 0 (lost) to 1 (won).

    Those of random games need only be stretched. A heuristic has no scale, so its points are
    squeezed by the logistic curve.
    """
    if isinstance(agent, MctsPlayer):
        least = agent.loss_points
        return lambda score: (score - least) / (1.0 - least)
    return squeezed


def squeezed(score: float) -> float:
    """A number without a scale as a chance: 0 is one half, large numbers come near to 0 or 1.

    >>> squeezed(0)
    0.5
    """
    return 1 / (1 + math.exp(-max(-20.0, min(20.0, score / JUDGE_POINTS))))


def value_view(value: Value, player: int, scale: Scale = squeezed) -> ValueView:
    """A value of a position in which `player` moves.

    >>> from inarow.search.decision import Kind, Result
    >>> value_view(Value(Kind.PROVEN, 3.0, Result.WIN, 5), 1).chance
    0.0
    """
    mine = chance(_guessed(value, scale))
    return ValueView(
        kind=value.kind.value,
        words=value.words,
        score=float(value.score),
        unit=value.unit.value,
        result=None if value.result is None else value.result.value,
        plies=value.plies,
        at_most=value.at_most,
        chance=round(mine if player == 0 else 1.0 - mine, 4),
    )


def _guessed(value: Value, scale: Scale) -> Value:
    """The same value with a chance as its score, whatever it counts."""
    if value.unit is Unit.CHANCE:
        return value
    guess = 0.5 if value.unit is Unit.STONES else scale(value.score)  # bounds guess nothing
    return replace(value, score=guess, unit=Unit.CHANCE)


def engine_moves(
    state: State,
    values: Mapping[int, Value],
    best: int,
    reasons: Mapping[int, str],
    scale: Scale = squeezed,
) -> list[EngineMove]:
    """Every legal move with what is known of it, the best first, then from good to bad.

    >>> from inarow.registry import load_game
    >>> from inarow.search.decision import Kind, Result
    >>> start = load_game("connect_four(rows=1,cols=3,k=2)").initial_state()
    >>> win, guess = Value(Kind.PROVEN, 1.0, Result.WIN, 3), Value(Kind.ESTIMATE, 99.0)
    >>> [move.text for move in engine_moves(start, {1: guess, 2: win}, 0, {})]
    ['1', '3', '2']
    """

    def order(action: int) -> tuple[bool, bool, float, float, float, int]:
        value = values.get(action)
        if value is None:
            return (action != best, True, 0.0, 0.0, 0.0, action)
        worth, distance = rank(_guessed(value, scale))
        return (action != best, False, -worth, -distance, -value.score, action)

    return [
        EngineMove(
            action=action,
            text=state.game.format(action),
            cell=state.target(action),
            value=value_view(values[action], state.player, scale) if action in values else None,
            best=action == best,
            reason=reasons.get(action, ""),
        )
        for action in sorted(state.legal_actions(), key=order)
    ]


def line_moves(state: State, actions: Sequence[int]) -> list[LineMove]:
    """The moves of a line, as far as it can be played, with who plays each of them."""
    found: list[LineMove] = []
    for action in actions:
        if action not in state.legal_actions():
            break
        found.append(
            LineMove(
                action=action,
                text=state.game.format(action),
                cell=state.target(action),
                player=as_seat(state.player),
            )
        )
        state = state.play(action)
    return found


def as_seat(player: int) -> Seat:
    """A player as the type of the views."""
    return 0 if player == 0 else 1


def _words(state: State) -> str:
    if state.outcome is not None:
        return outcome_view(state.outcome).words
    if state.chance():
        return f"the dice move for {SYMBOLS[state.player]}"
    where = ""
    if state.game.block:
        boards = _active(state)
        number = [row * (state.game.shape[1] // state.game.block) + col + 1 for row, col in boards]
        where = f" in board {number[0]}" if len(number) == 1 else " in any open board"
    return f"{SYMBOLS[state.player]} to move{where}"


def _active(state: State) -> list[Cell]:
    """The sub-boards in which the next stone may lie."""
    block = state.game.block
    if not block:
        return []
    found: set[Cell] = set()
    for action in state.legal_actions():
        cell = state.target(action)
        if cell is None:
            found.update(_active(state.play(action)))
        else:
            found.add((cell[0] // block, cell[1] // block))
    return sorted(found)


def _sends(state: State, action: int) -> list[Cell]:
    return _active(state.play(action)) if state.game.block else []
