"""Proof-number search of nine-board tic-tac-toe, compiled; `plain.py` explains it.

A board is *hot* for a player who could complete a line there: to send that player there loses. So
each position is described by its hot boards and its full ones, one bit a board:

    hot[0]  hot[1]  full       | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 |      bit 4: the middle board

A move is *safe* if it sends the opponent to a board that is not hot for the opponent. All other
moves lose at once, so only safe ones are looked into, and a player without a safe move has lost: a
win in three plies is seen without a search, and by looking at the replies one in five.

Numbers are kept from the point of view of the player to move: `mine` is what is missing to show
that this player succeeds (the attacker by a win, the defender by anything else), `his` the same for
the other one. So one rule serves both:

    mine = the smallest `his` of a move        his = the sum of `mine` over all moves

First numbers come from mobility: `his` is the number of safe moves, each of which must be refuted,
and `mine` the smallest number of safe replies that a move leaves. A position is stored in a bucket
of four slots; the one that took the least work to find is replaced:

    slot    | key 64 |     | mine 22 | his 22 | work 20 |
"""

import numpy as np

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.position import FULL_NINE, NINE_CELLS, NINE_WINS

INFINITE = (1 << 22) - 1
MOST_WORK = (1 << 20) - 1
_BUCKET = 4
_MOVES = 81
MAX_PLY = 82
ANY = 9
"""The number of the board to play in where the player chooses one."""

NINE = np.dtype(
    [
        ("stones", "i8", (2, 9)),
        ("hot", "i8", 2),
        ("full", "i8"),
        ("player", "i8"),
        ("board", "i8"),  # the one to play in, or ANY
        ("chooses", "i8"),  # who is sent to a full board chooses another one; else: a draw
        ("attacker", "i8"),
        ("hash", "i8"),
        ("hashes", "i8", (2, _MOVES)),
        ("sent", "i8", 10),  # what the board to play in adds to the key
        ("nodes", "i8"),
        ("node_limit", "i8"),
        ("moves", "i8", (MAX_PLY, _MOVES)),  # 9 * board + cell
        ("mine", "i8", (MAX_PLY, _MOVES)),
        ("his", "i8", (MAX_PLY, _MOVES)),
    ]
)


@part
def put(b: Struct, move: int) -> None:
    """Play a move."""
    board, cell = move // 9, move % 9
    b.stones[b.player, board] |= 1 << cell
    b.hash ^= b.hashes[b.player, move]
    _look_at(b, board)
    b.player ^= 1
    b.board = ANY if b.chooses and b.full >> cell & 1 else cell


