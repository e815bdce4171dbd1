"""The players that look ahead: minimax, expectiminimax and alpha-beta.

Minimax and expectiminimax look a fixed number of stones ahead, as the program did that they come
from: player 0 is always the maximizer, as X was there, moves are tried from left to right, and the
first of equally good ones is kept. Alpha-beta is the strong one; each idea of its search is an
option, so that its effect can be measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from inarow import defaults
from inarow.games.base import Game, State
from inarow.games.dice import dice_action
from inarow.games.random_drop import RandomDrop
from inarow.options import MAX_THREADS, check_options, option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, OnInfo
from inarow.search.evaluators import EVALUATORS, evaluator
from inarow.search.evaluators.base import Evaluate
from inarow.search.evaluators.column_score import sorted_columns
from inarow.search.evaluators.threats import decided
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.minimax.alphabeta import AlphaBeta, Plan, Searcher, search_alphabeta
from inarow.search.minimax.compiled import CompiledAlphaBeta
from inarow.search.minimax.expectiminimax import decide_with_dice, search_expectiminimax
from inarow.search.minimax.plain import search_minimax
from inarow.search.minimax.root import (
    Describe,
    clamped,
    clear_score,
    distance_score,
    most_turns,
    value_of_clear,
    value_of_distance,
    value_of_estimate,
    value_of_fixed,
)
from inarow.search.minimax.trace import (
    TracingAlphaBeta,
    trace_alphabeta,
    trace_expectiminimax,
    trace_minimax,
)
from inarow.search.native.from_state import can_count_lines
from inarow.search.ordering import moves_in_order, plain_moves
from inarow.search.scores import DECIDED_SCORE, WIN_SCORE
from inarow.search.seam import Step, search_by
from inarow.search.steps import SearchStep

AnAlphaBeta = TypeVar("AnAlphaBeta", bound=AlphaBeta)


def _look_ahead() -> None:
    state = RandomDrop().initial_state()
    search = CompiledAlphaBeta(state, Plan(), Limit())
    search.make_room(1)
    search.value(state.play(0), 1)
    search.value_with_dice(state.play(state.game.num_actions - 1), 1)
    search.line(state, 0, 1)


ALPHABETA = Step("alpha-beta and expectiminimax", _look_ahead)
STEPS = (ALPHABETA,)


class _LooksAhead(Asked):
    """What the players of this family share."""

    evaluator: str
    compiled: bool

    def __post_init__(self) -> None:
        check_options(self)
        evaluator(self.evaluator)  # its own options must be right as well

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        return (ALPHABETA,) if self.compiled and can_count_lines(game) else ()

    def supports(self, game: Game) -> bool:
        return evaluator(self.evaluator).supports(game)

    def _judgement(self, most: float) -> Evaluate:
        """The evaluation, kept clear of the scores that are reserved for decided games."""
        return clamped(evaluator(self.evaluator), most)


@dataclass
class MinimaxPlayer(_LooksAhead):
    """Looks every line of play a few stones ahead and judges what it sees there.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "41414")
    >>> MinimaxPlayer(depth=2).choose(state, Limit()).action
    3
    """

    depth: int = option(defaults.MINIMAX_DEPTH, low=1, high=42, help="stones to look ahead")
    evaluator: str = option(
        "window_cost", choices=EVALUATORS, nested=True, help="how positions are judged"
    )
    compiled: bool = option(True, help="use the compiled search; false: the readable Python one")
    name: str = "minimax"

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        depth = min(self.depth, limit.depth or self.depth)

        def compiled(limit: Limit) -> Decision:
            plan = Plan(evaluator=self.evaluator, order="left", foresight=False)
            search = CompiledAlphaBeta(state, plan, limit, "fixed", WIN_SCORE - 1)
            return search.decide(lambda: self._by_kernels(state, depth, search))

        def readable(limit: Limit) -> Decision:
            return self._readable(state, depth, limit)

        return search_by(self.kernels(state.game), state.game, limit, compiled, readable)

    def watch(self, state: State, limit: Limit) -> Sequence[SearchStep]:
        """Every step of the readable search."""
        depth, judgement = (
            min(self.depth, limit.depth or self.depth),
            self._judgement(WIN_SCORE - 1),
        )
        return trace_minimax(state, depth, judgement, limit, plain_moves)

    def _by_kernels(self, state: State, depth: int, search: CompiledAlphaBeta) -> Decision:
        """Alpha-beta finds the values of minimax."""
        describe = value_of_fixed if dice_action(state) is None else value_of_estimate
        return search_alphabeta(state, search, depth, describe=describe)

    def _readable(self, state: State, depth: int, limit: Limit) -> Decision:
        judgement = self._judgement(WIN_SCORE - 1)
        return search_minimax(state, depth, judgement, limit, moves=plain_moves)


@dataclass
class ExpectiminimaxPlayer(MinimaxPlayer):
    """Minimax that also weighs the dice, where a game has them."""

    depth: int = option(defaults.EXPECTIMINIMAX_DEPTH, low=1, high=42, help="stones to look ahead")
    name: str = "expectiminimax"

    def watch(self, state: State, limit: Limit) -> Sequence[SearchStep]:
        depth, judgement = (
            min(self.depth, limit.depth or self.depth),
            self._judgement(WIN_SCORE - 1),
        )
        return trace_expectiminimax(state, depth, judgement, limit)

    def _by_kernels(self, state: State, depth: int, search: CompiledAlphaBeta) -> Decision:
        search.make_room(depth)
        return decide_with_dice(state, depth, search.value_with_dice, search)

    def _readable(self, state: State, depth: int, limit: Limit) -> Decision:
        return search_expectiminimax(state, depth, self._judgement(WIN_SCORE - 1), limit)


@dataclass
class AlphaBetaPlayer(_LooksAhead, Plan):
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

    def supports(self, game: Game) -> bool:
        rules = game.rules
        sortable = rules is not None and rules.falls and not rules.pops
        return super().supports(game) and (self.sort_above is None or sortable)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        if (limit.seconds, limit.nodes, limit.depth) == (None, None, None):
            limit = limit.within(seconds=self.seconds)  # our own time counts where no other does
        depth, describe = self._depth(state, limit), self._describe
        if self.order == "near" or dice_action(state) is not None:
            describe = value_of_estimate  # moves are left out, so nothing is proven

        def decide(search: Searcher) -> Decision:
            narrow = not self.exact
            return search_alphabeta(state, search, depth, self.deepening, narrow, describe, on_info)

        def compiled(limit: Limit) -> Decision:
            score = "distance" if self._blind else "clear"
            most = DECIDED_SCORE - 1
            search = CompiledAlphaBeta(state, self, limit, score, most, threads=self.threads)
            return search.decide(lambda: decide(search))

        def readable(limit: Limit) -> Decision:
            return decide(self._readable(limit, AlphaBeta))

        return search_by(self.kernels(state.game), state.game, limit, compiled, readable)

    def watch(self, state: State, limit: Limit) -> Sequence[SearchStep]:
        """Every step of the readable search, to the full depth at once."""
        depth, search = self._depth(state, limit), self._readable(limit, TracingAlphaBeta)
        return trace_alphabeta(state, depth, search, self._describe)

    def _depth(self, state: State, limit: Limit) -> int:
        most = most_turns(state)
        return min(limit.within(depth=self.depth).depth or most, most)

    @property
    def _describe(self) -> Describe:
        return value_of_distance if self._blind else value_of_clear

    @property
    def _blind(self) -> bool:
        """Whether nothing is judged, so that every score but 0 is that of a decided game."""
        return evaluator(self.evaluator).name == "none"

    def _readable(self, limit: Limit, kind: type[AnAlphaBeta]) -> AnAlphaBeta:
        return kind(
            evaluate=self._judgement(DECIDED_SCORE - 1),
            moves=moves_in_order(self.order),
            score=distance_score if self._blind else clear_score,
            bound_tests=self.bound_tests and self._blind,
            foresee=decided if self.foresight else None,
            table={} if self.table else None,
            sort=None if self.sort_above is None else sorted_columns,
            sort_above=self.sort_above or 0,
            clock=SearchClock(limit),
        )
