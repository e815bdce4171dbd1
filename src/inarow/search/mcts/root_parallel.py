"""One search per root child: the simplest way to put several processes to work on one move.

Every child of the root gets a tree search of its own, with a budget of its own and a random seed
derived from one number. The searches never talk to each other, so they may run one after the other
in this process or side by side in others: with a budget of simulations the numbers are the same.

    root ─┬─ move 1 ── search ─┐
          ├─ move 2 ── search ─┼── compare the children
          └─ move 3 ── search ─┘

Time is a budget for the whole move. The searches run in rounds, as many at a time as there are
processes, and each gets an equal part of the time that is left for its round and the ones after it.
What one search leaves over, or the start of the processes uses up, is thereby shared by the rest.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_ulong
from dataclasses import dataclass, replace
from math import inf
from multiprocessing import get_context
from random import Random
from threading import Event
from time import monotonic

from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.processes.pool import WorkerPool
from inarow.search.limit import Limit
from inarow.search.mcts.plain import Node, OnTree, Settings, back_up_bounds, expand, grow
from inarow.search.mcts.result import line_of
from inarow.seeds import derived_seed

POLL = 0.02
"""Seconds between two looks at what the other processes have done."""
GRACE = 0.25
"""Seconds that a process may be late before the move is played without its result."""
LAST_RESORT = 0.05
"""Seconds of searching here if no process has answered in time: any idea is better than none."""


@dataclass(frozen=True, slots=True)
class Task:
    """The search of one root child, as it is sent to a process."""

    state: State  # the root
    action: int
    settings: Settings
    seed: int | None
    simulations: int | None
    deadline: float | None  # of the whole move, on the clock that all processes share
    rounds: int = 1  # that share the time which is left, this one included

    def run(self, child: Node, stop: Event | None, on_tree: OnTree | None = None) -> None:
        """Search the child; without time or simulations left it stays unvisited."""
        seconds = None
        if self.deadline is not None:
            seconds = (self.deadline - monotonic()) / self.rounds
        if self.simulations == 0 or (seconds is not None and seconds <= 0):
            return
        limit = Limit(seconds=seconds, simulations=self.simulations, stop=stop)
        grow(child, self.settings, limit, Random(self.seed), on_tree)


@dataclass(frozen=True, slots=True)
class Found:
    """What a process sends back: not the tree, only the numbers along its most visited line."""

    root_wins: float
    bounds: tuple[int, int]
    line: tuple[tuple[int, int, float], ...]  # action, visits, wins; the root child first


def search_children(
    state: State,
    settings: Settings,
    limit: Limit,
    rng: Random,
    each: int | None = None,
    pool: SearchProcesses | None = None,
    on_tree: OnTree | None = None,
) -> Node:
    """Expand the root fully, search every child, and return the root.

    Args:
        state: the position of the root.
        settings: of all searches; `max_wins` bounds each of them.
        limit: of the whole move: its simulations and its seconds are divided among the children.
        rng: gives the number from which the seeds of all searches are derived.
        each: simulations of each search.
        pool: the processes to use; without one the searches run here, one after the other.
        on_tree: is told of the root now and then.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> root = search_children(state, Settings(), Limit(), Random(1), each=20)
    >>> [child.visits for child in root.children.values()]
    [20, 20, 20, 20, 20, 20, 20, 20, 20]
    """
    actions = state.legal_actions()
    if not actions:
        raise IllegalMove("the game is over: there is no move to search")
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    root = Node(state)
    for action in actions:
        expand(root, action, settings)
        if root.low == root.high:
            return root  # decisive: this move wins at once
    seed = rng.getrandbits(64)
    tasks = [
        Task(state, action, settings, derived_seed(seed, f"move {action}"), simulations, deadline)
        for action, simulations in zip(actions, shares(limit, each, len(actions)), strict=True)
    ]
    if pool is not None:
        tasks = pool.search(root, tasks, limit, on_tree)
        if deadline is not None and not root.visits:
            deadline = max(deadline, monotonic() + LAST_RESORT)
            tasks = [replace(task, deadline=deadline) for task in tasks]

    def tell(_: Node) -> None:
        if on_tree is not None:
            on_tree(root)

    for task in in_rounds(tasks, 1):
        task.run(root.children[task.action], limit.stop, tell)
    if settings.solve:
        back_up_bounds(root.children[actions[0]])
    return root


class SearchProcesses:
    """Processes that search root children; they start with the first move and stay for the next.

    They end with `close`, with the pool, or with the program, even if it is killed.
    """

    def __init__(self, processes: int) -> None:
        self._stopped = get_context("spawn").RawValue(c_ulong)
        self._pool: WorkerPool | None = None
        self._moves = 0
        self.processes = processes

    def search(
        self, root: Node, tasks: list[Task], limit: Limit, on_tree: OnTree | None = None
    ) -> list[Task]:
        """Run the tasks and put what they find into the tree.

        Returns:
            The tasks that were not done, because time was up or the processes have failed.
        """
        self._moves += 1
        left = {task.action: task for task in tasks}
        pending: dict[Future[Found], Task] = {}
        patience = inf
        try:
            for task in in_rounds(tasks, self.processes):
                if task.deadline is not None:
                    patience = task.deadline + GRACE
                    task = replace(task, deadline=task.deadline - POLL)  # the way back takes time
                pending[self._started().submit(_search_task, task, self._moves)] = task
            while pending and monotonic() < patience:
                for future in wait(pending, timeout=POLL).done:
                    task = pending.pop(future)
                    _graft(root, task, future.result())
                    if root.children[task.action].visits:
                        del left[task.action]
                if on_tree is not None and root.visits:
                    on_tree(root)
                if limit.stopped and self._stopped.value != self._moves:
                    self._stopped.value = self._moves
                    patience = min(patience, monotonic() + GRACE)
        except BrokenProcessPool:
            self.close()
        finally:
            self._stopped.value = self._moves
            for future in pending:
                future.cancel()
        return list(left.values())

    def close(self) -> None:
        """End the processes; the next search would start new ones."""
        if self._pool is not None:
            self._pool.stop()
            self._pool = None

    def _started(self) -> WorkerPool:
        if self._pool is None:
            self._pool = WorkerPool(self.processes, _start_worker, (self._stopped,))
        return self._pool


def shares(limit: Limit, each: int | None, children: int) -> list[int | None]:
    """Simulations per child: `each`, and all together no more than the limit allows."""
    bounds = [bound for bound in (limit.simulations, limit.nodes) if bound is not None]
    if not bounds:
        return [each] * children
    whole, rest = divmod(min(bounds), children)
    shares = [whole + (index < rest) for index in range(children)]
    return [share if each is None else min(share, each) for share in shares]


def in_rounds(tasks: Sequence[Task], processes: int) -> list[Task]:
    """Tell each task how many rounds are left when it starts."""
    rounds = -(-len(tasks) // processes)
    return [replace(task, rounds=rounds - index // processes) for index, task in enumerate(tasks)]


def _graft(root: Node, task: Task, found: Found) -> None:
    """Put the numbers of one search into the tree, as if it had been made here."""
    node = root
    for action, visits, wins in found.line:
        node = node.children.get(action) or expand(node, action, task.settings)
        node.visits, node.wins = visits, wins
    child = root.children[task.action]
    child.low, child.high = found.bounds
    root.visits += child.visits
    root.wins += found.root_wins


# What follows runs in the other processes

_stopped = c_ulong(0)
"""The number of the last move whose search has been stopped; shared by all processes."""
_last_root: Node | None = None
"""The last tree of this process: taken down when the next task begins, not before the answer."""


class _StopMove(Event):
    """A stop flag that is set from another process."""

    def __init__(self, move: int) -> None:
        super().__init__()
        self._move = move

    def is_set(self) -> bool:
        return _stopped.value >= self._move


def _search_task(task: Task, move: int) -> Found:
    global _last_root
    _last_root = root = Node(task.state)
    child = expand(root, task.action, task.settings)
    task.run(child, _StopMove(move))
    node, line = root, []
    for action in line_of(child):
        node = node.children[action]
        line.append((action, node.visits, node.wins))
    return Found(root.wins, (child.low, child.high), tuple(line))


def _start_worker(stopped: c_ulong) -> None:
    """Prepare a process."""
    global _stopped
    _stopped = stopped
    gc.disable()  # see `memory.py`
