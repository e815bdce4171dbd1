"""From a position to the record of the Gomoku engine, and from its scores to values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import exp

import numpy as np

from inarow.games.base import State
from inarow.games.rules import Rules
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Info, Kind, OnInfo, Result, Unit, Value
from inarow.search.gomoku import kernel_board, kernel_search
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_board import BOARD, EMPTY, MAX_PLY, OUTSIDE
from inarow.search.gomoku.kernel_search import SURE, WIN
from inarow.search.gomoku.lines import line_table, reach_of
from inarow.search.gomoku.shapes import fitted_values, fold, kinds_and_orders, values_by_hand
from inarow.search.limit import Limit
from inarow.search.native.settings import fill
from inarow.search.native.types import Array, Struct

PATH = "kernel, lines read from tables"
POINTS_PER_UNIT = 200.0
"""Points of the evaluation that are one unit of the logistic curve: 73 %."""
_COUNTED = 3
"""Plies of a win that the counts show; there is no quicker one."""
_MEMORY_MB = 64
_SLOT_BYTES = 16
_NO_LIMIT = 1 << 62


class Thinking:
    """One search for a move, deeper and deeper until it is proven or the limit ends it."""

    def __init__(self, state: State, ideas: Ideas, limit: Limit, depth: int) -> None:
        rules = state.game.rules
        assert rules is not None, "the player has asked for them"
        self._limit = limit
        self._depth = min(depth, MAX_PLY - 2)
        self._clock = SearchClock(limit)
        self.cells = _cells(rules)
        self.board = set_up(state, rules, self.cells, ideas)
        self.board.node_limit = limit.nodes or _NO_LIMIT
        slots = (limit.memory or _MEMORY_MB) * 2**20 // _SLOT_BYTES
        self._table = np.zeros(2 << slots.bit_length() - 1, np.int64)
        self._action_of = {int(cell): action for action, cell in enumerate(self.cells)}
        self._reached = 0

    def decide(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        """The best move that is found in time."""
        (decision,) = self._clock.watch([lambda: self._deepen(on_info, bonus)], self._halt)
        return decision

    def _halt(self) -> None:
        self.board.stop = 1

    def _deepen(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        b = self.board
        count = kernel_search.list_moves(b, 0)
        if bonus is not None:
            b.bonus[:count] = [bonus() for _ in range(count)]
        scores: dict[int, int] = {}
        for depth in range(1, self._depth + 1):
            b.done = 0
            best = kernel_search.search_root(b, self._table, count, depth)
            for i in range(int(b.done)):
                scores[int(b.root[i])] = int(b.found[i])
            if b.done:
                self._bring_forward(best)
            score = int(b.found[0])
            if b.stop:
                break
            self._reached = depth
            if score <= -SURE and count < b.empty:
                count = kernel_search.list_moves(b, count)  # proven only if every move loses
                continue
            if on_info is not None:
                on_info(self._info(scores))
            if abs(score) >= SURE or (count == 1 and self._limit.depth is None):
                break
        info = self._info(scores)
        return Decision(
            info.action,
            info.value,
            info.values,
            info.line,
            info.nodes,
            info.seconds,
            PATH,
        )

    def _bring_forward(self, best: int) -> None:
        """Move the best move to the front; the others keep their order."""
        for field in (self.board.root, self.board.found, self.board.bonus):
            field[: best + 1] = np.roll(field[: best + 1], 1)

    def _info(self, scores: dict[int, int]) -> Info:
        """What is known now."""
        first = int(self.board.root[0])
        values = {
            self._action_of[cell]: _value(score, best=cell == first)
            for cell, score in scores.items()
        }
        action = self._action_of[first]
        return Info(
            action,
            values.get(action),
            self._line(first),
            self._reached,
            int(self.board.nodes),
            self._clock.seconds,
            values,
        )

    def _line(self, first: int) -> tuple[int, ...]:
        """The expected play."""
        line = np.zeros(max(1, self._depth), np.int64)
        count = kernel_search.follow(self.board, self._table, first, line)
        return tuple(self._action_of[int(cell)] for cell in line[:count])


def _value(score: int, best: bool) -> Value:
    """What a score means; of a move that is not the best one it is known that it is no better."""
    if score <= -SURE or (best and score >= SURE):
        result = Result.WIN if score > 0 else Result.LOSS
        plies = WIN - abs(score) if best else None
        found = plies is not None and plies > _COUNTED  # a quicker win may have been overlooked
        chance = float(score > 0)
        return Value(Kind.PROVEN, chance, result, plies, at_most=found, unit=Unit.CHANCE)
    chance = 1 / (1 + exp(-score / POINTS_PER_UNIT))
    if best:
        return Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE)
    return Value(Kind.BOUND, chance, at_most=True, unit=Unit.CHANCE)


def _cells(rules: Rules) -> Array:
    """The index of each action's cell, as drawn in `kernel_board.py`."""
    reach = reach_of(rules.k, rules.exact)
    rows, cols = np.divmod(np.arange(rules.cells), rules.cols)
    return (rows + reach) * (rules.cols + reach) + reach + cols


def set_up(state: State, rules: Rules, cells: Array, ideas: Ideas) -> Struct:
    """The record of a position."""
    b = _empty(rules.rows, rules.cols, rules.k, rules.exact).copy().view(np.recarray)[0]
    values = fitted_values() if ideas.fitted else values_by_hand()
    b.values[0], b.values[1] = values.own[fold()], values.other[fold()]
    b.standings[:] = values.standing
    fill(b, ideas, Ideas)
    owners = [owner for row in state.board() for owner in row]
    taken = [action for action, owner in enumerate(owners) if owner is not None]
    stones = np.array([owners[action] for action in taken], np.int64)
    kernel_board.set_up(b, cells[taken], stones)
    b.player = state.player
    return b


@lru_cache(maxsize=4)
def _empty(rows: int, cols: int, k: int, exact: bool) -> Array:
    """The record of an empty board, before its words are read."""
    board = np.zeros(1, BOARD)
    b = board.view(np.recarray)[0]
    reach = reach_of(k, exact)
    stride = cols + reach
    cells = ((np.arange(rows) + reach) * stride + reach)[:, None] + np.arange(cols)
    cells = cells.ravel()
    b.reach, b.first, b.last, b.empty = reach, cells[0], cells[-1] + 1, len(cells)
    b.steps[:] = stride, 1, stride - 1, stride + 1
    b.stone[:], b.stone[cells] = OUTSIDE, EMPTY
    for direction, step in enumerate(b.steps):
        for slot, offset in enumerate(_offsets(reach)):
            outside = b.stone[cells + offset * step] == OUTSIDE
            b.key[cells, direction] |= np.where(outside, OUTSIDE << 2 * slot, 0)
    table = line_table(k, exact)
    b.lines[: len(table)] = table
    b.kinds[:], b.orders[:] = kinds_and_orders()
    b.hashes[:] = np.random.default_rng(0).integers(-(2**63), 2**63 - 1, b.hashes.shape)
    return board


def _offsets(reach: int) -> Iterator[int]:
    """How far the neighbours lie that stand in a key, from its lowest bits on."""
    yield from range(-reach, 0)
    yield from range(1, reach + 1)
