"""Our published figures: each has a name, says what it means, and measures itself anywhere.

What is timed is a `Work`, a function that does a little of it and says how much it did. Functions
that prepare one (`random_games`, `tree_search`, ...) load and compile first, so that neither is
counted. `rate_of` is the stopwatch: CPU time and not time on the clock, because a busy machine must
not count against what is measured.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TypeAlias

from inarow.errors import NotSupported
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.player import RANDOM_GAMES, SHARED_TREE, TREE_SEARCH
from inarow.search.minimax.player import ALPHABETA
from inarow.search.native.from_state import position_of
from inarow.search.seam import Step

Work: TypeAlias = Callable[[], float]
"""Does a little work and returns how much it was: games, simulations, positions."""

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

    `kernels` are what it needs; they are loaded, or compiled, if nobody has done so before. A slow
    one takes minutes and is only measured when it is named.
    """

    name: str
    title: str
    unit: str
    kernels: tuple[Step, ...]
    measure: Callable[[float], Measured]
    slow: bool = False


# Work


def rate_of(work: Work, seconds: float, clock: Callable[[], float] = process_time) -> float:
    """Work per second, measured for at least some seconds.

    >>> ticks = iter(range(100))
    >>> rate_of(lambda: 6, seconds=3, clock=lambda: next(ticks))  # twice within three seconds
    4.0
    """
    done, started = 0.0, clock()
    while (spent := clock() - started) < seconds or not done:
        done += work()
    return done / spent


def start(spec: str) -> State:
    """The empty board; nine boards with their first stone, which the dice would place."""
    state = load_game(spec).initial_state()
    return play_moves(state, "55") if state.chance() else state


def random_games(spec: str, games: int) -> Work:
    """Random games from the start to the end, a number of them in one call of the kernel."""
    import numpy as np

    from inarow.search.mcts.kernel_playout import play_many

    root, results = position_of(start(spec), seed=1), np.zeros(3, np.int64)
    work = root.copy()

    def play() -> int:
        play_many(root, work, games, 0, results)
        return games

    play_many(root, work, 1, 0, results)
    return play


def default_mcts() -> Settings:
    """What the player `mcts` does by default: proves results and plays sharp games."""
    settings: Settings = load_agent("mcts").settings  # type: ignore[attr-defined]
    return settings


def tree_search(
    spec: str, simulations: int, settings: Callable[[], Settings] = Settings, threads: int = 1
) -> Work:
    """Searches from the start, a new tree each time."""
    state, seeds, how = start(spec), count(1), settings()

    def search() -> int:
        tree = CompiledTree(state, how, next(seeds), threads=threads)
        tree.grow(Limit(simulations=simulations))
        return tree.visits

    CompiledTree(state, how, 0, threads=threads).grow(Limit(simulations=1))
    return search


def alphabeta_search(spec: str, threads: int = 1) -> Work:
    """Alpha-beta thinks about its first move; the work is the positions that it looks at."""
    state, player = start(spec), load_agent(f"alphabeta(threads={threads})")
    player.choose(state, Limit(nodes=1))
    return lambda: player.choose(state, Limit(nodes=NODES)).nodes


# Ways to measure


def _rate(prepare: Callable[[], Work], seconds: float) -> Measured:
    work = prepare()
    rates = [rate_of(work, seconds / ROUNDS) for _ in range(ROUNDS)]
    return Measured(max(rates), median(rates), rates)


def _threads(prepare: Callable[..., Work], seconds: float) -> Measured:
    """The work of two threads and of one in the same time on the clock, in turn.

    Two threads that share nothing show what the machine has to give at this moment.
    """
    apart = (prepare(threads=1), prepare(threads=1))
    with ThreadPoolExecutor(2) as pool:

        def both() -> float:
            return float(sum(pool.map(lambda work: work(), apart)))

        works, share = (prepare(threads=1), both, prepare(threads=2)), seconds / ROUNDS / 3
        rounds = [[_two_clocks(work, share) for work in works] for _ in range(ROUNDS)]
    ratios = [two[0] / one[0] for one, _, two in rounds]
    ceiling = median(free[0] / one[0] for one, free, _ in rounds)
    by_cpu = median(two[1] / one[1] for one, _, two in rounds)
    note = f"on the clock; without sharing {ceiling:.2f}; per CPU second {by_cpu:.2f}"
    return Measured(max(ratios), median(ratios), ratios, note)


