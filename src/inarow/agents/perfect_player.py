"""The perfect player of Connect Four: it knows the exact value of every move.

It never gives away a win or a draw, wins as soon as possible, and varies among equally good moves.
Where perfect play cannot win, a good opponent will not err but a weaker one may: so among the moves
that keep the result it takes the *trickiest*, after which most of the opponent's replies are
mistakes:

    my moves      the opponent's seven replies             mistakes
      2           win  win  win  draw win  win  win            1       I am lost anyway,
      5           win  loss draw win  loss draw loss           5       so I play 5

To play takes less than to judge: with `exact=false` it is content with the first move that it has
proven to be best, unless a glance is enough to judge them all.

With a limit of time or nodes it may have to choose before all is known; it then takes a move that
nothing proven beats, and says so: its values are bounds. It sets no traps then, since that takes
more solving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from inarow import defaults
from inarow.agents.base import require_moves
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour, ConnectFourState
from inarow.options import check_options, option
from inarow.search.compiled_position import has_numba
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import Limit
from inarow.search.solve import Solver
from inarow.search.solve_result import Solution
from inarow.search.solver_lending import lent_solver, new_solver

__all__ = ["PerfectPlayer"]

_WORD_BITS = 64


@dataclass
class PerfectPlayer:
    """Plays Connect Four perfectly, on any board that fits into 64 bits.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "32164625")
    >>> decision = PerfectPlayer(seed=1).choose(state, Limit())
    >>> state.game.format(decision.action), decision.value.words
    ('3', 'win in 13 plies')
    """

    exact: bool = option(True, help="judge every move exactly, not only the best one")
    tricky: bool = option(True, help="where it cannot win, set as many traps as possible")
    book: bool = option(True, help="use the opening book of this board, if there is one")
    memory: int = option(defaults.SOLVER_MEMORY_MB, low=8, high=65536, help="table in megabytes")
    threads: int = option(1, low=1, high=defaults.MAX_THREADS, help="threads that share one table")
    seed: int | None = option(
        None, low=0, help="seed of the choice among equally good moves; none: a new one each time"
    )
    name: str = "perfect"
    _rng: Random = field(init=False, repr=False, compare=False)
    _solver: Solver | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)

    def supports(self, game: Game) -> bool:
        fits = type(game) is ConnectFour and game.cols * (game.rows + 1) <= _WORD_BITS
        return fits and isinstance(game, ConnectFour) and game.k == 4 and has_numba()

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        require_moves(state)
        assert isinstance(state, ConnectFourState)
        kind = (*state.game.shape, self.memory, self.threads)
        if limit.nodes is None:
            with lent_solver(*kind, use_book=self.book) as solver:
                return self._choose(solver, state, limit)
        # How far a number of positions goes must not depend on what others have solved before.
        if self._solver is None or self._solver.game != state.game:
            self._solver = new_solver(*kind, use_book=self.book)
        return self._choose(self._solver, state, limit)

    def _choose(self, solver: Solver, state: ConnectFourState, limit: Limit) -> Decision:
        started = perf_counter()
        if not self.exact and limit.nodes is None:
            found = self._first_best(solver, state, limit)
            if found is not None:
                return found
        columns = solver.columns(state, limit)
        best = self._best(columns)
        free = limit.seconds is None and limit.nodes is None and not limit.stopped
        if free and len(best) > 1 and self.tricky and all(columns[c].highest <= 0 for c in best):
            best = self._trickiest(solver, state, best)
        action = best[int(self._rng.random() * len(best))]
        line: tuple[int, ...] = (action,)
        child = state.play(action)
        if free and columns[action].solved and child.outcome is None:
            assert isinstance(child, ConnectFourState)
            line += solver.line(child)
        values = {column: solution.value for column, solution in columns.items()}
        nodes = sum(solution.nodes for solution in columns.values())
        seconds = perf_counter() - started
        return Decision(action, values[action], values, line, nodes, seconds, "kernel, solver")

    def _first_best(self, solver: Solver, state: ConnectFourState, limit: Limit) -> Decision | None:
        """A best move as soon as one is proven; None where all moves are judged soon anyway."""
        little = Limit(nodes=defaults.PERFECT_GLANCE_NODES, stop=limit.stop)
        if all(solution.solved for solution in solver.columns(state, little).values()):
            return None
        found = solver.best_column(state, limit)
        if found is None:
            return None
        column, solution = found
        value = solution.value
        return Decision(
            column,
            value,
            {column: value},
            (column,),
            solution.nodes,
            solution.seconds,
            "kernel, solver",
        )

    def _best(self, columns: dict[int, Solution]) -> list[int]:
        """The columns that nothing proven beats; for tricks all that keep a result long enough.

        A loss in a few plies is no trick, since anybody sees it: a move that loses must last at
        least half as long as the best one.
        """
        rank = {column: (s.lowest, s.highest) for column, s in columns.items()}
        hopeful = {c: r for c, r in rank.items() if r[1] >= 0} or rank  # a proven loss comes last
        top = max(hopeful.values())
        best = [column for column, bounds in hopeful.items() if bounds == top]
        solved = all(solution.solved for solution in columns.values())
        if not self.tricky or not solved or top[0] > 0:
            return best
        longest = columns[best[0]].plies or 0
        return [
            column
            for column, solution in columns.items()
            if (solution.lowest < 0) == (top[0] < 0) and 2 * (solution.plies or 0) >= longest
        ]

    def _trickiest(
        self, solver: Solver, state: ConnectFourState, moves: Sequence[int]
    ) -> list[int]:
        """The moves after which the largest share of replies worsens the opponent's result."""
        shares = {}
        for move in moves:
            child = state.play(move)
            replies = {} if child.outcome is not None else self._results(solver, child)
            mistakes = sum(result < max(replies.values()) for result in replies.values())
            shares[move] = mistakes / max(1, len(replies))
        most = max(shares.values(), default=0.0)
        return [move for move in moves if shares.get(move, 0.0) == most]

    def _results(self, solver: Solver, state: State) -> dict[int, int]:
        """Win, draw or loss (1, 0, -1) after each reply, for the player who replies."""
        results = {}
        for action in state.legal_actions():
            child = state.play(action)
            if child.outcome is not None:
                results[action] = 0 if child.outcome.winner is None else 1
            else:
                assert isinstance(child, ConnectFourState)
                weak = solver.weak(child)
                results[action] = -1 if weak.lowest > 0 else 1 if weak.highest < 0 else 0
        return results
