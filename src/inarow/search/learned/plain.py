"""The learner to read: values of positions, and how one game corrects them.

What `kernel.py` and `kernel_learn.py` do with arrays, on any `State` of a game that has a network:
slowly, and short enough to be understood. The tests let both play and learn the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from inarow.games.base import State
from inarow.search.decision import Decision, Kind, Result, Unit, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.learned.games import codes_of
from inarow.search.learned.network import Network
from inarow.search.native.jit import Array


def places_of(network: Network, state: State) -> tuple[int, list[int]]:
    """Which table a position is looked up in, and where the number of each tuple stands there.

    The view is that of the player who has just moved.
    """
    shape, mover = network.shape, 1 - state.player
    table, view = (mover, 0) if shape.tables == 2 else (0, mover)
    places = [0] * shape.tuples
    for unit, code in enumerate(codes_of(state)):
        for n in range(int(shape.count[unit])):
            places[shape.touch[unit, n]] += int(shape.offset[view, unit, code, n])
    return table, places


def sum_of(network: Network, state: State) -> float:
    """What a position is worth for the player who has just moved: the sum of its numbers."""
    table, places = places_of(network, state)
    return sum(float(network.weights[table, place]) for place in places)


def chance_of(total: float) -> float:
    """The chance to win that a sum stands for.

    >>> chance_of(0.0), round(chance_of(1.0), 3)
    (0.5, 0.731)
    """
    return 1 / (1 + exp(-total))


def worth(network: Network, state: State, action: int) -> float:
    """What a move is worth for the player to move, as a sum."""
    after = state.play(action)
    total = sum_of(network, after)
    return total if after.player != state.player else -total


def sensible_moves(state: State) -> list[int]:
    """The moves after which the opponent cannot win at once; all of them before the dice."""
    if state.chance():
        return [action for action, _ in state.chance()]
    found = []
    for action in state.legal_actions():
        after = state.play(action)
        winner = after.outcome.winner if after.outcome is not None else None
        if winner == state.player:  # not by a line: by the number of boards
            return [action]
        if winner is None and not _gives_win(state, after):
            found.append(action)
    return found


def _gives_win(state: State, after: State) -> bool:
    return after.player != state.player and bool(winning_actions(after, after.player))


def look(network: Network, state: State) -> Decision:
    """The move that seems best, without looking further than the next stone of the opponent."""
    wins = winning_actions(state, state.player)
    if wins:
        value = Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=Unit.CHANCE)
        return Decision(wins[0], value, {wins[0]: value}, (wins[0],), nodes=1)
    moves = sensible_moves(state) or list(state.legal_actions())
    found = {action: chance_of(worth(network, state, action)) for action in moves}
    best = max(found, key=lambda action: found[action])
    values = {a: Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE) for a, chance in found.items()}
    return Decision(best, values[best], values, (best,), nodes=len(moves))


def correct(
    network: Network,
    states: Sequence[State],
    outcome: float,
    seemed: Sequence[float | None],
    trust: Array,
    step: float,
    trace: float,
) -> None:
    """Draw the values of the positions of a game towards their targets, the last one first.

    Args:
        network: is changed.
        states: the positions after each move.
        outcome: what the first player got: 1, 0.5 or 0.
        seemed: for each move that was random, the first player's chance after the one that seemed
            best; None if that was played.
        trust: [table, place] the sum of the errors that a number was told, and of their sizes.
        step: how far; a number that is told now this and now that goes only a share of it.
        trace: how much what happened counts, against what was expected a move later.
    """
    target, later = outcome, outcome
    for number in reversed(range(len(states))):
        if number < len(states) - 1:
            expected = seemed[number + 1]
            target = (1 - trace) * later + trace * target if expected is None else expected
        mover = 1 - states[number].player
        chance = chance_of(sum_of(network, states[number]))
        error = (1 - target if mover else target) - chance
        table, places = places_of(network, states[number])
        for place in places:
            agreed, asked = trust[table, place]
            share = abs(agreed) / asked if asked else 1.0
            network.weights[table, place] += step * share * error
            trust[table, place] += (error, abs(error))
        later = 1 - chance if mover else chance


def play_one(
    network: Network, state: State, wants_luck: Callable[[int], bool], pick: Callable[[int], int]
) -> tuple[list[State], float, list[float | None]]:
    """A game with itself, as `correct` wants it.

    Args:
        network: chooses the moves.
        state: where the game begins.
        wants_luck: whether the move of a ply is random.
        pick: a number below the given one.
    """
    states, seemed = list[State](), list[float | None]()
    while True:
        if state.outcome is not None:
            winner = state.outcome.winner
            return states, 0.5 if winner is None else 1.0 - winner, seemed
        if not state.chance() and winning_actions(state, state.player):
            return states, 1.0 - state.player, seemed
        moves = sensible_moves(state)
        if not moves:
            return states, 0.0 + state.player, seemed
        if state.chance():  # what the dice do is news
            action = moves[pick(len(moves))]
            seemed.append(None)
        else:
            sums = {action: worth(network, state, action) for action in moves}
            usual = action = max(sums, key=lambda move: sums[move])
            if wants_luck(len(states)):
                action = moves[pick(len(moves))]
            chance = chance_of(-sums[usual] if state.player else sums[usual])
            seemed.append(None if action == usual else chance)
        state = state.play(action)
        states.append(state)
