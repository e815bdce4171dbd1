"""Our published figures: each has a name, says what it means, and measures itself anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from inarow.errors import NotSupported
from inarow.interfaces.bench.work import (
    Work,
    agent_search,
    default_mcts,
    random_games,
    rate_of,
    start,
    tree_search,
)
from inarow.registry import load_agent
from inarow.search.limit import Limit
from inarow.search.mcts.plain import Settings

ROUNDS = 5
"""Rounds per figure; the best and the median are shown."""
MILLION = 1_000_000
NODES = 2 * MILLION
"""Positions per alpha-beta search: enough that making its table does not count."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured figure."""

    best: float
    median: float
    rounds: list[float]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that can be measured: `measure` takes the seconds that it may spend.

    A slow one takes minutes and is only measured when it is named.
    """

    name: str
    title: str
    unit: str
    measure: Callable[[float], Measured]
    slow: bool = False


def _rate(prepare: Callable[[], Work], seconds: float) -> Measured:
    work = prepare()
    rates = [rate_of(work, seconds / ROUNDS) for _ in range(ROUNDS)]
    return Measured(max(rates), median(rates), rates)


def _games(name: str, title: str, spec: str, games: int) -> Figure:
    prepare = partial(random_games, spec, games)
    return Figure(f"random-{name}", f"random games, {title}", "games/s", partial(_rate, prepare))


def _tree(
    name: str, title: str, spec: str, simulations: int, settings: Callable[[], Settings]
) -> Figure:
    def prepare() -> Work:
        return tree_search(spec, settings(), simulations)

    return Figure(f"mcts-{name}", title, "simulations/s", partial(_rate, prepare))


def _threads(prepare: Callable[[int], Work], seconds: float) -> Measured:
    """The work of two threads and of one in the same time on the clock, in turn.

    Two threads that share nothing show what the machine has to give at this moment.
    """
    apart = (prepare(1), prepare(1))
    with ThreadPoolExecutor(2) as pool:

        def both() -> float:
            return float(sum(pool.map(lambda work: work(), apart)))

        works, share = (prepare(1), both, prepare(2)), seconds / ROUNDS / 3
        rounds = [[_two_clocks(work, share) for work in works] for _ in range(ROUNDS)]
    ratios = [two[0] / one[0] for one, _, two in rounds]
    ceiling = median(free[0] / one[0] for one, free, _ in rounds)
    by_cpu = median(two[1] / one[1] for one, _, two in rounds)
    note = f"on the clock; without sharing {ceiling:.2f}; per CPU second {by_cpu:.2f}"
    return Measured(max(ratios), median(ratios), ratios, note)


def _two_clocks(work: Work, seconds: float) -> tuple[float, float]:
    """Work per second on the clock, and per CPU second."""
    cpu, done, started = process_time(), 0.0, perf_counter()
    while (spent := perf_counter() - started) < seconds or not done:
        done += work()
    return done / spent, done / (process_time() - cpu)


def _tree_threads(threads: int) -> Work:
    return tree_search("connect_four", Settings(), 100_000, threads)


def _alphabeta_threads(threads: int) -> Work:
    return agent_search("connect_four", f"alphabeta(threads={threads})", Limit(nodes=NODES))


def _minimax(_: float) -> Measured:
    """The same move and value by the readable search and by the kernel, once."""
    state, seconds, found = start("connect_four"), [], []
    load_agent("classic-minimax").choose(state, Limit())  # loads the kernels
    for compiled in ("true", "false"):
        player = load_agent(f"classic-minimax(depth=8,compiled={compiled})")
        started = process_time()
        decision = player.choose(state, Limit())
        seconds.append(process_time() - started)
        found.append((decision.action, decision.value))
    same = "the same move and value" if found[0] == found[1] else f"DIFFERENT: {found}"
    note = f"{seconds[1]:.1f} s and {seconds[0]:.3f} s of CPU time; {same}"
    gain = seconds[1] / seconds[0]
    return Measured(gain, gain, [gain], note)


def memory_of_search(simulations: int) -> dict[str, float]:
    """Megabytes: how much the process grew, all of it, and the tree alone. For a new process."""
    from inarow.search.mcts.compiled import CompiledTree

    state = start("connect_four")
    CompiledTree(state, Settings(), 0).grow(Limit(simulations=1))  # loads the kernels
    before = _megabytes()
    tree = CompiledTree(state, Settings(), 1)
    tree.grow(Limit(simulations=simulations))
    after = _megabytes()
    return {"grown": after - before, "process": after, "tree": tree.memory / 1e6}


def _megabytes() -> float:
    """The memory of this process: now, or the most so far where the system does not tell."""
    import resource

    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def _memory(_: float) -> Measured:
    code = f"from {__name__} import *; import json; print(json.dumps(memory_of_search({MILLION})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it failed"])[-1]
        raise NotSupported(f"memory cannot be measured here: {why}")
    found = json.loads(done.stdout)
    grown, tree, process = found["grown"], found["tree"], found["process"]
    note = f"the tree takes {tree:.0f}; the whole process, with Numba, {process:.0f}"
    return Measured(grown, grown, [grown], note)


def _nodes(name: str, title: str, spec: str) -> Figure:
    prepare = partial(agent_search, spec, "alphabeta", Limit(nodes=NODES))
    return Figure(f"alphabeta-{name}", f"alpha-beta, {title}", "nodes/s", partial(_rate, prepare))


FIGURES = (
    _games("connect-four", "Connect Four 6 x 7", "connect_four", 20_000),
    _games("gomoku", "Gomoku 15 x 15", "gomoku", 500),
    _games("nine-board", "nine boards", "nine_board", 20_000),
    _games("tic-tac-toe", "tic-tac-toe", "tic_tac_toe", 20_000),
    _tree("connect-four", "plain UCT, Connect Four 6 x 7", "connect_four", 10_000, Settings),
    _tree("gomoku", "plain UCT, Gomoku 15 x 15", "gomoku", 1_000, Settings),
    _tree("nine-board", "plain UCT, nine boards", "nine_board", 10_000, Settings),
    _tree("default", "player mcts, Connect Four 6 x 7", "connect_four", 10_000, default_mcts),
    _tree("default-gomoku", "player mcts, Gomoku 15 x 15", "gomoku", 1_000, default_mcts),
    _tree("default-nine-board", "player mcts, nine boards", "nine_board", 10_000, default_mcts),
    _nodes("connect-four", "Connect Four 6 x 7", "connect_four"),
    _nodes("gomoku", "Gomoku 15 x 15", "gomoku"),
    Figure("threads-mcts", "plain UCT, 2 threads v 1", "times", partial(_threads, _tree_threads)),
    Figure(
        "threads-alphabeta",
        "alpha-beta, 2 threads v 1",
        "times",
        partial(_threads, _alphabeta_threads),
    ),
    Figure("memory-mcts", "memory of 1,000,000 simulations", "MB", _memory),
    Figure(
        "minimax-8", "classic-minimax, depth 8, v readable Python", "times", _minimax, slow=True
    ),
)


def chosen(name: str | None) -> tuple[Figure, ...]:
    """The figures whose names begin with a text; without one all but the slow ones."""
    if name is None:
        return tuple(figure for figure in FIGURES if not figure.slow)
    return tuple(figure for figure in FIGURES if figure.name.startswith(name.lower()))
