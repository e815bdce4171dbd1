"""Review a game: what each move gained or gave away.

Every position is judged once, from the last move back to the first. So what was proven late in the
game is known when the moves before are judged, as a solver's table and common sense both like it.
What the difference to the best move amounts to, `reviewed_move.py` says.

A mark for which a proof would stand against an estimate is not given before the position was judged
again with more work. The judge is a steady one: a limit of a second stands for the work of a
second, so that a game gets the same marks on any machine. What an earlier row proves of the
position after its move also holds for the next row: `agreed` carries it there, so that no two rows
contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from inarow.agents.ready import make_ready
from inarow.errors import BadOption
from inarow.games.base import State
from inarow.games.record import Record
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.study.judge import Judge
from inarow.study.reasons import explain
from inarow.study.reviewed_move import MARKED, ReviewedMove

REVIEW_SECONDS = 1.0
"""Thinking per move of a game that is reviewed: the work that usually takes this long."""
REVIEW_SEED = 1
"""That of the random games, so that a review is the same everywhere."""
REVIEW_WORK = (1, 4, 16)
"""How much more work a move gets that would be marked by a proof beside an estimate."""

_UNKNOWN = Value(Kind.ESTIMATE, 0.5, unit=Unit.CHANCE)
"""The value of a move that was never tried."""


def review(
    record: Record, judge: Judge | None = None, limit: Limit | None = None
) -> Iterator[ReviewedMove]:
    """Judge every move of the main line, the last one first; moves of the dice are left out.

    Whoever has seen enough simply stops asking; the stop flag of the limit ends a judgement that is
    under way, and then the review.

    Args:
        record: the game.
        judge: who judges; by default a new one, which judges a game twice alike.
        limit: for each move; by default a second, which stands for an amount of work.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push_moves("b2b3a3c1c3a2a1")
    >>> for move in list(review(record))[-3:]:
    ...     print(move.state.game.format(move.action), move.words)
    a3 best: win in 5
    b3 blunder: from draw to loss in 6; better a3
    b2 best: draw
    """
    states = [record.root.state, *(node.state for node in record.root.line())]
    limit = limit or Limit(seconds=REVIEW_SECONDS)
    yield from judged_line(states, record.main_line(), judge or Judge(seed=REVIEW_SEED), limit)


def judged_line(
    states: Sequence[State], actions: Sequence[int], judge: Judge, limit: Limit
) -> Iterator[ReviewedMove]:
    """Judge every move of a line, the last one first; `states` are all its positions."""
    judge = replace(judge, steady=True)
    make_ready(judge, states[0].game)
    known: tuple[State, Value] | None = None
    for number in reversed(range(len(actions))):
        state = states[number]
        if state.chance():
            known = None
            continue
        move = judged_move(number, state, actions[number], judge, limit, known)
        if limit.stopped:
            return
        yield move
        known = (state, move.before)


def judged_move(
    number: int,
    state: State,
    action: int,
    judge: Judge,
    limit: Limit,
    known: tuple[State, Value] | None = None,
) -> ReviewedMove:
    """Judge one move; `known` is the position after it with its value, if that was judged before.

    This is also what an interface calls that judges a move as soon as it is played.
    """
    for work in REVIEW_WORK:
        move = _judged_once(number, state, action, judge, limit.part(work), known)
        before, after = move.compared
        solvable = judge.is_exact(state.game) and not before.kind is after.kind is Kind.PROVEN
        if limit.stopped or not (move.is_mixed or (solvable and move.grade in MARKED)):
            break
    return replace(move, reasons=explain(state, action))


def _judged_once(
    number: int,
    state: State,
    action: int,
    judge: Judge,
    limit: Limit,
    known: tuple[State, Value] | None,
) -> ReviewedMove:
    """What a limited amount of work says about a move, without reasons."""
    decision = judge.choose(state, limit)
    values = {a: value.as_chance() for a, value in decision.values.items()}
    values.setdefault(decision.action, _UNKNOWN)
    seen = _seen_later(state, state.play(action), known)
    found = values.get(action, _UNKNOWN)
    values[action] = found if seen is None else seen.merged(found)
    searched = None if values[action] == found else found
    judged = decision.value
    won = judged is not None and judged.settled and judged.result is Result.WIN
    proven = judged.as_chance() if judged is not None and won else None
    return ReviewedMove(number, state, action, values, decision.line, (), proven, searched)


def agreed(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """The moves in the order of the game, and no two of them contradict each other.

    The value after a move is the value before the next one. Moves are judged from the last one
    back, so what is proven of an early position is told to the moves after it here.
    """
    rows = sorted(moves, key=lambda move: move.number)
    for at, later in enumerate(rows[1:], start=1):
        earlier = rows[at - 1]
        follows = later.number == earlier.number + 1
        if follows and later.state.player != earlier.state.player:
            stones = later.state.ply - earlier.state.ply
            rows[at] = _told(later, earlier.after.for_opponent(-stones))
    return rows


def _told(move: ReviewedMove, before: Value) -> ReviewedMove:
    """The judgement of a move once the value of the position before it is proven."""
    if move.before.merged(before) is not before or before.kind is not Kind.PROVEN:
        return move
    values = {**move.values, move.action: _capped(move.after, before)}
    return replace(move, values=values, proven=before)


def _capped(after: Value, before: Value) -> Value:
    """No move is worth more than its position."""
    if after.kind is Kind.PROVEN or before.result is Result.WIN:
        return after
    if before.result is Result.LOSS:
        return Value(Kind.PROVEN, 0.0, Result.LOSS, unit=Unit.CHANCE)
    most = min(after.chance, before.chance)
    return Value(Kind.BOUND, most, Result.DRAW, at_most=True, unit=Unit.CHANCE)


def reviewable(record: Record) -> Record:
    """The record itself; raises BadOption if there is nothing in it to review."""
    if not record.main_line():
        raise BadOption("there is no move to review: name a FILE or the moves")
    if not decisions(record):
        raise BadOption("there is no move to review: only dice have moved so far")
    return record


def decisions(record: Record) -> int:
    """Moves of the main line that somebody chose."""
    nodes = [record.root, *record.root.line()]
    return sum(not node.state.chance() for node in nodes[:-1])


def _seen_later(state: State, child: State, known: tuple[State, Value] | None) -> Value | None:
    """What the position after the move says about the move."""
    if child.outcome is not None:
        winner, plies = child.outcome.winner, child.ply - state.ply
        if winner is None:
            return Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE)
        result = Result.WIN if winner == state.player else Result.LOSS
        return Value(Kind.PROVEN, 0.0, result, plies).as_chance()
    if known is None or known[1].kind is Kind.ESTIMATE:
        return None
    if child.player == state.player:
        return known[1]
    return known[1].for_opponent(child.ply - state.ply)
