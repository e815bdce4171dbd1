"""What stands beside the board: who plays, clocks, and the moves so far."""

from __future__ import annotations

import math

from inarow.games.base import in_opening
from inarow.games.record import Record
from inarow.games.sides import player_name
from inarow.interfaces.app.table import Table
from inarow.interfaces.render.modern import stone_of


def seat_lines(table: Table, unicode: bool) -> str:
    """Both players with their stones and their time; a > stands before who is to move."""
    state, lines = table.live.state, []
    for seat, side in enumerate(table.live.sides):
        moves = ">" if table.live.outcome is None and state.player == seat else " "
        stone = stone_of(state, seat, unicode=unicode)
        if in_opening(state) and state.undecided:
            stone = player_name(state, seat).split()[0]
        left = side.clock.left
        time = clock_words(table.spent(seat) if math.isinf(left) else left)
        lines.append(f"{moves} {stone} {side.name[:18]:<18} {time:>6}")
    return "\n".join(lines)


def clock_words(seconds: float) -> str:
    """Seconds as a clock shows them.

    >>> clock_words(75.2), clock_words(-1)
    ('1:15', '0:00')
    """
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{rest:02}"


def move_list(record: Record) -> str:
    """The moves so far, in pairs with their numbers.

    >>> from inarow.games.record import Record
    >>> record = Record("connect_four")
    >>> _ = record.push_moves("44455")
    >>> move_list(record)
    '1. 4 4  2. 4 5  3. 5'
    """
    names = [record.game.format(action) for action in record.actions]
    pairs = [names[at : at + 2] for at in range(0, len(names), 2)]
    return "  ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1))
