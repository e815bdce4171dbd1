"""Nine boards of nine cells in a record that plays, takes back and values a stone in a few steps.

A board is *hot* for a player who could complete a line there: to send that player there loses. So
each position is described by its hot boards and its full ones, one bit a board:

    hot[0]  hot[1]  full       | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 |      bit 4: the middle board

A move is *safe* if it sends the opponent to a board that is not hot for the opponent. All other
moves lose at once, so only safe ones are worth a look, and a player without a safe move has lost: a
win in three plies is seen without a search, and by looking at the replies one in five.

`values` holds what each filling of each board is worth for the first player (where it comes from:
`evaluators/nine_patterns.py`, which also fills the fields), and `points` their sum. The number of a
filling is

    code = sum over cells of 3^cell * (0 empty, 1 first player, 2 second player)
"""

from typing import Any

import numpy as np

from inarow.games.base import State
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones
from inarow.search.native.bits import popcount
from inarow.search.native.jit import Int, Struct, kernel, part
from inarow.search.native.position import FULL_NINE, NINE_CELLS, NINE_WINS

ANY = 9
"""The number of the board to play in where the player chooses one."""
MOVES = 81
MAX_PLY = 82
FILLINGS = 3**9
POINTS_PER_UNIT = 200
"""Points that are one unit of the logistic curve: from even to 73 %."""

TERNARY = np.array([sum(3**c for c in range(9) if mask >> c & 1) for mask in range(512)])
"""For each set of cells the number of the filling in which the first player has them."""

NINE_FIELDS: list[Any] = [
    ("stones", "i8", (2, 9)),
    ("hot", "i8", 2),
    ("full", "i8"),
    ("player", "i8"),
    ("board", "i8"),  # the one to play in, or ANY
    ("chooses", "i8"),  # who is sent to a full board chooses another one; else: a draw
    ("points", "i8"),  # the sum of `worth`, for the first player
    ("worth", "i8", 9),
    ("values", "i2", (9, FILLINGS)),
    ("sent_values", "i2", (9, FILLINGS)),
    ("safe_values", "i8", 10),
    ("hot_values", "i8", (10, 10)),
    ("hash", "i8"),
    ("hashes", "i8", (2, MOVES)),
    ("sent", "i8", 10),  # what the board to play in adds to the key
    ("nodes", "i8"),
    ("node_limit", "i8"),
]


def new_record(fields: list[Any]) -> Struct:
    """A record of nine empty boards that are worth nothing, with more fields for a search."""
    record = np.zeros(1, np.dtype([*NINE_FIELDS, *fields]))
    random = np.random.default_rng(0)
    for name in ("hashes", "sent"):
        record[name] = random.integers(-(2**63), 2**63 - 1, record[name].shape, np.int64)
    return record.view(np.recarray)[0]


