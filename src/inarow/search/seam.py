"""Compiled or readable: the one rule by which a search is handed to kernels or to plain Python.

Every search has both: the readable one works on any game and is there to be read, the kernels know
the built-in rules and are a hundred times faster. But on a new machine they have to be compiled,
which takes seconds, and in a new process they have to be loaded, which takes half of one:

    somebody can wait: a seed was given,     kernels search; they are compiled first if need be,
    an arena, a benchmark, an analysis       and the surface shows it
                                             (`make_ready(...)`, or simply asking a player)

    a person waits for a move                (`make_ready(..., wait=False)`)
      so little work that loading would        the readable search does it, all of it
      take longer
      kernels are loaded, or on disk           they search
      kernels are missing                      the readable search plays, for a second at most,
                                               while a process in the background compiles them

A search that has no readable twin, the solver, is waited for; what stands in its book needs none.
`Decision.path` says which code it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from inarow.games.base import Game
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.search.native.step import Step

STAND_IN = "python, while kernels are compiled"
"""The path of an answer that a readable search gave because kernels are missing."""
STAND_IN_SECONDS = 1.0
"""The most that a readable search takes for a move in place of missing kernels."""
LITTLE_WORK = 300 * 42
"""Simulations or nodes, times cells, that take less time in Python than loading kernels."""


def search_by(
    kernels: Sequence[Step],
    game: Game,
    limit: Limit,
    compiled: Callable[[Limit], Decision],
    readable: Callable[[Limit], Decision],
) -> Decision:
    """Search by kernels, if there are any for this game, or by the readable twin."""
    if not kernels:
        return readable(limit)
    if any(step.unhurried for step in kernels):
        rows, cols = game.shape
        if rows * cols * (limit.most_simulations or inf) <= LITTLE_WORK:
            return readable(limit)
        if any(step.pending for step in kernels):
            return replace(readable(limit.within(seconds=STAND_IN_SECONDS)), path=STAND_IN)
    for step in kernels:
        step.prepare()
    return compiled(limit)
