"""Make an opening book, on all cores, and go on after an interruption.

The positions of the deepest ply are solved, in groups of neighbours, which share most of what a
solver's table learns. Each finished group is appended to a work file beside the book, so that
Ctrl-C, or worse, costs no more than the groups being solved:

    book_6x7.npz.work        key score
                             ...
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from inarow import defaults
from inarow.errors import BadFile
from inarow.games.connect_four import ConnectFour
from inarow.search.book import Book, Keys
from inarow.seeds import derived_seed

if TYPE_CHECKING:
    from inarow.search.solve import Solver

__all__ = ["build_book", "check_book", "work_file"]

OnProgress: TypeAlias = Callable[[int, int], None]
"""Hears how many positions are solved, and of how many."""

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

    keys = Keys(game)
    layers = keys.positions(plies)
    scores = _finished(work_file(path), layers[-1])
    # Sorted keys begin alike in the right columns: neighbours share most of their stones.
    left = [(key, *layers[-1][key]) for key in sorted(layers[-1]) if key not in scores]
    total = len(layers[-1])
    if on_progress is not None:
        on_progress(len(scores), total)
    with work_file(path).open("a", encoding="ascii") as work:
        for found in _solved(game, left, workers or os.cpu_count() or 1):
            work.writelines(f"{key} {score}\n" for key, score in found)
            work.flush()
            scores.update(found)
            if on_progress is not None:
                on_progress(len(scores), total)
    for layer in reversed(layers[:-1]):
        for key, stones in layer.items():
            scores[key] = _from_children(keys, *stones, scores)
    ordered = sorted(scores)
    book = Book(
        game.rows,
        game.cols,
        plies,
        np.array(ordered, np.int64),
        np.array([scores[key] for key in ordered], np.int8),
    )
    book.save(path)
    with suppress(FileNotFoundError):
        work_file(path).unlink()
    return book


def check_book(
    book: Book, sample: int, seed: int = 0, on_progress: OnProgress | None = None
) -> list[str]:
    """Solve some positions again, without the book; returns what is wrong, in words."""
    from random import Random

    from inarow.search.solve import Solver

    keys = Keys(ConnectFour(book.rows, book.cols))
    stones = {key: pair for layer in keys.positions(book.plies) for key, pair in layer.items()}
    wrong = []
    if len(stones) != len(book):
        wrong.append(f"the book has {len(book)} positions, there are {len(stones)}")
    rng = Random(derived_seed(seed, "book"))
    chosen = rng.sample(sorted(stones), min(sample, len(stones)))
    # Late positions first: they fill the table with what the early ones need.
    chosen.sort(key=lambda key: -(stones[key][0] | stones[key][1]).bit_count())
    solver = Solver(book.rows, book.cols, defaults.BOOK_MEMORY_MB)
    for done, key in enumerate(chosen, 1):
        known, true = book.score(*stones[key]), solver.score(stones[key])
        if known != true:
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


def _solved(game: ConnectFour, left: Group, workers: int) -> Iterable[list[tuple[int, int]]]:
    """Solve groups of positions in processes; each has a solver, whose table it keeps."""
    groups = [left[at : at + _GROUP] for at in range(0, len(left), _GROUP)]
    if workers == 1:
        solver = _new_solver(game.rows, game.cols)
        yield from (_solve_group(group, solver) for group in groups)
        return
    with get_context("spawn").Pool(workers, _start, (game.rows, game.cols)) as pool:
        yield from pool.imap_unordered(_solve_group, groups)  # leaving ends the processes at once


def _from_children(keys: Keys, own: int, other: int, scores: dict[int, int]) -> int:
    """The score of a position whose children are all known."""
    left = keys.game.rows * keys.game.cols - (own | other).bit_count()
    best = -left
    for child in keys.children(own, other):
        if keys.is_won(child[1]):
            return (left + 1) // 2  # wins at once
        best = max(best, -scores[keys.key(*child)])
    return best


def _new_solver(rows: int, cols: int) -> Solver:
    from inarow.search.solve import Solver

    return Solver(rows, cols, defaults.BOOK_MEMORY_MB)


# What follows runs in the worker processes

_solver: Solver | None = None


def _start(rows: int, cols: int) -> None:
    global _solver
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the main process
    _solver = _new_solver(rows, cols)


def _solve_group(group: Group, solver: Solver | None = None) -> list[tuple[int, int]]:
    solver = solver or _solver
    assert solver is not None
    return [(key, solver.score((own, other))) for key, own, other in group]
