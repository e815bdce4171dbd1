"""Monte Carlo tree search of nine boards without random games: learned values judge the leaves.

A simulation walks down the tree, at each position to the child with the largest

    value + exploration * prior * sqrt(visits of the position) / (1 + visits of the child)

where `prior` is the larger the better the learned values like the move. A leaf gets all its
children at once, each with its learned value; the best of them is the value of the leaf, and all
positions on the way take it into their means. What is decided is not looked at again: a position is
won as soon as one move wins, and lost when all moves lose.

Chances, and what is known, are those of the player who moved into the node. The children of a node
are neighbours in the array:

    | .. | node | .. | first child | second child | .. | last child | .. |
             first >-------^                                count

Sources: the formula is that of AlphaZero (Silver and others, 2018) after Rosin (2011); proofs in
the tree are those of MCTS-Solver (Winands, Björnsson and Saito, 2008).
"""

from math import exp, sqrt

import numpy as np

from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.nine import MAX_PLY, MOVES, POINTS_PER_UNIT, evaluate, put, take
from inarow.search.nine.kernel import count_safe, is_end, list_safe

NODE = np.dtype(
    [
        ("total", "f8"),  # of the values of all simulations
        ("first", "i4"),
        ("visits", "i4"),
        ("prior", "f4"),
        ("guess", "f4"),  # the learned value
        ("move", "i2"),
        ("count", "i2"),
        ("known", "i2"),
    ],
    align=True,
)
OPEN, WON, LOST, DRAWN = 0, 1, -1, 2
_SURE = 20.0
"""Units of the logistic curve that say as much as certainty."""


@part
def add_children(b: Struct, tree: Array, used: Array, node: int, moves: Array, count: int) -> float:
    """Give a leaf its children; gives its value for the player to move."""
    board, first, best, total = b.board, used[0], 0.0, 0.0
    for i in range(count):
        move, child = Int(moves[i]), first + i
        units, known = 0.0, Int(DRAWN)
        if not is_end(b, move):
            put(b, move)
            safe = count_safe(b)
            units, known = -evaluate(b, safe) / POINTS_PER_UNIT, Int(OPEN)
            if safe == 0:
                units, known = _SURE, Int(WON)
            take(b, move, board)
        units = max(-_SURE, min(_SURE, units))
        tree[child].move, tree[child].known = move, known
        tree[child].guess, tree[child].prior = 1 / (1 + exp(-units)), exp(units)
        total += tree[child].prior
        best = max(best, tree[child].guess)
        if known == WON:
            tree[node].known = LOST
    for i in range(count):
        tree[first + i].prior /= total
    tree[node].first, tree[node].count = first, count
    used[0] += count
    return best


@kernel
def plant(b: Struct, tree: Array, used: Array, moves: Array) -> None:
    """Begin a tree with these moves of the root."""
    add_children(b, tree, used, Int(0), moves, Int(moves.size))


@part
def select(tree: Array, node: int, exploration: float) -> int:
    """The child to walk to; -1 if all moves lose."""
    first, best, best_score = Int(tree[node].first), Int(-1), -1.0
    reach = exploration * sqrt(float(tree[node].visits))
    for child in range(first, first + tree[node].count):
        if tree[child].known == LOST:
            continue
        visits = tree[child].visits
        value = tree[child].total / visits if visits else float(tree[child].guess)
        score = value + reach * tree[child].prior / (1 + visits)
        if score > best_score:
            best, best_score = Int(child), score
    return best


@part
def simulate(b: Struct, tree: Array, used: Array, path: Array, exploration: float) -> None:
    """One simulation; `path` holds the nodes on the way, and the boards that were played in."""
    node, depth = Int(0), Int(0)
    while tree[node].count and tree[node].known == OPEN:
        child = select(tree, node, exploration)
        if child < 0:
            tree[node].known = WON
            break
        path[0, depth], path[1, depth] = node, b.board
        put(b, Int(tree[child].move))
        node = child
        depth += 1
    value = 0.5
    if tree[node].known == OPEN:
        count = list_safe(b, Int(0))
        if count == 0:
            tree[node].known = WON
        else:
            value = 1 - add_children(b, tree, used, node, b.moves[0], count)
    if tree[node].known == WON:
        value = 1.0
    elif tree[node].known == LOST:
        value = 0.0
    while True:
        tree[node].visits += 1
        tree[node].total += value
        if depth == 0:
            return
        depth -= 1
        above = path[0, depth]
        if tree[node].known == WON:
            tree[above].known = LOST
        take(b, Int(tree[node].move), path[1, depth])
        node, value = above, 1 - value


@kernel
def grow(b: Struct, tree: Array, used: Array, exploration: float, simulations: int) -> int:
    """Run simulations until done, decided or out of memory; gives their number."""
    path = np.zeros((2, MAX_PLY), np.int64)
    for done in range(simulations):
        if tree[0].known != OPEN or used[0] + MOVES > tree.size:
            return Int(done)
        simulate(b, tree, used, path, exploration)
    return Int(simulations)
