"""Random games on nine boards, where the cell of a stone names the next board.

See `kernel_playout.py` for what `sharp` means, and how numbers become moves.
"""

from inarow.search.native.bits import draw, next_random, popcount
from inarow.search.native.jit import Array, Struct, part
from inarow.search.native.position import (
    FULL_NINE,
    NINE_CELLS,
    NINE_LINES,
    NINE_WINS,
    play_nine,
)
from inarow.search.native.tactics import winning_claims


@part
def nine_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Nine boards. A player who is sent to a full board draws, or chooses another one."""
    nine, board, player = pos.nine, pos.board, pos.player
    word = pos.random
    winner = -1
    while plies != 0:
        plies -= 1
        if board < 0:
            boards = 0
            for number in range(9):
                boards |= (nine[0, number] | nine[1, number] != FULL_NINE) << number
            if boards == 0:
                break
            word = next_random(word)
            board = NINE_CELLS[boards, draw(word, popcount(boards))]
            continue
        free = FULL_NINE & ~(nine[0, board] | nine[1, board])
        if free == 0:
            break
        word = next_random(word)
        if sharp:
            if NINE_WINS[nine[player, board]] & free:
                winner = player
                break
            safe = safe_in_nine(nine, board, player, free)
            if safe:
                free = safe
        cell = NINE_CELLS[free, draw(word, popcount(free))]
        stones = nine[player, board] | 1 << cell
        if NINE_LINES[stones]:
            winner = player
            break
        nine[player, board] = stones
        board = cell
        if pos.choose and nine[0, board] | nine[1, board] == FULL_NINE:
            board = -1
        player ^= 1
    pos.random = word
    return winner


@part
def safe_in_nine(nine: Array, board: int, player: int, free: int) -> int:
    """The free cells that do not send the opponent to a board with an immediate win."""
    safe = 0
    for cell in range(9):
        bit = 1 << cell
        if free & bit:
            taken = nine[0, cell] | nine[1, cell] | (bit if cell == board else 0)
            if NINE_WINS[nine[player ^ 1, cell]] & ~taken == 0:
                safe |= bit
    return safe


@part
def ultimate_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Nine boards to be won."""
    while plies != 0 and not pos.won:
        plies -= 1
        board = pos.board
        cells = pos.boards if board < 0 else FULL_NINE & ~(pos.nine[0, board] | pos.nine[1, board])
        if cells == 0:
            break
        pos.random = next_random(pos.random)
        if sharp and board >= 0:
            if cells & winning_claims(pos, pos.player, board):
                return pos.player
            safe = safe_claims(pos, board, cells)
            if safe:
                cells = safe
        play_nine(pos, NINE_CELLS[cells, draw(pos.random, popcount(cells))])
    return pos.winner if pos.won else -1


@part
def safe_claims(pos: Struct, board: int, free: int) -> int:
    """The free cells that do not send the opponent to a board that wins the game at once."""
    safe, player = 0, pos.player
    for cell in range(9):
        bit = 1 << cell
        if free & bit:
            taken = pos.nine[0, cell] | pos.nine[1, cell]
            mine = False
            if cell == board:
                taken |= bit
                mine = NINE_LINES[pos.nine[player, board] | bit]
            if mine or not winning_claims(pos, player ^ 1, cell) & FULL_NINE & ~taken:
                safe |= bit
    return safe
