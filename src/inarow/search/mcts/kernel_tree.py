"""Monte Carlo tree search on the tree of `kernel_nodes.py`; `plain.py` explains it step by step.

Given the same random numbers this search grows the same tree as the readable one, number by number.

Several threads can work on one tree. Then visits and points are added in steps that cannot be
split, a thread that finds a node being expanded plays a random game from there instead of waiting,
and each thread keeps to a quiet part of the tree for a while (`go_to_quiet_node` says why).

With `solve` what is proven of the children bounds their parent, too: a child that cannot be better
than another is no longer visited, and a root whose bounds meet is solved and ends the search.
Source: Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search", 2010.
"""

from math import inf, log, sqrt

from inarow.search.mcts.kernel_nodes import (
    best_bounds,
    count_children,
    expand,
    find_child,
    is_proven,
    next_child,
    nth_legal,
    winner_by_bounds,
)
from inarow.search.mcts.kernel_playout import playout
from inarow.search.native.bits import add_shared, draw, next_random
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.position import copy_position, count_legal, play

BUSY, BATCH = 256, 16
"""Threads: visits from which a node is busy, and simulations that are run below a quiet one."""


@kernel
def grow(
    tree: Array, settings: Struct, root: Struct, work: Struct, path: Array, simulations: int
) -> int:
    """Run simulations until done, decided or short of memory; returns how many."""
    begin(tree, settings, root, path)
    for done in range(simulations):
        if must_end(tree, settings):
            return done
        copy_position(root, work)
        simulate(tree, settings, work, path, Int(0))
    return simulations


@kernel
def grow_together(
    tree: Array,
    settings: Struct,
    root: Struct,
    work: Struct,
    anchor: Struct,
    path: Array,
    simulations: int,
) -> int:
    """`grow` for one of several threads; a kernel of its own, as most searches do without it."""
    begin(tree, settings, root, path)
    done = 0
    while done < simulations and not must_end(tree, settings):
        copy_position(root, anchor)
        start = go_to_quiet_node(tree, settings, anchor, path)
        batch = min(BATCH, simulations - done)
        add_visits(tree, path, start, batch)
        wins = draws = 0
        for _ in range(batch):
            copy_position(anchor, work)
            winner = simulate(tree, settings, work, path, start)
            wins += winner == settings.mover
            draws += winner < 0
        add_results(tree, settings, path, start, batch, wins, draws)
        done += batch
    return done


@part
def begin(tree: Array, settings: Struct, root: Struct, path: Array) -> None:
    """Write down what is known of the root."""
    tree[0].legal = -count_legal(root) if root.drops else count_legal(root)
    path[0, 0], path[1, 0] = 0, settings.mover


@part
def must_end(tree: Array, settings: Struct) -> bool:
    """Whether the root is decided, far ahead, or the memory used up."""
    if (settings.decisive or settings.solve) and tree[0].low == tree[0].high:
        return True
    if settings.max_wins >= 0 and abs(tree[0].wins) >= settings.max_wins:
        return True
    return tree[1].first + settings.reserve > tree.size


@part
def go_to_quiet_node(tree: Array, settings: Struct, pos: Struct, path: Array) -> int:
    """Follow the best children to a node that few simulations pass; gives its depth.

    Threads that work on one tree must not wait for each other's numbers: the processor takes longer
    to hand a changed number from core to core than to run a simulation. So a thread goes to a part
    of the tree that it has for itself, runs a batch of simulations there, and tells the busy nodes
    above about all of them at once.
    """
    node, depth = Int(0), Int(0)
    while tree[node].visits > BUSY and not is_proven(tree, node):
        if tree[node].legal < 0 or count_children(tree, settings, node) < tree[node].legal:
            break
        mover = pos.player
        node = select(tree, settings, node)
        play(pos, Int(tree[node].action))
        depth += 1
        path[0, depth], path[1, depth] = node, mover
    return depth


@part
def add_visits(tree: Array, path: Array, start: int, visits: int) -> None:
    """Count the visits of a batch before it begins, so that other threads go elsewhere."""
    for at in range(start + 1):
        add_shared(tree, path[0, at], "visits", visits)


