"""Values of positions by an n-tuple network, kept up to date move by move.

`shape.py` tells what units, codes and tuples are. While a game or a search goes on, `places` holds
for each tuple where its number stands in the table:

    places[view, tuple]     view 0: as it is
                            view 1: with the players exchanged; there is none where stones fall

The value of a position is the sum for the player who is not to move, the one who has just moved; as
a chance to win it is 1 / (1 + exp(-sum)).
"""

from typing import NamedTuple

import numpy as np

from inarow.search.native.jit import Array, Int, Struct, part
from inarow.search.native.nine import TERNARY
from inarow.search.native.position import (
    DROP,
    NINE,
    PLACE,
    POP,
    POSITION,
    ULTIMATE,
    WIDE_DROP,
    WIDE_PLACE,
    bordered,
    can_win,
    copy_position,
    count_legal,
    drop_wins,
    is_legal,
    landing_cell,
    line_through,
    play,
)
from inarow.search.native.words import safe_drops, winning_cells

_BOARDS = 9


class Net(NamedTuple):
    """A network as kernels see it; see `Shape`."""

    weights: Array  # [table, place]
    count: Array  # [unit]
    touch: Array  # [unit, n] -> tuple
    offset: Array  # [view, unit, code, n]


_WIDE = ("heights", "cells", "empties", "places", "marks")
"""What only boards of bytes need: a lot to copy."""


def copies(root: Struct, count: int) -> Array:
    """Positions with the rules of a game, to work on."""
    found = np.zeros(count, POSITION).view(np.recarray)
    wide = root.kind in (WIDE_DROP, WIDE_PLACE)
    for name in POSITION.names or ():
        if wide or name not in _WIDE:
            found[name] = root[name]
    return found


@part
def code_of(pos: Struct, unit: int) -> int:
    """The code of a unit."""
    kind = pos.kind
    if kind in (NINE, ULTIMATE):
        if unit == _BOARDS:
            return pos.board if pos.board >= 0 else Int(_BOARDS)
        return TERNARY[pos.nine[0, unit]] + 2 * TERNARY[pos.nine[1, unit]]
    if kind == WIDE_PLACE:
        return Int(pos.cells[bordered(pos, unit)])
    if kind == WIDE_DROP:
        return code_in_reach(pos, unit)
    first, second = pos.own, pos.other
    if pos.player:
        first, second = second, first
    if kind == PLACE:
        bit = unit + unit // pos.cols
        return (first >> bit & 1) + 2 * (second >> bit & 1)
    if unit == pos.cols:
        return pos.drops
    rows = pos.rows
    return first + (first | second) + pos.bottom >> unit * (rows + 1) & (2 << rows) - 1


