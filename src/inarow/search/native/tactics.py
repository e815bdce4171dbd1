"""Whether the player to move can win at once, on any kind of board."""

from __future__ import annotations

from inarow.search.native.jit import part
from inarow.search.native.position import (
    DROP,
    FULL_NINE,
    NINE,
    NINE_WINS,
    PLACE,
    WIDE_DROP,
    bordered,
    landing_cell,
    line_through,
)
from inarow.search.native.types import Int, Record
from inarow.search.native.words import winning_cells, winning_cells_of_four


@part
def drop_wins(pos: Record, stones: int, empty: int) -> int:
    """The winning cells of a player in a game of falling stones on a board of one word."""
    if pos.quick:
        return winning_cells_of_four(stones, empty, pos.steps[0], pos.steps[1])
    return winning_cells(stones, empty, pos.steps, pos.k, pos.exact)


@part
def can_win(pos: Record) -> bool:
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
