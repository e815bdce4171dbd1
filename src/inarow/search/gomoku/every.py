"""The value of every move, after the best one is known.

If the opponent would win by threats were it his turn, each move is asked first whether it stops
him; most do not, and are proven to lose. All others are searched two plies deep, then four, then
six, always from the best of the last round on, until the time is over: so values of different moves
can be compared, because each search ends with a stone of the same side. What the search for the
best move has shown still holds: no other move is worth more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp

import numpy as np

from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, Result, Unit, Value
from inarow.search.gomoku.compiled import POINTS_PER_UNIT, Thinking
from inarow.search.gomoku.kernel_every import search_every
from inarow.search.gomoku.kernel_search import SURE, WIN, list_moves
from inarow.search.limit import Limit
from inarow.search.native.jit import Array

_LOOK = 1000
"""Positions that are looked at for a win by threats of the opponent."""
_ROUND = 2
_DEEPEST = 8


def judge_every(thinking: Thinking, best: Decision, limit: Limit) -> Decision:
    """The decision with a value of each legal move, as far as the time reaches."""
    b = thinking.board
    clock, b.stop = SearchClock(limit), 0
    b.node_limit = max(int(b.nodes) + 1, limit.nodes or int(b.node_limit))

    def halt() -> None:
        b.stop = 1

    (scores,) = clock.watch([lambda: dict(_rounds(thinking, best))], halt)
    most = 1.0 if best.value is None else best.value.chance
    values = dict(best.values)
    for cell, score in scores.items():
        action = thinking.setting.action_of[cell]
        if action != best.action:
            values[action] = _capped(_value(score), values.get(action), most)
    seconds = best.seconds + clock.seconds
    return replace(best, values=values, nodes=int(b.nodes), seconds=seconds)


def _rounds(thinking: Thinking, best: Decision) -> Iterator[tuple[int, int]]:
    """Cells with their scores, again and again, each time from a deeper search."""
    b = thinking.board
    count = list_moves(b, list_moves(b, 0))  # the promising ones come first
    todo = b.root[:count].astype(np.int64)
    todo = todo[todo != thinking.setting.cells[best.action]]
    refuted = dict(_refuted(thinking, todo))
    yield from refuted.items()
    todo = np.array([cell for cell in todo.tolist() if cell not in refuted], np.int64)
    scores = np.zeros(len(todo), np.int64)
    for depth in range(_ROUND, _DEEPEST + 1, _ROUND):
        done = search_every(b, thinking.table, todo, scores, depth)
        yield from zip(todo[:done].tolist(), scores[:done].tolist(), strict=True)
        if done < len(todo):
            break
        open_ones = np.abs(scores) < SURE  # what is proven stays so
        order = np.argsort(-scores[open_ones], kind="stable")
        todo, scores = todo[open_ones][order], scores[open_ones][order]


def _refuted(thinking: Thinking, cells: Array) -> Iterator[tuple[int, int]]:
    """Those cells that do not stop a win by threats of the opponent, with their scores."""
    opponent = 1 - int(thinking.board.player)
    if thinking.threats.win(opponent, _LOOK):
        for cell in cells.tolist():
            plies = thinking.threats.win(opponent, _LOOK, cell)
            if plies:
                yield cell, plies + 1 - WIN


def _value(score: int) -> Value:
    """What a score means; there may be a quicker win than the one that was found."""
    if abs(score) >= SURE:
        result = Result.WIN if score > 0 else Result.LOSS
        plies = WIN - abs(score)
        return Value(Kind.PROVEN, float(score > 0), result, plies, at_most=True, unit=Unit.CHANCE)
    return Value(Kind.ESTIMATE, 1 / (1 + exp(-score / POINTS_PER_UNIT)), unit=Unit.CHANCE)


def _capped(found: Value, known: Value | None, most: float) -> Value:
    """The value of a move that is not the best one."""
    if found.kind is Kind.PROVEN or (known is not None and known.kind is Kind.PROVEN):
        return found.merged(known)
    bound = most if known is None else min(most, known.score)
    return Value(Kind.ESTIMATE, min(found.score, bound), unit=Unit.CHANCE)
