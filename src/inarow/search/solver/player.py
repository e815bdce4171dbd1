"""The perfect player of Connect Four: it solves every position that it is asked about.

It never gives away a win or a draw, wins as soon as possible, and varies among equally good moves.
To play, it need not know how bad the bad moves are: it finds the score of the position and then
asks one move after the other, in random order, until one reaches it. Set `exact` to know them all.

Where perfect play cannot win, a good opponent will not err but a weaker one may: so among the moves
that keep the result it takes the *trickiest*, after which most of the opponent's replies are
mistakes:

    my moves      the opponent's seven replies             mistakes
      2           win  win  win  draw win  win  win            1       I am lost anyway,
      5           win  loss draw win  loss draw loss           5       so I play 5

With a limit of time or nodes it may have to choose before all is known; it then takes a move that
nothing proven beats, and says so: its values are bounds. It sets no traps then, since that takes
more solving.

Players come and go, one per move on a server, but a solver's table is worth keeping: the next
position needs most of what the last one has found out. So a player borrows a solver and gives it
back, and the next borrower finds its table as it is. Scores are exact, so it does not matter whose
positions a table has seen; only the number of positions searched depends on it.

    borrower 1   |-- solve --|
    borrower 2                  |-- solve --|           the same solver, with a warm table
    borrower 3                        |-- solve --|     it is lent already: a new one
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import TypeAlias

from inarow.games.base import Game, State
from inarow.options import MAX_THREADS, check_options, option
from inarow.search.again import ask_again, tell
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import BY_BOOK, Decision, OnInfo, Value, position_value
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.native.from_state import has_numba
from inarow.search.seam import Step
from inarow.search.solver.book import shipped_book
from inarow.search.solver.result import FAR, Solution, plies_to_end, whole_of
from inarow.search.solver.sizes import MOST_BITS, fits
from inarow.search.solver.solver import SOLVER, WIDE_SOLVER, Solver, step_for
from inarow.search.solver.tricks import Trapper

SOLVER_MEMORY_MB = 64
IDLE_SOLVERS = 2
"""Solvers whose tables are kept for the next player that needs one."""

SolverKind: TypeAlias = tuple[int, int, int, int, bool]
"""Rows, columns, megabytes, threads, with book or without."""

_idle: dict[SolverKind, Solver] = {}

STEPS = (SOLVER, WIDE_SOLVER)


@dataclass
class PerfectPlayer(Asked):
    """Plays Connect Four perfectly, on any board that fits into 64 bits.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "32164625")
    >>> decision = PerfectPlayer(seed=1).choose(state, Limit())
    >>> state.game.format(decision.action), decision.value.words
    ('3', 'win in 13 plies')
    """

    exact: bool = option(False, help="judge every move exactly, not only the best ones")
    tricky: bool = option(True, help="where it cannot win, set as many traps as possible")
    book: bool = option(True, help="use the opening book of this board, if there is one")
    memory: int = option(SOLVER_MEMORY_MB, low=8, high=65536, help="table in megabytes")
    threads: int = option(1, low=1, high=MAX_THREADS, help="threads that share one table")
    seed: int | None = option(
        None, low=0, help="seed of the choice among equally good moves; none: a new one each time"
    )
    name: str = "perfect"
    _rng: Random = field(init=False, repr=False, compare=False)
    _solver: Solver | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        if not self.supports(game) or (state is not None and self.looks_up(state, self.tricky)):
            return ()
        return (step_for(*game.shape),)

    def supports(self, game: Game) -> bool:
        return has_numba() and self.would_support(game)

    def would_support(self, game: Game) -> bool:
        """Whether it plays a game where Numba is installed, which it cannot do without.

        Whoever judges by it wants boards of which much is proven in seconds.
        """
        return solves(game) and game.shape[1] * (game.shape[0] + 1) <= MOST_BITS

    def looks_up(self, state: State, plies: int = 0) -> bool:
        """Whether the value of every move stands in the book, here and for some plies more."""
        book = shipped_book(*state.game.shape) if self.book else None
        return book is not None and book.covers(state.ply + plies)

    def thorough(self) -> PerfectPlayer:
        return replace(self, exact=True)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        """Choose a column; with `on_info` all is told on the way, and the best line at the end."""
        require_moves(state)
        if on_info is None or limit.nodes is not None:
            return self._ask(state, limit)
        started = perf_counter()
        found = ask_again(lambda bound: self._ask(state, bound), limit, on_info)
        if found.value is not None and found.value.settled:
            left = None if limit.seconds is None else limit.seconds - (perf_counter() - started)
            for line in self.best_lines(state, found.action, replace(limit, seconds=None), left):
                found = replace(found, line=line)
                tell(found, on_info)
        return found

    def best_lines(
        self, state: State, action: int, limit: Limit, seconds: float | None
    ) -> Iterator[tuple[int, ...]]:
        """Best play of both sides after an action, a move longer each time, while time is left."""
        deadline = None if seconds is None else perf_counter() + seconds
        line: tuple[int, ...] = (action,)
        state = state.play(action)
        yield line
        while state.outcome is None and not limit.stopped:
            left = None if deadline is None else deadline - perf_counter()
            if left is not None and left <= 0:
                return
            values = self._ask(state, replace(limit, seconds=left)).values
            if not all(value.settled for value in values.values()):
                return
            line = (*line, max(values, key=lambda a: (values[a].rank, -a)))
            state = state.play(line[-1])
            yield line

    def _ask(self, state: State, limit: Limit) -> Decision:
        kind = (*state.game.shape, self.memory, self.threads, self.book)
        if limit.nodes is None:
            with lent_solver(kind) as solver:
                return self._choose(solver, state, limit)
        # How far a number of positions goes must not depend on what others have solved before.
        if self._solver is None or self._solver.game != state.game:
            self._solver = _new_solver(*kind)
        return self._choose(self._solver, state, limit)

    def _choose(self, solver: Solver, state: State, limit: Limit) -> Decision:
        started = perf_counter()
        free = limit.seconds is None and limit.nodes is None and not limit.stopped
        if self.exact:
            columns = solver.columns(state, limit)
            whole = whole_of(columns)
        elif free and not self.looks_up(state):
            whole, columns = self._just_enough(solver, state, limit)
        else:
            whole, columns = solver.best(state, limit)
        best = self._unbeaten(columns)
        if self.tricky and free and whole.solved and whole.lowest <= 0:
            least = self._least_lasting(whole)
            traps = Trapper(solver, state, whole, least, columns, limit)
            best = traps.find() or self._unbeaten(columns)
        action = best[int(self._rng.random() * len(best))]
        line: tuple[int, ...] = (action,)
        child = state.play(action)
        by_book = self.looks_up(state)
        if self.exact and free and columns[action].solved and child.outcome is None:
            line += solver.line(child, limit.stop, by_book=by_book)
        values = {column: solution.value for column, solution in columns.items()}
        value: Value | None = whole.value
        if values[action].results[0] < whole.value.results[0]:  # no time was left to find a move
            value = position_value(action, values, values)
        seconds = perf_counter() - started
        path = BY_BOOK if by_book else "kernel, solver"
        return Decision(action, value, values, line, whole.nodes, seconds, path)

    def _unbeaten(self, columns: dict[int, Solution]) -> list[int]:
        """The columns that nothing proven beats."""
        rank = {column: (s.lowest, s.highest) for column, s in columns.items()}
        hopeful = {c: r for c, r in rank.items() if r[1] >= 0} or rank  # a proven loss comes last
        top = max(hopeful.values())
        return [column for column, bounds in hopeful.items() if bounds == top]

    def _just_enough(
        self, solver: Solver, state: State, limit: Limit
    ) -> tuple[Solution, dict[int, Solution]]:
        """The position, and of its columns what is needed to choose one."""
        whole = solver.solve(state, limit)
        if not whole.solved:  # it was stopped
            return solver.best(state, limit)
        if self.tricky and whole.lowest <= 0:  # who looks for traps asks what else is needed
            unknown = Solution(-FAR, whole.highest, whole.left).plausible
            return whole, dict.fromkeys(state.legal_actions(), unknown)
        order = list(state.legal_actions())
        self._rng.shuffle(order)  # so that of the best ones each is as likely as the others
        return whole, solver.first_best(state, whole.lowest, order, limit)

    def _least_lasting(self, whole: Solution) -> int:
        """The least score that is worth a trick, where the game cannot be won.

        A loss in a few plies is no trick, since anyone sees it: a move that loses must last at
        least half as long as the best one.
        """
        score, left = whole.lowest, whole.left
        longest = plies_to_end(score, left)
        while score < 0 and 2 * plies_to_end(score - 1, left) >= longest:
            score -= 1
        return score


def solves(game: Game) -> bool:
    """Whether the solver takes a game; how long it would take is another question.

    >>> from inarow.registry import load_game
    >>> specs = ("connect_four", "connect_four(rows=7,cols=9)", "connect_four(k=5)", "gomoku")
    >>> [solves(load_game(spec)) for spec in specs]
    [True, True, False, False]
    """
    rules = game.rules
    if rules is None or not (rules.plain and rules.falls and rules.k == 4):
        return False
    return fits(rules.rows, rules.cols)


@contextmanager
def lent_solver(kind: SolverKind) -> Iterator[Solver]:
    """A solver for as long as it is needed, with whatever its table knows already."""
    solver = _idle.pop(kind, None)  # in one step, so that no other thread gets it too
    if solver is None:
        solver = _new_solver(*kind)
    try:
        yield solver
    finally:
        _idle[kind] = solver
        while len(_idle) > IDLE_SOLVERS:
            _idle.pop(next(iter(_idle)), None)  # the one that was not asked for longest


def _new_solver(rows: int, cols: int, memory_mb: int, threads: int, use_book: bool) -> Solver:
    """A solver with an empty table and the book of this board, if there is one."""
    book = shipped_book(rows, cols) if use_book else None
    return Solver(rows, cols, memory_mb, threads, book=book)
