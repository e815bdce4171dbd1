"""Compile every kernel ahead of time, and say what is kept on disk.

Kernels are compiled when they are first called, so each step below is a short search that calls
all the kernels of one kind. A new kind of search adds its own to `STEPS`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from inarow.games.connect_four import ConnectFour
from inarow.search.native import notice


@dataclass(frozen=True, slots=True)
class Step:
    """Some kernels that are compiled together, by what they do."""

    name: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Warmed:
    """What a step had to do: kernels that were compiled, and how long it took with loading."""

    name: str
    compiled: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept on disk for this version of the kernels; no folder: nothing can be kept."""

    folder: Path | None
    kernels: int = 0
    bytes: int = 0


def _random_games() -> None:
    import numpy as np

    from inarow.search.mcts.kernel_playout import play_many
    from inarow.search.native.from_state import position_of

    root = position_of(ConnectFour().initial_state())
    play_many(root, root.copy(), 1, 0, np.zeros(3, np.int64))


def _tree_search() -> None:
    from inarow.search.limit import Limit
    from inarow.search.mcts.compiled import CompiledTree
    from inarow.search.mcts.plain import Settings

    CompiledTree(ConnectFour().initial_state(), Settings(), 0).grow(Limit(simulations=1))


def _shared_tree() -> None:
    from inarow.search.limit import Limit
    from inarow.search.mcts.compiled import CompiledTree
    from inarow.search.mcts.plain import Settings

    state = ConnectFour().initial_state()
    CompiledTree(state, Settings(), 0, threads=2).grow(Limit(simulations=2))


def _alphabeta() -> None:
    from inarow.games.random_drop import RandomDrop
    from inarow.search.limit import Limit
    from inarow.search.minimax.compiled import CompiledAlphaBeta, Plan

    state = RandomDrop().initial_state()
    search = CompiledAlphaBeta(state, Plan(), Limit())
    search.make_room(1)
    search.value(state.play(0), 1)
    search.value_with_dice(state.play(state.game.num_actions - 1), 1)
    search.line(state, 0, 1)


def _solver() -> None:
    from inarow.search.solver.solver import Solver

    Solver(4, 4, memory_mb=8).score("1")


RANDOM_GAMES = Step("random games", _random_games)
TREE_SEARCH = Step("Monte Carlo tree search", _tree_search)
SHARED_TREE = Step("threads that share a tree", _shared_tree)
ALPHABETA = Step("alpha-beta and expectiminimax", _alphabeta)
SOLVER = Step("Connect Four solver", _solver)
STEPS = (RANDOM_GAMES, TREE_SEARCH, SHARED_TREE, ALPHABETA, SOLVER)


def run_step(step: Step) -> Warmed:
    """Compile the kernels of a step, or load them if they are kept already."""
    compiled = 0

    def count(kernel: str | None) -> None:
        nonlocal compiled
        compiled += kernel is not None

    notice.listeners.append(count)
    started = perf_counter()
    try:
        step.run()
    finally:
        notice.listeners.remove(count)
    return Warmed(step.name, compiled, perf_counter() - started)


def count_kernels() -> tuple[int, int]:
    """How many kernels there are in the sources, and how many parts that they are made of."""
    from numba.core.dispatcher import Dispatcher

    import inarow.search
    from inarow.search.native.jit import PARTS

    found: set[int] = set()
    for module in pkgutil.walk_packages(inarow.search.__path__, "inarow.search."):
        names = vars(importlib.import_module(module.name))
        found |= {id(value) for value in names.values() if isinstance(value, Dispatcher)}
    return len(found), len(PARTS)


def kept() -> Kept:
    """What is kept on disk for this version of the kernels."""
    from inarow.search.native.jit import CACHE_FOLDER

    if CACHE_FOLDER is None:
        return Kept(None)
    kernels, size = 0, 0
    for file in CACHE_FOLDER.rglob("*.nb?"):
        with suppress(OSError):  # another process may be writing it
            size += file.stat().st_size
            kernels += file.suffix == ".nbi"
    return Kept(CACHE_FOLDER, kernels, size)