@part
def take(b: Struct, move: int, board: int) -> None:
    """Take a move back; `board` was the one to play in."""
    b.player ^= 1
    b.stones[b.player, move // 9] &= ~(1 << move % 9)
    b.hash ^= b.hashes[b.player, move]
    _look_at(b, move // 9)
    b.board = board


@part
def _look_at(b: Struct, board: int) -> None:
    """Whether a board is hot or full."""
    bit = 1 << board
    first, second = b.stones[0, board], b.stones[1, board]
    free = FULL_NINE & ~(first | second)
    b.hot[0] = b.hot[0] & ~bit | (bit if NINE_WINS[first] & free else 0)
    b.hot[1] = b.hot[1] & ~bit | (bit if NINE_WINS[second] & free else 0)
    b.full = b.full & ~bit | (0 if free else bit)


@kernel
def set_up(b: Struct) -> None:
    """Find the hot and the full boards, and the hash of the stones."""
    for board in range(9):
        _look_at(b, Int(board))
        for cell in range(9):
            for player in range(2):
                if b.stones[player, board] >> cell & 1:
                    b.hash ^= b.hashes[player, 9 * board + cell]


@part
def safe_cells(b: Struct, board: int) -> int:
    """The cells of a board from which the opponent is not sent to where he wins at once."""
    own, other = b.stones[b.player, board], b.stones[b.player ^ 1, board]
    free, hot, bit = FULL_NINE & ~(own | other), b.hot[b.player ^ 1], 1 << board
    safe = free & ~hot
    if free & bit:  # he is sent to the board in which the stone lies that may stop him
        safe = safe & ~bit | (0 if NINE_WINS[other] & free & ~bit else bit)
    if b.chooses and hot & ~bit:  # sent to a full board, he would choose one that is hot
        safe &= ~(b.full | bit if free == bit else b.full)
    elif b.chooses and hot:  # only this board is: it need not be so after the stone
        cells = safe & b.full
        for i in range(popcount(cells)):
            stone = 1 << NINE_CELLS[cells, i]
            if NINE_WINS[other] & free & ~stone:
                safe &= ~stone
    return safe


@part
def ending_cells(b: Struct, board: int) -> int:
    """The cells of a board that send the opponent to a full one, which ends the game drawn."""
    if b.chooses:
        return FULL_NINE if b.full | 1 << board == FULL_NINE and _last(b, board) else 0
    return b.full | (1 << board if _last(b, board) else 0)


@part
def _last(b: Struct, board: int) -> bool:
    """Whether one cell of a board is free, the one with the board's own number if that matters."""
    free = FULL_NINE & ~(b.stones[0, board] | b.stones[1, board])
    return free & (free - 1) == 0 and (b.chooses != 0 or free == 1 << board)


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
        his = Int(INFINITE) if mine == 0 else Int(0) if mine == INFINITE else count
    b.mine[ply - 1, at], b.his[ply - 1, at] = mine, his


@part
def _key(b: Struct) -> int:
    return b.hash ^ b.sent[b.board]


@part
def _bucket(table: Array, key: int) -> int:
    return 2 * _BUCKET * ((key ^ key >> 32) & (table.size // (2 * _BUCKET) - 1))


@part
def _store(table: Array, key: int, mine: int, his: int, work: int) -> None:
    first = _bucket(table, key)
    place, least = first, Int(MOST_WORK + 1)
    for at in range(first, first + 2 * _BUCKET, 2):
        if table[at] == key or table[at] == 0:
            place = at
            break
        if table[at + 1] & MOST_WORK < least:
            place, least = at, table[at + 1] & MOST_WORK
    table[place] = key
    table[place + 1] = mine << 42 | his << 20 | min(work, MOST_WORK)


@part
def _find(table: Array, key: int) -> int:
    """Where a position stands in the table, or -1."""
    first = _bucket(table, key)
    for at in range(first, first + 2 * _BUCKET, 2):
        if table[at] == key:
            return Int(at)
    return Int(-1)


@kernel
def look_up(b: Struct, table: Array) -> int:
    """What is known of a position, as it is stored: mine, 22 bits, his, 22 bits, work, 20 bits."""
    hot = b.hot[b.player]
    if hot and (b.board == ANY or hot >> b.board & 1):
        return Int(INFINITE) << 20
    at = _find(table, _key(b))
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
        at = _find(table, _key(b))
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
        least, second, total, best = Int(INFINITE), Int(INFINITE), Int(0), Int(0)
        for i in range(count):
            total = min(INFINITE, total + b.mine[ply, i])
            number = b.his[ply, i]
            if number < least:
                least, second, best = number, least, Int(i)
            else:
                second = min(second, number)
        if least == 0:
            total = Int(INFINITE)
        if least >= mine or total >= his or b.nodes >= b.node_limit:
            break
        most = min(mine, second + second // 4 + 1)
        move = b.moves[ply, best]
        put(b, move)
        numbers = search(b, table, his - total + b.mine[ply, best], most, ply + 1)
        take(b, move, board)
        b.mine[ply, best], b.his[ply, best] = numbers >> 22, numbers & INFINITE
    _store(table, _key(b), least, total, b.nodes - started)
    return least << 22 | total