def _two_clocks(work: Work, seconds: float) -> tuple[float, float]:
    """Work per second on the clock, and per CPU second."""
    cpu, clock = process_time(), perf_counter()
    rate = rate_of(work, seconds, perf_counter)
    return rate, rate * (perf_counter() - clock) / (process_time() - cpu)


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
    gain = seconds[1] / seconds[0]
    note = f"{seconds[1]:.1f} s and {seconds[0]:.3f} s of CPU time; {same}"
    return Measured(gain, gain, [gain], note)


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


def memory_of_search(simulations: int) -> dict[str, float]:
    """Megabytes: how much the process grew, all of it, and the tree alone. For a new process."""
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


# The figures

_TITLES = {
    "connect_four": "Connect Four 6 x 7",
    "gomoku": "Gomoku 15 x 15",
    "nine_board": "nine boards",
    "tic_tac_toe": "tic-tac-toe",
}


def _games(spec: str, games: int) -> Figure:
    name, title = f"random-{spec.replace('_', '-')}", f"random games, {_TITLES[spec]}"
    measure = partial(_rate, partial(random_games, spec, games))
    return Figure(name, title, "games/s", (RANDOM_GAMES,), measure)


def _tree(name: str, spec: str, simulations: int, settings: Callable[[], Settings]) -> Figure:
    who = "plain UCT" if settings is Settings else "player mcts"
    measure = partial(_rate, partial(tree_search, spec, simulations, settings))
    title = f"{who}, {_TITLES[spec]}"
    return Figure(f"mcts-{name}", title, "simulations/s", (TREE_SEARCH,), measure)


def _nodes(spec: str) -> Figure:
    name, title = f"alphabeta-{spec.replace('_', '-')}", f"alpha-beta, {_TITLES[spec]}"
    measure = partial(_rate, partial(alphabeta_search, spec))
    return Figure(name, title, "nodes/s", (ALPHABETA,), measure)


def _pair(name: str, title: str, kernels: tuple[Step, ...], prepare: Callable[..., Work]) -> Figure:
    title = f"{title}, 2 threads v 1"
    return Figure(f"threads-{name}", title, "times", kernels, partial(_threads, prepare))


FIGURES = (
    _games("connect_four", 20_000),
    _games("gomoku", 500),
    _games("nine_board", 20_000),
    _games("tic_tac_toe", 20_000),
    _tree("connect-four", "connect_four", 10_000, Settings),
    _tree("gomoku", "gomoku", 1_000, Settings),
    _tree("nine-board", "nine_board", 10_000, Settings),
    _tree("default", "connect_four", 10_000, default_mcts),
    _tree("default-gomoku", "gomoku", 1_000, default_mcts),
    _tree("default-nine-board", "nine_board", 10_000, default_mcts),
    _nodes("connect_four"),
    _nodes("gomoku"),
    _pair(
        "mcts",
        "plain UCT",
        (TREE_SEARCH, SHARED_TREE),
        partial(tree_search, "connect_four", 100_000),
    ),
    _pair("alphabeta", "alpha-beta", (ALPHABETA,), partial(alphabeta_search, "connect_four")),
    Figure("memory-mcts", "memory of 1,000,000 simulations", "MB", (TREE_SEARCH,), _memory),
    Figure(
        "minimax-8",
        "classic-minimax, depth 8, v readable Python",
        "times",
        (ALPHABETA,),
        _minimax,
        slow=True,
    ),
)


def chosen(name: str | None) -> tuple[Figure, ...]:
    """The figures whose names begin with a text; without one all but the slow ones."""
    if name is None:
        return tuple(figure for figure in FIGURES if not figure.slow)
    return tuple(figure for figure in FIGURES if figure.name.startswith(name.lower()))
