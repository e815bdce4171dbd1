"""Bounds without search: a player who can answer every move by a fixed rule has a sure result.

Two players take turns, so the one who does not move, the *follower*, can decide now how to answer
each stone of the *mover*. The oldest such rule is to play directly on top of it. If the mover can
then never complete a line, the mover cannot win, and no search is needed.

Classes of cells
----------------
Count the cells of a column from the top:

    U   upper: 1st, 3rd, 5th from the top      A stone on an L cell can always be answered on the U
    L   lower: 2nd, 4th, 6th                   cell above it. So a column whose next cell is L is
    U                                          left to the follower, who gets all its U cells, the
    L                                          mover its L cells.
    U
    L   bottom of six rows

A column whose next cell is U has an odd number of free cells: its next cell is *loose*, it has no
cell below it to follow. After it is taken, the rest of the column is L, U, L, U again.

An even number of loose cells
-----------------------------
Pair them. When the mover takes one, the follower takes its partner. So the mover ends with

    own stones + all free L cells + one cell of each pair, whichever,

and the follower with own stones + all free U cells that are not loose. If for some pairing the
mover has no line in this part, the mover does not win: score <= 0. If the follower's part holds a
line, the follower wins: score <= -1, and better if all of its cells lie deep enough, because at
least the cells above the last of them are still empty then.

A cell above a winning U cell of the follower is never reached (the follower wins when the mover
plays below it), so L cells above it are no part of the mover's.

An odd number of loose cells
----------------------------
The follower needs a winning L cell `t` that is not playable yet, in a column C. Elsewhere the
follower follows as before. In C the mover has to come up from below, having run out of moves
elsewhere:

    .              the cells above t do not matter
    t   L  follower wins here
    .   U  mover       The loose cells are those of the other columns, and the next cell of C if it
    .   L  follower    is an L: then the mover or the follower takes it in exchange for another one,
    .   U  mover       and from then on C is U, L, U, L ... t as drawn.

Again their number is even. If the mover has no line in what is left to get, the follower wins at
`t` at the latest.

The rules are those of L. V. Allis (1988): follow-up, claimeven, baseinverse, aftereven, and the
zugzwang of an odd threat. On six rows the U cells are Allis's even squares. Counting from the top
makes them right for every height. Measured: docs/solver.md.
"""

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Struct, inlined, part
from inarow.search.solver.kernel_masks import has_line, landing_cells

NO_BOUND = 99
"""What `follower_bound` returns when it proves nothing: more than any score."""


@inlined
def follower_bound(st: Struct, mover: int, filled: int, wins: int, left: int, goal: int) -> int:
    """The most that the player to move can score against a fixed rule of the other player.

    Args:
        st: the record of the search.
        mover: stones of the player to move.
        filled: stones of both.
        wins: free cells that complete a line of the follower, the player who has just moved.
        left: how many cells are free. A loose cell is the next of a column with an odd number of
            them, so loose cells are even in number where this is.
        goal: what the follower wants to score; a bound that does not reach it is not sought.
    """
    free = st.board ^ filled
    loose = landing_cells(filled, st.bottom, st.board) & st.upper
    claimed = free & st.upper & ~loose
    # A guard bit minus a bit of its column leaves all bits from there to the top, so this removes
    # what lies above sure wins; taking away further U bits cannot change an L bit.
    reachable = free & st.lower & ~(st.guards - (wins & claimed))
    if left & 1:
        return _bound_by_zugzwang(st, mover, filled, reachable, wins, goal)
    follower = filled ^ mover
    if goal > 0 and not has_line(follower | (claimed & st.deep[goal - 1]), st.stride):
        return NO_BOUND
    if not cannot_win(mover | reachable, loose, st.stride):
        return NO_BOUND
    return _bound_by_claims(st, follower, claimed)


@part
def _bound_by_claims(st: Struct, follower: int, claimed: int) -> int:
    """The bound if the mover cannot win and the follower gets these cells in the end.

    If that needs no cell of the upper 2 n rows, 2 n cells are still free at the win.
    """
    bound = 0
    while has_line(follower | (claimed & st.deep[-bound]), st.stride):
        bound -= 1
    return bound


@part
def _bound_by_zugzwang(
    st: Struct, mover: int, filled: int, reachable: int, wins: int, goal: int
) -> int:
    """The bound by an odd number of loose cells and a winning L cell of the follower.

    Without such a cell, a mover for whom no line is left on the board cannot win either.
    """
    free = st.board ^ filled
    playable = landing_cells(filled, st.bottom, st.board)
    targets = wins & st.lower & ~playable & st.deep[max(goal - 1, 0)]
    bound = NO_BOUND
    while targets:
        target = targets & -targets  # the lowest one of its column
        cell = popcount(target - 1)
        column = st.column[cell]
        targets &= ~column
        loose = (playable & st.upper & ~column) | (playable & st.lower & column)
        part = (reachable & ~column) | (free & st.upper & column & (target - 1))
        if cannot_win(mover | part, loose, st.stride):
            bound = min(bound, -1 - st.above[cell] // 2)
    if bound == NO_BOUND and goal <= 0 and not has_line(mover | free, st.stride):
        return 0
    return bound


@part
def cannot_win(part: int, loose: int, stride: int) -> bool:
    """Whether a player has no line in a part, whichever loose cells are added to it.

    The player takes one loose cell, the other player answers with another, until none is left.
    Their number is even; six are paired by trying, more only if they cannot matter.
    """
    if has_line(part, stride):
        return False
    if loose == 0 or not has_line(part | loose, stride):
        return True
    count = popcount(loose)
    if count == 2:
        one = loose & -loose
        return not has_line(part | one, stride) and not has_line(part | (loose ^ one), stride)
    if count == 4:
        return _four_paired(part, loose, stride)
    if count == 6:
        return _six_paired(part, loose, stride)
    return False


@part
def _four_paired(part: int, loose: int, stride: int) -> bool:
    """`cannot_win` with four loose cells: none of them makes a line with two of the others.

    If a cell makes a line with one other at most, that one is its partner.
    """
    a = loose & -loose
    rest = loose ^ a
    b = rest & -rest
    rest ^= b
    c = rest & -rest
    d = rest ^ c
    ab = has_line(part | a | b, stride)
    ac = has_line(part | a | c, stride)
    if ab and ac:
        return False
    ad = has_line(part | a | d, stride)
    bc = has_line(part | b | c, stride)
    if (ad and (ab or ac)) or (bc and (ab or ac)):
        return False
    bd = has_line(part | b | d, stride)
    if bd and (ab or bc or ad):
        return False
    return not ((ac or bc or ad or bd) and has_line(part | c | d, stride))


@part
def _six_paired(part: int, loose: int, stride: int) -> bool:
    """`cannot_win` with six loose cells: every one has an answer that leaves four harmless ones."""
    takes = loose
    while takes:
        taken = takes & -takes
        takes ^= taken
        answers = loose ^ taken
        answered = False
        while answers and not answered:
            answer = answers & -answers
            answers ^= answer
            answered = _four_paired(part | taken, loose ^ taken ^ answer, stride)
        if not answered:
            return False
    return True