@part
def add_results(
    tree: Array, settings: Struct, path: Array, start: int, batch: int, wins: int, draws: int
) -> None:
    """Give the nodes above the quiet one, whose visits are counted already, their points.

    `wins` are those of the player who moved into the root. The quiet node itself has counted its
    simulations one by one.
    """
    add_shared(tree, path[0, start], "visits", -batch)
    for at in range(start):
        won = wins if path[1, at] == settings.mover else batch - wins - draws
        lost = batch - won - draws
        points = won + draws * settings.draw_points + lost * settings.loss_points
        add_shared(tree, path[0, at], "wins", points)


@part
def simulate(tree: Array, settings: Struct, pos: Struct, path: Array, start: int) -> int:
    """One simulation: selection, expansion, rollout, back-propagation; gives the winner.

    `path` holds the nodes on the way and, in its second row, who moved into them. It begins with
    the node at depth `start`, and no node above that one is changed.
    """
    depth = start
    node = path[0, start]
    to_add = 1  # nodes that this simulation may add: one, or with `keep_rollout` a whole game
    if settings.keep_rollout:
        to_add = settings.rollout_depth + 1 if settings.rollout_depth >= 0 else -1
    while to_add != 0 and not is_proven(tree, node):
        legal, mover = Int(tree[node].legal), pos.player
        if legal < 0:
            action = choose_by_dice(pos, -legal)
            child = find_child(tree, settings, node, action)
        elif count_children(tree, settings, node) < legal:
            action = child = Int(-1)
        else:
            child = select(tree, settings, node)
            action = Int(tree[child].action)
        if child >= 0:
            play(pos, action)
        else:
            child = expand(tree, settings, pos, node, action, path[1, depth])
            to_add -= 1
            if child < 0:
                break  # another thread is making children here: play from this node
        node = child
        depth += 1
        path[0, depth], path[1, depth] = node, mover
    if is_proven(tree, node):
        winner = winner_by_bounds(tree, node, path[1, depth])
        if settings.solve:
            back_up_bounds(tree, settings, path, depth)
    elif settings.keep_rollout:
        winner = -1  # cut off and called a draw
    else:
        winner = playout(pos, settings.rollout_depth, settings.sharp)
    back_propagate(tree, settings, path, start, depth, winner)
    return winner


@part
def choose_by_dice(pos: Struct, legal: int) -> int:
    """The dice take any legal action."""
    pos.random = next_random(pos.random)
    return nth_legal(pos, Int(0), draw(pos.random, legal))


@part
def select(tree: Array, settings: Struct, node: int) -> int:
    """The child with the best UCT score; in a solving search only children that may be best."""
    floor = best_bounds(tree, settings, node)[0] if settings.solve else -2
    log_visits = log(float(tree[node].visits))
    count = count_children(tree, settings, node)
    slot = Int(tree[node].first)
    best, best_score = slot, -inf
    for index in range(count):
        if tree[slot].high > floor:
            visits = float(tree[slot].visits)
            if visits == 0.0:
                return slot
            score = tree[slot].wins / visits + settings.exploration * sqrt(log_visits / visits)
            if score > best_score:
                best, best_score = slot, score
        slot = next_child(tree, settings, slot, index)
    return best


@part
def back_up_bounds(tree: Array, settings: Struct, path: Array, depth: int) -> None:
    """Let what is proven below bound the nodes above, as far as it changes anything.

    The bounds of a node speak for the player who moved into it, those of its children for the
    player who chooses among them: usually the opponent, so signs change. Nothing passes dice.
    """
    while depth > 0:
        depth -= 1
        node = path[0, depth]
        if tree[node].legal < 0:
            return
        # Asked before a thread adds a child that is not seen below.
        complete = count_children(tree, settings, node) == tree[node].legal
        low, high = best_bounds(tree, settings, node)
        if not complete:
            high = 1  # a move that was never tried may be anything
        if path[1, depth] != path[1, depth + 1]:
            low, high = -high, -low
        if low <= tree[node].low and high >= tree[node].high:
            return
        tree[node].low = max(low, Int(tree[node].low))
        tree[node].high = min(high, Int(tree[node].high))


@part
def back_propagate(
    tree: Array, settings: Struct, path: Array, start: int, depth: int, winner: int
) -> None:
    """One visit more, and the points of the player who moved there, for the nodes of the path."""
    for at in range(depth, start - 1, -1):
        node = path[0, at]
        if winner < 0:
            points = settings.draw_points
        elif winner == path[1, at]:
            points = 1.0
        else:
            points = settings.loss_points
        if settings.shared:
            add_shared(tree, node, "visits", 1)
            add_shared(tree, node, "wins", points)
        else:
            tree[node].visits += 1
            tree[node].wins += points
