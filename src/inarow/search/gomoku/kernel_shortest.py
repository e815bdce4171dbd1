"""The shortest win: nothing is left out, so the number of plies is exact.

A player wins within n plies if some stone of his leaves him a win within n - 2, whatever the answer
is. One of the answers is to do nothing: another stone of the opponent never helps the attacker. So
a stone that is not a threat, after which he would not win within n - 2 if it were his turn again,
need not be tried; that leaves a handful. It is the lambda search of T. Thomsen, *Lambda-Search in
Game Trees*, 2000, without its names.

This holds where a longer line wins as well. (With exactly five an own stone can do harm.)
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_answers import list_answers
from inarow.search.gomoku.kernel_board import EMPTY, SECOND, one_of, put, take
from inarow.search.gomoku.names import A_FIVE, CLOSED_THREE, TWO_FOURS, USELESS
from inarow.search.native.jit import Int, Struct, kernel, part

_PLIES = 63
"""The lowest bits of an entry say within how many plies there is no win: | key 58 | plies 6 |."""
_THREE_STONES = 5
"""Plies with three stones of the attacker: after the first he must be about to make a four."""
_FOUR_STONES = 7
"""Plies with four stones of the attacker: a useless cell takes part in no five before the fifth."""


@kernel
def wins_within(b: Struct, plies: int, ply: int) -> bool:
    """Whether the player to move has five after this number of plies; the first is in `moves`.

    False means nothing if `proofs_left` is used up.
    """
    b.nodes += 1
    b.proofs_left -= 1
    me, him = b.player, 1 - b.player
    if b.count[me, A_FIVE] > 0:
        b.moves[ply, 0] = one_of(b, me, Int(A_FIVE))
        return True
    if plies < 3 or b.count[him, A_FIVE] > 1:
        return False
    forced = b.count[him, A_FIVE] == 1
    if not forced and b.count[me, TWO_FOURS] > 0:
        b.moves[ply, 0] = one_of(b, me, Int(TWO_FOURS))
        return True
    if plies == 3 and not forced:
        return False
    key = (b.hash ^ (SECOND if me else 0)) & ~_PLIES
    slot = key >> 8 & (b.not_within.size - 1)
    known = b.not_within[slot]
    if known & ~_PLIES == key and known & _PLIES >= plies:
        return False
    must = one_of(b, him, Int(A_FIVE)) if forced else Int(0)
    for cell in range(b.first, b.last):
        if b.proofs_left <= 0 or b.stop:
            return False
        if b.stone[cell] != EMPTY or (forced and cell != must):
            continue
        useless = b.kind[me, cell] == USELESS and b.kind[him, cell] == USELESS
        if not forced and useless and plies <= _FOUR_STONES:
            continue
        if not forced and plies <= _THREE_STONES and not _leads_to_four(b, me, Int(cell)):
            continue
        put(b, Int(cell), me)
        wins = b.count[him, A_FIVE] == 0 and wins_within(b, plies - 2, ply + 2)
        answers = _list_all_answers(b, ply) if wins else Int(0)
        for i in range(answers):
            answer = Int(b.moves[ply + 1, i])
            put(b, answer, him)
            wins = wins_within(b, plies - 2, ply + 2)
            take(b, answer, him)
            if not wins:
                break
        take(b, Int(cell), me)
        if wins:
            b.moves[ply, 0] = cell
            return True
    if b.proofs_left > 0 and not b.stop:
        b.not_within[slot] = key | plies
    return False


@part
def _leads_to_four(b: Struct, player: int, cell: int) -> bool:
    """Whether a stone makes a line that one more stone makes a four."""
    word = Int(b.word[cell, player])
    found = False
    for direction in range(4):
        found = found or word >> 3 * direction & 7 >= CLOSED_THREE
    return found


@part
def _list_all_answers(b: Struct, ply: int) -> int:
    """The answers to a stone that must be tried; the first move of a win is a good one itself."""
    first = b.moves[ply + 2, 0]
    b.player = 1 - b.player
    count = list_answers(b, ply + 1)
    b.player = 1 - b.player
    if count != 0:
        return max(Int(0), count)  # less than 0: every answer comes too late
    for cell in range(b.first, b.last):
        if b.stone[cell] == EMPTY:
            b.moves[ply + 1, count] = cell
            if cell == first:
                b.moves[ply + 1, count] = b.moves[ply + 1, 0]
                b.moves[ply + 1, 0] = first
            count += 1
    return count
