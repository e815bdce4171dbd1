"""The boards of the original programs, byte for byte.

Five programs of other people are the origin of this package, and each has a look of its own. Their
transcripts can be compared with ours character by character, blanks at the end of a line included:

    lookahead   " | X |   | O | " above a line of dashes and the column numbers
    versus      "1 | R |   | Y |" below numbered columns
    nine        " . . . | X . O | . . ." in three times three boards
    menu        "- X O " and nothing else; O moves first there
    gomoku      a frame of underscores, rows and columns counted from 0

Every function also draws boards of other sizes than the programs had. No drawing ends in a newline.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def nine_goal(state: State) -> str:
    """Where a person has to play on nine boards, which the drawing hardly shows.

    >>> from inarow.registry import load_game
    >>> start = load_game("nine_board(first_move=free)").initial_state()
    >>> nine_goal(start), nine_goal(start.play(4).play(8))
    ('choose a board: 1 2 3 4 5 6 7 8 9', 'play in board 9, free cells: 1 2 3 4 5 6 7 8 9')
    """
    names = " ".join(state.game.format(action) for action in state.legal_actions())
    cell = state.target(state.legal_actions()[0])
    if cell is None:
        return f"choose a board: {names}"
    return f"play in board {cell[0] // 3 * 3 + cell[1] // 3 + 1}, free cells: {names}"


def versus(state: State, symbols: Sequence[str], *, colour: bool = False) -> str:
    """The board of the alpha-beta program: numbered columns on top, rows counted from below.

    >>> from inarow.registry import load_game
    >>> print(versus(load_game("connect_four(rows=2,cols=3,k=2)").initial_state().play(1), "RY"))
      | 1 | 2 | 3 |
    2 |   |   |   |
    1 |   | R |   |
    """
    won = frozenset(state.outcome.cells if state.outcome else ())
    rows, cols = state.game.shape
    margin = len(str(rows))

    def cell(row: int, col: int, mark: str) -> str:
        text = f"[{mark}]" if (row, col) in won else f" {mark} "
        return paint(text, RED if mark == "R" else YELLOW) if colour and mark != " " else text

    lines = [" " * margin + " |" + "".join(f"{col + 1:^3}|" for col in range(cols))]
    for row, marks in enumerate(_marks(state, " ", "".join(symbols))):
        cells = "|".join(cell(row, col, mark) for col, mark in enumerate(marks))
        lines.append(f"{rows - row:>{margin}} |{cells}|")
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
