"""Monte Carlo tree search on nine boards, with learned values instead of random games.

The kernel runs in slices of a few milliseconds. Between two of them Python looks at the clock,
reports, and notices Ctrl-C. Then, too, somebody else may examine the favourite, the move that was
visited most: if it is proven to lose, the tree does not look at it again; if it wins, all is known.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Info, Kind, OnInfo, Unit, Value
from inarow.search.limit import Limit
from inarow.search.native.jit import Array
from inarow.search.nine import kernel_tree
from inarow.search.nine.kernel_tree import DRAWN, LOST, NODE, OPEN, WON
from inarow.search.nine.root import Root, decision_of, lost, won

EXPLORATION = 1.0
"""How strongly moves that were seldom tried are tried; twice and half as much play as well."""
_MEMORY_MB = 512
_FIRST, _MOST = 1_000, 100_000
"""Simulations of the first slice, and of the largest."""
_SLICE_SECONDS = 0.01
_REPORT_SECONDS = 0.1

Examine: TypeAlias = Callable[[int, int], int]
"""Looks into a move for some positions; gives what is proven of it, `OPEN` if nothing is."""


class Tree:
    """A growing tree; only the moves of the root are looked at that it names."""

    def __init__(self, root: Root, limit: Limit) -> None:
        self._root, self._limit = root, limit
        self._clock = SearchClock(limit)
        slots = (limit.memory or _MEMORY_MB) * 2**20 // NODE.itemsize
        most = limit.most_simulations
        self._nodes: Array = np.zeros(min(slots, 90 * most if most else slots), NODE)
        self._used = np.ones(1, np.int64)
        self._done = 0

    def decide(
        self, on_info: OnInfo | None = None, examine: Examine | None = None, share: float = 0.0
    ) -> Decision:
        """The best move that is found in time.

        Args:
            on_info: is told what is known now and then.
            examine: looks into the favourite between two slices.
            share: how much of the work `examine` does.
        """
        moves = np.array(self._root.moves, np.int64)
        kernel_tree.plant(self._root.board, self._nodes, self._used, moves)
        size, told = _FIRST, 0.0
        most = self._limit.most_simulations
        while self._open:
            asked = size if most is None else min(size, most - self._done)
            if asked <= 0 or (self._done and self._clock.over):
                break
            started = self._clock.seconds
            simulations = max(1, round(asked * (1 - share)))
            board, nodes = self._root.board, self._nodes
            done = kernel_tree.grow(board, nodes, self._used, EXPLORATION, simulations)
            if examine is not None and self._open:
                self._ask(examine, asked - simulations)
            self._done += done + asked - simulations
            spent = self._clock.seconds - started
            size = int(min(_MOST, max(1, asked * _SLICE_SECONDS / max(spent, 1e-6))))
            if on_info is not None and self._clock.seconds > told + _REPORT_SECONDS:
                told = self._clock.seconds
                on_info(self._info())
            if done < simulations:
                break
        return decision_of(self._info())

    @property
    def _open(self) -> bool:
        """Whether anything is left to find out."""
        root = self._nodes[0]
        return bool(root["count"]) and int(root["known"]) == OPEN

    def _ask(self, examine: Examine, positions: int) -> None:
        """Have the favourite examined, and note what is found out about it."""
        children = self._children(0)
        favourite = int(np.argmax(_preference(children)))
        known = examine(int(children["move"][favourite]), positions)
        children["known"][favourite] = known
        if known == WON:
            self._nodes[0]["known"] = LOST
        elif (children["known"] == LOST).all():
            self._nodes[0]["known"] = WON

    def _info(self) -> Info:
        """What is known now."""
        self._root.board.nodes = self._done
        children = self._children(0)
        values = {int(node["move"]): _value(node) for node in children}
        line = self._line(children)
        return self._root.info(values, line, len(line), self._clock.seconds)

    def _children(self, at: int) -> Array:
        node = self._nodes[at]
        return self._nodes[int(node["first"]) : int(node["first"]) + int(node["count"])]

    def _line(self, children: Array) -> list[int]:
        """The best moves, as far as they were tried."""
        line, at = list[int](), 0
        while len(children):
            at = int(np.argmax(_preference(children)))
            node = children[at]
            if line and not node["visits"] and node["known"] != WON:
                break
            line.append(int(node["move"]))
            start = int(node["first"])
            children = self._nodes[start : start + int(node["count"])]
        return line


def _preference(children: Array) -> Array:
    """What is played: a win, then what was visited most often, never a loss if it can be helped."""
    visits = children["visits"] + children["guess"]
    known = children["known"]
    return np.where(known == WON, np.inf, np.where(known == LOST, visits - 1e12, visits))


def _value(node: Array) -> Value:
    """What is known of a move."""
    known = int(node["known"])
    if known == WON:
        return won(None)
    if known == LOST:
        return lost()
    chance = 0.5 if known == DRAWN else float(node["guess"])
    if node["visits"]:
        chance = float(node["total"]) / int(node["visits"])
    return Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE)


def grow_tree(
    state: State,
    limit: Limit,
    on_info: OnInfo | None = None,
    lost: frozenset[int] = frozenset(),
) -> Decision:
    """The best move by tree search; moves that are known to be lost are not looked at."""
    return Tree(Root(state, lost), limit).decide(on_info)
