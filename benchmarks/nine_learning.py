"""Games of the nine-board engine against itself, and what is learned from them, compiled.

A position is kept as one row of small numbers, from the view of the player to move:

    0 .. 8    the fillings of the nine boards
    9         the board to play in
    10        the number of safe moves
    11        10 * my hot boards + his hot boards

Each of them points to one number of `evaluators/nine_patterns.py`; their sum is the value.
"""

import numpy as np

from inarow.search.native.bits import draw, next_random, popcount
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.nine import ANY, MOVES, TERNARY, can_win, put, set_up
from inarow.search.nine.kernel import (
    SURE,
    WIN,
    best_known,
    count_safe,
    is_end,
    list_safe,
    search,
)

FEATURES = 12
RANDOM_PLIES = 6
"""A game begins with one to as many random moves, after the first stone."""
PER_THOUSAND = 50
"""The share of later moves that are random, so that not all games are alike."""
DEEPEST = 40


@kernel
def play_game(b: Struct, table: Array, word: int, nodes: int, rows: Array, seen: Array) -> int:
    """Play a game with this number of positions a move; gives how many positions were kept.

    Args:
        b: the record of the engine.
        table: its table.
        word: the state of the random generator.
        nodes: positions that are looked at for a move.
        rows: where positions go.
        seen: for each of them who is to move, what the search says, and, twice, how it ended.
    """
    number, winner = Int(0), Int(-1)
    b.stones[:], b.hash, b.player, b.board = 0, 0, 0, ANY
    set_up(b)
    word = next_random(word)
    put(b, draw(word, Int(MOVES)))
    word = next_random(word)
    random_plies = 1 + draw(word, Int(RANDOM_PLIES))
    for ply in range(MOVES):
        if can_win(b):
            winner = b.player
            break
        count = list_safe(b, Int(0))
        if count == 0:
            winner = b.player ^ 1
            break
        word = next_random(word)
        if ply < random_plies or draw(word, Int(1000)) < PER_THOUSAND:
            word = next_random(word)
            move = b.moves[0, draw(word, count)]
        else:
            points = think(b, table, nodes)
            write_row(b, rows[number])
            seen[number, 0], seen[number, 1] = b.player, points
            number += 1
            move = best_known(b, table)
            if move < 0:
                move = b.moves[0, 0]
        if is_end(b, move):
            break
        put(b, move)
    for i in range(number):
        seen[i, 2] = 1 if winner < 0 else 2 if seen[i, 0] == winner else 0
    return int(number)


@part
def think(b: Struct, table: Array, nodes: int) -> int:
    """What a position is worth, as deep as the number of positions allows."""
    b.nodes, b.node_limit, b.stop = Int(0), nodes, Int(0)
    points = Int(0)
    for depth in range(1, DEEPEST):
        found = search(b, table, Int(depth), Int(0), Int(-WIN), Int(WIN))
        if b.stop:
            break
        points = found
        if abs(points) > SURE:
            break
    return int(points)


@part
def write_row(b: Struct, row: Array) -> None:
    """Keep a position."""
    me = b.player
    for board in range(9):
        row[board] = TERNARY[b.stones[me, board]] + 2 * TERNARY[b.stones[me ^ 1, board]]
    row[9], row[10] = b.board, min(9, count_safe(b))
    row[11] = 10 * popcount(b.hot[me]) + popcount(b.hot[me ^ 1])


@kernel
def learn(
    rows: Array,
    targets: Array,
    order: Array,
    places: tuple[Array, Array, Array],
    weights: Array,
    squares: Array,
    starts: Array,
    rate: float,
    ridge: float,
) -> float:
    """Go through all positions once, in this order; gives the mean loss.

    After each position every number that took part moves against its share of the error, the less
    the more it has moved before (Adagrad: Duchi, Hazan and Singer, 2011), and a little towards 0.

    Args:
        rows: the positions.
        targets: the chances to win that are to be predicted.
        order: which position comes when.
        places: number and sign of each filling, and its number where it is to be played in.
        weights: all numbers in a row.
        squares: how much each of them has moved.
        starts: where the numbers of `sent`, `safe` and `hot` begin.
        rate: how far a number moves.
        ridge: how strongly it is drawn to 0.
    """
    boards, sign, sent = places
    at, factor = np.zeros(FEATURES, np.int64), np.ones(FEATURES)
    loss = 0.0
    for n in order:
        row = rows[n]
        for board in range(9):
            at[board], factor[board] = boards[board, row[board]], sign[board, row[board]]
        at[9] = starts[0] + sent[row[9], row[row[9]]]
        at[10], at[11] = starts[1] + row[10], starts[2] + row[11]
        total = 0.0
        for i in range(FEATURES):
            total += factor[i] * weights[at[i]]
        guess = 1 / (1 + np.exp(-total))
        loss -= targets[n] * np.log(guess + 1e-9) + (1 - targets[n]) * np.log(1 - guess + 1e-9)
        for i in range(FEATURES):
            slope = (guess - targets[n]) * factor[i] + ridge * weights[at[i]]
            squares[at[i]] += slope * slope
            weights[at[i]] -= rate * slope / np.sqrt(squares[at[i]] + 1e-8)
    return float(loss / order.size)
