"""Learning by self-play: games are played with the present values, and correct them.

Every position after a move has a value. When a game is over the positions are gone through from the
last one back, and each value is drawn towards a *target*: a mix of the value one move later and the
target of that move (`trace` is the share of the latter: the lambda of temporal differences,
R. Sutton, *Learning to predict by the methods of temporal differences*, 1988).

    target of the last position   the result
    target of any other           (1 - trace) * value of the next + trace * target of the next
    after a random move           the value of the move that seemed best: what happened is no news

Every number learns at its own speed: as long as the errors that it is told agree it takes big
steps, and where they cancel each other it hardly moves any more (temporal coherence, D. Beal and
M. Smith, *Temporal coherence and prediction decay in TD learning*, 1999).

    share of the step = |sum of the errors so far| / sum of their sizes

A win at once is always taken and never allowed, so games end a move early, and so does the search
that uses the values. Dice are no moves: what they do is what happened, and counts in full. The
first moves of a game, a random number of them, are random, and later now and then one: otherwise
only positions of good play would ever be seen.
"""

from math import exp

import numpy as np

from inarow.search.learned.kernel import (
    Net,
    change_places,
    is_drawn,
    list_choices,
    read_places,
    sum_after,
    sum_of,
)
from inarow.search.native.bits import draw, next_random
from inarow.search.native.jit import Array, Struct, kernel, part
from inarow.search.native.position import can_win, copy_position, play

LESSON = np.dtype(
    [
        ("step", "f8"),  # how far a value is drawn towards its target, shared by all tuples
        ("trace", "f8"),
        ("explore", "f8"),  # how often a move is random
        ("opening", "i8"),  # so many random moves at most begin a game
        ("random", "i8"),  # state of the random generator
        ("results", "i8", 3),  # games won by the first player, drawn, won by the second
        ("plies", "i8"),
    ],
    align=True,
)
_RARELY = 1 << 30


@kernel
def learn(
    games: int,
    lesson: Struct,
    root: Struct,
    pair: Array,
    net: Net,
    trust: Array,
    history: Array,
) -> None:
    """Play games from a position and learn from each.

    Args:
        games: how many.
        lesson: settings and results.
        root: where games begin.
        pair: two positions to work on.
        net: its weights are changed.
        trust: [table, place] the sum of all errors that a number was told, and of their sizes.
        history: [ply, tuple] room for the places of a whole game.
    """
    places = np.zeros((len(net.offset), history.shape[1]), np.int32)
    scratch = np.zeros_like(places)
    movers = np.zeros(len(history), np.int64)
    best = np.zeros(len(history) + 1)  # for the first player, after the move that seemed best
    usual = np.zeros(len(history) + 1, np.int64)  # whether that move was played
    choices = np.zeros(root.actions, np.int64)
    pos, child = pair[0], pair[1]
    for _ in range(games):
        copy_position(root, pos)
        read_places(pos, net, places)
        lesson.random = next_random(lesson.random)
        opening = draw(lesson.random, lesson.opening + 1)
        length = 0
        while True:
            me = pos.player
            usual[length] = 1
            if pos.won:  # by the dice, or by the number of boards
                outcome = 1.0 - pos.winner
                break
            if is_drawn(pos):
                outcome = 0.5
                break
            if pos.drops == 0 and can_win(pos):
                outcome = 1.0 - me
                break
            among = list_choices(pos, child, choices)
            if among == 0:
                outcome = 0.0 + me
                break
            lesson.random = next_random(lesson.random)
            if pos.drops:  # what the dice do is news
                action = choices[draw(lesson.random, among)]
            else:
                found, action = choose(pos, child, choices, among, net, places, scratch)
                best[length] = chance_of(-found if me else found)
                lucky = draw(lesson.random, _RARELY) < lesson.explore * _RARELY
                if length < opening or lucky:
                    lesson.random = next_random(lesson.random)
                    other = choices[draw(lesson.random, among)]
                    usual[length] = other == action
                    action = other
            copy_position(pos, child)
            play(child, action)
            change_places(pos, child, action, net, places)
            copy_position(child, pos)
            movers[length] = pos.player ^ 1
            history[length] = places[movers[length] if len(places) == 2 else 0]
            length += 1
        lesson.results[round(2 - 2 * outcome)] += 1
        lesson.plies += length
        correct(lesson, length, outcome, net, trust, history, movers, best, usual)


@part
def choose(
    pos: Struct,
    child: Struct,
    choices: Array,
    among: int,
    net: Net,
    places: Array,
    scratch: Array,
) -> tuple[float, int]:
    """The move that seems best, and its sum for the player to move."""
    total = sum_of(net, places, pos.player)
    best, action = -np.inf, choices[0]
    for i in range(among):
        found = sum_after(pos, child, choices[i], total, net, places, scratch)
        if found > best:
            best, action = found, choices[i]
    return best, action


@part
def chance_of(total: float) -> float:
    """The chance to win that a sum stands for."""
    return 1.0 / (1.0 + exp(-total))


@part
def correct(
    lesson: Struct,
    length: int,
    outcome: float,
    net: Net,
    trust: Array,
    history: Array,
    movers: Array,
    best: Array,
    usual: Array,
) -> None:
    """Draw the values of a game towards their targets; all are chances of the first player."""
    target, later = outcome, outcome
    step = np.float32(lesson.step)
    for ply in range(length - 1, -1, -1):
        if ply < length - 1:
            mix = (1.0 - lesson.trace) * later + lesson.trace * target
            target = mix if usual[ply + 1] else best[ply + 1]
        side = movers[ply] if len(net.weights) == 2 else 0
        table = net.weights[side]
        total = 0.0
        for place in history[ply]:
            total += table[place]
        chance = chance_of(total)
        error = np.float32((1.0 - target if movers[ply] else target) - chance)
        for place in history[ply]:
            agreed, asked = trust[side, place, 0], trust[side, place, 1]
            share = abs(agreed) / asked if asked else np.float32(1.0)
            table[place] += step * share * error
            trust[side, place, 0] = agreed + error
            trust[side, place, 1] = asked + abs(error)
        later = 1.0 - chance if movers[ply] else chance
