"""What is timed: random games and searches, each as a function that does a little of it.

Functions that prepare (`random_games`, `tree_search`, ...) return the work, so that loading and
compiling are not counted. `rate_of` is the stop-watch: CPU time and not time on the clock, because
a busy machine must not count against what is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import process_time
from typing import TypeAlias

from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.plain import Settings
from inarow.search.native.from_state import position_of

Work: TypeAlias = Callable[[], float]
"""Does a little work and returns how much it was: games, simulations, positions."""


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


def tree_search(spec: str, settings: Settings, simulations: int, threads: int = 1) -> Work:
    """Searches from the start, a new tree each time."""
    state, seeds = start(spec), count(1)

    def search() -> int:
        tree = CompiledTree(state, settings, next(seeds), threads=threads)
        tree.grow(Limit(simulations=simulations))
        return tree.visits

    CompiledTree(state, settings, 0, threads=threads).grow(Limit(simulations=1))
    return search


def agent_search(spec: str, agent: str, limit: Limit) -> Work:
    """A player thinks about its first move; the work is the positions that it looks at."""
    state, player = start(spec), load_agent(agent)
    player.choose(state, Limit(nodes=1))
    return lambda: player.choose(state, limit).nodes
