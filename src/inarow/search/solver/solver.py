"""Solve Connect Four: the exact score of any position, on any board that fits into 64 bits.

    >>> solver = Solver()
    >>> solver.score("32164625")                     # columns from 1, as people write them
    11
    >>> solver.scores("5554224333234511764415115")   # columns from 0, as programs count
    {0: -8, 1: -8, 2: -8, 3: -8, 5: 4, 6: -8}

A score counts stones: +1 is a win with one's very last stone, +2 with the one before, and so on; a
loss is the negative, a draw is 0.

The work is done by the kernels (docs/solver.md tells how); this file keeps the table of proven
bounds from call to call, watches limits, and puts answers into words. The first call of a process
loads the compiled kernels, the very first one on a machine compiles them, once, for some seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

from inarow import defaults
from inarow.errors import BadOption, NotSupported
from inarow.games.connect_four import ConnectFour
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.native.from_state import has_numba
from inarow.search.solver.positions import Position, Stones, StonesReader
from inarow.search.solver.result import FAR, BestColumns, Solution, Solutions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from inarow.search.solver.book import Book

_BITS = 64
_LEAST_MB = 8
_FIRST_SHARE = 40
"""Positions searched for each column in the first round of a search with a limit."""
_MOST_NODES = 2**62
_NO_LIMIT = Limit()
_EXACT, _WEAK = (-FAR, FAR), (-1, 1)
"""A score at or below the first number, or at or above the second, need not be known better."""


class Solver:
    """Exact scores of Connect Four positions, with a table that is kept from call to call.

    Solving the positions of one game one after the other is quick, because most of what a position
    needs is in the table already. A solver may be used by one thread at a time.

    Args:
        rows: height of the board.
        cols: width; `cols * (rows + 1)` must be at most 64.
        memory_mb: size of the table in megabytes, rounded down to a power of two, at least 8.
        threads: how many threads search at the same time, on one shared table.
        book: an opening book; what it holds is not searched.
        ideas: bits of `kernel_record.Idea`, to measure what an idea is worth; None for all.

    >>> solver = Solver(rows=4, cols=5)
    >>> solver.score("")
    0
    >>> solver.solve("33").result
    <Result.DRAW: 'draw'>
    """

    def __init__(
        self,
        rows: int = defaults.CONNECT_FOUR_ROWS,
        cols: int = defaults.CONNECT_FOUR_COLS,
        memory_mb: int = 32,
        threads: int = 1,
        *,
        ideas: int | None = None,
        book: Book | None = None,
    ) -> None:
        self.game = ConnectFour(rows, cols)
        if not has_numba():
            raise NotSupported("the solver needs Numba, which is not installed here")
        if cols * (rows + 1) > _BITS:
            raise NotSupported(
                f"the solver needs cols * (rows + 1) <= {_BITS}, and {cols} * {rows + 1} is more"
            )
        if memory_mb < _LEAST_MB:
            raise BadOption(f"the solver needs a table of at least {_LEAST_MB} MB, not {memory_mb}")
        if threads < 1:
            raise BadOption(f"the solver needs at least one thread, not {threads}")
        # Imported here: rules and help of the command line must not wait for a compiler.
        from inarow.search.solver.engine import Engine

        self._engine = Engine(rows, cols, memory_mb, threads, ideas)
        self._cells = rows * cols
        self.positions = StonesReader(self.game, self._engine)
        if book is not None:
            if (book.rows, book.cols) != (rows, cols):
                raise BadOption(
                    f"a book for {book.rows} x {book.cols} is of no use on {rows} x {cols}"
                )
            self._engine.open_book(book)

    def score(self, position: Position) -> int:
        """The exact score for the player to move.

        >>> Solver().score("32164625")
        11
        """
        stones = self.positions.of(position)
        return self._engine.search_one(*stones, *_EXACT, _NO_LIMIT, 0.0)[0]

    def solve(self, position: Position, limit: Limit = _NO_LIMIT) -> Solution:
        """The score for the player to move, or bounds of it if the limit ends the search.

        >>> Solver().solve("32164625").value.words
        'win in 13 plies'
        """
        return self._solve_one(self.positions.of(position), limit, *_EXACT)

    def weak(self, position: Position, limit: Limit = _NO_LIMIT) -> Solution:
        """Only whether it is a win, a draw or a loss: `result` of what is returned.

        >>> Solver().weak("32164625").result
        <Result.WIN: 'win'>
        """
        return self._solve_one(self.positions.of(position), limit, *_WEAK)

    def scores(self, position: Position) -> dict[int, int]:
        """The exact score of every legal column (from 0) for the player to move.

        >>> Solver().scores("2252576253462244111563365343671351441")
        {5: -1, 6: -2}
        """
        return {column: bounds.lowest for column, bounds in self.columns(position).items()}

    def columns(
        self,
        position: Position,
        limit: Limit = _NO_LIMIT,
        weak: bool = False,
        at_least: int | None = None,
    ) -> dict[int, Solution]:
        """Every legal column (from 0) with the bounds of its score for the player to move.

        With `weak` they are searched only as far as win, draw and loss are told apart, with
        `at_least` only as far as to know whether they reach this score.

        >>> found = Solver().columns("2252576253462244111563365343671351441", at_least=-1)
        >>> {column: bounds.lowest >= -1 for column, bounds in found.items()}
        {5: True, 6: False}
        """
        window = _WEAK if weak else _EXACT
        if at_least is not None:
            window = -at_least, 1 - at_least
        return self._columns(self.positions.of(position), limit, *window)

    def best(self, position: Position, limit: Limit = _NO_LIMIT) -> BestColumns:
        """The best columns; of the others only that they are not better. A player needs no more.

        This is much quicker than `columns`, since it need not find out how long the moves that lose
        would last (docs/solver.md has the figures).

        >>> found = Solver().best("2252576253462244111563365343671351441")
        >>> found.best, found.position.value.words
        ((5,), 'loss in 4 plies')
        """
        started = perf_counter()
        stones = self.positions.of(position)
        half = limit.split(2)
        whole = self._solve_one(stones, half, *_EXACT)
        if not whole.solved:
            columns = self._columns(stones, half, *_EXACT)
            nodes = sum(column.nodes for column in columns.values())
            return BestColumns.among(columns, nodes, perf_counter() - started)
        columns = {
            column: replace(found, highest=min(found.highest, whole.highest))
            for column, found in self._columns(
                stones, half, -whole.lowest, 1 - whole.lowest
            ).items()
        }
        nodes = whole.nodes + sum(column.nodes for column in columns.values())
        return BestColumns.among(columns, nodes, perf_counter() - started, whole)

    def line(self, position: Position, stop: Event | None = None) -> tuple[int, ...]:
        """A best play of both sides to the end of the game; the lowest column among equals.

        Only the first score is found out. From then on it is known what a best move must reach, and
        one question to each column in turn finds the first that does. A stop flag ends it early.

        >>> Solver().line("2252576253462244111563365343671351441")
        (5, 6, 6, 6)
        """
        stones, limit = self.positions.of(position), Limit(stop=stop)
        first = self._solve_one(stones, limit, *_EXACT)
        line: list[int] = []
        score = first.lowest
        while first.solved and (children := self.positions.after(stones)):
            score = -score
            good = (c for c, child in children.items() if self._at_most(child, score, limit))
            column = next(good, None)
            if column is None:  # only if the search was stopped
                break
            line.append(column)
            stones = children[column]
        return tuple(line)

    def _at_most(self, stones: Stones, score: int, limit: Limit) -> bool:
        """Whether a position has no higher score than this."""
        return self._solve_one(stones, limit, score, score + 1).highest <= score

    def solve_many(
        self,
        positions: Sequence[str] | NDArray[Any],
        limit: Limit = _NO_LIMIT,
        *,
        floor: int = -FAR,
        ceiling: int = FAR,
    ) -> Solutions:
        """Solve many positions in one call, which costs next to nothing beside the search.

        Args:
            positions: lines of moves (what follows a space is not read), or an array of shape
                (n, 2) with the stones of the player to move and of the other player.
            limit: of all positions together.
            floor: a score that is at most this need not be known better.
            ceiling: a score that is at least this need not be known better.

        >>> Solver().solve_many(["32164625", "6146"]).lowest.tolist()
        [11, 18]
        """
        started = perf_counter()
        stones = self.positions.of_all(positions)
        found = self._engine.search(stones, floor, ceiling, limit, started)
        return Solutions(found, self.positions.left(stones), perf_counter() - started)

    def forget(self) -> None:
        """Empty the table, as a new solver has it."""
        self._engine.clear()

    def _solve_one(self, stones: Stones, limit: Limit, floor: int, ceiling: int) -> Solution:
        started = perf_counter()
        own, other = stones
        low, high, visited = self._engine.search_one(own, other, floor, ceiling, limit, started)
        left = self._cells - (own | other).bit_count()
        return Solution(low, high, left, visited, perf_counter() - started)

    def _columns(
        self, stones: Stones, limit: Limit, floor: int, ceiling: int
    ) -> dict[int, Solution]:
        """Every legal column; `floor` and `ceiling` are those of the positions after them."""
        children = self.positions.after(stones)
        if not children:
            return {}
        if limit.seconds is None and limit.nodes is None:
            import numpy as np

            array = np.array(list(children.values()), np.int64)
            solved: Sequence[Solution] = self.solve_many(array, limit, floor=floor, ceiling=ceiling)
        else:
            solved = self._in_rounds(list(children.values()), limit, floor, ceiling)
        return {column: child.turned for column, child in zip(children, solved, strict=True)}

    def _in_rounds(
        self, positions: list[Stones], limit: Limit, floor: int, ceiling: int
    ) -> list[Solution]:
        """Share a limit among positions: a little work for each, then more, and more again.

        So the limit never ends before every position was looked at, and what is easy to see is seen
        everywhere. Nothing is lost between two rounds, since the table keeps it.
        """
        clock = SearchClock(limit)
        left, share = limit.nodes or _MOST_NODES, _FIRST_SHARE
        sizes = [self._cells - (own | other).bit_count() for own, other in positions]
        found = [Solution(-FAR, FAR, size) for size in sizes]
        while True:
            unsolved = [
                at
                for at, solution in enumerate(found)
                if solution.lowest < min(solution.highest, ceiling) and solution.highest > floor
            ]
            for at in unsolved:
                if left <= 0 or clock.over:
                    return [solution.plausible for solution in found]
                seconds = None if limit.seconds is None else max(clock.left, 1e-6)
                part = Limit(seconds=seconds, nodes=min(left, share), stop=limit.stop)
                new = self._solve_one(positions[at], part, floor, ceiling)
                left -= new.nodes
                found[at] = found[at].narrowed(new)
            if not unsolved:
                return [solution.plausible for solution in found]
            share *= 4
