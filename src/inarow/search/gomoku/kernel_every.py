"""Every move of a position, each searched with a window of its own.

The search for the best move only shows that the others are not better (`kernel_search.py`). Whoever
wants to know how much worse they are has to ask for each of them.
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_board import put, take
from inarow.search.gomoku.kernel_search import WIN, search
from inarow.search.gomoku.names import A_FIVE
from inarow.search.native.jit import Array, Int, Struct, kernel


@kernel
def search_every(b: Struct, table: Array, moves: Array, scores: Array, depth: int) -> int:
    """Write the scores of moves; gives how many were searched before time was up."""
    me = b.player
    for i in range(moves.size):
        move = Int(moves[i])
        if b.kind[me, move] == A_FIVE:
            scores[i] = WIN - 1
            continue
        put(b, move, me)
        b.player = 1 - me
        value = -search(b, table, depth - 1, Int(-WIN), Int(WIN), Int(1), b.threes)
        b.player = me
        take(b, move, me)
        if b.stop:
            return Int(i)
        scores[i] = value
    return Int(moves.size)
