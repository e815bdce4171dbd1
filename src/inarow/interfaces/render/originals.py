"""The boards of the original programs, byte for byte.

Four programs of other people are the origin of this package, and each has a look of its own. Their
transcripts can be compared with ours character by character, blanks at the end of a line included:

    lookahead   " | X |   | O | " above a line of dashes and the column numbers
    nine        " . . . | X . O | . . ." in three times three boards
    menu        "- X O " and nothing else; O moves first there
    gomoku      a frame of underscores, rows and columns counted from 0

Every function also draws boards of other sizes than the programs had. No drawing ends in a newline.
"""

from __future__ import annotations

from inarow.games.base import SYMBOLS, State
from inarow.interfaces.render.modern import GREEN, RED, WHITE, YELLOW, paint

_MENU_COLOURS = {"X": RED, "O": YELLOW, "-": WHITE}


def lookahead(state: State) -> str:
    """The board of the Connect Four program that looks ahead, with columns counted from 1.

    A cell is four characters wide and so is a column number, blanks first. Numbers of two and
    three digits, which the program never had, thus end below the stones of their column.

    >>> from inarow.registry import load_game
    >>> drawing = lookahead(load_game("connect_four(rows=1,cols=3,k=2)").initial_state().play(1))
    >>> for line in drawing.splitlines():
    ...     print(repr(line))
    ' |   | X |   | '
    '---------------'
    '   1   2   3'
    """
    cols = state.game.shape[1]
    rows = [" | " + "".join(f"{mark} | " for mark in row) for row in _marks(state, " ")]
    numbers = "".join(f"{col:>4}" for col in range(1, cols + 1))
    return "\n".join([*rows, "-" * (4 * cols + 3), numbers])


def nine(state: State, lower_last: bool = False) -> str:
    """The board of the nine-board program; `lower_last` writes the last stone in lower case.

    >>> from inarow.registry import load_game
    >>> state = load_game("nine_board").initial_state().play(4).play(8)
    >>> print(nine(state, lower_last=True).splitlines()[6])
     . . . | . . x | . . .
    """
    marks = _marks(state, ".")
    if lower_last and state.last_cell is not None:
        row, col = state.last_cell
        marks[row][col] = marks[row][col].lower()
    step = state.game.block or max(state.game.shape)

    def blocks(row: list[str]) -> list[str]:
        return [" ".join(row[start : start + step]) for start in range(0, len(row), step)]

    lines = [" " + " | ".join(blocks(row)) for row in marks]
    separator = " " + "-+-".join("-" * len(block) for block in blocks(marks[0]))
    for row in reversed(range(step, len(lines), step)):
        lines.insert(row, separator)
    return "\n".join(lines)


def menu(state: State, first_symbol: str = "O", *, colour: bool = False) -> str:
    r"""The board of the Connect Four program with a menu; winning cells are green.

    Args:
        state: A position.
        first_symbol: The symbol of player 0, who moves first: O in the original program.
        colour: Whether to add ANSI colours: X red, O yellow, empty cells white.

    >>> from inarow.registry import load_game
    >>> menu(load_game("connect_four(rows=2,cols=3,k=2)").initial_state().play(0))
    '- - - \nO - - '
    """
    marks = _marks(state, "-", SYMBOLS if first_symbol == SYMBOLS[0] else SYMBOLS[::-1])
    if colour:
        outcome = state.outcome
        winning = frozenset(outcome.cells if outcome else ())
        marks = [
            [
                paint(mark, GREEN if (row, col) in winning else _MENU_COLOURS[mark])
                for col, mark in enumerate(line)
            ]
            for row, line in enumerate(marks)
        ]
    return "\n".join("".join(f"{mark} " for mark in line) for line in marks)


def gomoku(state: State) -> str:
    """The board of the Gomoku program: rows and columns are counted from 0.

    >>> from inarow.registry import load_game
    >>> for line in gomoku(load_game("mnk(rows=2,cols=2,k=2)").initial_state()).splitlines():
    ...     print(repr(line))
    '   ________  '
    '  |        | '
    ' 0|  -  -  |'
    ' 1|  -  -  |'
    '  |________| '
    '     0  1  '
    """
    width = 3 * state.game.shape[1] + 2
    return "\n".join(
        [
            f"   {'_' * width}  ",
            f"  |{' ' * width}| ",
            *(f"{row:>2}|  {'  '.join(line)}  |" for row, line in enumerate(_marks(state, "-"))),
            f"  |{'_' * width}| ",
            "     " + "".join(f"{col:<3}" for col in range(state.game.shape[1])),
        ]
    )


def _marks(state: State, empty: str, symbols: str = SYMBOLS) -> list[list[str]]:
    """One character per cell, top row first."""
    return [[empty if owner is None else symbols[owner] for owner in row] for row in state.board()]
