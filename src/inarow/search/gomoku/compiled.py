"""One search of the Gomoku engine: deeper and deeper, with an eye on wins by threats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Info, Kind, OnInfo, Result, Unit, Value
from inarow.search.gomoku import kernel_search, kernel_shortest
from inarow.search.gomoku.board import Setting
from inarow.search.gomoku.forced import NO_LIMIT, Threats
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_board import MAX_PLY
from inarow.search.gomoku.kernel_search import SURE, WIN
from inarow.search.limit import Limit
from inarow.search.native.jit import Struct

PATH = "kernel, lines read from tables"
POINTS_PER_UNIT = 200.0
"""Points of the evaluation that are one unit of the logistic curve: 73 %."""
_COUNTED = 3
"""Plies of a win that the counts show; there is no quicker one."""
_MEMORY_MB = 64
_SLOT_BYTES = 16
_ONLY_MOVE = 8
"""Plies after which an only move is played, whatever it is worth."""
_SHORTEST = 200_000
"""Positions that are looked at to make sure that a win is the shortest."""
_FIRST_LOOK = 500
"""Positions that are looked at for a win by threats before anything else."""


class Thinking:
    """One search for a move, until it is proven or the limit ends it.

    Between two depths it looks for wins by threats, each time with a share of the positions seen
    so far: first its own, which ends the search; then that of the opponent if I did nothing. Where
    there is one, a move that does not stop it is known to lose and is left out.
    """

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
        self._helpers = [Setting(state, ideas).board for _ in range(threads - 1)]
        for b in (self.board, *self._helpers):
            b.node_limit = max(1, limit.nodes // threads) if limit.nodes else NO_LIMIT
        slots = (limit.memory or _MEMORY_MB) * 2**20 // _SLOT_BYTES
        self.table = np.zeros(2 << slots.bit_length() - 1, np.int64)
        self.threats = Threats(self.board)
        self._threatened: int | None = None
        self._win: list[int] = []
        self._scores: dict[int, int] = {}
        self._shortest = False
        self._count = 0  # moves in `root` that are searched; behind them stand the refuted ones
        self._refuted = 0
        self._reached = 0

    def decide(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        """The best move that is found in time."""
        works: list[Callable[[], Decision | None]] = [lambda: self._decide(on_info, bonus)]
        works += [partial(self._help, number) for number in range(len(self._helpers))]
        decision = self._clock.watch(works, self._halt)[0]
        assert decision is not None
        return decision

    def _halt(self) -> None:
        for b in (self.board, *self._helpers):
            b.stop = 1

    def _help(self, number: int) -> None:
        """Search the same moves beside the main thread: what is found is in the table for both.

        Every other helper is a ply ahead, so that they do not all do the same.
        """
        b = self._helpers[number]
        count, depth = kernel_search.list_moves(b, 0), 2 - number % 2
        while not b.stop and depth <= self._depth:
            b.done = 0
            best = kernel_search.search_root(b, self.table, count, depth)
            _bring_forward(b, best)
            depth += 1

    def _decide(self, on_info: OnInfo | None, bonus: Callable[[], int] | None) -> Decision:
        """Search, then make sure of what is said about the move."""
        b = self.board
        self._deepen(on_info, bonus)
        for helper in self._helpers:
            helper.stop = 1
        self._shorten()
        score = int(b.found[0]) if self._scores else 0
        if score <= -SURE:
            self._put_first(self._least_bad())
        elif score >= SURE:
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
        b = self.board
        self._count = kernel_search.list_moves(b, 0)
        if bonus is not None:
            b.bonus[: self._count] = [bonus() for _ in range(self._count)]
        depth = 1
        while depth <= self._depth and not self._wins_by_threats():
            score = self._search(depth)
            if b.stop:
                break
            if score <= -SURE and self._list_others():
                continue  # proven only if every move loses
            if self._is_refuted(score):
                continue
            self._reached = depth
            depth += 1
            if on_info is not None:
                on_info(self._info())
            only = self._count == 1 and self._limit.depth is None
            if abs(score) >= SURE or (only and depth > _ONLY_MOVE):
                break

    def _least_bad(self) -> int:
        """A move that is not lost, tried or not; if all are, the one that loses last."""
        moves = [int(self.setting.cells[action]) for action in self._legal]
        return max(moves, key=lambda move: self._scores.get(move, 1 - SURE))

    def _list_others(self) -> bool:
        """Add the moves that seemed of no use; False if all are there already."""
        b, known = self.board, self._count + self._refuted
        total = kernel_search.list_moves(b, known)
        for field in (b.root, b.found, b.bonus):
            field[self._count : total] = np.roll(field[self._count : total], -self._refuted)
        self._count = total - self._refuted
        return total > known

    def _search(self, depth: int) -> int:
        """Search all moves; the best one comes to the front. Gives its score."""
        b = self.board
        b.done = 0
        best = kernel_search.search_root(b, self.table, self._count, depth)
        for i in range(int(b.done)):
            self._scores[int(b.root[i])] = int(b.found[i])
        if b.done:
            _bring_forward(b, best)
        return int(b.found[0])

    @property
    def _share(self) -> int:
        """Positions that may be spent on threats now; 0 if nothing is."""
        share = int(self.board.forced)
        first = min(_FIRST_LOOK, 1 + int(self.board.node_limit) // 8)
        return share and max(first, int(self.board.nodes) * share // 200)

    def _wins_by_threats(self) -> bool:
        """Look for a win of mine; what is found comes to the front."""
        b = self.board
        if self._win or not self._share:
            return False
        plies = self.threats.win(int(b.player), self._share)
        if not plies:
            return False
        self._win_by(self.threats.line(int(b.player)), plies)
        return bool(self._win)

    def _win_by(self, line: list[int], plies: int) -> None:
        """A winning line was found; where its first move is not known any more it is not one."""
        if not line:
            return
        self._put_first(line[0])
        self._win = line
        self.board.found[0] = self._scores[line[0]] = WIN - max(plies, len(line))

    def _put_first(self, move: int) -> None:
        """A move is the best one."""
        b = self.board
        if move not in b.root[: self._count]:
            b.root[self._count] = move
            self._count += 1
        _bring_forward(b, int(np.flatnonzero(b.root[: self._count] == move)[0]))

    def _shorten(self) -> None:
        """Look for the shortest win, or show that the one found is the shortest."""
        b = self.board
        plies = WIN - int(b.found[0])
        if plies > WIN - SURE or not (self._scores and self._monotone and self._share):
            return
        b.proofs_left = min(_SHORTEST, b.node_limit - b.nodes)
        for fewer in range(_COUNTED + 2, plies, 2):
            shorter = kernel_shortest.wins_within(b, fewer, 0)
            if b.proofs_left <= 0 or b.stop:
                return
            if shorter:
                first = int(b.moves[0, 0])
                line = np.zeros(fewer, np.int64)
                count = kernel_shortest.follow_shortest(b, fewer, line)
                self._win_by([int(cell) for cell in line[:count]] or [first], fewer)
                break
        self._shortest = True

    def _is_refuted(self, score: int) -> bool:
        """Whether the opponent wins by threats after the best move; if so, it is left out."""
        b = self.board
        if abs(score) >= SURE or self._count == 1 or not self._share:
            return False
        him = 1 - int(b.player)
        if self._threatened is None:
            self._threatened = self.threats.win(him, self._share)
        move = int(b.root[0])
        plies = self._threatened and self.threats.win(him, self._share, move)
        if not plies:
            return False
        self._scores[move] = plies + 1 - WIN
        for field in (b.root, b.bonus, b.found):
            field[: self._count] = np.roll(field[: self._count], -1)
        self._count -= 1
        self._refuted += 1
        return True

    def _info(self) -> Info:
        """What is known now."""
        first = int(self.board.root[0])
        values = {
            self.setting.action_of[cell]: self._value(score, best=cell == first)
            for cell, score in self._scores.items()
        }
        action = self.setting.action_of[first]
        return Info(
            action,
            values.get(action),
            self._line(first),
            self._reached,
            sum(int(b.nodes) for b in (self.board, *self._helpers)),
            self._clock.seconds,
            values,
        )

    def _line(self, first: int) -> tuple[int, ...]:
        """The expected play."""
        if self._win and self._win[0] == first:
            return self.setting.actions(self._win)
        line = np.zeros(max(1, self._depth), np.int64)
        count = kernel_search.follow(self.board, self.table, self.threats.table, first, line)
        return self.setting.actions(line[:count])

    def _value(self, score: int, best: bool) -> Value:
        """What a score means; of a move that is not the best it is known that it is no better."""
        if score <= -SURE or (best and score >= SURE):
            result = Result.WIN if score > 0 else Result.LOSS
            plies = WIN - abs(score) if best else None
            surely = result is Result.WIN and self._shortest
            found = plies is not None and plies > _COUNTED and not surely
            chance = float(score > 0)
            return Value(Kind.PROVEN, chance, result, plies, at_most=found, unit=Unit.CHANCE)
        chance = 1 / (1 + exp(-score / POINTS_PER_UNIT))
        if best:
            return Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE)
        return Value(Kind.BOUND, chance, at_most=True, unit=Unit.CHANCE)


def _bring_forward(b: Struct, best: int) -> None:
    """Move the best move of the root to the front; the others keep their order."""
    for field in (b.root, b.found, b.bonus):
        field[: best + 1] = np.roll(field[: best + 1], 1)
