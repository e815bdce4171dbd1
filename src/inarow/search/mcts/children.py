"""One search per root child: the simplest way to put several cores to work on one move.

Every child of the root gets a tree search of its own, with a budget of its own and a random seed
derived from one number. The searches never talk to each other, so they may run one after the other
or side by side: with a budget of simulations the numbers are the same.

    root ─┬─ move 1 ── search ─┐
          ├─ move 2 ── search ─┼── compare the children
          └─ move 3 ── search ─┘

Time is a budget for the whole move. The searches run in rounds, as many at a time as there are
threads, and each gets an equal part of the time that is left for its round and the ones after it.
What one search leaves over is thereby shared by the rest.

Kernels run without the interpreter lock, so their searches run side by side in threads. Readable
ones take turns at the lock whatever they do: they run one after the other.

Source: the several processes of a student's program; Chaslot, Winands and van den Herik, "Parallel
Monte-Carlo Tree Search" (2008), call it root parallelization.
"""

from dataclasses import dataclass
from random import Random
from threading import Event, Lock

from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import MCTS_MEMORY_MB, CompiledTree
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import OnTree, Settings, back_up_bounds, expand, grow
from inarow.seeds import derived_seed


@dataclass(frozen=True, slots=True)
class Task:
    """The search of one root child."""

    child: Node
    seed: int
    simulations: int | None
    rounds: int  # that share the time which is left, this one included

    def limit(self, clock: SearchClock, whole: Limit) -> Limit | None:
        """What this search may spend of the whole limit from now on; None if nothing."""
        seconds = None if whole.seconds is None else clock.left / self.rounds
        if self.simulations == 0 or (seconds is not None and seconds <= 0) or whole.stopped:
            return None
        return Limit(seconds=seconds, simulations=self.simulations, stop=whole.stop)


def search_children(
    state: State,
    settings: Settings,
    limit: Limit,
    rng: Random,
    each: int | None = None,
    threads: int = 0,
    on_tree: OnTree | None = None,
    started: float | None = None,
) -> Node:
    """Expand the root fully, search every child, and return the root.

    Args:
        state: the position of the root.
        settings: of all searches; `max_wins` bounds each of them.
        limit: of the whole move: its simulations and its seconds are divided among the children.
        rng: gives the number from which the seeds of all searches are derived.
        each: simulations of each search.
        threads: in which kernels search side by side; 0: the readable search, one child after the
            other.
        on_tree: called with the root after every simulation, by kernels now and then.
        started: when the clock began to run, if that was earlier than now.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> root = search_children(state, Settings(), Limit(), Random(1), each=20)
    >>> [child.visits for child in root.children.values()]
    [20, 20, 20, 20, 20, 20, 20, 20, 20]
    """
    limit.within(simulations=each).require_end()
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is no move to search")
    clock, root = SearchClock(limit, started), Node(state)
    for action in state.legal_actions():
        expand(root, action, settings)
        # In a decisive search this move may win at once; thousands of moves take a while.
        if root.low == root.high or clock.left < 0:
            break
    tasks = [] if root.low == root.high else _tasks(root, limit, rng, each, threads or 1)
    if threads and tasks:
        _grow_by_kernels(root, tasks, settings, limit, clock, threads, on_tree)
    for task in () if threads else tasks:
        part = task.limit(clock, limit)
        if part is not None:
            tell = None if on_tree is None else lambda _: on_tree(root)
            grow(task.child, settings, part, Random(task.seed), tell)
    if settings.solve:  # what is proven of the children bounds the root
        back_up_bounds(next(iter(root.children.values())))
    return root


def _tasks(root: Node, limit: Limit, rng: Random, each: int | None, threads: int) -> list[Task]:
    """The searches to run, each with its share of the limit."""
    seed, children = rng.getrandbits(64), root.children.items()
    spread = shares(limit, each, len(children))
    rounds = rounds_left(len(children), threads)
    return [
        Task(child, derived_seed(seed, f"move {action}"), simulations, left)
        for (action, child), simulations, left in zip(children, spread, rounds, strict=True)
    ]


def _grow_by_kernels(
    root: Node,
    tasks: list[Task],
    settings: Settings,
    limit: Limit,
    clock: SearchClock,
    threads: int,
    on_tree: OnTree | None,
) -> None:
    stop = Event()
    whole = Limit(limit.seconds, stop=stop, memory=limit.memory)
    memory = max(1, (limit.memory or MCTS_MEMORY_MB) // threads)
    waiting, grown, writing = iter(tasks), list[Node](), Lock()

    def work() -> None:
        for task in waiting:  # each thread takes the next one
            part = task.limit(clock, whole)
            if part is not None:
                child = task.child
                bounds = child.low, child.high
                tree = CompiledTree(child.state, settings, task.seed, child.mover, bounds=bounds)
                tree.grow(part.within(memory=memory))
                with writing:  # here, so that no tree waits for its turn: each may be large
                    tree.graft(child)
                    grown.append(child)

    def report() -> None:
        with writing:
            while grown:
                child = grown.pop()
                root.visits += child.visits
                # What is not the child's is the opponent's, if a draw is worth the mean of both.
                root.wins += (1 + settings.loss_points) * child.visits - child.wins
            if on_tree is not None and root.visits:
                on_tree(root)

    # Each search minds its own part of the time: only the caller's stop ends them all.
    watcher = SearchClock(Limit(stop=limit.stop))
    watcher.watch([work] * min(threads, len(tasks)), stop.set, report)
    report()


def shares(limit: Limit, each: int | None, children: int) -> list[int | None]:
    """Simulations per child: `each`, and all together no more than the limit allows."""
    most = limit.most_simulations
    if most is None:
        return [each] * children
    whole, rest = divmod(most, children)
    shares = [whole + (index < rest) for index in range(children)]
    return [share if each is None else min(share, each) for share in shares]


def rounds_left(tasks: int, threads: int) -> list[int]:
    """How many rounds are left when each task starts.

    >>> rounds_left(5, 2)
    [3, 3, 2, 2, 1]
    """
    rounds = -(-tasks // threads)
    return [rounds - index // threads for index in range(tasks)]
