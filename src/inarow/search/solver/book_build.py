"""Make an opening book, on all cores, and go on after an interruption.

The positions of the deepest ply are solved, in groups of neighbours, which share most of what a
solver's table learns. A shallower book that comes with the package helps: a position just beyond it
scores at least what the book says of those it comes from. Each finished group is appended to a work
file beside the book, so that Ctrl-C, or worse, costs only the groups being solved:

    book_6x7.npz.work        key score
                             ...
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import as_completed
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from inarow.errors import BadFile
from inarow.games.connect_four import ConnectFour
from inarow.processes.pool import WorkerPool
from inarow.search.solver.book import Book, shipped_book
from inarow.seeds import derived_seed

if TYPE_CHECKING:
    from inarow.search.solver.solver import Solver

BOOK_MEMORY_MB = 256

OnProgress: TypeAlias = Callable[[int, int], None]
"""Called with how many positions are solved, and out of how many."""

Group: TypeAlias = list[tuple[int, int, int]]
"""Neighbouring positions: key, stones of the player to move, stones of the other."""

_GROUP = 16


def work_file(path: Path) -> Path:
    """Where the scores are kept while a book is being made."""
    return path.with_name(path.name + ".work")


def build_book(
    game: ConnectFour,
    plies: int,
    path: Path,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> Book:
    """Solve every position of the first plies and write the book.

    What a work file already holds is not solved again; it is deleted when the book is written.
    """
    import numpy as np

    from inarow.search.solver.book_positions import Positions

    board = Positions(game.rows, game.cols)
    layers = board.layers(plies)
    # Sorted keys begin alike in the right columns: neighbours share most of their stones.
    stones = zip(*(part.tolist() for part in board.stones(layers[-1])), strict=True)
    deepest = dict(zip(layers[-1].tolist(), stones, strict=True))
    known = _finished(work_file(path), deepest)
    left = [(key, *pair) for key, pair in deepest.items() if key not in known]
    if on_progress is not None:
        on_progress(len(known), len(deepest))
    with work_file(path).open("a", encoding="ascii") as work:
        for found in _solved(game, plies, left, workers or os.cpu_count() or 1):
            work.writelines(f"{key} {score}\n" for key, score in found)
            work.flush()
            known.update(found)
            if on_progress is not None:
                on_progress(len(known), len(deepest))
    scores = [np.array([known[key] for key in deepest], np.int64)]
    for layer, below in zip(layers[-2::-1], layers[:0:-1], strict=True):
        scores.insert(0, board.scores(layer, below, scores[0]))
    keys = np.concatenate(layers)
    order = np.argsort(keys)
    all_scores = np.concatenate(scores)[order].astype(np.int8)
    book = Book(game.rows, game.cols, plies, keys[order], all_scores)
    book.save(path)
    with suppress(FileNotFoundError):
        work_file(path).unlink()
    return book


def check_book(
    book: Book, sample: int, seed: int = 0, on_progress: OnProgress | None = None
) -> list[str]:
    """Solve some positions again, without the book; returns what is wrong, in words."""
    from random import Random

    import numpy as np

    from inarow.search.solver.book_positions import Positions
    from inarow.search.solver.solver import Solver

    board = Positions(book.rows, book.cols)
    keys = np.sort(np.concatenate(board.layers(book.plies)))
    if not np.array_equal(keys, book.keys):
        return [f"the book has {len(book)} positions, and not the {len(keys)} that there are"]
    rng = Random(derived_seed(seed, "book"))
    chosen = np.array(rng.sample(range(len(book)), min(sample, len(book))), np.int64)
    own, other = board.stones(book.keys[chosen])
    # Late positions first: they fill the table with what the early ones need.
    late_first = np.argsort(np.bitwise_count(own | other), kind="stable")[::-1]
    solver = Solver(book.rows, book.cols, BOOK_MEMORY_MB)
    wrong = []
    for done, at in enumerate(late_first, 1):
        known, true = int(book.scores[chosen[at]]), solver.score((int(own[at]), int(other[at])))
        if known != true:
            key = int(book.keys[chosen[at]])
            wrong.append(f"position {key}: the book says {known}, the solver {true}")
        if on_progress is not None:
            on_progress(done, len(chosen))
    return wrong


def _finished(work: Path, wanted: dict[int, tuple[int, int]]) -> dict[int, int]:
    """The scores that an interrupted run has left; an unfinished last line is cut off."""
    scores: dict[int, int] = {}
    if not work.exists():
        return scores
    text = work.read_text(encoding="ascii", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        work.write_text(whole, encoding="ascii")  # the next line must not be added to half a one
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            key, score = (int(word) for word in line.split())
        except ValueError:
            key, score = -1, 0
        if key not in wanted:
            raise BadFile(f"{work}, line {number}: not from this book; delete the file")
        scores[key] = score
    return scores


def _solved(
    game: ConnectFour, plies: int, left: Group, workers: int
) -> Iterable[list[tuple[int, int]]]:
    """Solve groups of positions in processes; each has a solver, whose table it keeps."""
    groups = [left[at : at + _GROUP] for at in range(0, len(left), _GROUP)]
    if workers == 1:
        solver = _new_solver(game.rows, game.cols, plies)
        yield from (_solve_group(group, solver) for group in groups)
        return
    board = game.rows, game.cols, plies
    with WorkerPool(workers, _start, board) as pool:  # leaving ends it at once
        for solved in as_completed([pool.submit(_solve_group, group) for group in groups]):
            yield solved.result()


def _new_solver(rows: int, cols: int, plies: int) -> Solver:
    """A solver for positions of this ply, with the shipped book if that is one ply shallower.

    A deeper one would only repeat what it says.
    """
    from inarow.search.solver.solver import Solver

    book = shipped_book(rows, cols)
    if book is not None and book.plies != plies - 1:
        book = None
    return Solver(rows, cols, BOOK_MEMORY_MB, book=book)


# What follows runs in the worker processes

_solver: Solver | None = None


def _start(rows: int, cols: int, plies: int) -> None:
    global _solver
    _solver = _new_solver(rows, cols, plies)


def _solve_group(group: Group, solver: Solver | None = None) -> list[tuple[int, int]]:
    solver = solver or _solver
    assert solver is not None
    return [(key, solver.score((own, other))) for key, own, other in group]
