"""Monte Carlo tree search by compiled kernels: the search of `plain.py`, a hundred times faster.

The work is done by `kernel_tree.py` in slices of a few milliseconds. Between two slices Python has
its turn: it looks at the clock, reports, and notices Ctrl-C. With several threads each of them runs
a slice on the same tree.

What comes out is a `Node` with its children, as from the readable search; the nodes further down
stay in the kernel's array, apart from the line of most visited moves.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.options import fill_record
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.result import gives_win_away, ranking
from inarow.search.native.from_state import position_of
from inarow.seeds import derived_seed, seed_word

if TYPE_CHECKING:
    from inarow.search.native.jit import Array, Struct

MCTS_MEMORY_MB = 1024
SLICE_SECONDS = 0.005
"""How long a compiled search runs before Python looks at the clock."""

OnSlice = Callable[["CompiledTree"], None]
"""Called with the tree after every slice of work."""

_NODE_BYTES = 24
_FEW_ACTIONS = 9
_MOST = 2**31 - 1
"""Simulations and slots that the 32-bit fields of the tree can count."""


def new_tree(slots: int) -> Array:
    """A tree with nothing but a root; slots that are never used take no memory."""
    import numpy as np

    from inarow.search.mcts.kernel_nodes import NODE

    tree = np.zeros(slots, NODE)
    tree[0]["low"], tree[0]["high"] = -1, 1
    tree[1]["first"] = 2
    return tree


@dataclass
class _Worker:
    """What one thread needs for itself."""

    root: Struct
    work: Struct
    path: Array
    anchor: Struct | None = None  # only where threads share the tree


class CompiledTree:
    """A growing tree in the kernel's own arrays.

    `mover` is who moved into the position, if not the player who is not to move, and `bounds` is
    what is known of it beforehand: the least and the most that this player can reach.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> tree = CompiledTree(state, Settings(), seed=1)
    >>> tree.grow(Limit(simulations=1000))
    >>> tree.visits, sum(child.visits for child in tree.root().children.values())
    (1000, 1000)
    """

    def __init__(
        self,
        state: State,
        settings: Settings,
        seed: int,
        mover: int | None = None,
        threads: int = 1,
        bounds: tuple[int, int] = (-1, 1),
    ) -> None:
        from inarow.search.mcts import kernel_nodes as nodes
        from inarow.search.mcts import kernel_tree as tree

        if bounds[0] != bounds[1] and not state.legal_actions():
            raise IllegalMove("the game is over: there is no move to search")

        self._tree_kernels, self._node_kernels = tree, nodes
        self._state = state
        self._mover = 1 - state.player if mover is None else mover
        self._workers = self._new_workers(seed, threads)
        self._rules = settings
        self._settings = self._record(settings, threads)
        self._nodes: Array = new_tree(2)
        self._nodes[0]["low"], self._nodes[0]["high"] = bounds
        self._rate = 0.0  # simulations per second and thread, as far as measured

    @property
    def visits(self) -> int:
        """The simulations so far."""
        return int(self._nodes[0]["visits"])

    @property
    def memory(self) -> int:
        """The bytes in use."""
        return int(self._nodes[1]["first"]) * _NODE_BYTES

    def grow(
        self, limit: Limit, on_slice: OnSlice | None = None, started: float | None = None
    ) -> None:
        """Run simulations until the limit is reached or the tree is decided.

        `started` is when the clock began to run, if that was earlier than now.
        """
        limit.require_end()
        clock = SearchClock(limit, started)
        left = min(limit.most_simulations or _MOST, _MOST - self.visits)
        most = min(_MOST, (limit.memory or MCTS_MEMORY_MB) * 2**20 // _NODE_BYTES)
        self._make_room(most, left)
        with ThreadPoolExecutor(len(self._workers)) as pool:
            while left > 0 and not limit.stopped:
                seconds = min(SLICE_SECONDS, clock.left)
                if seconds <= 0 and self.visits:
                    break
                asked = self._slice(left, seconds)
                done = self._run(asked, pool, clock)
                left -= done
                if on_slice is not None:
                    on_slice(self)
                if done < asked and not self._make_room(most, left):
                    break

    def _slice(self, left: int, seconds: float) -> int:
        """How many simulations to ask for: what is left, but no more than the time allows."""
        most = max(1.0, self._rate * seconds) if self._rate else 1
        return int(min(left, most * len(self._workers)))

    def _run(self, simulations: int, pool: ThreadPoolExecutor, clock: SearchClock) -> int:
        threads, started = len(self._workers), clock.seconds
        if threads == 1:
            done = self._grow(self._workers[0], simulations)
        else:
            share, rest = divmod(simulations, threads)
            shares = [share + (index < rest) for index in range(threads)]
            done = sum(pool.map(self._grow, self._workers, shares))
        elapsed = clock.seconds - started
        if elapsed > 0 and done:
            rate = done / elapsed / threads
            # Never trust one measurement too much: the first one includes loading the kernel.
            self._rate = min(rate, 8 * self._rate) if self._rate else min(rate, 1000.0)
        return done

    def _grow(self, worker: _Worker, simulations: int) -> int:
        kernels, own = self._tree_kernels, worker
        shared = self._nodes, self._settings, own.root, own.work
        if len(self._workers) > 1:
            return int(kernels.grow_together(*shared, own.anchor, own.path, simulations))
        return int(kernels.grow(*shared, own.path, simulations))

    def _make_room(self, most: int, left: int) -> bool:
        """Make the arrays larger if they are what stands in the way; False if they are not."""
        settings, size = self._settings, len(self._nodes)
        needed = int(self._nodes[1]["first"]) + int(settings.reserve)
        if needed <= size or size >= most:
            return False
        slots = min(most, max(needed, 2 * size, left * int(settings.reserve)))
        while slots >= needed:
            try:
                bigger = new_tree(slots)  # only what is used takes memory
            except MemoryError:
                slots //= 2
                continue
            bigger[:size] = self._nodes
            self._nodes = bigger
            return True
        return False

    def root(self) -> Node:
        """The tree so far, as far as an answer needs it: the children and what follows the best.

        Decisive searches also ask which replies were never tried, so they get those of every child.
        """
        root = Node(self._state)
        self._copy(0, root)
        slots: dict[Node, int] = {}
        for slot in self._children(0):
            child = self._graft_child(slot, root)
            slots[child] = slot
            if self._settings.decisive:
                for reply in self._children(slot):
                    self._graft_child(reply, child)
        if self._settings.decisive and root.low == root.high:
            root.untried.clear()  # the winning move has replaced its siblings
        for child in ranking(root, self._rules):
            self._graft_line(slots[child], child)
            lost = self._settings.decisive and gives_win_away(child, self._rules)
            if not lost and child.high >= 0:
                break
        return root

    def graft(self, node: Node) -> None:
        """Give a node of another tree the numbers of this root, and its most visited line."""
        self._copy(0, node)
        if self._settings.decisive:
            for slot in self._children(0):
                self._graft_child(slot, node)
        self._graft_line(0, node)

    def _graft_line(self, slot: int, node: Node) -> None:
        """Add the most visited moves below a node, of those that keep a proven result."""
        while children := self._children(slot):
            kept = (s for s in children if node.is_kept_by(*self._nodes[["low", "high"]][s]))
            slot = min(kept, key=self._rank, default=0)
            if not slot or not self._nodes[slot]["visits"]:
                return
            node = self._graft_child(slot, node)

    def _graft_child(self, slot: int, parent: Node) -> Node:
        found = self._nodes[slot]
        child = Node.grafted(parent, int(found["action"]), bool(found["legal"] < 0))
        self._copy(slot, child)
        return child

    def _rank(self, slot: int) -> tuple[int, int]:
        return -int(self._nodes[slot]["visits"]), int(self._nodes[slot]["action"])

    def _copy(self, slot: int, node: Node) -> None:
        found = self._nodes[slot]
        node.visits, node.wins = int(found["visits"]), float(found["wins"])
        node.low, node.high = int(found["low"]), int(found["high"])

    def _children(self, node: int) -> list[int]:
        """The slots of a node's children."""
        slots = []
        slot, block = int(self._nodes[node]["first"]), int(self._settings.block)
        for index in range(int(self._nodes[node]["count"])):
            if index and index % block == 0:
                slot = int(self._nodes[slot]["first"])
            slots.append(slot)
            slot += 1
        return slots

    def _new_workers(self, seed: int, threads: int) -> list[_Worker]:
        """What each thread needs; the position is made once and copied."""
        import numpy as np

        first = position_of(self._state)
        plies = 3 * int(first.rows * first.cols) + 8  # stones, and choices that place none
        workers = []
        for index in range(threads):
            root = first.copy() if index else first
            work = first.copy()
            root.random = work.random = seed_word(derived_seed(seed, f"thread {index}"))
            anchor = work.copy() if threads > 1 else None
            workers.append(_Worker(root, work, np.zeros((2, plies), np.int64), anchor))
        return workers

    def _record(self, settings: Settings, threads: int) -> Any:
        import numpy as np

        record = np.zeros(1, self._node_kernels.SETTINGS).view(np.recarray)[0]
        root = self._workers[0].root
        fill_record(record, settings, Settings)
        record.mover = self._mover
        few = root.actions <= _FEW_ACTIONS
        record.block, record.link = (root.actions, 0) if few else (self._node_kernels.BLOCK, 1)
        blocks = 1
        if settings.keep_rollout:
            blocks = settings.rollout_depth or self._workers[0].path.shape[1]
        record.reserve = (record.block + record.link) * (blocks + 1)
        if threads > 1:
            record.reserve *= threads * self._tree_kernels.BATCH
        record.shared = threads > 1
        return record
