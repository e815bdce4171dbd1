"""Positions, outcomes and values as the views that the page draws.

The page knows no rules, so everything that depends on them is worked out here: where the stone of
each legal move would lie, and on a divided board where the next stone would then have to lie.

    active boards      the sub-boards that hold the cell of a legal move
    sends of a move    the active boards of the position after it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from inarow.games.base import SYMBOLS, Cell, Game, Outcome, State
from inarow.games.notation import format_position
from inarow.games.sides import black_player, side_names, task
from inarow.interfaces.render.endings import end_words
from inarow.interfaces.render.goban import forbidden_cells, star_points
from inarow.interfaces.web.protocol.messages import (
    EngineMove,
    LineMove,
    MoveVerdict,
    ReasonView,
    Thought,
    ValueView,
)
from inarow.interfaces.web.protocol.views import (
    BoardView,
    ForbiddenCell,
    MoveView,
    OutcomeView,
    PositionView,
)
from inarow.search.decision import Value
from inarow.study.analysis import Analysis
from inarow.study.proof_walk import claim_words
from inarow.study.reviewed_move import ReviewedMove
from inarow.study.why import Why


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
    names = side_names(state)
    outcome = outcome_view(state.outcome, names) if state.outcome else None
    text = format_position(state)
    return PositionView(
        game=rules,
        shape=shape,
        board=text.partition(" ")[0].split("/"),
        to_move=state.player,
        stone=_next_stone(state),
        black=black_player(state) if shape.stars else 0,
        sides=list(names),
        dice=bool(chances),
        ply=state.ply,
        last=state.last_cell,
        note=state.note,
        active=_active(state),
        owners=list(getattr(state, "owners", ())),
        legal=[_move(state, action, chances) for action in state.legal_actions()],
        forbidden=[
            ForbiddenCell(cell=cell, words=words) for cell, words in forbidden_cells(state).items()
        ],
        outcome=outcome,
        words=outcome.words if outcome else _words(state, names[state.player]),
        text=text,
        moves=moves,
    )


@lru_cache(maxsize=256)
def _constant(game: Game) -> tuple[str, BoardView]:
    """What all positions of a game have in common."""
    rows, cols = game.shape
    row_labels, col_labels = map(list, game.labels())
    return str(game), BoardView(
        rows=rows,
        cols=cols,
        block=game.block,
        row_labels=row_labels,
        col_labels=col_labels,
        stars=list(star_points(game)),
    )


def outcome_view(outcome: Outcome, names: Sequence[str] = SYMBOLS) -> OutcomeView:
    """How a game ended, told with the names of the players.

    >>> from inarow.games.base import Reason
    >>> outcome_view(Outcome(1, Reason.RESIGNED), ("Ada", "Bob")).words
    'Bob wins by resignation'
    """
    return OutcomeView(
        winner=outcome.winner,
        reason=str(outcome.reason),
        words=end_words(outcome, names),
        lines=[list(line.cells) for line in outcome.lines],
    )


def value_view(value: Value, player: int) -> ValueView:
    """A value of a position in which `player` moves.

    >>> from inarow.search.decision import Kind, Result
    >>> value_view(Value(Kind.PROVEN, 3.0, Result.WIN, 5), 1).chance
    0.0
    """
    data: dict[str, Any] = {"at_most": False, **value.as_dict(), "score": float(value.score)}
    return ValueView(**data, chance=round(_first_chance(value, player), 4))


def analysis_view(found: Analysis) -> Thought:
    """What a player thinks of a position, the best move first, then from good to bad."""
    state, decision = found.state, found.decision
    return Thought(
        value=value_view(decision.value, state.player) if decision.value else None,
        moves=[
            EngineMove(
                **_named(state, judged.action),
                value=value_view(judged.value, state.player) if judged.value else None,
                best=judged.action == decision.action,
                reason=judged.reasons[0].words if judged.reasons else "",
            )
            for judged in found.moves
        ],
        line=line_moves(state, decision.line),
        depth=found.depth,
        nodes=decision.nodes,
        seconds=round(decision.seconds, 3),
        path=decision.path,
        complete=found.complete,
        proof=claim_words(state, decision),
    )


def valued_moves(state: State, values: Mapping[int, Value], best: int | None) -> list[EngineMove]:
    """Moves with what is proven of them, where nobody thinks any further."""
    return [
        EngineMove(
            **_named(state, action),
            value=value_view(value, state.player),
            best=action == best,
            reason="",
        )
        for action, value in values.items()
    ]


def verdict_view(move: ReviewedMove, parent: int, node: int) -> MoveVerdict:
    """A reviewed move between two nodes of a game."""
    state = move.state
    return MoveVerdict(
        node=node,
        parent=parent,
        player=state.player,
        text=state.game.format(move.action),
        verdict=str(move.grade),
        words=move.words,
        best=state.game.format(move.best),
        best_words=move.best_value.brief,
        loss=move.loss,
        chance=round(_first_chance(move.before, state.player), 4),
        value=value_view(move.after, state.player),
        line=line_moves(state, move.line),
    )


def reason_view(state: State, why: Why) -> ReasonView:
    """A reason with the cells and lines to draw; `moves` only where they are played in a row."""
    moves: list[LineMove] = []
    if why.kind in ("forced", "line", "ending"):
        moves = line_moves(state, why.moves)
    return ReasonView(**asdict(why) | {"moves": moves})


def threat_view(state: State, why: Why) -> ReasonView:
    """A reason of a position; a sequence of the opponent begins as if the move were passed."""
    view = reason_view(state, why)
    if not view.moves or why.player == state.player:
        return view
    turns = enumerate(why.moves, why.player)
    moves = [LineMove(**_named(state, action), player=turn % 2) for turn, action in turns]
    return view.model_copy(update={"moves": moves})


def _first_chance(value: Value, player: int) -> float:
    """The chance of the first player where `player` is to move."""
    return value.chance if player == 0 else 1.0 - value.chance


def line_moves(state: State, actions: Sequence[int]) -> list[LineMove]:
    """The moves of a line, as far as it can be played, with who plays each of them."""
    found: list[LineMove] = []
    for action in actions:
        if action not in state.legal_actions():
            break
        found.append(LineMove(**_named(state, action), player=state.player))
        state = state.play(action)
    return found


def _named(state: State, action: int) -> dict[str, Any]:
    """The fields of a `NamedMove`."""
    text, cell = state.game.format(action), state.target(action)
    return {"action": action, "text": text, "cell": cell}


def _words(state: State, name: str) -> str:
    """What happens next."""
    if state.chance():
        return f"the dice move for {name}"
    where = ""
    if state.game.block:
        boards = _active(state)
        number = [row * (state.game.shape[1] // state.game.block) + col + 1 for row, col in boards]
        where = f" in board {number[0]}" if len(number) == 1 else " in any open board"
    return f"{name} {task(state)}{where}"


def _next_stone(state: State) -> int:
    """Whose stone comes next; in an opening a player may place those of the other as well."""
    if state.game.rules is None and not state.chance():
        for action in state.legal_actions()[:1]:
            if (cell := state.target(action)) is not None:
                owner = state.play(action).board()[cell[0]][cell[1]]
                return state.player if owner is None else owner
    return state.player


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


def _move(state: State, action: int, chances: dict[int, float]) -> MoveView:
    if not state.game.block and not chances:
        return _plain_move(state.game, action, state.target(action))
    sends = _active(state.play(action)) if state.game.block else []
    return MoveView(**_named(state, action), sends=sends, chance=chances.get(action))


@lru_cache(maxsize=10_000)
def _plain_move(game: Game, action: int, cell: Cell | None) -> MoveView:
    """A move that means the same in every position: large boards have thousands of them."""
    return MoveView(action=action, text=game.format(action), cell=cell, sends=[])
