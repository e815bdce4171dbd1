"""Alpha-beta: the value of minimax from a fraction of its positions.

Two numbers travel down the tree: `alpha`, what the maximizer is already sure of elsewhere, and
`beta`, what the minimizer is sure of. A branch that would leave this window cannot change the
decision above it and is cut:

    maximizer              3                   sure of 3 on the left: alpha = 3
                         /   \\
    minimizer           3    <= 2              one child of 2 is enough: the minimizer will have
                       / \\    / \\              2 or less here, so the rest is cut
                      3   5  2   x

The search is *fail-hard*: it answers with a number inside the window. Five more ideas can be
switched on, each on its own so that its effect can be measured:

- distance-aware scores: a win scores the plies that are left plus 1, so sooner is better;
- better move order: the sooner a good move is tried, the more is cut; sorting costs time, so it is
  done only where `sort_above` plies or more are left;
- bound tests: with such scores no win from here on is worth more than the plies left, and a window
  that asks for more is cut before any move is tried;
- foresight: a position with a winning move, or with two separate threats of the opponent, is
  decided in one or two plies and need not be searched;
- a transposition table: positions reached by several move orders are searched once.

Sources: Knuth & Moore, "An analysis of alpha-beta pruning", 1975; the distance scores, bound tests
and move ordering by column scores are those of a student's Connect Four program.
"""

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from inarow.games.base import State
from inarow.options import option
from inarow.search.clock import SearchClock, Spending
from inarow.search.decision import Decision, Info, Kind, OnInfo, Result, Value
from inarow.search.evaluators import EVALUATORS
from inarow.search.evaluators.base import Evaluate
from inarow.search.limit import Limit
from inarow.search.minimax.root import (
    Describe,
    Score,
    decide,
    distance_score,
    turns,
    value_of_distance,
)
from inarow.search.ordering import ORDERS, Moves, all_moves

INFINITY = float("inf")


@dataclass
class Plan:
    """How to search: how far, by which judgement, and which of the ideas are used."""

    depth: int | None = option(
        None, low=1, high=10000, help="plies to look ahead; none: to the end"
    )
    evaluator: str = option(
        "open_lines", choices=EVALUATORS, nested=True, help="how positions are judged"
    )
    order: str = option("centre", choices=ORDERS, help="in which order moves are tried")
    sort_above: int | None = option(
        None, low=0, help="sort moves by column scores where this many plies are left; none: never"
    )
    bound_tests: bool = option(True, help="cut windows that no win can reach (without evaluator)")
    foresight: bool = option(True, help="see wins and double threats without searching them")
    table: bool = option(True, help="remember positions")


@dataclass(slots=True)
class Cut:
    """One cut-off, for those who want to watch: where, by which move, and the window it left."""

    state: State
    action: int
    alpha: float
    beta: float


@dataclass
class AlphaBeta:
    """The settings and counters of one alpha-beta search.

    >>> from inarow.registry import load_game
    >>> search = AlphaBeta()
    >>> search.value(load_game("tic_tac_toe").initial_state(), 9)
    0
    """

    evaluate: Evaluate = lambda state, player: 0.0
    moves: Moves = all_moves
    maximizer: int = 0
    score: Score = distance_score
    bound_tests: bool = False
    table: dict[Hashable, tuple[float, float, bool]] | None = None
    sort: Moves | None = None
    sort_above: int = 0
    foresee: Callable[[State], int | None] | None = None
    clock: SearchClock = field(default_factory=lambda: SearchClock(Limit()))
    cuts: list[Cut] | None = None
    replies: dict[Hashable, int] = field(default_factory=dict)
    reached_horizon: bool = False

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        """The score of a position for the maximizer, within the window."""
        self.clock.spend()
        outcome = state.outcome
        if outcome is not None:
            winner = outcome.winner
            return 0 if winner is None else self.score(winner == self.maximizer, plies_left)
        if plies_left <= 0 or self.clock.exhausted:
            self.reached_horizon = True
            return self.evaluate(state, self.maximizer)
        known = self._known_without_search(state, plies_left, alpha, beta)
        if known is not None:
            return known
        if self.table is not None:
            return self._remembered(state, plies_left, alpha, beta)
        return self._best(state, plies_left, alpha, beta)

    def _known_without_search(
        self, state: State, plies_left: int, alpha: float, beta: float
    ) -> float | None:
        """A score that needs no moves: the game is as good as decided, or the window too high."""
        if self.foresee is not None:
            winner = self.foresee(state)
            plies = 1 if winner == state.player else 2
            if winner is not None and plies <= plies_left:
                return self.score(winner == self.maximizer, plies_left - plies)
        if self.bound_tests:
            if state.player == self.maximizer and plies_left <= alpha:
                return plies_left
            if state.player != self.maximizer and -plies_left >= beta:
                return -plies_left
        return None

    def _best(self, state: State, plies_left: int, alpha: float, beta: float) -> float:
        """The best child for the player to move; fail-hard."""
        maximizing = state.player == self.maximizer
        far = self.sort is not None and plies_left + 1 > self.sort_above
        for action in self.sort(state) if self.sort and far else self.moves(state):
            child = state.play(action)
            left = plies_left - turns(state, child)
            value = self.value(child, left, alpha, beta)
            if (value > alpha) if maximizing else (value < beta):
                self.replies[state.key()] = action
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if self.clock.exhausted:
                break
            if alpha >= beta:
                if self.cuts is not None:
                    self.cuts.append(Cut(state, action, alpha, beta))
                return beta if maximizing else alpha
        return alpha if maximizing else beta

    def helped(self, moves: Sequence[int], plies: int) -> AbstractContextManager[None]:
        """This search has no helpers."""
        return nullcontext()

    def line(self, state: State, action: int, depth: int) -> tuple[int, ...]:
        """The expected play after an action: the best replies that the search met last."""
        line = [action]
        state = state.play(action)
        while len(line) < depth and state.outcome is None and state.key() in self.replies:
            line.append(self.replies[state.key()])
            state = state.play(line[-1])
        return tuple(line)

    def _remembered(self, state: State, plies_left: int, alpha: float, beta: float) -> float:
        """Look the position up, or search it and keep the bounds that the answer proves."""
        assert self.table is not None
        key = (state.key(), plies_left)
        low, high, horizon = self.table.get(key, (-INFINITY, INFINITY, False))
        if low == high or low >= beta or high <= alpha:
            self.reached_horizon |= horizon
            return low if low == high else beta if low >= beta else alpha
        reached_before, self.reached_horizon = self.reached_horizon, False
        value = self._best(state, plies_left, alpha, beta)
        if not self.clock.exhausted:
            if value > alpha:
                low = max(low, value)
            if value < beta:
                high = min(high, value)
            self.table[key] = (low, high, horizon or self.reached_horizon)
        self.reached_horizon |= reached_before
        return value


