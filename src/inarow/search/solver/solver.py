"""Solve Connect Four: the exact score of any position, on any board of up to 120 bits.

    >>> solver = Solver()
    >>> solver.score("32164625")                     # columns from 1, as people write them
    11
    >>> solver.scores("5554224333234511764415115")   # columns from 0, as programs count
    {0: -8, 1: -8, 2: -8, 3: -8, 5: 4, 6: -8}

A score counts stones: +1 is a win with one's very last stone, +2 with the one before, and so on; a
loss is the negative, a draw is 0.

The work is done by the kernels (docs/solver.md tells how); this file looks into the opening book,
keeps the table of proven bounds from call to call, watches limits, and puts answers into words. The
first search of a process loads the compiled kernels, the very first one on a machine compiles them,
once, for some seconds. What stands in the book needs no kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

from inarow import defaults
from inarow.errors import BadOption, IllegalMove, MissingPackage, NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.native.from_state import has_numba
from inarow.search.seam import Step, prepare
from inarow.search.solver.positions import Position, Stones, StonesReader
from inarow.search.solver.result import FAR, Solution, Solutions, whole_of
from inarow.search.solver.sizes import MOST_WIDE_BITS, MOST_WIDE_ROWS, fits, is_wide

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from inarow.search.solver.book import Book
    from inarow.search.solver.engine import SolverEngine

_WORD = 2**64 - 1
_LEAST_MB = 8
_FIRST_SHARE = 40
"""Positions searched for each column in the first round of a search with a limit."""
_MOST_NODES = 2**62
_NO_LIMIT = Limit()
SOLVER = Step(
    "Connect Four solver", lambda: _new_engine(4, 4, _LEAST_MB, 1, None, False), has_twin=False
)
WIDE_SOLVER = Step(
    "Connect Four on large boards",
    lambda: _new_engine(4, 4, _LEAST_MB, 1, None, True),
    has_twin=False,
)
_EXACT, _WEAK = (-FAR, FAR), (-1, 1)
"""A score at or below the first number, or at or above the second, need not be known better."""


def _new_engine(
    rows: int, cols: int, memory_mb: int, threads: int, ideas: int | None, wide: bool
) -> SolverEngine:
    """A new table; this loads the kernels."""
    from inarow.search.solver.engine import SolverEngine

    return SolverEngine(rows, cols, memory_mb, threads, ideas, wide)


def step_for(rows: int, cols: int) -> Step:
    """The kernels that a board needs."""
    return WIDE_SOLVER if is_wide(rows, cols) else SOLVER


class Solver:
    """Exact scores of Connect Four positions, with a table that is kept from call to call.

    Solving the positions of one game one after the other is quick, because most of what a position
    needs is in the table already. A solver may be used by one thread at a time.

    Args:
        rows: height of the board.
        cols: width; `cols * (rows + 1)` must be at most 120. Up to 64 it is twice as quick.
        memory_mb: most megabytes of the table, rounded down to a power of two, at least 8.
        threads: how many threads search at the same time, on one shared table.
        book: an opening book; what it holds is not searched.
        ideas: bits of `kernel_record.Idea`, to measure what an idea is worth; None for all.
        wide: use words of 128 bits on a board that does not need them, to measure what they cost.

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
        wide: bool = False,
    ) -> None:
        self.game = ConnectFour(rows, cols)
        if not has_numba():
            raise MissingPackage("the solver needs", "numba")
        if not fits(rows, cols):
            raise NotSupported(
                f"the solver needs cols * (rows + 1) <= {MOST_WIDE_BITS} and rows <= "
                f"{MOST_WIDE_ROWS}, which {rows} rows and {cols} columns are not"
            )
        if memory_mb < _LEAST_MB:
            raise BadOption(f"the solver needs a table of at least {_LEAST_MB} MB, not {memory_mb}")
        if threads < 1:
            raise BadOption(f"the solver needs at least one thread, not {threads}")
        if book is not None and (book.rows, book.cols) != (rows, cols):
            raise BadOption(f"a book for {book.rows} x {book.cols} is of no use on {rows} x {cols}")
        self._cells = rows * cols
        self._book = book
        self.positions = StonesReader(self.game, wide)
        self._equipment = memory_mb, threads, ideas, self.positions.wide

    @cached_property
    def _engine(self) -> SolverEngine:
        """Table and kernels, made when the book is not enough: they may have to be compiled."""
        prepare(WIDE_SOLVER if self.positions.wide else SOLVER)
        return _new_engine(self.game.rows, self.game.cols, *self._equipment)

    def looks_up(self, state: State) -> bool:
        """Whether the value of every move of a position stands in its book."""
        return self._book is not None and self._book.covers(state.ply)

    def score(self, position: Position) -> int:
        """The exact score for the player to move.

        >>> Solver().score("32164625")
        11
        """
        own, other = self._stones(position)
        known = self._known(own, other)
        if known is not None:
            return known
        return self._search_one(own, other, *_EXACT, _NO_LIMIT, 0.0)[0]

    def solve(
        self,
        position: Position,
        limit: Limit = _NO_LIMIT,
        *,
        weak: bool = False,
        at_least: int | None = None,
    ) -> Solution:
        """The score for the player to move, or bounds of it if the limit ends the search.

        With `weak` it is searched only until `result` is known: win, draw or loss; with `at_least`
        only until it is known whether the score is that or more.

        >>> Solver().solve("32164625").value.words, Solver().solve("32164625", weak=True).result
        ('win in 13 plies', <Result.WIN: 'win'>)
        """
        window = _WEAK if weak else _EXACT
        if at_least is not None:
            window = at_least - 1, at_least
        return self._solve_one(self._stones(position), limit, *window)

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
        return self._columns(self._stones(position), limit, *window)

    def best(
        self, position: Position, limit: Limit = _NO_LIMIT
    ) -> tuple[Solution, dict[int, Solution]]:
        """The position, and its columns: the best ones exactly, others only as not better.

        A player needs no more, and this is much quicker than `columns`, since it need not find out
        how long the moves that lose would last (docs/solver.md has the figures).

        >>> whole, columns = Solver().best("2252576253462244111563365343671351441")
        >>> whole.value.words, [c for c in columns if columns[c].lowest == whole.lowest]
        ('loss in 4 plies', [5])
        """
        stones, started = self._stones(position), perf_counter()
        if not self.positions.after(stones):
            raise IllegalMove("the game is over")
        half = limit.part(0.5)
        whole = self._solve_one(stones, half, *_EXACT)
        if not whole.solved:
            columns = self._columns(stones, half, *_EXACT)
            return replace(whole_of(columns), seconds=perf_counter() - started), columns
        columns = {
            column: replace(found, highest=min(found.highest, whole.highest))
            for column, found in self._columns(
                stones, half, -whole.lowest, 1 - whole.lowest
            ).items()
        }
        nodes = whole.nodes + sum(column.nodes for column in columns.values())
        return replace(whole, nodes=nodes, seconds=perf_counter() - started), columns

    def first_best(
        self, position: Position, score: int, order: Sequence[int], limit: Limit = _NO_LIMIT
    ) -> dict[int, Solution]:
        """Every column; they are asked in this order until one reaches the score of the position.

        The others are known not to be better: half as many questions as `best` asks. If all others
        are worse, the last one need not be asked.

        >>> solver = Solver()
        >>> columns = solver.first_best("32164625", 11, [6, 2, 3])
        >>> [columns[column].highest >= 11 for column in (6, 2, 3)], columns[2].solved
        ([False, True, True], True)
        """
        stones = self._stones(position)
        children = self.positions.after(stones)
        left = self._cells - sum(one.bit_count() for one in stones)
        columns = dict.fromkeys(children, Solution(-FAR, score, left).plausible)
        for column in order:
            if all(columns[other].highest < score for other in columns if other != column):
                columns[column] = columns[column].narrowed(Solution(score, score, left))
                break
            found = self._solve_one(children[column], limit, -score, 1 - score).turned
            columns[column] = columns[column].narrowed(found)
            if columns[column].lowest == score:
                break
        return columns

    def line(
        self, position: Position, stop: Event | None = None, *, by_book: bool = False
    ) -> tuple[int, ...]:
        """A best play of both sides to the end of the game; the lowest column among equals.

        Only the first score is found out. From then on it is known what a best move must reach, and
        one question to each column in turn finds the first that does. A stop flag ends it early,
        and with `by_book` the end of the book.

        >>> Solver().line("2252576253462244111563365343671351441")
        (5, 6, 6, 6)
        """
        stones, limit = self._stones(position), Limit(stop=stop)
        first = self._solve_one(stones, limit, *_EXACT)
        line: list[int] = []
        score = first.lowest
        while first.solved and (children := self.positions.after(stones)):
            ply = self._cells - first.left + len(line)
            if by_book and self._book is not None and not self._book.covers(ply):
                break
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
                (n, 2) with the stones of the player to move and of the other player; of shape
                (n, 4) on boards beyond 64 bits, the lower word of each player first.
            limit: of all positions together.
            floor: a score that is at most this need not be known better.
            ceiling: a score that is at least this need not be known better.

        >>> Solver().solve_many(["32164625", "6146"]).lowest.tolist()
        [11, 18]
        """
        stones, started = self.positions.of_all(positions), perf_counter()
        found = self._known_of(stones)
        if (found[:, 0] < found[:, 1]).any():
            self._engine.search(stones, found, floor, ceiling, limit, started)
        return Solutions(found, self.positions.left(stones), perf_counter() - started)

    def forget(self) -> None:
        """Empty the table, as a new solver has it."""
        self._engine.clear()

    def _stones(self, position: Position) -> Stones:
        """The stones of a position; kernels that are needed beyond the book are loaded now."""
        own, other = self.positions.of(position)
        if self._book is None or not self._book.covers((own | other).bit_count()):
            _ = self._engine
        return own, other

    def _solve_one(self, stones: Stones, limit: Limit, floor: int, ceiling: int) -> Solution:
        started = perf_counter()
        own, other = stones
        left, known = self._cells - (own | other).bit_count(), self._known(own, other)
        if known is not None:
            return Solution(known, known, left)
        low, high, visited = self._search_one(own, other, floor, ceiling, limit, started)
        return Solution(low, high, left, visited, perf_counter() - started)

    def _search_one(
        self, own: int, other: int, floor: int, ceiling: int, limit: Limit, started: float
    ) -> tuple[int, int, int]:
        """Bounds of a score that the book does not hold, and the positions visited."""
        search = self._engine.search_one
        least = None if self._book is None else self._book.least(own, other)
        if least is None:
            return search(own, other, floor, ceiling, limit, started)
        if least >= ceiling:
            return least, (self._cells - (own | other).bit_count() + 1) // 2, 0
        low, high, visited = search(own, other, max(floor, least), ceiling, limit, started)
        return max(low, least), high, visited

    def _known(self, own: int, other: int) -> int | None:
        """The score of a position of the opening: from the book, or the game is lost already."""
        if self._book is None or (own | other).bit_count() > self._book.plies:
            return None
        score = self._book.score(own, other)
        return self._lost(own, other) if score is None else score

    def _lost(self, own: int, other: int) -> int | None:
        """The score of a position in which the other player has won; None if he has not."""
        if not self.positions.is_lost((own, other)):
            return None
        return -((self._cells - (own | other).bit_count() + 2) // 2)

    def _known_of(self, stones: NDArray[Any]) -> NDArray[Any]:
        """What is known of many positions without a search: lowest and highest score, no work."""
        import numpy as np

        found = np.array([[-FAR, FAR, 0]], np.int64).repeat(len(stones), 0)
        if self._book is not None:
            count = np.bitwise_count(stones).sum(1)
            for at in np.flatnonzero(count <= self._book.plies).tolist():
                known = self._known(*(word & _WORD for word in stones[at].tolist()))
                if known is not None:
                    found[at, :2] = known
            for at in np.flatnonzero(count == self._book.plies + 1).tolist():
                least = self._book.least(*(word & _WORD for word in stones[at].tolist()))
                found[at, 0] = -FAR if least is None else least
        return found

    def _columns(
        self, stones: Stones, limit: Limit, floor: int, ceiling: int
    ) -> dict[int, Solution]:
        """Every legal column; `floor` and `ceiling` are those of the positions after them."""
        children = self.positions.after(stones)
        if not children:
            return {}
        if limit.seconds is None and limit.nodes is None:
            array = self.positions.array(list(children.values()))
            solved: Sequence[Solution] = self.solve_many(array, limit, floor=floor, ceiling=ceiling)
        else:
            solved = self._in_rounds(list(children.values()), limit, floor, ceiling)
        return {column: child.turned for column, child in zip(children, solved, strict=True)}

    def _in_rounds(
        self, positions: list[Stones], limit: Limit, floor: int, ceiling: int
    ) -> list[Solution]:
        """Share a limit among positions: a little work for each, then more, and more again.

        So what is easy to see is seen everywhere before the limit ends, and a game that is over
        under any limit. Nothing is lost between two rounds, since the table keeps it.
        """
        clock = SearchClock(limit)
        left, share = limit.nodes or _MOST_NODES, _FIRST_SHARE
        sizes = [self._cells - (own | other).bit_count() for own, other in positions]
        found = [Solution(-FAR, FAR, size) for size in sizes]
        for at, stones in enumerate(positions):
            if (lost := self._lost(*stones)) is not None:
                found[at] = replace(found[at], lowest=lost, highest=lost)
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
