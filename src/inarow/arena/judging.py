"""Positions judged without playing on: openings that favour neither side, games that are decided.

**Balanced** positions. Connect Four on the boards that our solver knows: perfect play draws, which
is proven. Every other game: a tree search with a fixed number of random games and a fixed seed
judges the position, which is an estimate unless it proves the result.

A short search favours the side to move, since it values the best of many noisy moves. So two
searches are compared, before and after the best move: one flatters this side, the other the
opponent, and a position is balanced if both see about the same chances for their own side.

**Adjudication.** After each move the solver looks at a fixed number of positions, with an empty
table for each game and without an opening book: whether a game is ended does not depend on the
machine or on other games. What is proven is the result under best play of both sides, so weak
players may lose chances that their opponent would have given them.
"""

from functools import cache

from inarow.games.base import Game, Outcome, Reason, State
from inarow.live.game import Adjudicate
from inarow.search.decision import Decision, Result
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.solver.book import shipped_book
from inarow.search.solver.player import PerfectPlayer
from inarow.search.solver.solver import Solver

BALANCE_SIMULATIONS = 2000
BALANCE_MARGIN = 0.05
"""How far from one half the points of a balanced position may be."""
ADJUDICATION = Limit(nodes=50_000)
"""What the solver may spend after each move to prove a result."""
ADJUDICATION_MEMORY_MB = 8


def is_solved(game: Game) -> bool:
    """Whether the solver knows this game; balance is an estimate in all others."""
    return PerfectPlayer().supports(game)


def is_balanced(state: State) -> bool:
    """Whether a position favours neither side.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> start = load_game("connect_four").initial_state()
    >>> [move for move in "1234" if is_balanced(play_moves(start, move))]
    ['3']
    """
    if is_solved(state.game):
        return _solver(state.game, with_book=True).solve(state, weak=True).result is Result.DRAW
    decision = _search(state)
    value = decision.value
    if value is None:  # a single move: nothing was searched
        return False
    if value.result is not None:
        return value.result is Result.DRAW
    answer = state.play(decision.action)
    reply = None if answer.outcome is not None else _search(answer).value
    return reply is not None and abs(value.score - reply.score) <= 2 * BALANCE_MARGIN


def adjudicator(game: Game) -> Adjudicate:
    """A callback for one game that says how a position ends, if that can be proven quickly."""
    solver = _solver(game)
    solver.forget()  # the last game

    def adjudicate(state: State) -> Outcome | None:
        proven = solver.solve(state, ADJUDICATION, weak=True).result
        if proven is None:
            return None
        winner = {Result.WIN: state.player, Result.LOSS: 1 - state.player, Result.DRAW: None}
        return Outcome(winner[proven], Reason.ADJUDICATED)

    return adjudicate


@cache
def _solver(game: Game, with_book: bool = False) -> Solver:
    """The solver of this process for a game."""
    rows, cols = game.shape
    if with_book:
        return Solver(rows, cols, book=shipped_book(rows, cols))
    return Solver(rows, cols, ADJUDICATION_MEMORY_MB)


def _search(state: State) -> Decision:
    player = MctsPlayer(simulations=BALANCE_SIMULATIONS, solve=True, sharp=True, seed=1)
    return player.choose(state, Limit())
