"""Alpha-beta on nine boards: only safe moves, the most promising first, forced ones for nothing.

A position is valued for the player to move, who has no winning move: such positions are never
reached, because sending a player to a board that is hot for him is no safe move.

1. *Safe moves* only (`native/nine.py`); who has none has lost in two plies.
2. *Few replies first*: after the move of the table those that leave the opponent the fewest safe
   replies; among equals what has refuted other positions before (history).
3. *Null windows*: only the first move is looked at with the whole window, all others are asked
   whether they are better, and if so once more.
4. *Forced moves* cost no depth; *late moves* are looked at one ply less deep at first.

The table holds two words per slot; the second is xor-ed with the first, so that two threads that
write a slot at once leave one that matches nothing:

    key 64       | points 32 | move 8 | depth 8 | bound 2 |  xor key
"""

from typing import Any

import numpy as np

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.nine import (
    ANY,
    MAX_PLY,
    MOVES,
    ending_cells,
    evaluate,
    key_of,
    put,
    safe_cells,
    take,
)
from inarow.search.native.position import NINE_CELLS

WIN = 1 << 20
SURE = WIN - 200
"""Points from which a position is proven won."""
NO_MOVE = 255
_LOWER, _UPPER, _EXACT = 1, 2, 3
_MOST_HISTORY = 1 << 14

ENGINE_FIELDS: list[Any] = [
    ("late", "i8"),  # the number of moves that are looked at in full
    ("forced", "i8"),  # whether forced moves cost no depth
    ("stop", "i8"),
    ("moves", "i8", (MAX_PLY, MOVES)),
    ("rank", "i8", (MAX_PLY, MOVES)),
    ("history", "i8", (2, MOVES)),
]


@part
def count_safe(b: Struct) -> int:
    """How many safe moves the player to move has."""
    if b.board != ANY:
        return popcount(safe_cells(b, b.board))
    count = Int(0)
    for board in range(9):
        count += popcount(safe_cells(b, Int(board)))
    return count


@part
def list_safe(b: Struct, ply: int) -> int:
    """Write the safe moves; gives their number."""
    count = Int(0)
    first, behind = (0, 9) if b.board == ANY else (b.board, b.board + 1)
    for board in range(first, behind):
        cells = safe_cells(b, Int(board))
        for i in range(popcount(cells)):
            b.moves[ply, count] = 9 * board + NINE_CELLS[cells, i]
            count += 1
    return count


