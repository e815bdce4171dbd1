"""One search of the Gomoku engine: deeper and deeper, until the move is proven or time is up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Info, Kind, OnInfo, Result, Unit, Value
from inarow.search.gomoku.board import Setting
from inarow.search.gomoku.forced import NO_LIMIT, Threats
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_board import MAX_PLY
from inarow.search.gomoku.kernel_search import SURE, WIN, search
from inarow.search.gomoku.names import A_THREE
from inarow.search.gomoku.root import Root
from inarow.search.gomoku.shortest import shortest_win
from inarow.search.limit import Limit
from inarow.search.native.jit import Struct
from inarow.search.room import slots_for

PATH = "kernel, lines read from tables"
POINTS_PER_UNIT = 200.0
"""Points of the evaluation that are one unit of the logistic curve: 73 %."""
_AT_ONCE, _COUNTED = 1, 3
"""Plies of a five, and of a win that the counts show: there is no quicker one."""
_MEMORY_MB = 64
_SLOT_BYTES = 16
_SPEED = 1_500_000
"""Positions that a thread may search in a second on a fast machine."""
_HELP_FROM = 2
"""Plies at which helpers begin."""
_ONLY_MOVE = 8
"""Plies after which an only move is played, whatever it is worth."""
_SHORTEST = 60_000
"""Positions that are looked at to make sure that a win is the shortest."""


class Thinking:
    """One search for a move, until it is proven or the limit ends it."""

    def __init__(
        self, state: State, ideas: Ideas, limit: Limit, depth: int, threads: int = 1
    ) -> None:
        self._limit = limit
        self._depth = min(depth, MAX_PLY - 2)
        self._clock = SearchClock(limit)
        self.setting = Setting(state, ideas)
        self._legal = state.legal_actions()
        rules = state.game.rules
        self._monotone = rules is not None and rules.plain and not rules.exact
        self.board = self.setting.board
        self._counted = _AT_ONCE if _black_may_be_stuck(self.board) else _COUNTED
        slots = slots_for(limit, limit.memory or _MEMORY_MB, _SLOT_BYTES, threads * _SPEED)
        table = np.zeros(2 * slots, np.int64)
        self.root = Root(self.setting, table)
        self._helpers = [Setting(state, ideas).board for _ in range(threads - 1)]
        self._boards = [self.board, *self._helpers]
        for b in self._boards:
            b.node_limit = max(1, limit.nodes // threads) if limit.nodes else NO_LIMIT
        self.threats = Threats(self.board)
        self._win: list[int] = []
        self._shortest = False
        self._reached = 0

    def decide(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        """The best move that is found in time."""
        works: list[Callable[[], Decision | None]] = [lambda: self._decide(on_info, bonus)]
        works += [partial(self._help, number) for number in range(len(self._helpers))]
        decision = self._clock.watch(works, self._halt)[0]
        assert decision is not None
        return decision

    def _halt(self) -> None:
        for b in self._boards:
            b.stop = 1

    def _help(self, number: int) -> None:
        """Search the position beside the main thread: what is found is in the table for both.

        Every other helper is a ply ahead, so that they do not all do the same. A helper spends all
        its time in the kernel: threads that go from move to move in Python wait for each other.
        """
        b, table, depth = self._helpers[number], self.root.table, _HELP_FROM + number % 2
        while not b.stop and depth <= self._depth:
            search(b, table, depth, -WIN, WIN, 0, int(b.threes))
            depth += 1

    def _decide(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        """Search, then make sure of what is said about the move."""
        b, root = self.board, self.root
        self._deepen(on_info, bonus)
        for helper in self._helpers:
            helper.stop = 1
        if root.score >= SURE:
            self._shorten()
        elif root.score <= -SURE:
            root.put_first(self._least_bad())
        if abs(root.score) >= SURE:
            b.stop, b.node_limit = 0, NO_LIMIT  # to tell how it is won takes a moment more
        info = self._info()
        return Decision(
            info.action,
            info.value,
            info.values,
            info.line,
            info.nodes,
            info.seconds,
            PATH,
        )

    def _deepen(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> None:
        """Search deeper and deeper until the best move is proven or the limit is reached."""
        b, root = self.board, self.root
        if bonus is not None:
            root.bonus = {move: bonus() for move in root.moves}
        depth = 1
        while depth <= self._depth:
            score = root.search(depth)
            if b.stop:
                break
            if score <= -SURE and root.add_others():
                continue  # proven only if every move loses
            self._reached = depth
            depth += 1
            if on_info is not None:
                on_info(self._info())
            only = len(root.moves) == 1 and self._limit.depth is None
            if abs(score) >= SURE or (only and depth > _ONLY_MOVE):
                break

    def _least_bad(self) -> int:
        """A move that is not lost, tried or not; if all are, the one that loses last.

        Of equal ones it is the point that the opponent wants most: he may not see the other one.
        """
        b, scores = self.board, self.root.scores
        wanted, moves = b.kind[1 - b.player], [int(self.setting.cells[a]) for a in self._legal]
        return max(moves, key=lambda move: (scores.get(move, 1 - SURE), wanted[move]))

    def _win_by(self, line: list[int], plies: int) -> None:
        """A winning line was found; where its first move is not known any more it is not one."""
        if not line:
            return
        self.root.put_first(line[0])
        self._win = line
        self.root.scores[line[0]] = WIN - max(plies, len(line))

    def _shorten(self) -> None:
        """Look for the shortest win, or show that the one found is the shortest."""
        b = self.board
        plies = WIN - self.root.score
        if not self._monotone:
            return
        found = shortest_win(b, plies, min(_SHORTEST, int(b.node_limit - b.nodes)))
        if found is not None:
            self._shortest = True
            self._win_by(found[1], found[0])

    def _info(self) -> Info:
        """What is known now."""
        first = self.root.moves[0]
        values = {
            self.setting.action_of[cell]: self._value(score, best=cell == first)
            for cell, score in self.root.scores.items()
        }
        action = self.setting.action_of[first]
        return Info(
            action,
            values.get(action),
            self._line(first),
            self._reached,
            sum(int(b.nodes) for b in self._boards),
            self._clock.seconds,
            values,
        )

    def _line(self, first: int) -> tuple[int, ...]:
        """The expected play: as far as was searched, or to the end where that is proven."""
        if self._win and self._win[0] == first:
            return self.setting.actions(self._win)
        score = abs(self.root.score)
        longest = WIN - score if score >= SURE else max(1, self._depth)
        return self.setting.actions(self.root.follow(first, self.threats, longest))

    def _value(self, score: int, best: bool) -> Value:
        """What a score means; of a move that is not the best it is known that it is no better."""
        if score <= -SURE or (best and score >= SURE):
            result = Result.WIN if score > 0 else Result.LOSS
            plies = WIN - abs(score) if best else None
            surely = result is Result.WIN and self._shortest
            found = plies is not None and plies > self._counted and not surely
            chance = float(score > 0)
            return Value(Kind.PROVEN, chance, result, plies, at_most=found, unit=Unit.CHANCE)
        chance = 1 / (1 + exp(-score / POINTS_PER_UNIT))
        if best:
            return Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE)
        return Value(Kind.BOUND, chance, at_most=True, unit=Unit.CHANCE)


def _black_may_be_stuck(b: Struct) -> bool:
    """Whether in renju a stone of white may leave black nothing but forbidden cells.

    Cells on which black makes a three at most are allowed, and white can take only one of them.
    """
    return bool(b.renju and b.player == 1 and b.count[0, : A_THREE + 1].sum() < 2)
