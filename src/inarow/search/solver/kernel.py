"""The perfect Connect Four player: is the score at least this much?

Scores count stones: +1 is a win with one's very last stone, +2 with the one before, and so on; a
loss is the negative, a draw is 0. `answer` is asked, *is the score at least `goal`?*, and
looks for one move after which the opponent cannot reach `1 - goal`. One good move is enough, so
the art is to try it first, and better still to see the answer without trying any:

    _follow(goal)                                          for every move, before any is searched
      no safe move                            -> lost
      too few stones left for `goal`          -> no
      a single safe move                      -> make it, and go on with the next position
    prove(goal)                                            more than one safe move
      known from before                       -> look it up in the table (fetched by the parent)
      a move that leaves no safe reply        -> won
      a move after which a pairing holds      -> yes
      a move that settles it by forced ones   -> yes
      a move known from before to be enough   -> yes
      else try the moves, most winning cells first

Every idea is a function of its own here or in `native/words.py`, `kernel_pairing.py` and
`kernel_table.py`, with the reason why it is sound; docs/solver.md measures them one by one.
"""

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Int, Struct, inlined, kernel, part
from inarow.search.native.wide import read_word
from inarow.search.native.words import safe_drops
from inarow.search.solver.kernel_masks import (
    landing_cells,
    mirrored,
    position_key,
    winning_cells,
)
from inarow.search.solver.kernel_pairing import follower_bound
from inarow.search.solver.kernel_record import LISTS, Idea
from inarow.search.solver.kernel_table import (
    fetch,
    grow,
    highest_of,
    is_busy,
    lowest_of,
    mix,
    probe,
    set_busy,
    store,
)

TABLE, FORCED, MIRROR, FETCH = Idea.TABLE, Idea.FORCED, Idea.MIRROR, Idea.FETCH
ORDER, REPLY, PAIRING, CHILDREN = Idea.ORDER, Idea.REPLY, Idea.PAIRING, Idea.CHILDREN

ALARM = 16384
"""Positions between two looks at the limits: about three milliseconds."""
STOPPED, PAUSED = 1, 2
"""Why a search has ended early: for good, or because this question takes too long for now."""
TABLE_LEFT = 8
"""Free cells below which a position is searched again rather than looked up: that is quicker."""
CHILDREN_LEFT = 12
"""Free cells below which children are not looked up before one is searched: that is quicker."""
SHARED_LEFT = 16
"""Free cells below which threads do not care whether they search the same position."""
LINE = 64 << 6
"""What a line through the cell counts when moves are put in order; the next ones count in lines."""
WIN_WORTH, UPPER_WORTH, ABOVE_WORTH, REPLY_WORTH = 9 * LINE, 5 * LINE, 8 * LINE, 2 * LINE
"""A winning cell, one that the second to move gets anyway (U), one given away, a safe reply."""
ROOT = LISTS - 1
"""The row of the record's lists for the position that a search begins with: never a full board."""
OPEN = 99
"""What `_follow` returns for a quiet position: more than any score."""


@part
def answer(
    st: Struct, own: int, filled: int, wins: int, danger: int, stones: int, goal: int
) -> int:
    """Whether the player to move, who cannot win at once, scores at least `goal`.

    Returns a bound: if it is `goal` or more, the score is at least that; if less, at most that.

    Args:
        st: the record of the search.
        own: stones of the player to move.
        filled: stones of both players.
        wins: free cells that complete a line of that player; none of them is playable.
        danger: free cells that complete a line of the opponent.
        stones: how many stones there are.
        goal: the score in question.
    """
    bound = _follow(st, ROOT, 0, own, filled, wins, danger, stones, goal, 0)
    if bound != OPEN:
        return bound
    if (st.stones[ROOT, 0] - stones) & 1:
        bound = -prove(st, Int(ROOT), Int(0), 1 - goal)
    else:
        bound = prove(st, Int(ROOT), Int(0), goal)
    return bound


