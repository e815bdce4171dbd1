"""A tree that grows where the network hopes: Monte Carlo tree search without random games.

A simulation walks down from the root, always to the child with the largest

    mean + courage * prior * sqrt(visits of the node) / (1 + visits of the child)

until it meets a node that has no children. There all moves are judged by the network at once: each
child gets its value as a first guess, its *prior* is the share that a softmax of all values gives
it, and the best value (the mean, where the dice decide) is what the simulation brings back to all
nodes of its path. That is the rule of AlphaZero (Silver et al., 2017; PUCT: C. Rosin, 2011), where
one network gives both; here the prior is made of the values.

Nothing is random: of what the dice may do, the rarest so far comes next.

What is certain is kept apart from what is hoped: a node is *sure* (1 won, -1 lost for the player
who moved into it) at the end of a game, when the player to move can win at once or cannot stop the
opponent from doing so, and when its children say so.
"""

from math import exp, sqrt

import numpy as np

from inarow.search.learned.kernel import (
    Net,
    change_places,
    is_drawn,
    list_choices,
    read_places,
)
from inarow.search.learned.kernel_learn import chance_of
from inarow.search.learned.kernel_search import cut, rank
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.position import can_win, copy_position, play

NODE = np.dtype(
    [
        ("total", "f8"),  # chances to win of the player who moved into the node, added up
        ("prior", "f8"),
        ("guess", "f8"),  # that chance as the network saw it before the first visit
        ("visits", "i4"),
        ("first", "i4"),  # its children lie side by side from here
        ("count", "i2"),  # how many; 0: it has not been looked into
        ("action", "i2"),  # the move into it
        ("side", "i1"),  # who made it
        ("sure", "i1"),
        ("dice", "i1"),  # the dice decide here
    ],
    align=True,
)
USED, STOP = range(2)
"""Of the counter: nodes in use, and whether nothing more can be found out."""


@kernel
def grow(
    simulations: int,
    courage: float,
    tree: Array,
    counter: Array,
    root: Struct,
    pair: Array,
    path: Array,
    net: Net,
    room: Array,
) -> int:
    """Let a tree grow; how many simulations were made.

    Args:
        simulations: how many to make.
        courage: how much a move is tried that is only hoped for.
        tree: nodes; the first is the root.
        counter: see `USED`.
        root: the position of the root.
        pair: two positions to work on, at least.
        path: room for the nodes of a simulation.
        net: judges.
        room: places of the root, of a simulation, and to work with.
    """
    pos, child, places = pair[0], pair[1], room[1]
    choices, values = np.empty(root.actions, np.int64), np.empty(root.actions)
    if counter[USED] == 0:
        counter[USED] = 1
        tree[0].side = root.player ^ 1
    read_places(root, net, room[0])
    for done in range(simulations):
        if tree[0].sure or counter[USED] + root.actions > len(tree):
            counter[STOP] = 1
            return done
        copy_position(root, pos)
        places[:] = room[0]
        node, length = Int(0), 0
        path[0] = 0
        while tree[node].count:
            node = pick(tree, node, courage)
            action = Int(tree[node].action)
            copy_position(pos, child)
            play(child, action)
            change_places(pos, child, action, net, places)
            copy_position(child, pos)
            length += 1
            path[length] = node
        player = pos.player
        value, sure = 0.5, 0
        if pos.won:
            sure = 1 if pos.winner == player else -1
        elif is_drawn(pos):
            value = 0.5
        elif pos.drops == 0 and can_win(pos):
            sure = 1
        else:
            among = list_choices(pos, child, choices)
            if among == 0:
                sure = -1
            else:
                rank(pos, child, choices, among, values, net, places, room[2])
                value = expand(tree, node, counter, pos, choices, among, values)
        if sure:
            value = 1.0 if sure > 0 else 0.0
            tree[node].sure = sure if tree[node].side == player else -sure
            prove(tree, path, length)
        for at in range(length + 1):
            step = path[at]
            tree[step].visits += 1
            tree[step].total += value if tree[step].side == player else 1.0 - value
    return simulations


@part
def pick(tree: Array, node: int, courage: float) -> int:
    """The child that a simulation goes to."""
    begin, end = tree[node].first, tree[node].first + tree[node].count
    best, found = -np.inf, begin
    eager = courage * sqrt(tree[node].visits)
    for at in range(begin, end):
        visits = tree[at].visits
        if tree[node].dice:
            score = 0.0 - visits
        elif tree[at].sure < 0:
            continue
        else:
            mean = (tree[at].total + tree[at].guess) / (visits + 1)
            score = mean + eager * tree[at].prior / (visits + 1)
        if score > best:
            best, found = score, at
    return Int(found)


@part
def expand(
    tree: Array,
    node: int,
    counter: Array,
    pos: Struct,
    choices: Array,
    among: int,
    values: Array,
) -> float:
    """Give a node its children; what the player to move may hope for."""
    first, best, weight, mean = counter[USED], -np.inf, 0.0, 0.0
    for i in range(among):
        values[i] = cut(values[i])
        best = max(best, values[i])
    for i in range(among):
        weight += exp(values[i] - best)
    for i in range(among):
        at = first + i
        guess = chance_of(values[i])
        tree[at].total, tree[at].visits, tree[at].count, tree[at].sure = 0.0, 0, 0, 0
        tree[at].guess, tree[at].prior = guess, exp(values[i] - best) / weight
        tree[at].action, tree[at].side, tree[at].dice = choices[i], pos.player, 0
        mean += guess / among
    tree[node].first, tree[node].count, tree[node].dice = first, among, pos.drops > 0
    counter[USED] += among
    return mean if pos.drops else chance_of(best)


@part
def prove(tree: Array, path: Array, length: int) -> None:
    """Carry what is sure upwards, as far as it goes."""
    for at in range(length, 0, -1):
        node, above = path[at], path[at - 1]
        if tree[above].dice:
            return
        sure = tree[node].sure
        if sure < 0:
            begin = tree[above].first
            for other in range(begin, begin + tree[above].count):
                if tree[other].sure >= 0:
                    return
        tree[above].sure = sure if tree[above].side == tree[node].side else -sure
