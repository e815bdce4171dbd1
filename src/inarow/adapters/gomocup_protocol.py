"""The texts of the Gomocup protocol: cells, stones, rules and sizes, both ways.

Gomocup is the yearly tournament of Gomoku programs. An engine is a console program (its file is
called `pbrain-...`), a manager writes commands to its stdin and reads its moves from its stdout,
one a line. Cells are written `x,y`: column and row, counted from 0 at the upper left.

    x,y    0,0  1,0  2,0  ...        action    0     1     2  ...
           0,1  1,1  2,1  ...                 15    16    17  ...      (15 columns)

This module is the only place that converts. It knows no processes and no pipes.

The protocol is described on plastovicka.github.io/protocl2en.htm; what engines really do was looked
up in the sources of Piskvork, c-gomoku-cli and Rapfi.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from inarow.errors import InarowError
from inarow.games.base import State
from inarow.games.rules import Rules
from inarow.text import clean

LINE = 5
"""Stones in a row that win, in every game of Gomocup."""
OWN, OTHER = 1, 2
"""Whose stone it is, as seen by the engine."""
NO_LIMIT_MS = 2_147_483_647
"""What managers tell as the time that is left when there is no limit."""

_NUMBERS = re.compile(r"\s*-?\d{1,18}\s*(?:,\s*-?\d{1,18}\s*)*\Z", re.ASCII)
_SHOWN = 60
_RULES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro_overline", 9: "caro"}


class GomocupError(InarowError, ValueError):
    """A command makes no sense, or cannot be obeyed."""


def read_numbers(text: str, count: int) -> tuple[int, ...] | None:
    """The whole numbers between commas, blanks around them allowed; None for any other text.

    >>> read_numbers("7, 8", 2), read_numbers("7,8,1", 2), read_numbers("OK", 2)
    ((7, 8), None, None)
    """
    if not _NUMBERS.match(text):
        return None
    numbers = tuple(int(word) for word in text.split(","))
    return numbers if len(numbers) == count else None


def format_cell(action: int, cols: int) -> str:
    """A cell as the protocol writes it.

    >>> format_cell(16, cols=15)
    '1,1'
    """
    row, col = divmod(action, cols)
    return f"{col},{row}"


def cell_action(x: int, y: int, rows: int, cols: int) -> int:
    """The action that takes a cell; raises GomocupError if it is not on the board.

    >>> cell_action(1, 1, rows=15, cols=15)
    16
    """
    if not (0 <= x < cols and 0 <= y < rows):
        raise GomocupError(f"{x},{y} is not on the board of {cols} x {rows}")
    return y * cols + x


def parse_cell(text: str, rows: int, cols: int) -> int:
    """The action of the cell that a text names; raises GomocupError."""
    numbers = read_numbers(text, 2)
    if numbers is None:
        raise GomocupError(f"{clean(text, _SHOWN)!r} is not a cell such as 7,7")
    x, y = numbers
    return cell_action(x, y, rows, cols)


def rule_number(rules: Rules | None) -> int | None:
    """The number of the rules, a sum: 1 exactly five, 4 renju, 8 caro; None: not of Gomocup.

    >>> from inarow.registry import load_game
    >>> [rule_number(load_game(name).rules) for name in ("gomoku", "gomoku(rule=caro)", "pop_out")]
    [0, 9, None]
    """
    if rules is None or not rules.anywhere or rules.forbids or rules.dice is not None:
        return None
    if (
        rules.turns is not None
        or rules.block
        or rules.k != LINE
        or min(rules.rows, rules.cols) < LINE
    ):
        return None
    return rules.exact + 4 * rules.renju + 8 * rules.ends


def rule_name(number: int) -> str:
    """The rule of our game `gomoku` that has a number.

    >>> rule_name(4)
    'renju'
    """
    if number not in _RULES:
        known = ", ".join(f"{number} is {name}" for number, name in _RULES.items())
        raise GomocupError(f"rule {number} is not supported: {known}")
    return _RULES[number]


def board_lines(state: State) -> Iterator[str]:
    """The stones of a position as lines `x,y,who` for the player to move.

    The order alternates and ends with the last move, because some engines look at nothing else.
    """
    stones: tuple[list[str], list[str]] = ([], [])
    last = None if state.last is None else divmod(state.last, state.game.shape[1])
    for row, owners in enumerate(state.board()):
        for col, owner in enumerate(owners):
            if owner is not None:
                cells = stones[owner]
                cells.insert(0 if (row, col) == last else len(cells), f"{col},{row}")
    own, other = stones[state.player], stones[1 - state.player]
    backwards = [
        line
        for theirs, ours in zip_longest(other, own)
        for line in (theirs and f"{theirs},{OTHER}", ours and f"{ours},{OWN}")
        if line
    ]
    return reversed(backwards)
