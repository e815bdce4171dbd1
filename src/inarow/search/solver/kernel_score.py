"""From yes and no to a score: which questions to ask of `answer`, for one position or for many."""

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Struct, kernel, part
from inarow.search.solver.kernel import PAUSED, STOPPED, answer, look_up
from inarow.search.solver.kernel_masks import has_line, landing_cells, winning_cells
from inarow.search.solver.kernel_record import Idea

SWITCH = Idea.SWITCH
PATIENCE = 12_000
"""Positions that the first question may take before another one is tried."""
FAVOUR = 16
"""How much more patience a question near 0 gets."""
GROWTH = 4
"""How much more patience both get in each round."""


@part
def narrow(
    st: Struct, own: int, filled: int, lowest: int, highest: int, floor: int, ceiling: int
) -> None:
    """Narrow the bounds of a score until they meet or the search is stopped; they end in `st`.

    Which question is cheap is not known before. So questions far from 0 and near 0 take turns, with
    growing patience; what an unfinished one has found out stays in the table.

    Args:
        st: the record of the search.
        own: stones of the player to move.
        filled: stones of both players.
        lowest: what is known already.
        highest: what is known already.
        floor: a score that is at most this need not be known better.
        ceiling: a score that is at least this need not be known better.
    """
    stones = popcount(filled)
    left = st.cells - stones
    free = st.board ^ filled
    wins = winning_cells(own, free, st.stride)
    if has_line(own ^ filled, st.stride):
        lowest = highest = -((left + 2) // 2)
    elif left == 0:
        lowest = highest = 0
    elif wins & landing_cells(filled, st.bottom, st.board):
        lowest = highest = (left + 1) // 2
    else:
        danger = winning_cells(own ^ filled, free, st.stride)
        lowest, highest = max(lowest, -(left // 2)), min(highest, (left - 1) // 2)
        near, patience = False, PATIENCE
        while lowest < min(highest, ceiling) and highest > floor:
            goal = _near_goal(lowest, highest) if near else _far_goal(lowest, highest)
            goal = min(max(goal, floor + 1), ceiling)
            st.pause = st.most_nodes
            if st.flags & SWITCH:
                st.pause = st.nodes + (FAVOUR * patience if near else patience)
            st.alarm = 0
            bound = answer(st, own, filled, wins, danger, stones, goal)
            if st.stopped == STOPPED:
                break
            if st.stopped == PAUSED:
                st.stopped = 0
                patience *= GROWTH if near else 1
                near = not near
            elif bound >= goal:
                lowest = bound
            else:
                highest = bound
    st.lowest, st.highest = lowest, highest


@part
def _far_goal(lowest: int, highest: int) -> int:
    """The next question far from 0: halve the interval, or half way from its farther end to 0.

    Such questions are cheap when the game is decided: a quick win shows quickly, and that there is
    none needs little proof.
    """
    middle = lowest + (highest - lowest) // 2
    if middle <= 0 and -(-lowest // 2) < middle:
        middle = -(-lowest // 2)
    elif middle >= 0 and highest // 2 > middle:
        middle = highest // 2
    return middle + 1


@part
def _near_goal(lowest: int, highest: int) -> int:
    """The next question near 0: is it a win, then whether it is a better one; or a draw, and so on.

    Close games have scores near 0. There the questions farther out are as hard as the ones that
    count, and answer less.
    """
    if lowest >= 1:
        return lowest + 1
    return min(highest, 1)


@part
def _begin(st: Struct, most_nodes: int) -> None:
    """Set the clock of a search to nothing."""
    st.room -= st.nodes - st.looked
    st.nodes, st.looked, st.stopped, st.alarm = 0, 0, 0, 0
    st.most_nodes = st.pause = most_nodes


@kernel
def narrow_one(
    record: Array, own: int, other: int, floor: int, ceiling: int, most_nodes: int
) -> int:
    """As `narrow_all` for a single position, with all that is found in one word.

    A number is the quickest thing to hand over to Python:

    63              24 23    16 15      8 7       0
    +-----------------+--------+---------+---------+
    | positions       | free   | lowest  | highest |      128 is added to the bounds
    | visited         | cells  | score   | score   |
    +-----------------+--------+---------+---------+
    """
    st = record[0]
    _begin(st, most_nodes)
    filled = own | other
    left = st.cells - popcount(filled)
    narrow(st, own, filled, -((left + 2) // 2), (left + 1) // 2, floor, ceiling)
    word: int = (((st.nodes << 8 | left) << 8 | st.lowest + 128) << 8) | st.highest + 128
    return word


@kernel
def narrow_all(
    record: Array, positions: Array, found: Array, floor: int, ceiling: int, most_nodes: int
) -> int:
    """Narrow the bounds of many positions, one after the other with one table.

    Returns 0, or `STOPPED` if the search ended early.

    Args:
        record: an array of one record; calling a kernel with the bare record is slower by far.
        positions: per position the stones of the player to move and of the other player.
        found: per position the lowest score, the highest score and the positions visited; begin
            with -99, 99 and 0, or with what an earlier call has found.
        floor: see `narrow`.
        ceiling: see `narrow`.
        most_nodes: the limit of positions visited in this call.
    """
    st = record[0]
    _begin(st, most_nodes)
    for i in range(len(positions)):
        own, filled, before = positions[i, 0], positions[i, 0] | positions[i, 1], st.nodes
        left = st.cells - popcount(filled)
        found[i, 0] = max(found[i, 0], -((left + 2) // 2))
        found[i, 1] = min(found[i, 1], (left + 1) // 2)
        if before >= st.alarm:
            look_up(st)
        if not st.stopped:
            narrow(st, own, filled, found[i, 0], found[i, 1], floor, ceiling)
            found[i, 0], found[i, 1] = st.lowest, st.highest
            found[i, 2] += st.nodes - before
    stopped: int = st.stopped
    return stopped
