"""The value of every move, after the best one is known.

If the opponent would win by threats were it his turn, each move is asked first whether it stops
him; most do not, and are proven to lose. All others are searched one ply deep, then three, then
five, always from the best of the last round on, until the time is over; the first round is never
left out. The best move has been searched deeper than that, and deeper searches judge differently.
So what counts is how much worse a move is than the best one *in the same round*:

    value = value of the best move, less what the other one lacks at the same depth
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp, log

import numpy as np

from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, Result, Unit, Value
from inarow.search.gomoku.compiled import POINTS_PER_UNIT, Thinking
from inarow.search.gomoku.forced import NO_LIMIT
from inarow.search.gomoku.kernel_search import SURE, WIN
from inarow.search.gomoku.root import Root
from inarow.search.limit import Limit
from inarow.search.native.jit import Array

_LOOK = 1000
"""Positions that are looked at for a win by threats of the opponent."""
_DEPTHS = (3, 5, 7)


def judge_every(thinking: Thinking, best: Decision, limit: Limit) -> Decision:
    """The decision with a value of each legal move."""
    b, clock = thinking.board, SearchClock(limit)
    top = int(thinking.setting.cells[best.action])
    root = Root(thinking.setting, thinking.root.table)
    root.add_others()  # the promising ones come first
    root.put_first(top)
    cells = np.array(root.moves)
    scores = np.zeros(len(cells), np.int64)
    b.stop, b.node_limit = 0, NO_LIMIT  # each move is looked at once, whatever the limit
    root.search_every(cells, scores, 1)
    b.node_limit = max(int(b.nodes) + 1, limit.nodes or NO_LIMIT)

    def halt() -> None:
        b.stop = 1

    def go_on() -> dict[int, int]:
        return dict(_rounds(thinking, cells, scores))

    (behind,) = clock.watch([go_on], halt)
    values = dict(best.values)
    for cell, score in behind.items():
        action = thinking.setting.action_of[cell]
        if action != best.action:
            values[action] = _value(score, best.value).merged(_proof(values.get(action)))
    seconds = best.seconds + clock.seconds
    return replace(best, values=values, nodes=int(b.nodes), seconds=seconds)


def _rounds(thinking: Thinking, cells: Array, scores: Array) -> Iterator[tuple[int, int]]:
    """Cells, again and again, with their scores less that of the first one; proofs as they are."""
    yield from _compared(cells, scores)
    yield from (refuted := dict(_refuted(thinking, cells[1:]))).items()
    for depth in _DEPTHS:
        todo = np.abs(scores) < SURE  # what is proven stays so
        todo &= ~np.isin(cells, list(refuted))
        todo[0] = True
        order = np.argsort(-scores[todo][1:], kind="stable") + 1
        cells = cells[todo][np.concatenate(([0], order))]
        scores = np.zeros(len(cells), np.int64)
        done = thinking.root.search_every(cells, scores, depth)
        yield from _compared(cells[:done], scores[:done])
        if done < len(cells):
            break


def _compared(cells: Array, scores: Array) -> Iterator[tuple[int, int]]:
    for cell, score in zip(cells.tolist(), scores.tolist(), strict=True):
        yield cell, score if max(abs(score), scores[0]) >= SURE else min(0, score - int(scores[0]))


def _refuted(thinking: Thinking, cells: Array) -> Iterator[tuple[int, int]]:
    """Those cells that do not stop a win by threats of the opponent, with their scores."""
    opponent = 1 - int(thinking.board.player)
    if thinking.threats.win(opponent, _LOOK):
        for cell in cells.tolist():
            plies = thinking.threats.win(opponent, _LOOK, cell)
            if plies:
                yield cell, plies + 1 - WIN


def _value(score: int, best: Value | None) -> Value:
    """What a score means, if it is no proof beside the value of the best move."""
    if abs(score) >= SURE:
        result = Result.WIN if score > 0 else Result.LOSS
        plies = WIN - abs(score)
        return Value(Kind.PROVEN, float(score > 0), result, plies, at_most=True, unit=Unit.CHANCE)
    if best is not None and best.kind is Kind.ESTIMATE and 0 < best.score < 1:
        score += round(POINTS_PER_UNIT * log(best.score / (1 - best.score)))
    return Value(Kind.ESTIMATE, 1 / (1 + exp(-score / POINTS_PER_UNIT)), unit=Unit.CHANCE)


def _proof(value: Value | None) -> Value | None:
    return value if value is not None and value.kind is Kind.PROVEN else None