@kernel
def prove(st: Struct, row: int, place: int, goal: int) -> int:
    """As `answer` for a quiet position that `_follow` has noted: more than one move is safe."""
    own, filled, stones = st.own[row, place], st.filled[row, place], st.stones[row, place]
    danger, word = st.danger[row, place], st.word[row, place]
    st.nodes += 1
    if st.nodes >= st.alarm:
        look_up(st)
        if st.stopped:
            return 0
    left: int = st.cells - stones
    lowest, highest = -((left - 2) >> 1), (left - 1) >> 1
    kept = left >= TABLE_LEFT and st.flags & TABLE
    if kept:
        known = probe(st, word)
        if known:
            lowest, highest = max(lowest, lowest_of(known)), min(highest, highest_of(known))
            if goal <= lowest:
                return lowest
            if goal > highest:
                return highest

    count = _list_moves(st, own, filled, st.wins[row, place], danger, stones)
    if count == 0:
        return (left - 1) >> 1
    bound = _best_by_pairing(st, own ^ filled, filled, stones, count, goal)
    if bound >= goal:
        return bound
    best, count = _follow_all(st, own ^ filled, filled, danger, stones, count, goal, lowest)
    if best >= goal:
        return best
    if kept and left >= CHILDREN_LEFT:
        best, count = _sift_children(st, stones, count, goal, best)
        if best >= goal:
            return best

    before = st.nodes
    shared = st.threads > 1 and left >= SHARED_LEFT
    i, end = 0, count
    while i < end:
        k = st.order[stones, i] & 63
        i += 1
        child = st.word[stones, k]
        if shared and 1 < i <= count and is_busy(st, child):
            st.order[stones, end] = k  # another thread is at it: come back to it at the end
            end += 1
            continue
        if shared:
            set_busy(st, child, True)
        if (st.stones[stones, k] - stones) & 1:
            bound = -prove(st, stones, k, 1 - goal)
        else:
            bound = prove(st, stones, k, goal)
        if shared:
            set_busy(st, child, False)
        if st.stopped:
            return 0
        best = max(best, bound)
        if best >= goal:
            break
    if kept:
        if best >= goal:
            lowest = best
        else:
            highest = best
        store(st, word, lowest, highest, st.nodes - before)
    return best


@inlined
def _list_moves(st: Struct, own: int, filled: int, wins: int, danger: int, stones: int) -> int:
    """List the safe moves in the record, best first; 0 if one of them wins.

    A move wins if the opponent has no safe reply: two threats at once, a threat above a threat, or
    nothing left but to play below one. That is seen here, two plies before it happens.

    The order is by winning cells on the board after the move and lines through the cell. A move
    below a winning cell comes later, since the opponent then takes that cell; one that leaves few
    safe replies comes sooner. It never changes, so that different ways to a position are searched
    alike and meet in the table.
    """
    playable = landing_cells(filled, st.bottom, st.board)
    moves = safe_drops(playable, danger)
    if st.cells - stones > TABLE_LEFT:
        _fetch_children(st, own ^ filled, filled, moves, stones)
    free = st.board ^ filled
    count = 0
    while moves:
        move = moves & -moves
        moves ^= move
        made = winning_cells(own | move, free ^ move, st.stride)
        after = (playable ^ move) | ((move << 1) & st.board)
        replies = safe_drops(after, made)
        if st.flags & REPLY and after != 0 and replies == 0:
            return 0
        st.move[stones, count] = move
        st.made[stones, count] = made
        value = (st.rank[popcount(move - 1)] << 6) | count
        if st.flags & ORDER:
            value += popcount(made & st.lower) * WIN_WORTH
            value += popcount(made & st.upper) * UPPER_WORTH
            value -= popcount(replies) * REPLY_WORTH
            if (move << 1) & wins:
                value -= ABOVE_WORTH
        place = count
        while place > 0 and st.order[stones, place - 1] < value:
            st.order[stones, place] = st.order[stones, place - 1]
            place -= 1
        st.order[stones, place] = value
        count += 1
    return count


@part
def _fetch_children(st: Struct, other: int, filled: int, moves: int, stones: int) -> None:
    """Note the mixed keys of all children, and have their entries fetched from memory.

    This comes first, so that they arrive while the moves are looked at.
    """
    count = 0
    while moves:
        move = moves & -moves
        moves ^= move
        word = position_word(st, other, filled | move, stones + 1)
        if st.flags & FETCH:
            fetch(st, word)
        st.word[stones, count] = word
        count += 1


@part
def _best_by_pairing(
    st: Struct, other: int, filled: int, stones: int, count: int, goal: int
) -> int:
    """A bound of `goal` or more if after some move a pairing proves one; else less than `goal`."""
    if not st.flags & PAIRING:
        return goal - 1
    left = st.cells - stones - 1
    for i in range(count):
        after = filled | st.move[stones, i]
        bound = -follower_bound(st, other, after, st.made[stones, i], left, goal)
        if bound >= goal:
            return bound
    return goal - 1


