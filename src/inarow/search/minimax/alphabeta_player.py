"""The alpha-beta player: each idea of the search is an option, so its effect can be measured."""

from __future__ import annotations

from dataclasses import dataclass

from inarow import defaults
from inarow.games.base import Game, State
from inarow.games.dice import dice_action
from inarow.options import MAX_THREADS, check_options, option
from inarow.search.agent import require_moves
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, OnInfo
from inarow.search.evaluators import evaluator
from inarow.search.evaluators.threats import decided
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import (
    AlphaBeta,
    Plan,
    Searcher,
    clear_score,
    search_alphabeta,
    value_of_clear,
    value_of_distance,
    value_of_estimate,
)
from inarow.search.minimax.compiled import CompiledAlphaBeta
from inarow.search.minimax.root import clamped, distance_score, most_turns
from inarow.search.minimax.warm_up import ALPHABETA
from inarow.search.native.from_state import can_count_lines
from inarow.search.ordering import moves_in_order, sort_by_columns
from inarow.search.scores import DECIDED_SCORE
from inarow.search.seam import run_search


@dataclass
class AlphaBetaPlayer(Plan):
    """Searches deeper than minimax by leaving out what cannot matter.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> AlphaBetaPlayer(evaluator="none", depth=9).choose(state, Limit()).value.words
    'draw'
    """

    deepening: bool = option(True, help="look 1, 2, 3, ... plies ahead instead of all at once")
    exact: bool = option(True, help="judge every move exactly, not only the best one")
    seconds: float | None = option(
        defaults.ALPHABETA_SECONDS, low=0.001, help="time for a move; none: no limit"
    )
    threads: int = option(
        1, low=1, high=MAX_THREADS, help="threads that share one table (compiled only)"
    )
    compiled: bool = option(True, help="use the compiled search; false: the readable Python one")
    name: str = "alphabeta"

    def __post_init__(self) -> None:
        check_options(self)
        evaluator(self.evaluator)  # its own options must be right as well

    def prepare(self, game: Game) -> None:
        if self.compiled and can_count_lines(game):
            ALPHABETA.prepare()

    def supports(self, game: Game) -> bool:
        sorts = self.sort_above is not None
        return evaluator(self.evaluator).supports(game) and (
            not sorts or (game.rules is not None and game.rules.falls and not game.rules.pops)
        )

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        require_moves(state)
        if (limit.seconds, limit.nodes, limit.depth) == (None, None, None):
            limit = limit.within(seconds=self.seconds)  # our own time counts where no other does
        blind = evaluator(self.evaluator).name == "none"
        most = most_turns(state)
        depth = min(limit.within(depth=self.depth).depth or most, most)
        describe = value_of_distance if blind else value_of_clear
        if self.order == "near" or dice_action(state) is not None:
            describe = value_of_estimate  # moves are left out, so nothing is proven

        def search(searcher: Searcher) -> Decision:
            return search_alphabeta(
                state, searcher, depth, self.deepening, not self.exact, describe, on_info
            )

        def by_kernels() -> Decision:
            compiled = self._compiled(state, limit)
            return compiled.decide(lambda: search(compiled))

        return run_search(
            state.game,
            self.compiled,
            can_count_lines,
            by_kernels,
            lambda: search(self._readable(limit)),
        )

    def _readable(self, limit: Limit) -> AlphaBeta:
        blind = evaluator(self.evaluator).name == "none"
        return AlphaBeta(
            evaluate=clamped(evaluator(self.evaluator), DECIDED_SCORE - 1),
            moves=moves_in_order(self.order),
            score=distance_score if blind else clear_score,
            bound_tests=self.bound_tests and blind,
            foresee=decided if self.foresight else None,
            table={} if self.table else None,
            sort=None if self.sort_above is None else sort_by_columns,
            sort_above=self.sort_above or 0,
            clock=SearchClock(limit),
        )

    def _compiled(self, state: State, limit: Limit) -> CompiledAlphaBeta:
        blind = evaluator(self.evaluator).name == "none"
        score = "distance" if blind else "clear"
        return CompiledAlphaBeta(state, self, limit, score, DECIDED_SCORE - 1, threads=self.threads)
