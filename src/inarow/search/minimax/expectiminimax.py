"""Expectiminimax: minimax for games with dice.

A chance node belongs to neither player. Its value is the mean of its outcomes, weighted by their
probabilities; above and below it the players choose as in minimax:

    maximizer            4.5             would rather let the dice decide
                       /     \\
                  column      dice       mean of 9 and 0
                    4        /    \\
                            9      0

In `random_drop` the dice throw two stones: the player's own, then the opponent's. As in the
program that this player comes from, the dice are weighed at the root only: the plain moves get
their minimax value, the dice the mean over both random stones with plain minimax below, in whole
numbers. The dice are thrown only if they are strictly better, and never if one of the two stones
could decide the game. (That is how the recorded games of the program play: with this reading all
fifteen recorded choices between dice and columns come out as recorded.)

Source: Michie, "Game-playing and game-learning automata", 1966.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.search.clock import SearchClock, Spending
from inarow.search.decision import Decision
from inarow.search.evaluators.base import Evaluate
from inarow.search.limit import Limit
from inarow.search.minimax.plain import Observer, minimax
from inarow.search.minimax.root import decide, fixed_score, turns, value_of_estimate, value_of_fixed
from inarow.search.ordering import plain_moves


def expectiminimax(
    state: State,
    depth: int,
    evaluate: Evaluate,
    maximizer: int = 0,
    clock: SearchClock | None = None,
    observer: Observer | None = None,
) -> float:
    """The score of a position for the maximizer: means over dice, minimax where players decide.

    >>> from inarow.registry import load_game
    >>> state = load_game("random_drop(rows=1,cols=2,k=2)").initial_state().play(2)
    >>> expectiminimax(state, 2, lambda state, player: 0)
    0.0
    """
    outcomes = state.chance()
    if not outcomes:
        known = evaluate, maximizer, plain_moves, fixed_score, clock, observer
        return minimax(state, depth, *known)
    if observer is not None:
        observer.entered(state)
    mean = 0.0
    for action, probability in outcomes:
        child = state.play(action)
        left = depth - turns(state, child)
        mean += probability * expectiminimax(child, left, evaluate, maximizer, clock, observer)
    if observer is not None:
        observer.returned(mean)
    return mean


PositionScore: TypeAlias = Callable[[State, int], float]
"""The score of a position for the maximizer this many plies ahead, chance nodes included."""


def search_expectiminimax(
    state: State, depth: int, evaluate: Evaluate, limit: Limit, maximizer: int = 0
) -> Decision:
    """Choose a move, the dice included; ties are decided against the dice."""
    clock = SearchClock(limit)

    def value(child: State, left: int) -> float:
        return expectiminimax(child, left, evaluate, maximizer, clock)

    return decide_with_dice(state, depth, value, clock, maximizer)


def decide_with_dice(
    state: State, depth: int, value: PositionScore, clock: Spending, maximizer: int = 0
) -> Decision:
    """The same, with any way to judge the positions after one move."""

    def judge(child: State, _: float) -> float:
        score = value(child, depth - turns(state, child))
        return round(score) if child.chance() else score  # whole numbers, as all other scores

    dice = dice_action(state)
    if dice is None:
        return decide(state, state.legal_actions(), judge, maximizer, value_of_fixed, clock)
    # The dice are the last action, so only a strictly better mean can choose them.
    moves, thrown = list(plain_moves(state)), state.play(dice)
    risky = dice_can_decide(thrown, clock)
    decision = decide(
        state, moves if risky else [*moves, dice], judge, maximizer, value_of_estimate, clock
    )
    if risky and not clock.exhausted:
        sign = 1 if state.player == maximizer else -1
        guess = value_of_estimate(sign * judge(thrown, 0))
        decision = replace(decision, values={**decision.values, dice: guess}, nodes=clock.nodes)
    return decision


def dice_can_decide(state: State, clock: Spending | None = None) -> bool:
    """Whether one of the drops that the dice are about to make can win the game for either side."""
    for action, _ in state.chance():
        if clock is not None and clock.exhausted:
            return True  # not known: better not to throw them
        child = state.play(action)
        if child.outcome is not None and child.outcome.winner is not None:
            return True
        if dice_can_decide(child, clock):
            return True
    return False
