"""Solvers that outlive the players who use them.

A solver's table is worth keeping: the next position of a game needs most of what the last one has
found out. But players come and go, one per move on a server. So whoever needs a solver borrows one
and gives it back, and the next borrower finds its table as it is:

    borrower 1   |-- solve --|
    borrower 2                  |-- solve --|           the same solver, with a warm table
    borrower 3                        |-- solve --|     it is lent already: a new one

Nobody ever shares a solver with another thread. Scores are exact, so it does not matter whose
positions a table has seen; only the number of positions searched depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from inarow.search.solver.book import shipped_book
from inarow.search.solver.solver import Solver

IDLE_SOLVERS = 2
"""Solvers whose tables are kept for whoever needs one next."""

Kind: TypeAlias = tuple[int, int, int, int, bool]
"""Rows, columns, megabytes, threads, with book or without."""

_idle: dict[Kind, Solver] = {}


@contextmanager
def lent_solver(
    rows: int, cols: int, memory_mb: int, threads: int, *, use_book: bool
) -> Iterator[Solver]:
    """A solver for as long as it is needed, with whatever its table knows already.

    >>> with lent_solver(4, 5, 8, 1, use_book=False) as solver:
    ...     solver.score("")
    0
    >>> with lent_solver(4, 5, 8, 1, use_book=False) as again:
    ...     again is solver
    True
    """
    kind = rows, cols, memory_mb, threads, use_book
    solver = _idle.pop(kind, None)  # in one step, so that no other thread gets it too
    if solver is None:
        solver = new_solver(*kind)
    try:
        yield solver
    finally:
        _idle[kind] = solver
        while len(_idle) > IDLE_SOLVERS:
            _idle.pop(next(iter(_idle)), None)  # the one that was not asked for longest


def new_solver(rows: int, cols: int, memory_mb: int, threads: int, use_book: bool) -> Solver:
    """A solver with an empty table and the book of this board, if there is one."""
    book = shipped_book(rows, cols) if use_book else None
    return Solver(rows, cols, memory_mb, threads, book=book)
