"""Proof-number search of nine-board tic-tac-toe, compiled; `plain.py` explains it.

Only safe moves are looked into (`native/nine.py`): all others lose at once.

First numbers come from mobility: `his` grows with the number of safe moves, each of which must be
refuted, and `mine` is the smallest number of safe replies that a move leaves. Both are tilted by
what the position is thought to be worth (`evaluators/nine_patterns.py`): what looks lost is soon
refuted. How much each of these numbers matters was measured (`docs/algorithms/proof.md`).

One search asks for both players at once, since what refutes my win is nearly always his. A draw is
a win of neither, so each number can be infinite without the other being nothing:

    mine         his
    0            infinite     I win
    infinite     0            he wins
    infinite     infinite     a draw
    infinite     some         I cannot win, and whether he does is open; and the other way round
"""

from typing import Any

import numpy as np

from inarow.search.native.bits import popcount, prefetch
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.nine import (
    ANY,
    MAX_PLY,
    MOVES,
    POINTS_PER_UNIT,
    can_win,
    count_replies,
    ending_cells,
    evaluate,
    goes_to,
    key_of,
    put,
    safe_cells,
    take,
)
from inarow.search.native.position import NINE_CELLS
from inarow.search.proof.kernel_numbers import (
    INFINITE,
    bucket_of,
    find,
    number_fields,
    store,
    weigh,
)

_ONE = 8
"""The number of a single move, so that it can be tilted by less than itself."""
_TILT = 0.35
_STEEPEST = 12 * POINTS_PER_UNIT
"""Points beyond which nothing more is gained."""
_STEP = 8
"""Points that are tilted alike."""
_TILTS = np.exp(_TILT / POINTS_PER_UNIT * np.arange(-_STEEPEST, _STEEPEST + 1, _STEP))
_CROWD = np.arange(MOVES + 1) ** 1.5
"""How hard it is to refute this number of moves."""
_PATIENCE = 50
"""How far a search below a move may exceed the second best one, in hundredths."""
_SHARE = 50
"""How much moves count beside the hardest one to refute, in hundredths."""

PROOF_FIELDS: list[Any] = [
    ("holds", "i8", MAX_PLY),  # whether the player to move has a move that ends the game drawn
    *number_fields(MAX_PLY, MOVES),  # a move is 9 * board + cell
]


@part
def list_moves(b: Struct, ply: int) -> int:
    """Write the moves that are worth a look, and whether one draws; gives their number."""
    count = Int(0)
    b.holds[ply] = 0
    first, behind = (0, 9) if b.board == ANY else (b.board, b.board + 1)
    for board in range(first, behind):
        cells = safe_cells(b, board)
        drawn = cells & ending_cells(b, board)
        if drawn:
            b.holds[ply] = 1
            cells &= ~drawn
        for i in range(popcount(cells)):
            b.moves[ply, count] = 9 * board + NINE_CELLS[cells, i]
            count += 1
    return count


@part
def _estimate(b: Struct, ply: int, at: int) -> None:
    """The first numbers of a position, written to place `at` of the ply before."""
    count = list_moves(b, ply)
    mine, his = Int(INFINITE), Int(INFINITE) if b.holds[ply] else count
    for i in range(count):
        replies = count_replies(b, b.moves[ply, i])
        if replies == 0:
            mine, his = Int(0), Int(INFINITE)
            break
        if replies > 0:
            mine = min(mine, replies)
    points = evaluate(b, count)
    tilt = _TILTS[(max(-_STEEPEST, min(_STEEPEST, points)) + _STEEPEST) // _STEP]
    if 0 < mine < INFINITE:
        mine = max(Int(1), Int(_ONE * mine / tilt))
    if 0 < his < INFINITE:
        his = max(Int(1), Int(_ONE * _CROWD[his] * tilt))
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
    for i in range(count):  # ask for all of them before the first one is needed
        b.his[ply, i] = _key_after(b, b.moves[ply, i])
        prefetch(table, bucket_of(table, b.his[ply, i]))
    for i in range(count):
        move = b.moves[ply, i]
        at = find(table, b.his[ply, i])
        if at >= 0:
            b.mine[ply, i] = table[at + 1] >> 42 & INFINITE
            b.his[ply, i] = table[at + 1] >> 20 & INFINITE
        else:
            put(b, move)
            _estimate(b, ply + 1, Int(i))
            take(b, move, board)
        if b.his[ply, i] == 0:
            b.moves[ply, 0], b.mine[ply, 0], b.his[ply, 0] = move, b.mine[ply, i], Int(0)
            return Int(1)
    return count


@part
def _key_after(b: Struct, move: int) -> int:
    """The key of the position after a move."""
    return b.hash ^ b.hashes[b.player, move] ^ b.sent[goes_to(b, move)]


@part
def _nearest_loss(b: Struct, ply: int, count: int) -> int:
    """Where no move can win any more: the one that is refuted most easily."""
    best, least = Int(0), Int(INFINITE)
    for i in range(count):
        if 0 < b.mine[ply, i] < least:
            best, least = Int(i), b.mine[ply, i]
    return best


@kernel
def search(b: Struct, table: Array, mine: int, his: int, ply: int) -> int:
    """Look into a position until one of its numbers reaches its bound; gives mine << 22 | his.

    The player to move must have no winning move; `look_up` knows what comes of one. A number that
    is infinite says nothing more: then it goes on until the other one reaches its bound.
    """
    started = b.nodes
    b.nodes += 1
    count = list_moves(b, ply)
    if count == 0:
        return Int(INFINITE) << 22 | (Int(INFINITE) if b.holds[ply] else Int(0))
    held, board = b.holds[ply] != 0, b.board
    count = _expand(b, table, ply, count)
    while True:
        least, total, best, beyond = weigh(b, ply, count, _SHARE, _PATIENCE)
        if held:
            total = Int(INFINITE)
        settled = least == 0 or total == 0 or (least == INFINITE and total == INFINITE)
        if settled or b.nodes >= b.node_limit:
            break
        if mine <= least < INFINITE or his <= total < INFINITE:
            break
        if least == INFINITE:
            best = _nearest_loss(b, ply, count)
        bound = Int(INFINITE) if total == INFINITE else his - total + b.mine[ply, best]
        move = b.moves[ply, best]
        put(b, move)
        numbers = search(b, table, min(bound, INFINITE), min(mine, beyond), ply + 1)
        take(b, move, board)
        b.mine[ply, best], b.his[ply, best] = numbers >> 22, numbers & INFINITE
    store(table, key_of(b), least, total, b.nodes - started)
    return least << 22 | total
