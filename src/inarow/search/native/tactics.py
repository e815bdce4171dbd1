"""Whether the player to move can win at once, on any kind of board."""

from inarow.search.native.jit import Int, Struct, part
from inarow.search.native.position import (
    DROP,
    FULL_NINE,
    NINE,
    NINE_LINES,
    NINE_WINS,
    PLACE,
    POP,
    ULTIMATE,
    WIDE_DROP,
    bordered,
    completes,
    landing_cell,
    line_through,
    popped,
)
from inarow.search.native.words import winning_cells, winning_cells_of_four


@part
def drop_wins(pos: Struct, stones: int, empty: int) -> int:
    """The winning cells of a player in a game of falling stones on a board of one word."""
    if pos.quick:
        return winning_cells_of_four(stones, empty, pos.steps[0], pos.steps[1])
    return winning_cells(stones, empty, pos.steps, pos.k, pos.exact)


@part
def pop_wins(pos: Struct, own: int, other: int) -> bool:
    """Whether the owner of the first stones wins by a drop, or by taking out a stone."""
    filled = own | other
    if drop_wins(pos, own, pos.full & ~filled) & filled + pos.bottom:
        return True
    for col in range(pos.cols):
        column = pos.column[col]
        if own & pos.bottom & column and completes(pos, popped(own, column)):
            return True
    return False


@part
def winning_claims(pos: Struct, player: int, board: int) -> int:
    """The cells of a board, free or not, that win it and with it the game."""
    claimed = pos.claimed[player] | 1 << board
    if (pos.claimed[0] | pos.claimed[1]) >> board & 1 or not NINE_LINES[claimed]:
        return 0
    return NINE_WINS[pos.nine[player, board]]


@part
def can_win(pos: Struct) -> bool:
    """Whether the player to move has a move that completes a line."""
    kind = pos.kind
    if kind == DROP:
        filled = pos.own | pos.other
        return drop_wins(pos, pos.own, pos.full & ~filled) & filled + pos.bottom != 0
    if kind == PLACE:
        empty = pos.full & ~(pos.own | pos.other)
        return winning_cells(pos.own, empty, pos.steps, pos.k, pos.exact) != 0
    if kind == NINE:
        if pos.board < 0:
            return False
        taken = pos.nine[0, pos.board] | pos.nine[1, pos.board]
        return NINE_WINS[pos.nine[pos.player, pos.board]] & FULL_NINE & ~taken != 0
    if kind == ULTIMATE:
        if pos.board < 0:
            return False
        taken = pos.nine[0, pos.board] | pos.nine[1, pos.board]
        return winning_claims(pos, pos.player, pos.board) & FULL_NINE & ~taken != 0
    if kind == POP:
        return pos.left > 0 and pop_wins(pos, pos.own, pos.other)
    if kind == WIDE_DROP:
        for col in range(pos.cols):
            is_open = pos.heights[col] < pos.rows
            if is_open and line_through(pos, landing_cell(pos, col), pos.player + 1):
                return True
        return False
    for at in range(pos.left):
        if line_through(pos, bordered(pos, Int(pos.empties[at])), pos.player + 1):
            return True
    return False