class Searcher(Protocol):
    """What `search_alphabeta` asks for: `AlphaBeta` above, or the same by kernels."""

    maximizer: int
    reached_horizon: bool

    @property
    def moves(self) -> Moves: ...

    @property
    def clock(self) -> Spending: ...

    def value(self, state: State, plies_left: int, alpha: float = ..., beta: float = ...) -> float:
        """The score of a position for the maximizer, within the window."""

    def line(self, state: State, action: int, depth: int) -> tuple[int, ...]:
        """The expected play after an action."""

    def helped(self, moves: Sequence[int], plies: int) -> AbstractContextManager[None]:
        """Let others help while the root moves are judged."""


def search_alphabeta(
    state: State,
    search: Searcher,
    depth: int,
    deepening: bool = False,
    narrow: bool = False,
    describe: Describe = value_of_distance,
    on_info: OnInfo | None = None,
) -> Decision:
    """Choose a move by alpha-beta.

    Args:
        state: the position to decide.
        search: the settings; its clock counts and limits the work.
        depth: the plies to look ahead.
        deepening: look 1, 2, 3, ... plies ahead and keep the last complete search, so that a time
            limit cuts the depth and not the breadth.
        narrow: judge moves only as far as needed to find the best one, not each one exactly.
        describe: what a score means, given the depth and whether the horizon was reached.
        on_info: called after every completed depth.
    """
    depths = range(1, depth + 1) if deepening else range(depth, depth + 1)
    decision: Decision | None = None
    moves = list(search.moves(state))
    for plies in depths:
        judge = partial(_judge, search, state, plies)

        def words(score: float, plies: int = plies) -> Value:
            return describe(score, plies, search.reached_horizon)

        with search.helped(moves, plies):
            latest = decide(state, moves, judge, search.maximizer, words, search.clock, narrow)
        latest = replace(latest, line=search.line(state, latest.action, plies))
        if decision is None or not search.clock.exhausted:
            decision = latest
        if search.clock.exhausted:
            break
        if on_info:
            found = (latest.action, latest.value, latest.line, plies, latest.nodes, latest.seconds)
            on_info(Info(*found, latest.values))
        if _is_settled(latest):
            break
        if deepening:
            moves.sort(key=lambda action: action != latest.action)
    assert decision is not None
    return replace(decision, nodes=search.clock.nodes, seconds=search.clock.seconds)


def _judge(search: Searcher, state: State, plies: int, child: State, floor: float) -> float:
    search.reached_horizon = False
    left = plies - turns(state, child)
    if state.player == search.maximizer:
        return search.value(child, left, alpha=floor)
    return search.value(child, left, beta=-floor)


def _is_settled(decision: Decision) -> bool:
    """Whether looking further ahead cannot change the decision."""
    best = decision.value
    if best is not None and best.kind is Kind.PROVEN and best.result is Result.WIN:
        return True
    return all(value.kind is Kind.PROVEN for value in decision.values.values())
