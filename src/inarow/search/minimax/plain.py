"""Minimax, the textbook search: the best move if the opponent answers with the best reply.

One player is the maximizer and wants high scores, the other the minimizer and wants low ones. Look
ahead a number of plies; judge what you find there with an evaluation; then let each player in turn
choose, from the bottom up:

    maximizer            3            chooses the larger of 3 and 2
                       /   \\
    minimizer         3     2         each chooses the smaller of its children
                     / \\   / \\
    evaluation      3   5 2   9

A decided game needs no evaluation: it scores more (or less) than any evaluation can. The number of
positions grows with (moves per position) ^ depth; `alphabeta.py` shows how to visit far fewer of
them and still get the same result. Sources: Shannon, "Programming a computer for playing chess",
1950; the lookahead, the scores and the order of the moves are those of a student's program.
"""

from dataclasses import replace
from typing import Protocol

from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision
from inarow.search.evaluators.base import Evaluate
from inarow.search.limit import Limit
from inarow.search.minimax.root import (
    Score,
    decide,
    fixed_score,
    turns,
    value_of_estimate,
    value_of_fixed,
)
from inarow.search.ordering import Moves, all_moves
from inarow.search.scores import UNEXPLORED_MAX, UNEXPLORED_MIN


class Observer(Protocol):
    """Is told of every position, for people who want to watch (`trace.py`)."""

    def entered(self, state: State) -> None:
        """A position is looked at."""

    def returned(self, value: float) -> None:
        """The position that was entered last, and not left yet, has this value."""


def minimax(
    state: State,
    depth: int,
    evaluate: Evaluate,
    maximizer: int = 0,
    moves: Moves = all_moves,
    score: Score = fixed_score,
    clock: SearchClock | None = None,
    observer: Observer | None = None,
) -> float:
    """The score of a position for the maximizer, `depth` stones ahead.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a3b3a2b2")
    >>> minimax(state, 1, lambda state, player: 0)
    2147483647
    """
    if clock is not None:
        clock.spend()
    if observer is not None:
        observer.entered(state)
    outcome, maximizing = state.outcome, state.player == maximizer
    best: float = UNEXPLORED_MAX if maximizing else UNEXPLORED_MIN
    if outcome is not None:
        best = 0 if outcome.winner is None else score(outcome.winner == maximizer, depth)
    elif depth <= 0 or (clock is not None and clock.exhausted):
        best = evaluate(state, maximizer)
    else:
        for action in moves(state):
            child = state.play(action)
            left = depth - turns(state, child)
            value = minimax(child, left, evaluate, maximizer, moves, score, clock, observer)
            best = max(best, value) if maximizing else min(best, value)
            if clock is not None and clock.exhausted:
                break
    if observer is not None:
        observer.returned(best)
    return best


def search_minimax(
    state: State,
    depth: int,
    evaluate: Evaluate,
    limit: Limit,
    maximizer: int = 0,
    moves: Moves = all_moves,
) -> Decision:
    """Choose a move by minimax.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "445566")
    >>> decision = search_minimax(state, 3, lambda state, player: 0, Limit())
    >>> decision.action, decision.value.words
    (2, 'win in 1 ply')
    """
    return _decide(state, depth, evaluate, SearchClock(limit), maximizer, moves)


def _decide(
    state: State, depth: int, evaluate: Evaluate, clock: SearchClock, maximizer: int, moves: Moves
) -> Decision:
    def judge(child: State, _: float) -> float:
        left = depth - turns(state, child)
        return minimax(child, left, evaluate, maximizer, moves, fixed_score, clock)

    # Where the game has dice that this search leaves out, nothing it finds is proven.
    has_dice = dice_action(state) is not None
    describe = value_of_estimate if has_dice else value_of_fixed
    decision = decide(state, moves(state), judge, maximizer, describe, clock)
    child = state.play(decision.action)
    left = depth - turns(state, child)
    if left > 0 and child.outcome is None and not child.chance() and not clock.exhausted:
        # The expected line goes on with the best reply; each step costs a fraction of the last.
        reply = _decide(child, left, evaluate, clock, maximizer, moves)
        if not clock.exhausted:
            decision = replace(decision, line=(decision.action, *reply.line))
    return replace(decision, nodes=clock.nodes, seconds=clock.seconds)
