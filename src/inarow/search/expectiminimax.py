"""Expectiminimax: minimax for games with dice.

A chance node belongs to nobody. Its value is the mean of its outcomes, weighted by their
probabilities; above and below it the players choose as in minimax:

    maximizer            4.5             would rather let the dice decide
                       /     \\
                  column      dice       mean of 9 and 0
                    4        /    \\
                            9      0

In `random_drop` the dice throw two stones: the player's own, then the opponent's. As in the
program that this player comes from, the dice are weighed at the root only: the plain moves get
their minimax value, the dice the mean over both random stones with plain minimax below, and the
dice are thrown only if they are strictly better.

Source: Michie, "Game-playing and game-learning automata", 1966.
"""

from __future__ import annotations

from inarow.games.base import State
from inarow.search.budget import Budget
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.search.minimax import minimax
from inarow.search.root import Evaluate, decide, fixed_score, plain_moves, value_of_fixed

__all__ = ["expectiminimax", "search_expectiminimax"]


def expectiminimax(
    state: State,
    depth: int,
    evaluate: Evaluate,
    maximizer: int = 0,
    budget: Budget | None = None,
) -> float:
    """The score of a position for the maximizer: means over dice, minimax where players decide.

    >>> from inarow.registry import load_game
    >>> state = load_game("random_drop(rows=1,cols=2,k=2)").initial_state().play(2)
    >>> expectiminimax(state, 2, lambda state, player: 0)
    0.0
    """
    outcomes = state.chance()
    if not outcomes:
        return minimax(state, depth, evaluate, maximizer, plain_moves, fixed_score, budget)
    mean = 0.0
    for action, probability in outcomes:
        child = state.play(action)
        left = depth - (child.ply - state.ply)
        mean += probability * expectiminimax(child, left, evaluate, maximizer, budget)
    return mean


def search_expectiminimax(
    state: State, depth: int, evaluate: Evaluate, limit: Limit, maximizer: int = 0
) -> Decision:
    """Choose a move, the dice included; ties are decided against the dice."""
    budget = Budget(limit)

    def judge(child: State, _: float) -> float:
        left = depth - (child.ply - state.ply)
        return expectiminimax(child, left, evaluate, maximizer, budget)

    # The dice are the last action, so only a strictly better mean can choose them.
    return decide(state, state.legal_actions(), judge, maximizer, value_of_fixed, budget)
