"""What every search of the minimax family does at the root: judge each move, keep the best.

Moves are tried in the order in which they come, and only a strictly better score replaces the best
one, so ties go to the first move. A move that wins on the spot is taken before anything else, since
depth-blind scores would let a search postpone it for ever.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.search.clock import Spending
from inarow.search.decision import Decision, Kind, Result, Value, position_value, unless_lost
from inarow.search.evaluators.base import Evaluate
from inarow.search.scores import DECIDED_SCORE, LOSS_SCORE, WIN_SCORE

Score: TypeAlias = Callable[[bool, int], float]
"""The score of a decided game: whether the maximizer won, and how many plies were left."""


_NO_END = 10_000
"""Turns after which no search looks further, in games that say nothing of their length."""


def turns(state: State, child: State) -> int:
    """By how much a move shortens the depth that is left: one for every turn that passes.

    What a player does before the turn passes, as choosing one of nine boards, belongs to the turn.
    Stones are not counted: in some games they vanish.
    """
    return 1 if child.player != state.player else 0


def most_turns(state: State) -> int:
    """The most turns that can follow, as far as the rules tell."""
    rules = state.game.rules
    if rules is None:
        return _NO_END
    return (rules.cells if rules.turns is None else rules.turns) - state.ply


def fixed_score(won: bool, plies_left: int) -> float:
    """A win is a win, however far away."""
    return WIN_SCORE if won else LOSS_SCORE


def distance_score(won: bool, plies_left: int) -> float:
    """The sooner a win the better, the later a loss the better; the last ply scores 1.

    >>> distance_score(True, 4) - distance_score(True, 2)
    2
    """
    return plies_left + 1 if won else -plies_left - 1


def clear_score(won: bool, plies_left: int) -> float:
    """Like `distance_score`, but clear of every evaluation, for searches that use one."""
    return distance_score(won, plies_left) + (DECIDED_SCORE if won else -DECIDED_SCORE)


Describe: TypeAlias = Callable[[float, int, bool], Value]
"""Turns a score, the depth of the search and whether it reached its horizon into a value."""


def value_of_fixed(score: float, depth: int = 0, reached_horizon: bool = True) -> Value:
    """What a depth-blind score says: the reserved scores are proofs, all others estimates."""
    if score >= WIN_SCORE:
        return Value(Kind.PROVEN, score, Result.WIN)
    if score <= -WIN_SCORE:
        return Value(Kind.PROVEN, score, Result.LOSS)
    return Value(Kind.ESTIMATE, score)


def value_of_distance(score: float, depth: int, reached_horizon: bool) -> Value:
    """What a distance-aware score says for the player to move, after a search of `depth` plies.

    >>> value_of_distance(4, 6, True).words
    'win in 3 plies'
    """
    if score == 0:
        kind = Kind.ESTIMATE if reached_horizon else Kind.PROVEN
        return Value(kind, score, None if reached_horizon else Result.DRAW)
    plies = round(depth + 1 - abs(score))
    return Value(Kind.PROVEN, score, Result.WIN if score > 0 else Result.LOSS, plies)


def value_of_clear(score: float, depth: int, reached_horizon: bool) -> Value:
    """What a `clear_score` says: beyond the reach of evaluations it is a proof."""
    if abs(score) < DECIDED_SCORE:
        drawn = score == 0 and not reached_horizon
        return value_of_distance(0, depth, False) if drawn else Value(Kind.ESTIMATE, score)
    distance = abs(score) - DECIDED_SCORE
    exact = value_of_distance(distance if score > 0 else -distance, depth, reached_horizon)
    return replace(exact, score=score)


def value_of_estimate(score: float, depth: int = 0, reached_horizon: bool = True) -> Value:
    """What a score says where moves were left out, or evaluations look like decided games."""
    return Value(Kind.ESTIMATE, score)


def clamped(evaluate: Evaluate, most: float) -> Evaluate:
    """An evaluation that cannot be mistaken for a decided game."""
    return lambda state, player: max(-most, min(most, evaluate(state, player)))


def decide(
    state: State,
    moves: Sequence[int],
    judge: Callable[[State, float], float],
    maximizer: int,
    describe: Callable[[float], Value],
    clock: Spending,
    narrow: bool = False,
) -> Decision:
    """Judge each move and choose the best one.

    Args:
        state: the position to decide.
        moves: the actions to try, in order.
        judge: the score of a child for the maximizer; it is also told the score for the player to
            move below which the exact score does not matter.
        maximizer: the player for whom high scores are good.
        describe: turns a score for the player to move into a value.
        clock: counts the work; a move that it leaves no time for is not judged.
        narrow: whether it is enough to know that a move is not better than the best one so far.
    """
    if not moves:
        raise IllegalMove("the game is over: there is no move to choose")
    sign = 1 if state.player == maximizer else -1
    best, best_score, won = moves[0], float("-inf"), False
    values: dict[int, Value] = {}
    for action in moves:
        child = state.play(action)
        wins_now = child.outcome is not None and child.outcome.winner == state.player
        score = sign * judge(child, best_score if narrow else float("-inf"))
        if clock.exhausted and values and not wins_now:
            break
        if wins_now:
            values[action] = Value(Kind.PROVEN, score, Result.WIN, 1)
        elif clock.exhausted:  # half searched: whatever came out, nothing is proven
            values[action] = Value(Kind.ESTIMATE, score)
        elif narrow and values and score <= best_score:
            values[action] = _at_most(describe(score))
        else:
            values[action] = describe(score)
        if not won and (wins_now or score > best_score):
            best, best_score, won = action, score, wins_now
    best = unless_lost([best, *moves], values)
    # All were looked at equally far ahead, so that one which wins sooner would have shown it.
    value = position_value(best, values, moves, quickest=len(values) == len(moves))
    return Decision(best, value, values, (best,), clock.nodes, clock.seconds)


def _at_most(value: Value) -> Value:
    """What is known of a move that is no better than another one of this value."""
    bound = replace(value, kind=Kind.BOUND, at_most=True)
    return replace(bound, result=None, plies=None) if value.result is Result.WIN else bound
