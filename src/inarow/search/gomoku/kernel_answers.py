"""Answers to threats: the moves that do not lose at once, if the opponent threatens to win.

    he has a five                  its cell is the only answer; two of them cannot both be taken
    he can make two fours          the cells on which either of us makes a four: another stone
                                   neither stops them nor wins time

In caro a five counts for nothing between two stones of the opponent, so stones *behind* a line help
as well, and one stone may stop two fives:

    O X X X X a b      X makes five on a; O stops it there or on b
    O a X X X X b O    X makes five on a or b; O stops both on either of them

There each answer to a five is tried on the board, and an answer to two fours to come may be any
cell that these fours depend on.
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_board import EMPTY, one_of, put, take
from inarow.search.gomoku.kernel_forbidden import keep_allowed
from inarow.search.gomoku.names import A_FIVE, A_FOUR, A_THREE, FIVE, FOUR, TWO_FOURS
from inarow.search.native.jit import Int, Struct, part


@part
def list_answers(b: Struct, ply: int) -> int:
    """Write the answers to `moves`, and say how many; 0: there is no threat, or I have a five.

    -n: there is no answer, and five stand after n plies.
    """
    me, him = b.player, 1 - b.player
    if b.count[me, A_FIVE] > 0:
        return Int(0)
    if b.count[him, A_FIVE] > 0:
        return list_stops(b, ply) or Int(-2)
    if b.count[him, TWO_FOURS] == 0:
        return Int(0)
    count = Int(0)
    if b.ends:
        count = _list_in_the_way(b, ply)
    else:
        for kind in range(A_FIVE - 1, A_FOUR - 1, -1):
            for i in range(b.count[him, kind]):
                b.moves[ply, count] = b.listed[him, kind - A_THREE, i]
                count += 1
    others = count
    for kind in range(A_FIVE - 1, A_FOUR - 1, -1):
        for i in range(b.count[me, kind]):
            cell = b.listed[me, kind - A_THREE, i]
            known = not b.ends and b.kind[him, cell] >= A_FOUR
            if b.ends:
                for j in range(others):
                    known = known or b.moves[ply, j] == cell
            if not known:
                b.moves[ply, count] = cell
                count += 1
    return keep_allowed(b, ply, Int(0), count) or Int(-4)


@part
def list_stops(b: Struct, ply: int) -> int:
    """Write the cells on which the player to move stops every five of the opponent."""
    me, him = b.player, 1 - b.player
    five = one_of(b, him, Int(A_FIVE))
    b.moves[ply, 0] = five
    if not b.ends:
        return keep_allowed(b, ply, Int(0), Int(1)) if b.count[him, A_FIVE] == 1 else Int(0)
    listed = Int(1)
    for direction in range(4):
        if Int(b.word[five, him]) >> 3 * direction & 7 == FIVE:
            for side in range(2):
                step = b.steps[direction] if side == 0 else -b.steps[direction]
                other = five + step
                while b.stone[other] == him + 1:
                    other += step
                if b.stone[other] == EMPTY:
                    b.moves[ply, listed] = other
                    listed += 1
    count = Int(0)
    for i in range(listed):
        cell = Int(b.moves[ply, i])
        put(b, cell, me)
        stopped = b.count[him, A_FIVE] == 0
        take(b, cell, me)
        if stopped:
            b.moves[ply, count] = cell
            count += 1
    return count


@part
def _list_in_the_way(b: Struct, ply: int) -> int:
    """Write the cells that all pairs of fours depend on which the opponent can make."""
    him = 1 - b.player
    first = one_of(b, him, Int(TWO_FOURS))
    b.moves[ply, 0] = first
    listed = Int(1)
    for direction in range(4):
        if Int(b.word[first, him]) >> 3 * direction & 7 >= FOUR:
            for side in range(2):
                step = b.steps[direction] if side == 0 else -b.steps[direction]
                other = first
                for _ in range(b.reach):
                    other += step
                    if b.stone[other] == EMPTY:
                        b.moves[ply, listed] = other
                        listed += 1
                    elif b.stone[other] != him + 1:
                        break
    count = Int(0)
    for i in range(listed):
        cell = Int(b.moves[ply, i])
        helps = True
        for j in range(1, b.count[him, TWO_FOURS]):
            helps = helps and _depends(b, him, Int(b.listed[him, TWO_FOURS - A_THREE, j]), cell)
        if helps:
            b.moves[ply, count] = cell
            count += 1
    return count


@part
def _depends(b: Struct, player: int, cell: int, other: int) -> bool:
    """Whether the fours that a player makes on a cell may depend on another one."""
    found = cell == other
    for direction in range(4):
        if Int(b.word[cell, player]) >> 3 * direction & 7 >= FOUR:
            for distance in range(1, b.reach + 1):
                step = distance * b.steps[direction]
                found = found or other == cell + step or other == cell - step
    return found