def set_state(b: Struct, state: State) -> None:
    """Put a position into a record."""
    rules = state.game.rules
    assert rules is not None, "only such games are asked for"
    own, other, stones_of = read_stones(state, 0)
    cell_of = stones_of.geometry.cell_of
    boards = [[0] * 9, [0] * 9]  # lists: changing single elements of an array takes far longer
    for of_player, stones in zip(boards, (own, other), strict=True):
        for bit in bits_of(stones):
            row, col = cell_of[bit]
            of_player[row // 3 * 3 + col // 3] |= 1 << row % 3 * 3 + col % 3
    b.stones[:], b.hash, b.nodes = boards, 0, 0
    b.player, b.chooses = state.player, rules.chooses
    b.board = ANY if state.note == "-" else int(state.note) - 1
    set_up(b)


@part
def put(b: Struct, move: int) -> None:
    """Play a move, 9 * board + cell."""
    board, cell = move // 9, move % 9
    b.stones[b.player, board] |= 1 << cell
    b.hash ^= b.hashes[b.player, move]
    look_at(b, board)
    b.player ^= 1
    b.board = ANY if b.chooses and b.full >> cell & 1 else cell


@part
def goes_to(b: Struct, move: int) -> int:
    """The board that the opponent has to play in after a move."""
    board, cell = move // 9, move % 9
    if not b.chooses:
        return cell
    taken = b.stones[0, board] | b.stones[1, board] | 1 << cell
    full = b.full | (1 << board if taken == FULL_NINE else 0)
    return Int(ANY) if full >> cell & 1 else cell


@part
def take(b: Struct, move: int, board: int) -> None:
    """Take a move back; `board` was the one to play in."""
    b.player ^= 1
    b.stones[b.player, move // 9] &= ~(1 << move % 9)
    b.hash ^= b.hashes[b.player, move]
    look_at(b, move // 9)
    b.board = board


@part
def look_at(b: Struct, board: int) -> None:
    """Whether a board is hot or full, and what it is worth."""
    bit = 1 << board
    first, second = b.stones[0, board], b.stones[1, board]
    free = FULL_NINE & ~(first | second)
    b.hot[0] = b.hot[0] & ~bit | (bit if NINE_WINS[first] & free else 0)
    b.hot[1] = b.hot[1] & ~bit | (bit if NINE_WINS[second] & free else 0)
    b.full = b.full & ~bit | (0 if free else bit)
    worth = Int(b.values[board, TERNARY[first] + 2 * TERNARY[second]])
    b.points += worth - b.worth[board]
    b.worth[board] = worth


@kernel
def set_up(b: Struct) -> None:
    """Find the hot and the full boards, what they are worth, and the hash of the stones."""
    for board in range(9):
        look_at(b, Int(board))
        for cell in range(9):
            for player in range(2):
                if b.stones[player, board] >> cell & 1:
                    b.hash ^= b.hashes[player, 9 * board + cell]


@part
def evaluate(b: Struct, safe: int) -> int:
    """What a position is worth for the player to move, who has this number of safe moves."""
    me = b.player
    points = b.points if me == 0 else -b.points
    if b.board != ANY:
        own, other = b.stones[me, b.board], b.stones[me ^ 1, b.board]
        points += b.sent_values[b.board, TERNARY[own] + 2 * TERNARY[other]]
    return (
        points
        + b.safe_values[min(safe, 9)]
        + b.hot_values[popcount(b.hot[me]), popcount(b.hot[me ^ 1])]
    )


@part
def key_of(b: Struct) -> int:
    """A word that stands for the position; who is to move follows from the stones."""
    return b.hash ^ b.sent[b.board]


@part
def can_win(b: Struct) -> bool:
    """Whether the player to move completes a line at once."""
    hot = b.hot[b.player]
    return hot != 0 and (b.board == ANY or hot >> b.board & 1 != 0)


@part
def safe_cells(b: Struct, board: int) -> int:
    """The cells of a board from which the opponent is not sent to where he wins at once."""
    own, other = b.stones[b.player, board], b.stones[b.player ^ 1, board]
    free, hot, bit = FULL_NINE & ~(own | other), b.hot[b.player ^ 1], 1 << board
    safe = _not_hot(free, other, hot, bit)
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
def _not_hot(free: int, other: int, hot: int, bit: int) -> int:
    """The free cells of a board that do not send to a hot one; `bit` is that of the board."""
    if free & bit and not NINE_WINS[other] & free & ~bit:
        hot &= ~bit  # he is sent to the board in which the stone lies that stops him
    elif free & bit:
        hot |= bit
    return free & ~hot


@part
def count_replies(b: Struct, move: int) -> int:
    """How many safe replies a safe move leaves; -1 if one of them ends the game drawn."""
    if b.chooses:
        board = b.board
        put(b, move)
        replies = _count_safe(b)
        take(b, move, board)
        return replies
    board, cell, me = move // 9, move % 9, b.player
    own, other, full = b.stones[me, board] | 1 << cell, b.stones[me ^ 1, board], b.full
    free, bit, there = FULL_NINE & ~(own | other), 1 << board, 1 << cell
    hot = b.hot[me] | bit if NINE_WINS[own] & free else b.hot[me] & ~bit
    full |= 0 if free else bit
    if cell != board:
        own, free = b.stones[me, cell], FULL_NINE & ~(b.stones[0, cell] | b.stones[1, cell])
    safe = _not_hot(free, own, hot, there)
    if safe & (full | (there if free == there else 0)):
        return Int(-1)
    return Int(popcount(safe))


@part
def _count_safe(b: Struct) -> int:
    """How many safe moves the player to move has; -1 if one of them ends the game drawn."""
    count = Int(0)
    first, behind = (0, 9) if b.board == ANY else (b.board, b.board + 1)
    for board in range(first, behind):
        cells = safe_cells(b, board)
        if cells & ending_cells(b, board):
            return Int(-1)
        count += popcount(cells)
    return count


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