@part
def is_end(b: Struct, move: int) -> bool:
    """Whether a safe move sends the opponent to a full board, and the game is drawn."""
    return ending_cells(b, move // 9) >> move % 9 & 1 != 0


@part
def rank_moves(b: Struct, ply: int, count: int, first: int) -> None:
    """How promising each move is: the table's, then by the opponent's replies, then by history."""
    board = b.board
    for i in range(count):
        move = b.moves[ply, i]
        if move == first:
            b.rank[ply, i] = Int(1) << 40
            continue
        drawn = is_end(b, move)
        put(b, move)
        replies = Int(5) if drawn else count_safe(b)
        take(b, move, board)
        b.rank[ply, i] = ((9 - min(replies, 9)) << 20) + b.history[b.player, move]


@part
def next_move(b: Struct, ply: int, at: int, count: int) -> int:
    """Bring the most promising of the moves that are left to place `at`."""
    best = at
    for i in range(at + 1, count):
        if b.rank[ply, i] > b.rank[ply, best]:
            best = i
    move, rank = b.moves[ply, best], b.rank[ply, best]
    b.moves[ply, best], b.rank[ply, best] = b.moves[ply, at], b.rank[ply, at]
    b.moves[ply, at], b.rank[ply, at] = move, rank
    return move


@part
def remember(b: Struct, move: int, depth: int) -> None:
    """A move has refuted a position: it may refute others."""
    b.history[b.player, move] += depth * depth
    if b.history[b.player, move] > _MOST_HISTORY:
        for player in range(2):
            for one in range(MOVES):
                b.history[player, one] >>= 1


@part
def slot_of(table: Array, key: int) -> int:
    """Where in the table a position belongs."""
    return 2 * ((key ^ key >> 32) & (table.size // 2 - 1))


@part
def from_table(points: int, ply: int) -> int:
    """Wins are stored by their distance from the position, and counted from the root."""
    return points - ply if points > SURE else points + ply if points < -SURE else points


@part
def to_table(points: int, ply: int) -> int:
    """The other way round."""
    return points + ply if points > SURE else points - ply if points < -SURE else points


@kernel
def search(b: Struct, table: Array, depth: int, ply: int, alpha: int, beta: int) -> int:
    """The points of a position for the player to move, exact if they lie within the window."""
    b.nodes += 1
    if b.nodes >= b.node_limit:
        b.stop = 1
    if b.stop:
        return Int(0)
    count = list_safe(b, ply)
    if count == 0:
        return Int(ply + 2 - WIN)
    if count == 1 and b.forced:
        depth += 1
    if depth <= 0 or ply >= MAX_PLY - 2:
        return evaluate(b, count)
    key = key_of(b)
    slot = slot_of(table, key)
    first = Int(NO_MOVE)
    if table[slot] == key:
        found = table[slot + 1] ^ key
        points = from_table((found >> 18) - WIN, ply)
        first = found >> 10 & 255
        bound = found & 3
        if (found >> 2 & 255) >= depth or abs(points) > SURE:
            if bound == _EXACT or (bound == _LOWER and points >= beta):
                return points
            if bound == _UPPER and points <= alpha:
                return points
    if count > 1:
        rank_moves(b, ply, count, first)
    board, low, best, best_move = b.board, alpha, Int(-WIN), Int(NO_MOVE)
    for i in range(count):
        move = next_move(b, ply, Int(i), count)
        if is_end(b, move):
            points = Int(0)
        else:
            put(b, move)
            if i == 0:
                points = -search(b, table, depth - 1, ply + 1, -beta, -alpha)
            else:
                less = Int(1) if i >= b.late and depth >= 3 else Int(0)
                points = -search(b, table, depth - 1 - less, ply + 1, -alpha - 1, -alpha)
                if less and points > alpha and not b.stop:
                    points = -search(b, table, depth - 1, ply + 1, -alpha - 1, -alpha)
                if alpha < points < beta and not b.stop:
                    points = -search(b, table, depth - 1, ply + 1, -beta, -alpha)
            take(b, move, board)
        if b.stop:
            return Int(0)
        if points > best:
            best, best_move = points, move
            alpha = max(alpha, points)
            if alpha >= beta:
                remember(b, move, depth)
                break
    bound = _LOWER if best >= beta else _EXACT if best > low else _UPPER
    stored = (to_table(best, ply) + WIN) << 18 | best_move << 10 | min(depth, 255) << 2 | bound
    table[slot], table[slot + 1] = key, stored ^ key
    return best


@kernel
def search_root(
    b: Struct, table: Array, depth: int, moves: Array, scores: Array, every: bool
) -> None:
    """Look at the moves of the root, in this order.

    Scores that are not better than the best before them are bounds, unless `every` is asked for.
    """
    board, alpha, lowest = b.board, Int(-WIN), Int(-WIN)
    for i in range(moves.size):
        move = Int(moves[i])
        points = Int(0)
        if not is_end(b, move):
            put(b, move)
            if i == 0 or every:
                points = -search(b, table, depth - 1, Int(1), lowest, -lowest)
            else:
                points = -search(b, table, depth - 1, Int(1), -alpha - 1, -alpha)
                if points > alpha and not b.stop:
                    points = -search(b, table, depth - 1, Int(1), lowest, -alpha)
            take(b, move, board)
        if b.stop:
            return
        scores[i] = points
        alpha = max(alpha, points)


@part
def best_known(b: Struct, table: Array) -> int:
    """The best move that the table knows, or -1."""
    key = key_of(b)
    slot = slot_of(table, key)
    if table[slot] != key:
        return Int(-1)
    move = (table[slot + 1] ^ key) >> 10 & 255
    for i in range(list_safe(b, Int(0))):
        if b.moves[0, i] == move:
            return move
    return Int(-1)


@kernel
def follow(b: Struct, table: Array, move: int, line: Array) -> int:
    """Write a move, and the best replies that the table knows, into `line`; gives its length."""
    length, boards = 0, np.zeros(MAX_PLY, np.int64)
    while True:
        line[length], boards[length] = move, b.board
        drawn = is_end(b, move)
        put(b, move)
        length += 1
        move = Int(-1) if drawn else best_known(b, table)
        if move < 0 or length == MAX_PLY - 2:
            break
    for i in range(length - 1, -1, -1):
        take(b, Int(line[i]), Int(boards[i]))
    return length
