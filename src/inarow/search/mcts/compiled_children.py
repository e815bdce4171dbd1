"""One compiled search per root child, side by side in threads: `root_parallel.py` with kernels.

Kernels run without the interpreter lock, so threads do what the readable search needs processes
for, and they start at once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from threading import Event
from time import monotonic

from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import MCTS_MEMORY_MB, CompiledTree
from inarow.search.mcts.plain import Node, Settings, back_up_bounds, expand
from inarow.search.mcts.root_parallel import Task, in_rounds, shares
from inarow.seeds import derived_seed

POLL = 0.02
"""Seconds between two looks at the stop flag."""


def grow_children(
    state: State,
    settings: Settings,
    limit: Limit,
    rng: Random,
    each: int | None = None,
    threads: int = 1,
    on_tree: Callable[[Node], None] | None = None,
) -> Node:
    """Expand the root fully, search every child, and return the root.

    The arguments are those of `search_children`, with threads instead of processes.
    """
    if each is None and limit == Limit(depth=limit.depth, memory=limit.memory):
        raise BadOption("a search needs a limit: simulations, seconds, or somebody to stop it")
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    root = _expanded(state, settings, deadline)
    if root.low == root.high:
        return root
    actions = list(root.children)
    seed = rng.getrandbits(64)
    tasks = [
        Task(state, action, settings, derived_seed(seed, f"move {action}"), simulations, deadline)
        for action, simulations in zip(actions, shares(limit, each, len(actions)), strict=True)
    ]
    stop = Event()
    memory = max(1, (limit.memory or MCTS_MEMORY_MB) // threads)
    with ThreadPoolExecutor(threads) as pool:
        try:
            pending = {
                pool.submit(_search, task, root.children[task.action], memory, stop): task
                for task in in_rounds(tasks, threads)
            }
            while pending:
                for future in wait(pending, timeout=POLL).done:
                    tree = future.result()
                    child = root.children[pending.pop(future).action]
                    if tree is not None:
                        _put(tree, child, root, settings)
                if on_tree is not None and root.visits:
                    on_tree(root)
                if limit.stopped:
                    stop.set()
        finally:
            stop.set()
    if settings.solve:
        back_up_bounds(root.children[actions[0]])
    return root


def _expanded(state: State, settings: Settings, deadline: float | None) -> Node:
    """A root with its children; in a decisive search only a move that wins at once."""
    actions = state.legal_actions()
    if not actions:
        raise IllegalMove("the game is over: there is no move to search")
    root = Node(state)
    for action in actions:
        expand(root, action, settings)
        late = deadline is not None and monotonic() > deadline  # thousands of moves take a while
        if late or root.low == root.high:
            break
    return root


def _search(task: Task, child: Node, memory: int, stop: Event) -> CompiledTree | None:
    """The tree of one child; None if there is nothing to spend on it."""
    seconds = None
    if task.deadline is not None:
        seconds = (task.deadline - monotonic()) / task.rounds
    if task.simulations == 0 or (seconds is not None and seconds <= 0) or stop.is_set():
        return None
    bounds = child.low, child.high
    tree = CompiledTree(child.state, task.settings, task.seed or 0, child.mover, bounds=bounds)
    tree.grow(Limit(seconds=seconds, simulations=task.simulations, memory=memory, stop=stop))
    return tree


def _put(tree: CompiledTree, child: Node, root: Node, settings: Settings) -> None:
    """Put the numbers of one search into the tree, as if it had been made there."""
    tree.graft(child)
    root.visits += child.visits
    # What is not the child's is the opponent's, as long as a draw is worth the mean of both.
    root.wins += (1 + settings.loss_points) * child.visits - child.wins
