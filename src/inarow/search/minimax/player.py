"""Players that look a fixed number of stones ahead: minimax and expectiminimax.

Player 0 is always the maximizer, as X was in the program these players come from. Both try the
moves from left to right and keep the first of equally good ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow import defaults
from inarow.games.base import Game, State
from inarow.games.dice import dice_action
from inarow.options import check_options, option
from inarow.search.agent import require_moves
from inarow.search.decision import Decision, OnInfo, Value
from inarow.search.evaluators import EVALUATORS, evaluator
from inarow.search.evaluators.base import Evaluate
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import Plan, search_alphabeta
from inarow.search.minimax.compiled import CompiledAlphaBeta
from inarow.search.minimax.expectiminimax import decide_with_dice, search_expectiminimax
from inarow.search.minimax.plain import search_minimax
from inarow.search.minimax.root import clamped, value_of_fixed, value_of_guess
from inarow.search.minimax.warm_up import ALPHABETA
from inarow.search.native.from_state import can_count_lines
from inarow.search.ordering import plain_moves
from inarow.search.scores import WIN_SCORE
from inarow.search.seam import run_search


@dataclass
class MinimaxPlayer:
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

    def __post_init__(self) -> None:
        check_options(self)
        evaluator(self.evaluator)  # its own options must be right as well

    def prepare(self, game: Game) -> None:
        if self.compiled and can_count_lines(game):
            ALPHABETA.prepare()

    def supports(self, game: Game) -> bool:
        return evaluator(self.evaluator).supports(game)

    def _judgement(self) -> Evaluate:
        """The evaluation, kept clear of the scores that are reserved for decided games."""
        return clamped(evaluator(self.evaluator), WIN_SCORE - 1)

    def _compiled(self, state: State, limit: Limit) -> CompiledAlphaBeta:
        """The same search by kernels; alpha-beta finds the values of minimax."""
        plan = Plan(evaluator=self.evaluator, order="left", foresight=False)
        return CompiledAlphaBeta(state, plan, limit, "fixed", WIN_SCORE - 1)

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        require_moves(state)
        limit = limit.within(depth=self.depth)
        return run_search(
            state.game,
            self.compiled,
            can_count_lines,
            lambda: self._by_kernels(state, limit),
            lambda: self._readable(state, limit),
        )

    def _readable(self, state: State, limit: Limit) -> Decision:
        assert limit.depth is not None
        return search_minimax(state, limit.depth, self._judgement(), limit, moves=plain_moves)

    def _by_kernels(self, state: State, limit: Limit) -> Decision:
        assert limit.depth is not None
        search, depth = self._compiled(state, limit), limit.depth
        has_dice = dice_action(state) is not None

        def describe(score: float, depth: int, horizon: bool) -> Value:
            return value_of_guess(score) if has_dice else value_of_fixed(score)

        return search.decide(lambda: search_alphabeta(state, search, depth, describe=describe))


@dataclass
class ExpectiminimaxPlayer(MinimaxPlayer):
    """Minimax that also weighs the dice, where a game has them."""

    depth: int = option(defaults.EXPECTIMINIMAX_DEPTH, low=1, high=42, help="stones to look ahead")
    name: str = "expectiminimax"

    def _readable(self, state: State, limit: Limit) -> Decision:
        assert limit.depth is not None
        return search_expectiminimax(state, limit.depth, self._judgement(), limit)

    def _by_kernels(self, state: State, limit: Limit) -> Decision:
        assert limit.depth is not None
        search, depth = self._compiled(state, limit), limit.depth
        search.make_room(depth)
        return search.decide(lambda: decide_with_dice(state, depth, search.value_with_dice, search))
