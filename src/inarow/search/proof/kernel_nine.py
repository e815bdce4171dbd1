"""Proof-number search of nine-board tic-tac-toe, compiled; `plain.py` explains it.

Only safe moves are looked into (`native/nine.py`): all others lose at once.

First numbers come from mobility: `his` is the number of safe moves, each of which must be refuted,
and `mine` the smallest number of safe replies that a move leaves. Both are tilted by what the
position is thought to be worth (`evaluators/nine_patterns.py`): what looks lost is soon refuted.
"""

from typing import Any

import numpy as np

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.nine import (
    ANY,
    MAX_PLY,
    MOVES,
    POINTS_PER_UNIT,
    can_win,
    ending_cells,
    key_of,
    put,
    safe_cells,
    take,
)
from inarow.search.native.position import NINE_CELLS
from inarow.search.proof.kernel_numbers import INFINITE, find, number_fields, store, weigh

_ONE = 8
"""The number of a single move, so that it can be tilted by less than itself."""
_TILT = 0.5
_STEEPEST = 12.0
"""Units of the logistic curve beyond which nothing more is gained."""

PROOF_FIELDS: list[Any] = [
    ("attacker", "i8"),
    *number_fields(MAX_PLY, MOVES),  # a move is 9 * board + cell
]


@part
def worthy_cells(b: Struct, board: int) -> int:
    """The cells of a board that are worth a look, or -1 if the defender is safe with one of them.

    Those that lose at once are left out, and so are the attacker's that end the game drawn.
    """
    cells = safe_cells(b, board)
    drawn = cells & ending_cells(b, board)
    if drawn and b.player != b.attacker:
        return Int(-1)
    return cells & ~drawn


@part
def count_moves(b: Struct) -> int:
    """How many moves are worth a look, or -1 if the defender is safe."""
    count = Int(0)
    first, behind = (0, 9) if b.board == ANY else (b.board, b.board + 1)
    for board in range(first, behind):
        cells = worthy_cells(b, board)
        if cells < 0:
            return Int(-1)
        count += popcount(cells)
    return count


@part
def list_moves(b: Struct, ply: int) -> int:
    """Write the moves that are worth a look; gives their number, or -1 if the defender is safe."""
    count = Int(0)
    first, behind = (0, 9) if b.board == ANY else (b.board, b.board + 1)
    for board in range(first, behind):
        cells = worthy_cells(b, board)
        if cells < 0:
            return Int(-1)
        for i in range(popcount(cells)):
            b.moves[ply, count] = 9 * board + NINE_CELLS[cells, i]
            count += 1
    return count


@part
def _estimate(b: Struct, ply: int, at: int) -> None:
    """The first numbers of a position, written to place `at` of the ply before."""
    count, board = list_moves(b, ply), b.board
    mine, his = Int(INFINITE), Int(0)
    if count < 0:
        mine, his = Int(0), Int(INFINITE)
    elif count > 0:
        for i in range(count):
            move = b.moves[ply, i]
            put(b, move)
            replies = count_moves(b)
            take(b, move, board)
            if replies >= 0:
                mine = min(mine, replies)
        if mine == 0:
            his = Int(INFINITE)
        elif mine < INFINITE:
            points = b.points if b.player == 0 else -b.points
            tilt = _TILT / POINTS_PER_UNIT * points
            tilt = np.exp(max(-_TILT * _STEEPEST, min(_TILT * _STEEPEST, tilt)))
            mine, his = max(Int(1), Int(_ONE * mine / tilt)), max(Int(1), Int(_ONE * count * tilt))
    b.mine[ply - 1, at], b.his[ply - 1, at] = mine, his


@kernel
def look_up(b: Struct, table: Array) -> int:
    """What is known of a position, as it is stored: mine, 22 bits, his, 22 bits, work, 20 bits."""
    if can_win(b):
        return Int(INFINITE) << 20
    at = find(table, key_of(b))
    if at >= 0:
        return table[at + 1]
    _estimate(b, Int(1), Int(0))
    return b.mine[0, 0] << 42 | b.his[0, 0] << 20


@part
def _expand(b: Struct, table: Array, ply: int, count: int) -> int:
    """Find the numbers of all moves; gives how many count: only the last one if it settles all."""
    board = b.board
    for i in range(count):
        move = b.moves[ply, i]
        put(b, move)
        at = find(table, key_of(b))
        if at >= 0:
            b.mine[ply, i] = table[at + 1] >> 42 & INFINITE
            b.his[ply, i] = table[at + 1] >> 20 & INFINITE
        else:
            _estimate(b, ply + 1, Int(i))
        take(b, move, board)
        if b.his[ply, i] == 0:
            b.moves[ply, 0], b.mine[ply, 0], b.his[ply, 0] = move, b.mine[ply, i], Int(0)
            return Int(1)
    return count


@kernel
def search(b: Struct, table: Array, mine: int, his: int, ply: int) -> int:
    """Look into a position until one of its numbers reaches its bound; gives mine << 22 | his.

    The player to move must have no winning move; `look_up` knows what comes of one.
    """
    started = b.nodes
    b.nodes += 1
    count = list_moves(b, ply)
    if count < 0:
        return Int(INFINITE)
    if count == 0:
        return Int(INFINITE) << 22
    count = _expand(b, table, ply, count)
    board = b.board
    while True:
        least, total, best, beyond = weigh(b, ply, count)
        if least >= mine or total >= his or b.nodes >= b.node_limit:
            break
        move = b.moves[ply, best]
        put(b, move)
        bound = his - total + b.mine[ply, best]
        numbers = search(b, table, bound, min(mine, beyond), ply + 1)
        take(b, move, board)
        b.mine[ply, best], b.his[ply, best] = numbers >> 22, numbers & INFINITE
    store(table, key_of(b), least, total, b.nodes - started)
    return least << 22 | total
