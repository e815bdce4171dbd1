"""Renju inside the engine: whether black, player 0, may play on a cell (`games/renju.py`).

Almost all cells are settled by their four classes. Only where two lines would become threes does
the rule ask whether these threes are real: then the stone is put on the board, and the cells that
would make a straight four of each are looked at in the same way.

The lists of the board may come back in another order, so nobody who walks through them may ask;
`keep_allowed` is asked for a list of moves that is complete.
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_board import EMPTY, put, take
from inarow.search.gomoku.names import FIVE, FOUL, FOUR, OPEN_FOUR, OPEN_THREE
from inarow.search.native.jit import Int, Struct, kernel, part


@part
def _suspect(b: Struct, cell: int) -> int:
    """0: allowed, 1: forbidden, 2: allowed unless two threes are real."""
    word = Int(b.word[cell, 0])
    fours = threes = 0
    foul = False
    for direction in range(4):
        line = word >> 3 * direction & 7
        if line == FIVE:
            return Int(0)
        fours += FOUR <= line <= OPEN_FOUR
        threes += line == OPEN_THREE
        foul = foul or b.lines[b.key[cell, direction]] & FOUL != 0
    if foul or fours > 1:
        return Int(1)
    return Int(2) if threes > 1 else Int(0)


@kernel
def is_forbidden(b: Struct, cell: int) -> bool:
    """Whether black may not play on an empty cell."""
    suspect = _suspect(b, cell)
    if suspect < 2:
        return suspect == 1
    word = Int(b.word[cell, 0])
    put(b, cell, Int(0))
    real = 0
    for direction in range(4):
        if word >> 3 * direction & 7 != OPEN_THREE:
            continue
        found = False
        for side in range(2):
            step = b.steps[direction] if side == 0 else -b.steps[direction]
            other = cell + step
            while b.stone[other] == 1:
                other += step
            # The first empty cell of the row: a straight four must leave no gap.
            if b.stone[other] == EMPTY and not found:
                line = Int(b.word[other, 0]) >> 3 * direction & 7
                fives = 0
                for d in range(4):
                    fives += Int(b.word[other, 0]) >> 3 * d & 7 == FIVE
                if line == OPEN_FOUR and fives == 0 and not is_forbidden(b, Int(other)):
                    found = True
        real += found
    take(b, cell, Int(0))
    return real > 1


@part
def keep_allowed(b: Struct, ply: int, start: int, count: int) -> int:
    """Take forbidden moves out of those from `start` on; gives how many are left in all."""
    if b.renju == 0 or b.player != 0:
        return count
    kept = start
    for i in range(start, count):
        cell = Int(b.moves[ply, i])
        if not is_forbidden(b, cell):
            b.moves[ply, kept], b.scores[ply, kept] = cell, b.scores[ply, i]
            kept += 1
    return kept


@part
def may_play(b: Struct, player: int, cell: int) -> bool:
    """Whether a player may take an empty cell."""
    return b.renju == 0 or player != 0 or not is_forbidden(b, cell)
