"""The readable nine-board search: a few plies of safe moves, then what the boards are worth.

    1. Who can complete a line does so. A move that sends the opponent to where he can is not safe,
       and who has no safe move has lost.
    2. Negamax: what is good for the opponent after my move is as bad for me.
    3. Where the plies are used up, `evaluators/nine_patterns.py` says what the position is worth.

The kernel does the same with a table, an order of moves, null windows and reductions, and so looks
three times as far. This one stands in while it is compiled, and tests compare the two.
"""

from math import exp
from typing import TypeAlias

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, Unit, Value
from inarow.search.evaluators.nine_patterns import Values, evaluate, fitted_values
from inarow.search.limit import Limit
from inarow.search.native.nine import POINTS_PER_UNIT

WIN = 1 << 20
_DEEPEST = 60
_SURE = 20.0
"""Units of the logistic curve that say as much as certainty."""


def look_ahead(state: State, limit: Limit) -> Decision:
    """The best move, one ply deeper each time until the limit is reached."""
    clock, values = SearchClock(limit), fitted_values()
    scores = {turn[0]: 0 for turn, _ in winning_turns(state) or safe_turns(state) or turns(state)}
    for depth in range(1, (limit.depth or _DEEPEST) + 1):
        found = dict[int, int]()
        for turn, after in turns(state):
            if turn[0] in scores:
                score = -value_of(after, depth - 1, values, clock)
                found[turn[0]] = max(score, found.get(turn[0], -WIN))
        if clock.exhausted or len(scores) == 1:
            break
        scores = found
    best = max(scores, key=scores.__getitem__)
    judged = {
        action: Value(Kind.ESTIMATE, chance_of(score), unit=Unit.CHANCE)
        for action, score in scores.items()
    }
    return Decision(best, judged[best], judged, (best,), clock.nodes, clock.seconds)


def value_of(state: State, depth: int, values: Values, clock: SearchClock) -> int:
    """The points of a position for the player to move, this number of plies ahead."""
    if state.outcome is not None:
        return 0 if state.outcome.winner is None else -WIN
    if not clock.spend():
        return 0
    if winning_turns(state):
        return WIN
    safe = safe_turns(state)
    if not safe:
        return -WIN
    if depth <= 0:
        return evaluate(state, len(safe), values)
    return max(-value_of(after, depth - 1, values, clock) for _, after in safe)


Turn: TypeAlias = tuple[tuple[int, ...], State]
"""What a player does, and the position for the other one: where a board is chosen two actions."""


def turns(state: State) -> list[Turn]:
    """Everything that the player to move can do."""
    found = list[Turn]()
    for action in state.legal_actions():
        after = state.play(action)
        if after.player != state.player or after.outcome is not None:
            found.append(((action,), after))
        else:
            found += [((action, *rest), last) for rest, last in turns(after)]
    return found


def winning_turns(state: State) -> list[Turn]:
    """Those that complete a line."""
    if state.outcome is not None:
        return []
    return [turn for turn in turns(state) if _winner(turn[1]) == state.player]


def safe_turns(state: State) -> list[Turn]:
    """Those after which the opponent cannot win at once."""
    return [turn for turn in turns(state) if not winning_turns(turn[1])]


def chance_of(points: int) -> float:
    """The chance to win that points stand for."""
    return 1 / (1 + exp(-max(-_SURE, min(_SURE, points / POINTS_PER_UNIT))))


def _winner(state: State) -> int | None:
    return None if state.outcome is None else state.outcome.winner
