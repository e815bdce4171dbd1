"""Alpha-beta with learned values: they judge the horizon, and put the best moves first.

At every position all moves are judged by the network anyway, so the order of the moves costs
nothing, and the last ply of the search is one judgement of all moves together. A win at once is
seen without a move, and moves that allow one are left out.

A score is for the player to move: a sum of the network or, far beyond all of these, a certain win
or loss:

    WIN - plies     wins in so many plies from the root
    plies - WIN     loses
"""

from math import log

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
from inarow.search.learned.kernel_learn import chance_of
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.position import can_win, copy_position, play

WIN = 1e6
SURE = WIN / 2
_MOST_SUM = 30.0
"""A sum is cut here: nothing that is only estimated comes near a win."""


@kernel
def judge(
    counter: Array,
    root: Struct,
    positions: Array,
    places: Array,
    depth: int,
    moves: Array,
    scores: Array,
    every: bool,
    net: Net,
) -> int:
    """Score moves of the first position, looking `depth` plies ahead; how many got their score.

    Args:
        counter: positions that were searched, how many may be, and whether to stop.
        root: the first position.
        positions: room for it and for the plies below.
        places: of every ply.
        depth: plies, at least one.
        moves: to be judged, in this order.
        scores: theirs, for the player to move.
        every: value every move exactly; otherwise one that is not the best so far is only known to
            be no better.
        net: judges the horizon.
    """
    child = positions[1]
    copy_position(root, positions[0])
    read_places(root, net, places[0])
    best = -WIN
    for i in range(len(moves)):
        alpha = -WIN if every else best
        copy_position(root, child)
        play(child, moves[i])
        places[1] = places[0]
        change_places(root, child, moves[i], net, places[1])
        same = child.player == root.player
        low, high = (alpha, WIN) if same else (-WIN, -alpha)
        found = search(counter, positions, places, Int(1), depth - 1, low, high, net)
        if counter[2]:
            return i
        scores[i] = found if same else -found
        best = max(best, scores[i])
    return len(moves)


@kernel
def search(
    counter: Array,
    positions: Array,
    places: Array,
    ply: int,
    depth: int,
    alpha: float,
    beta: float,
    net: Net,
) -> float:
    """The score of a position of a game for the player to move."""
    pos, child = positions[ply], positions[ply + 1]
    counter[0] += 1
    if counter[0] >= counter[1]:
        counter[2] = 1
    if counter[2]:
        return 0.0
    if pos.won:
        return (WIN - ply) if pos.winner == pos.player else (ply - WIN)
    if is_drawn(pos):
        return 0.0
    if pos.drops == 0 and can_win(pos):
        return WIN - ply - 1
    if depth <= 0:
        return -cut(sum_of(net, places[ply], pos.player ^ 1))
    choices = np.empty(pos.actions, np.int64)
    among = list_choices(pos, child, choices)
    if among == 0:
        return ply + 2 - WIN
    if pos.drops:  # the dice: the mean of all chances
        mean = 0.0
        for i in range(among):
            copy_position(pos, child)
            play(child, choices[i])
            places[ply + 1] = places[ply]
            change_places(pos, child, choices[i], net, places[ply + 1])
            found = search(counter, positions, places, ply + 1, depth - 1, -WIN, WIN, net)
            mean += chance_of(cut(found if child.player == pos.player else -found)) / among
        return cut(log(mean / (1.0 - mean)))
    values = np.empty(among)
    rank(
        pos,
        child,
        choices,
        among,
        values,
        net,
        places[ply],
        places[ply + 1],
    )
    best = -WIN
    for i in range(among):
        take_best(choices, values, i, among)
        copy_position(pos, child)
        play(child, choices[i])
        same = child.player == pos.player
        if depth == 1 and not child.won and not is_drawn(child):
            found = cut(values[i])
        else:
            places[ply + 1] = places[ply]
            change_places(pos, child, choices[i], net, places[ply + 1])
            low, high = (alpha, beta) if same else (-beta, -alpha)
            found = search(
                counter,
                positions,
                places,
                ply + 1,
                depth - 1,
                low,
                high,
                net,
            )
            if not same:
                found = -found
        if counter[2]:
            return 0.0
        if found > best:
            best = found
            alpha = max(alpha, found)
            if alpha >= beta:
                break
    return best


@part
def rank(
    pos: Struct,
    child: Struct,
    choices: Array,
    among: int,
    values: Array,
    net: Net,
    places: Array,
    scratch: Array,
) -> None:
    """Judge all moves without looking further."""
    total = sum_of(net, places, pos.player)
    for i in range(among):
        values[i] = sum_after(pos, child, choices[i], total, net, places, scratch)


@part
def cut(total: float) -> float:
    """A sum that is no certain win."""
    return min(max(total, -_MOST_SUM), _MOST_SUM)


@part
def take_best(choices: Array, values: Array, begin: int, end: int) -> None:
    """Bring the best of the moves that are left to the front."""
    at = begin
    for i in range(begin + 1, end):
        if values[i] > values[at]:
            at = i
    choices[begin], choices[at] = choices[at], choices[begin]
    values[begin], values[at] = values[at], values[begin]
