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

from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Int, Struct, part
from inarow.search.native.nine import TERNARY
from inarow.search.native.position import (
    DROP,
    NINE,
    PLACE,
    POSITION,
    can_win,
    copy_position,
    drop_wins,
    is_legal,
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
"""What only boards of bytes need: for them there are no networks, and that is a lot to copy."""


def copies(root: Struct, count: int) -> Array:
    """Positions with the rules of a game, to work on."""
    found = np.zeros(count, POSITION).view(np.recarray)
    for name in POSITION.names or ():
        if name not in _WIDE:
            found[name] = root[name]
    return found


@part
def code_of(pos: Struct, unit: int) -> int:
    """The code of a unit."""
    kind = pos.kind
    if kind == NINE:
        if unit == _BOARDS:
            return pos.board if pos.board >= 0 else Int(_BOARDS)
        return TERNARY[pos.nine[0, unit]] + 2 * TERNARY[pos.nine[1, unit]]
    first, second = pos.own, pos.other
    if pos.player:
        first, second = second, first
    if kind == DROP:
        rows = pos.rows
        return first + (first | second) + pos.bottom >> unit * (rows + 1) & (2 << rows) - 1
    bit = unit + unit // pos.cols
    return (first >> bit & 1) + 2 * (second >> bit & 1)


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
    for unit in (first_unit(before, action), second_unit(before)):
        if unit < 0:
            continue
        old, new = code_of(before, unit), code_of(after, unit)
        for view in range(len(net.offset)):
            offset = net.offset[view, unit]
            for n in range(net.count[unit]):
                places[view, net.touch[unit, n]] += offset[new, n] - offset[old, n]


@part
def first_unit(pos: Struct, action: int) -> int:
    """The unit that a move changes: a column, a cell, or the small board; -1: it names a board."""
    if pos.kind == NINE:
        return pos.board
    return Int(action)


@part
def second_unit(pos: Struct) -> int:
    """The other unit that a move changes: on nine boards the one that tells where to play."""
    return Int(_BOARDS) if pos.kind == NINE else Int(-1)


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

    `total` is the sum as if the player to move had made the move before: the numbers that the move
    changes are added to it and taken from it. `child` is the position after the move.
    """
    me = pos.player
    if second_unit(pos) >= 0:
        scratch[:] = places
        change_places(pos, child, action, net, scratch)
        mover = child.player ^ 1
        found = sum_of(net, scratch, mover)
        return found if mover == me else -found
    table = net.weights[me if len(net.weights) == 2 else 0]
    view = me if len(places) == 2 else Int(0)
    offset = net.offset[view, action]
    old, new = code_of(pos, Int(action)), code_of(child, Int(action))
    for n in range(net.count[action]):
        place = places[view, net.touch[action, n]]
        total += table[place + offset[new, n] - offset[old, n]] - table[place]
    return total


@part
def list_choices(pos: Struct, child: Struct, choices: Array) -> int:
    """The moves after which the opponent cannot win at once; there may be none.

    Only for a game that goes on. That the player to move cannot win at once is known.
    """
    kind = pos.kind
    count = 0
    if kind == DROP:
        filled = pos.own | pos.other
        threats = drop_wins(pos, pos.other, pos.full & ~filled)
        safe = safe_drops(filled + pos.bottom & pos.full, threats)
        for col in range(pos.cols):
            if safe & pos.column[col]:
                choices[count] = col
                count += 1
        return count
    threats = Int(0)
    if kind == PLACE:
        empty = pos.full & ~(pos.own | pos.other)
        threats = winning_cells(pos.other, empty, pos.steps, pos.k, pos.exact)
        if threats & (threats - 1):
            return 0
    for action in range(pos.actions):
        if not is_legal(pos, action):
            continue
        if kind == PLACE:
            if threats and not threats >> action + action // pos.cols & 1:
                continue
        else:
            copy_position(pos, child)
            play(child, action)
            if child.player != pos.player and can_win(child):
                continue
        choices[count] = action
        count += 1
    return count


@part
def is_drawn(pos: Struct) -> bool:
    """Whether nobody can move any more; that nobody has won is known."""
    if pos.kind == NINE:
        if pos.board < 0:
            return pos.boards == 0
        return popcount(pos.nine[0, pos.board] | pos.nine[1, pos.board]) == _BOARDS
    return pos.own | pos.other == pos.full