@part
def code_in_reach(pos: Struct, unit: int) -> int:
    """The code of a cell, or of the dice, on a large board on which stones fall."""
    if unit == pos.rows * pos.cols:
        return pos.drops
    stone = pos.cells[bordered(pos, unit)]
    if stone:
        return Int(4 - stone)
    return Int(pos.heights[unit % pos.cols] == pos.rows - 1 - unit // pos.cols)


@part
def read_places(pos: Struct, net: Net, places: Array) -> None:
    """Where the numbers of all tuples stand, from nothing."""
    places[:] = 0
    for unit in range(len(net.count)):
        code = code_of(pos, unit)
        for view in range(len(net.offset)):
            for n in range(net.count[unit]):
                places[view, net.touch[unit, n]] += net.offset[view, unit, code, n]


@part
def change_places(before: Struct, after: Struct, action: int, net: Net, places: Array) -> None:
    """The same after a move."""
    for number in range(3):
        unit = unit_of(before, action, number)
        if unit < 0:
            continue
        old, new = code_of(before, unit), code_of(after, unit)
        if old == new:
            continue
        for view in range(len(net.offset)):
            offset = net.offset[view, unit]
            for n in range(net.count[unit]):
                places[view, net.touch[unit, n]] += offset[new, n] - offset[old, n]


@part
def unit_of(pos: Struct, action: int, number: int) -> int:
    """The units that a move may change, one after the other; -1: no more, or none.

    A column, a cell, or a small board; then the cell above, or the board to play in; then the dice.
    """
    kind, cols = pos.kind, pos.cols
    if kind in (NINE, ULTIMATE):
        if number == 0:
            return pos.board
        return Int(_BOARDS) if number == 1 else Int(-1)
    if number == 2:
        if not pos.dice:
            return Int(-1)
        return pos.rows * cols if kind == WIDE_DROP else cols
    if pos.dice and action == cols:
        return Int(-1)
    if kind == WIDE_DROP:
        row = pos.rows - 1 - pos.heights[action] - number
        return row * cols + action if row >= 0 else Int(-1)
    if number:
        return Int(-1)
    return action % cols if kind == POP else Int(action)


@part
def sum_of(net: Net, places: Array, player: int) -> float:
    """What a position is worth for the player who is not to move."""
    table = net.weights[player if len(net.weights) == 2 else 0]
    total = 0.0
    for place in places[player if len(places) == 2 else 0]:
        total += table[place]
    return total


@part
def sum_after(
    pos: Struct,
    child: Struct,
    action: int,
    total: float,
    net: Net,
    places: Array,
    scratch: Array,
) -> float:
    """What a move is worth for the player to move, without playing it on `places`.

    `total` is the sum as if the player to move had made the move before: where a move changes one
    unit, the numbers that it changes are added to it and taken from it. `child` is room for the
    position after the move.
    """
    me, kind = pos.player, pos.kind
    old, new = Int(0), me + 1
    unit = Int(action)
    if kind == DROP and not pos.dice:  # no need to play the move
        old = code_of(pos, unit)
        top = (pos.own | pos.other) + pos.bottom >> unit * (pos.rows + 1) & (2 << pos.rows) - 1
        new = old + (top if me else 2 * top)
    elif kind not in (PLACE, WIDE_PLACE):
        copy_position(pos, child)
        play(child, action)
        if pos.dice or kind not in (DROP, POP):
            scratch[:] = places
            change_places(pos, child, action, net, scratch)
            mover = child.player ^ 1
            found = sum_of(net, scratch, mover)
            return found if mover == me else -found
        unit = unit_of(pos, action, 0)
        old, new = code_of(pos, unit), code_of(child, unit)
    table = net.weights[me if len(net.weights) == 2 else 0]
    view = me if len(places) == 2 else Int(0)
    offset = net.offset[view, unit]
    for n in range(net.count[unit]):
        place = places[view, net.touch[unit, n]]
        total += table[place + offset[new, n] - offset[old, n]] - table[place]
    return total


@part
def list_choices(pos: Struct, child: Struct, choices: Array) -> int:
    """The moves after which the opponent cannot win at once; there may be none.

    Only for a game that goes on. That the player to move cannot complete a line is known. Before
    the dice these are all moves.
    """
    kind = pos.kind
    if not pos.drops:
        if kind == DROP:
            return list_drops(pos, choices)
        if kind == WIDE_DROP:
            return list_wide_drops(pos, choices)
        if kind in (PLACE, WIDE_PLACE):
            return list_placed(pos, choices)
    count = 0
    for action in range(pos.actions):
        if not is_legal(pos, action):
            continue
        if not pos.drops:
            copy_position(pos, child)
            play(child, action)
            if child.won:
                if child.winner == pos.player:  # by the number of boards
                    choices[0] = action
                    return 1
                continue
            if child.player != pos.player and can_win(child):
                continue
        choices[count] = action
        count += 1
    return count


@part
def list_drops(pos: Struct, choices: Array) -> int:
    """As `list_choices`, where stones fall; the dice take nobody a win at once, nor give one."""
    filled = pos.own | pos.other
    threats = drop_wins(pos, pos.other, pos.full & ~filled)
    safe = safe_drops(filled + pos.bottom & pos.full, threats)
    count = 0
    for col in range(pos.cols):
        if safe & pos.column[col]:
            choices[count] = col
            count += 1
    return add_dice(pos, choices, count)


@part
def list_wide_drops(pos: Struct, choices: Array) -> int:
    """The same on a large board."""
    other = (pos.player ^ 1) + 1
    must, count = Int(-1), 0
    for col in range(pos.cols):
        if pos.heights[col] < pos.rows and line_through(pos, landing_cell(pos, col), other):
            if must >= 0:
                return add_dice(pos, choices, 0)
            must = Int(col)
    for col in range(pos.cols):
        if pos.heights[col] == pos.rows or (must >= 0 and col != must):
            continue
        above = landing_cell(pos, col) - (pos.cols + 2)
        if pos.heights[col] + 1 < pos.rows and line_through(pos, above, other):
            continue
        choices[count] = col
        count += 1
    return add_dice(pos, choices, count)


@part
def add_dice(pos: Struct, choices: Array, count: int) -> int:
    """The call for dice, if there are any, is one move more."""
    if pos.dice:
        choices[count] = pos.cols
        return count + 1
    return count


@part
def list_placed(pos: Struct, choices: Array) -> int:
    """As `list_choices`, where stones are placed: one threat must be met, two cannot be."""
    must = Int(-1)
    if pos.kind == PLACE:
        empty = pos.full & ~(pos.own | pos.other)
        threats = winning_cells(pos.other, empty, pos.steps, pos.k, pos.exact)
        if threats & (threats - 1):
            return 0
        if threats:
            for action in range(pos.actions):
                if threats >> action + action // pos.cols & 1:
                    must = Int(action)
    else:
        for at in range(pos.left):
            action = Int(pos.empties[at])
            if line_through(pos, bordered(pos, action), (pos.player ^ 1) + 1):
                if must >= 0:
                    return 0
                must = action
    if must >= 0:
        choices[0] = must
        return 1
    count = 0
    for action in range(pos.actions):
        if is_legal(pos, action):
            choices[count] = action
            count += 1
    return count


@part
def is_drawn(pos: Struct) -> bool:
    """Whether nobody can move any more; that nobody has won is known."""
    return count_legal(pos) == 0