@part
def _follow_all(
    st: Struct, other: int, filled: int, danger: int, stones: int, count: int, goal: int, best: int
) -> tuple[int, int]:
    """Follow every move to a quiet position. Gives the best bound and the moves that are left.

    What is settled on the way is taken off the list.
    """
    open_ones = 0
    for i in range(count):
        k = st.order[stones, i] & 63
        move, made = st.move[stones, k], st.made[stones, k]
        bound = _follow(
            st,
            stones,
            k,
            other,
            filled | move,
            danger & ~move,
            made,
            stones + 1,
            1 - goal,
            st.word[stones, k],
        )
        if bound == OPEN:
            st.order[stones, open_ones] = k
            open_ones += 1
            continue
        best = max(best, -bound)
        if best >= goal:
            break
    return best, open_ones


@inlined
def _follow(
    st: Struct,
    row: int,
    k: int,
    own: int,
    filled: int,
    wins: int,
    danger: int,
    stones: int,
    goal: int,
    word: int,
) -> int:
    """Play the moves that are forced, until the position is quiet or settled.

    A forced move is only a step on the way, so it is neither a position of its own nor does it get
    an entry in the table. And a parent that looks its children up finds what lies behind them.

    Returns the bound if it is settled, else `OPEN`, with the quiet position in the lists of the
    record at `row`, `k`.

    Args:
        st: the record of the search.
        row: where to note the quiet position.
        k: where to note it.
        own: as for `answer`, and so are the next ones.
        filled: see there.
        wins: see there.
        danger: see there.
        stones: see there.
        goal: see there.
        word: the mixed key of this position, if its entry has been fetched already.
    """
    sign, first = 1, stones
    while True:
        left = st.cells - stones
        playable = landing_cells(filled, st.bottom, st.board)
        moves = safe_drops(playable, danger)
        if moves == 0:
            return -sign * (left >> 1)
        if left <= 2:
            return 0
        lowest, highest = -((left - 2) >> 1), (left - 1) >> 1
        if goal <= lowest:
            return sign * lowest
        if goal > highest:
            return sign * highest
        if moves & (moves - 1) or not st.flags & FORCED:
            break
        made = winning_cells(own | moves, st.board ^ filled ^ moves, st.stride)
        after = (playable ^ moves) | ((moves << 1) & st.board)
        if st.flags & REPLY and after != 0 and safe_drops(after, made) == 0:
            return sign * highest
        if st.flags & PAIRING:
            bound = -follower_bound(st, own ^ filled, filled | moves, made, left - 1, goal)
            if bound >= goal:
                return sign * bound
        own, filled = own ^ filled, filled | moves
        wins, danger = danger & ~moves, made
        stones, goal, sign = stones + 1, 1 - goal, -sign
    if left >= TABLE_LEFT and (stones > first or row == ROOT):
        word = position_word(st, own, filled, stones)
        if st.flags & FETCH:
            fetch(st, word)
    st.own[row, k], st.filled[row, k] = own, filled
    st.wins[row, k], st.danger[row, k] = wins, danger
    st.stones[row, k], st.word[row, k] = stones, word
    return OPEN


@inlined
def _sift_children(st: Struct, stones: int, count: int, goal: int, best: int) -> tuple[int, int]:
    """Look the children up before any is searched: one that is known to suffice ends the search.

    Children known not to suffice are taken off the list. Gives the best bound and the moves left.
    """
    if not st.flags & CHILDREN:
        return best, count
    kept = 0
    for i in range(count):
        k = st.order[stones, i] & 63
        if st.cells - st.stones[stones, k] >= TABLE_LEFT:
            known = probe(st, st.word[stones, k])
            if known:
                least, most = -highest_of(known), -lowest_of(known)
                if not (st.stones[stones, k] - stones) & 1:  # the same player is to move again
                    least, most = -most, -least
                if least >= goal:
                    return least, count
                if most < goal:
                    best = max(best, most)
                    continue
        st.order[stones, kept] = k
        kept += 1
    return best, kept


@part
def position_word(st: Struct, own: int, filled: int, stones: int) -> int:
    """The mixed key of a position, or early in the game of the smaller of two mirror images."""
    key = position_key(own, filled)
    if st.flags & MIRROR and stones < st.mirror_below:
        image = mirrored(st, key)
        if image < key:
            key = image
    return mix(st, key)


@part
def look_up(st: Struct) -> None:
    """Look up from the work: is the search to end, is the table to grow?"""
    st.room -= st.nodes - st.looked
    st.looked = st.nodes
    if st.room <= 0 and st.shift > st.least_shift:
        grow(st)
    if st.nodes >= st.most_nodes or read_word(st.stop, 0) != 0:
        st.stopped = STOPPED
    elif st.nodes >= st.pause:
        st.stopped = PAUSED
    st.alarm = min(st.nodes + ALARM, min(st.most_nodes, st.pause))
