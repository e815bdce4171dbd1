"""Winning by fours: every stone makes a four, so the opponent never has a choice.

Such a win is found quickly, because each four has just one answer, the cell that makes five (in
caro a few, `kernel_answers.py`). The opponent's answer may be a four itself; then the next stone
has to stop it *and* make a four.

    win_by_fours = 1             if I have a five
                 = 3             if I have two fours to come, and he no five
                 = 2 + the rest  for the first four after whose answers I still win by fours
                 = 0             if there is none

Positions without such a win are remembered by their key.
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_answers import list_stops
from inarow.search.gomoku.kernel_board import MAX_PLY, one_of, put, take
from inarow.search.gomoku.kernel_forbidden import keep_allowed
from inarow.search.gomoku.names import A_FIVE, A_FOUR, A_THREE, FOUR_THREE, TWO_FOURS
from inarow.search.native.jit import Int, Struct, kernel


@kernel
def win_by_fours(b: Struct, ply: int) -> int:
    """The number of plies until the player to move has five, or 0 if no win by fours is found.

    The first move is left in `moves`.
    """
    me, him = b.player, 1 - b.player
    if b.count[me, A_FIVE] > 0:
        b.moves[ply, 0] = one_of(b, me, Int(A_FIVE))
        return Int(1)
    count = Int(0)
    if b.count[him, A_FIVE] > 0:
        for i in range(list_stops(b, ply)):
            if b.kind[me, b.moves[ply, i]] >= A_FOUR:
                b.moves[ply, count] = b.moves[ply, i]
                count += 1
        if count == 0:
            return count
    elif b.count[me, TWO_FOURS] > 0:
        b.moves[ply, 0] = one_of(b, me, Int(TWO_FOURS))
        return Int(3)
    else:
        for kind in (FOUR_THREE, A_FOUR):
            for i in range(b.count[me, kind]):
                b.moves[ply, count] = b.listed[me, kind - A_THREE, i]
                count += 1
        count = keep_allowed(b, ply, Int(0), count)
    b.fours_left -= 1
    if count == 0 or b.fours_left <= 0 or b.stop or ply >= MAX_PLY:
        return Int(0)
    slot = b.hash & (b.hopeless.size - 1)
    if b.hopeless[slot] == b.hash ^ me:
        return Int(0)
    for i in range(count):
        cell = Int(b.moves[ply, i])
        put(b, cell, me)
        b.player = him
        answers = list_stops(b, ply + 1)
        b.player = me
        rest = Int(1)
        for j in range(answers):
            answer = Int(b.moves[ply + 1, j])
            put(b, answer, him)
            after = win_by_fours(b, ply + 2)
            take(b, answer, him)
            if after == 0:
                rest = after
                break
            rest = max(rest, after)
        take(b, cell, me)
        if rest > 0:
            b.moves[ply, 0] = cell
            return rest + 2
    if b.fours_left > 0 and not b.stop:
        b.hopeless[slot] = b.hash ^ me
    return Int(0)
