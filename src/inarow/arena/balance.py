"""Balanced positions: those that favour neither side.

Connect Four on the boards that our solver knows: balanced means that perfect play draws, which is
proven. Every other game: a tree search with a fixed number of random games and a fixed seed judges
the position, which is an estimate unless it proves the result.

A short search favours the side to move, since it values the best of many noisy moves. So two
searches are compared, before and after the best move: one flatters this side, the other one the
opponent, and a balanced position is one where both see about the same chances for their own side.
"""

from __future__ import annotations

from collections.abc import Callable

from inarow.games.base import Game, State
from inarow.search.decision import Decision, Result
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.solver.book import shipped_book
from inarow.search.solver.player import PerfectPlayer
from inarow.search.solver.solver import Solver

BALANCE_SIMULATIONS = 2000
BALANCE_MARGIN = 0.05
"""How far from one half the points of a balanced position may be."""


def is_estimate(game: Game) -> bool:
    """Whether balance in this game is estimated by a search and not proven by the solver."""
    return not PerfectPlayer().supports(game)


def balance_of(game: Game) -> Callable[[State], bool]:
    """A function that says whether a position of this game is balanced.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> game = load_game("connect_four")
    >>> balanced = balance_of(game)
    >>> [move for move in "1234" if balanced(play_moves(game.initial_state(), move))]
    ['3']
    """
    return _searched if is_estimate(game) else _solved(game)


def _solved(game: Game) -> Callable[[State], bool]:
    rows, cols = game.shape
    solver = Solver(rows, cols, book=shipped_book(rows, cols))
    return lambda state: solver.weak(state).result is Result.DRAW


def _searched(state: State) -> bool:
    decision = _search(state)
    value = decision.value
    if value is None:  # a single move: nothing was searched
        return False
    if value.result is not None:
        return value.result is Result.DRAW
    answer = state.play(decision.action)
    reply = None if answer.outcome is not None else _search(answer).value
    return reply is not None and abs(value.score - reply.score) <= 2 * BALANCE_MARGIN


def _search(state: State) -> Decision:
    player = MctsPlayer(simulations=BALANCE_SIMULATIONS, solve=True, sharp=True, seed=1)
    return player.choose(state, Limit())
