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

from collections.abc import Iterable, Sequence
from dataclasses import replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from inarow import defaults
from inarow.errors import BadNotation, BadOption, IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones
from inarow.search.limit import Limit
from inarow.search.native.from_state import has_numba
from inarow.search.solver.result import FAR, Analysis, Solution, Solutions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from inarow.search.solver.book import Book

Position: TypeAlias = "State | str | tuple[int, int]"
"""A state, a line of moves, or the stones of the player to move and of the other player."""

_BITS = 64
_LEAST_MB = 8
_FIRST_SHARE = 40
"""Positions searched for each column in the first round of a search with a limit."""
_FOREVER = float("inf")
_NO_LIMIT = Limit()
_MOST_NODES = 2**62


def _half(limit: Limit) -> Limit:
    """A limit for one of two searches."""
    seconds = None if limit.seconds is None else limit.seconds / 2
    return replace(limit, seconds=seconds, nodes=limit.nodes and max(1, limit.nodes // 2))


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
        ideas: bits of `kernels.solver_record.Idea`, to measure what an idea is worth; None for all.

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
        return self._engine.search_one(*self._stones(position), -FAR, FAR)[0]

    def solve(self, position: Position, limit: Limit | None = None) -> Solution:
        """The score for the player to move, or bounds of it if the limit ends the search.

        >>> Solver().solve("32164625").value.words
        'win in 13 plies'
        """
        return self._solve_one(*self._stones(position), limit, -FAR, FAR)

    def weak(self, position: Position, limit: Limit | None = None) -> Solution:
        """Only whether it is a win, a draw or a loss: `result` of what is returned.

        >>> Solver().weak("32164625").result
        <Result.WIN: 'win'>
        """
        return self._solve_one(*self._stones(position), limit, -1, 1)

    def scores(self, position: Position) -> dict[int, int]:
        """The exact score of every legal column (from 0) for the player to move.

        >>> Solver().scores("2252576253462244111563365343671351441")
        {5: -1, 6: -2}
        """
        return {column: bounds.lowest for column, bounds in self.columns(position).items()}

    def columns(
        self, position: Position, limit: Limit | None = None, weak: bool = False
    ) -> dict[int, Solution]:
        """Every legal column (from 0) with the bounds of its score for the player to move.

        With `weak` only as far as win, draw and loss are told apart.
        """
        return self._columns(position, limit, *((-1, 1) if weak else (-FAR, FAR)))

    def reaching(
        self, position: Position, score: int, limit: Limit | None = None
    ) -> dict[int, Solution]:
        """Every legal column, searched only as far as to know whether its score is at least this.

        >>> found = Solver().reaching("2252576253462244111563365343671351441", -1)
        >>> {column: bounds.lowest >= -1 for column, bounds in found.items()}
        {5: True, 6: False}
        """
        return self._columns(position, limit, -score, 1 - score)

    def _columns(
        self, position: Position, limit: Limit | None, floor: int, ceiling: int
    ) -> dict[int, Solution]:
        """Every legal column; `floor` and `ceiling` are those of the positions after them."""
        own, other = self._stones(position)
        children = self._children(own, other)
        stones = [(other, own | bit) for bit in children.values()]
        if limit is None or (limit.seconds is None and limit.nodes is None):
            solved = self._solve(stones, limit, floor, ceiling)
        else:
            solved = self._solve_in_rounds(stones, limit, floor, ceiling)
        return self._turned(children, solved)

    def _turned(self, children: Iterable[int], solved: list[Solution]) -> dict[int, Solution]:
        """The solutions of the positions after each column, as seen by who chooses the column."""
        return {
            column: Solution(
                -child.highest, -child.lowest, child.left + 1, child.nodes, child.seconds
            )
            for column, child in zip(children, solved, strict=True)
        }

    def _solve_in_rounds(
        self, stones: list[tuple[int, int]], limit: Limit, floor: int, ceiling: int
    ) -> list[Solution]:
        """Share a limit among positions: a little work for each, then more, and more again.

        So the limit never ends before every position was looked at, and what is easy to see is seen
        everywhere. Nothing is lost between two rounds, since the table keeps it.
        """
        deadline = perf_counter() + (limit.seconds or _FOREVER)
        left, share = limit.nodes or _MOST_NODES, _FIRST_SHARE
        found = [Solution(-FAR, FAR, self._left(*position)) for position in stones]
        while True:
            open_ones = [
                at
                for at, solution in enumerate(found)
                if solution.lowest < min(solution.highest, ceiling) and solution.highest > floor
            ]
            for at in open_ones:
                seconds = deadline - perf_counter()
                if left <= 0 or seconds <= 0 or limit.stopped:
                    break
                time = None if limit.seconds is None else seconds
                part = Limit(seconds=time, nodes=min(left, share), stop=limit.stop)
                new, old = self._solve_one(*stones[at], part, floor, ceiling), found[at]
                left -= new.nodes
                found[at] = Solution(
                    max(new.lowest, old.lowest),
                    min(new.highest, old.highest),
                    new.left,
                    old.nodes + new.nodes,
                    old.seconds + new.seconds,
                )
            else:
                if open_ones:
                    share *= 4
                    continue
            return [self._within(solution) for solution in found]

    def _within(self, solution: Solution) -> Solution:
        """The same bounds, but no wider than what any position with so many free cells can have."""
        most, least = (solution.left + 1) // 2, -(solution.left + 2) // 2
        return replace(
            solution, lowest=max(solution.lowest, least), highest=min(solution.highest, most)
        )

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Every column judged, the best ones, and a line of best play.

        Under a limit the line is only the best move: no search goes on behind the limit.

        >>> analysis = Solver().analyse("2252576253462244111563365343671351441")
        >>> analysis.best, analysis.line, analysis.position.value.words
        ((5,), (5, 6, 6, 6), 'loss in 4 plies')
        """
        started = perf_counter()
        own, other = self._stones(position)
        columns = self.columns((own, other), limit)
        if not columns:
            raise IllegalMove("the game is over")
        lowest = max(column.lowest for column in columns.values())
        highest = max(column.highest for column in columns.values())
        nodes = sum(column.nodes for column in columns.values())
        line: tuple[int, ...] = ()
        if lowest == highest:
            best = tuple(c for c, column in columns.items() if column.lowest == lowest)
            line = self.line((own, other)) if limit in (None, _NO_LIMIT) else best[:1]
        else:
            best = (max(columns, key=lambda c: (columns[c].lowest, columns[c].highest)),)
        seconds = perf_counter() - started
        whole = Solution(lowest, highest, self._left(own, other), nodes, seconds)
        return Analysis(whole, columns, best, line, nodes, seconds)

    def best(self, position: Position, limit: Limit | None = None) -> Analysis:
        """The best columns; of the others only that they are not better. A player needs no more.

        This is much quicker than `analyse`, since it need not find out how long the moves that lose
        would last (docs/solver.md has the figures).

        >>> analysis = Solver().best("2252576253462244111563365343671351441")
        >>> analysis.best, analysis.position.value.words
        ((5,), 'loss in 4 plies')
        """
        started = perf_counter()
        half = limit and _half(limit)
        whole = self.solve(position, half)
        if not whole.solved:
            return self.analyse(position, half)
        columns = {
            column: replace(found, highest=min(found.highest, whole.highest))
            for column, found in self.reaching(position, whole.lowest, half).items()
        }
        if not columns:
            raise IllegalMove("the game is over")
        good = tuple(c for c, column in columns.items() if column.lowest == whole.lowest)
        best = good or (max(columns, key=lambda c: columns[c].highest),)
        nodes = whole.nodes + sum(column.nodes for column in columns.values())
        return Analysis(whole, columns, best, best[:1], nodes, perf_counter() - started)

    def line(self, position: Position, stop: Event | None = None) -> tuple[int, ...]:
        """A best play of both sides to the end of the game; the lowest column among equals.

        Only the first score is found out. From then on it is known what a best move must reach, and
        one question to each column in turn finds the first that does. A stop flag ends it early.

        >>> Solver().line("2252576253462244111563365343671351441")
        (5, 6, 6, 6)
        """
        own, other = self._stones(position)
        limit = Limit(stop=stop)
        first = self.solve((own, other), limit)
        line: list[int] = []
        score = first.lowest
        while first.solved and (children := self._children(own, other)):
            score = -score
            after = {column: (other, own | bit) for column, bit in children.items()}
            good = (c for c, stones in after.items() if self._at_most(stones, score, limit))
            column = next(good, None)
            if column is None:  # only if the search was stopped
                break
            line.append(column)
            own, other = after[column]
        return tuple(line)

    def _at_most(self, stones: tuple[int, int], score: int, limit: Limit) -> bool:
        """Whether a position has no higher score than this."""
        return self._solve_one(*stones, limit, score, score + 1).highest <= score

    def solve_many(
        self,
        positions: Sequence[str] | NDArray[Any],
        limit: Limit | None = None,
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
        import numpy as np

        started = perf_counter()
        stones = self._arrays(positions)
        found = self._engine.search(stones, floor, ceiling, limit or _NO_LIMIT)
        left = self._cells - np.bitwise_count(stones).sum(1, np.int64)
        return Solutions(found, left, perf_counter() - started)

    def forget(self) -> None:
        """Empty the table, as a new solver has it."""
        self._engine.clear()

    def _solve_one(
        self, own: int, other: int, limit: Limit | None, floor: int, ceiling: int
    ) -> Solution:
        started = perf_counter()
        if limit is None:
            low, high, visited = self._engine.search_one(own, other, floor, ceiling)
            left = self._cells - (own | other).bit_count()
            return Solution(low, high, left, visited, perf_counter() - started)
        return self._solve([(own, other)], limit, floor, ceiling)[0]

    def _solve(
        self,
        stones: list[tuple[int, int]],
        limit: Limit | None,
        floor: int = -FAR,
        ceiling: int = FAR,
    ) -> list[Solution]:
        """As `solve_many` for a few positions."""
        if not stones:
            return []
        import numpy as np

        started = perf_counter()
        array = np.array(stones, np.int64)
        found = self._engine.search(array, floor, ceiling, limit or _NO_LIMIT).tolist()
        seconds = (perf_counter() - started) / len(stones)
        return [
            Solution(low, high, self._left(*position), visited, seconds)
            for (low, high, visited), position in zip(found, stones, strict=True)
        ]

    def _left(self, own: int, other: int) -> int:
        """Free cells."""
        return self._cells - (own | other).bit_count()

    def _stones(self, position: Position) -> tuple[int, int]:
        """The stones of the player to move and of the other one."""
        if isinstance(position, str):
            problem, (own, other) = self._engine.read(position.encode("ascii", "replace"))
            if problem:
                raise self._refusal(position, problem)
            return own, other
        if isinstance(position, tuple):
            return position
        if position.game != self.game:
            raise NotSupported(f"this solver plays {self.game}, not {position.game}")
        own, other, _ = read_stones(position, position.player)
        return own, other

    def _arrays(self, positions: Sequence[str] | NDArray[Any]) -> NDArray[Any]:
        """Positions as an array of stones."""
        import numpy as np

        if isinstance(positions, np.ndarray):
            array: NDArray[Any] = np.ascontiguousarray(positions, np.int64)
            return array
        text = "\n".join([*positions, ""])
        if text.count("\n") != len(positions):
            raise BadNotation("a line of moves must not contain line feeds")
        problems, stones = self._engine.read_all(text.encode("ascii", "replace"), len(positions))
        if problems.any():
            index = int(problems.nonzero()[0][0])
            raise self._refusal(positions[index], int(problems[index]))
        return stones

    def _refusal(self, moves: str, problem: int) -> Exception:
        from inarow.search.solver.kernel_score import NO_COLUMN, NO_ROOM

        if "\n" in moves:
            return BadNotation("a line of moves must not contain line feeds")
        if problem == NO_COLUMN:
            return BadNotation(
                f"{moves!r} is not a line of columns from 1 to {min(self.game.cols, 9)}"
            )
        if problem == NO_ROOM:
            return IllegalMove(f"in {moves!r} a stone falls on a full column")
        return IllegalMove(f"{moves!r} goes on after the game is over")

    def _children(self, own: int, other: int) -> dict[int, int]:
        """The legal columns with the bit that a stone in each would take; none after the end."""
        rule = self.game.line_rule
        if any(rule.completed(other, bit) for bit in bits_of(other)):
            return {}
        filled = own | other
        return {
            column: (filled + bottom) & cells
            for column, (bottom, top, cells) in enumerate(self.game.columns)
            if not filled & top
        }
