"""The board of the terminal interface: one drawing for every game.

The idea: a cell is a mark with one character on either side of it. Those two characters carry what
colour alone must not carry, because not everyone sees colour and not every terminal shows it:

     ●     a stone                   (●)    the last stone
    [●]    a stone of a winning line  7     type 7 to play here
     ╳     a cell that may not be taken

Labels go where people look for them: below the columns when stones fall (there are no row names),
above and to the left when a cell is named by column and row. A game without labels shows what to
type in the cells themselves. Lines do not end in blanks and the drawing does not end in a newline.

A large open board is drawn as in Go: stones lie on the crossings of its lines, and star points help
the eye. It needs no frame, so a Gomoku board leaves room for a game in a terminal of 24 lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from inarow.games.base import Cell, Game, State
from inarow.games.sides import black_player, has_colours
from inarow.interfaces.render.goban import crossed_out, star_points

RED, GREEN, YELLOW, WHITE = 31, 32, 33, 37
"""Colour numbers of ANSI terminals."""

_T = TypeVar("_T")


class _Characters(NamedTuple):
    stones: str
    empty: str
    rule: str
    wall: str
    top: str  # where the top rule meets the left, an inner and the right wall
    middle: str
    bottom: str
    star: str
    forbidden: str
    between: str  # crossings


_UNICODE = _Characters("●○", "·", "─", "│", "┌┬┐", "├┼┤", "└┴┘", "╋", "╳", "─")
_ASCII = _Characters("XO", ".", "-", "|", "+++", "+++", "+++", "+", "#", " ")


def in_letters(state: State) -> str:
    """A position in plain ASCII, for `print`."""
    return render(state, colour=False, unicode=False)


def render(
    state: State,
    *,
    colour: bool,
    unicode: bool = True,
    numbers: Mapping[Cell, int] | None = None,
) -> str:
    """Draw a position for the terminal.

    Args:
        state: A position of any game.
        colour: Whether to add ANSI colours: first player red, second yellow, winning line green.
            Black and white stones have none of their own.
        unicode: Whether to use discs and box lines; otherwise plain ASCII.
        numbers: Stones that are shown as the number of their move, by cell.

    Returns:
        The lines of the drawing, joined by newlines.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four(rows=3,cols=5,k=3)").initial_state()
    >>> for column in (1, 1, 2, 2):
    ...     state = state.play(column)
    >>> print(render(state, colour=False, unicode=False))
    +---------------+
    | .  .  .  .  . |
    | .  O (O) .  . |
    | .  X  X  .  . |
    +---------------+
      1  2  3  4  5
    >>> print(render(state.play(3), colour=False, unicode=False).splitlines()[3])
    | . [X][X][X] . |
    """
    game, chars = state.game, _UNICODE if unicode else _ASCII
    row_names, column_names = game.labels()
    margin = max(map(len, row_names), default=0)
    shown = {cell: str(number) for cell, number in (numbers or {}).items()}
    width = _cell_width(game, shown)
    goban = bool(star_points(game))

    def line(name: str, cells: Sequence[str], walls: Sequence[str]) -> str:
        left, inner, right = walls
        blocks = ("".join(block) for block in _blocks(cells, game.block))
        return f"{name:>{margin}}{left}{inner.join(blocks)}{right}".rstrip()

    def rule(walls: str) -> str:
        return line("", [chars.rule * width] * game.shape[1], walls)

    body = [
        line(row_names[row] if row_names else "", cells, (" " if goban else chars.wall) * 3)
        for row, cells in enumerate(_cells(state, chars, width, colour, shown))
    ]
    if not goban:
        rows = _blocks(body, game.block)
        framed = [text for block in rows for text in (*block, rule(chars.middle))]
        body = [rule(chars.top), *framed[:-1], rule(chars.bottom)]
    if column_names:
        names = line("", [f"{name:^{width}}" for name in column_names], "   ")
        body.insert(0 if row_names else len(body), names)
    return "\n".join(body)


class Place(NamedTuple):
    """Where a cell stands in the drawing: its line, its first column, and how many it takes."""

    line: int
    column: int
    width: int


def cell_places(game: Game, numbers: Mapping[Cell, int] | None = None) -> dict[Cell, Place]:
    """Where each cell stands in the drawing of a position with these numbers.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(5)
    >>> place = cell_places(state.game)[1, 2]
    >>> line = render(state, colour=False, unicode=False).splitlines()[place.line]
    >>> line[place.column : place.column + place.width]
    '(X)'
    """
    row_names, column_names = game.labels()
    shown = {cell: str(number) for cell, number in (numbers or {}).items()}
    width, block = _cell_width(game, shown), game.block or max(game.shape)
    top = bool(row_names and column_names) + (not star_points(game))
    left = max(map(len, row_names), default=0) + 1
    rows, cols = game.shape
    return {
        (row, col): Place(top + row + row // block, left + width * col + col // block, width)
        for row in range(rows)
        for col in range(cols)
    }


def hints(state: State) -> dict[Cell, str]:
    """What to type in the cells themselves: for each cell that may be taken, the name of its move.

    Empty for a game with labels, which already tell people what to type.

    >>> from inarow.registry import load_game
    >>> start = load_game("nine_board").initial_state()
    >>> hints(start)  # a board is to be chosen first
    {}
    >>> hints(start.play(8))[8, 8]
    '9'
    """
    found: dict[Cell, str] = {}
    if not any(state.game.labels()):
        for action in state.legal_actions():
            cell = state.target(action)
            if cell is not None:
                found.setdefault(cell, state.game.format(action))
    return found


def stone_of(state: State, player: int, *, unicode: bool) -> str:
    """How a stone of a player is drawn.

    >>> from inarow.registry import load_game
    >>> stone_of(load_game("gomoku").initial_state(), 0, unicode=True)
    '●'
    """
    black = black_player(state) if has_colours(state.game) else 0
    return (_UNICODE if unicode else _ASCII).stones[player ^ black]


def paint(text: str, colour: int) -> str:
    r"""A text in a colour, and back to normal after it.

    >>> paint("X", RED)
    '\x1b[31mX\x1b[0m'
    """
    return f"\x1b[{colour}m{text}\x1b[0m"


def _cells(
    state: State, chars: _Characters, width: int, colour: bool, numbers: Mapping[Cell, str]
) -> list[list[str]]:
    """The text of every cell, `width` characters each (not counting the colours)."""
    last, outcome = state.last_cell, state.outcome
    winning = frozenset(outcome.cells if outcome else ())
    crossings = _crossings(state.game, chars)
    empty, between = crossings or hints(state), chars.between if crossings else " "
    empty |= dict.fromkeys(crossed_out(state), chars.forbidden)
    last_col = state.game.shape[1] - 1
    black = black_player(state) if crossings else 0

    def text(cell: Cell, owner: int | None) -> str:
        mark = empty.get(cell, chars.empty)
        if owner is not None:
            mark = numbers.get(cell, chars.stones[owner ^ black])
        sides = "[]" if cell in winning else "()" if cell == last else between * 2
        stone = sides[0] + mark + sides[1]
        padded = f"{stone:{between}^{width}}"
        if cell[1] == 0:  # nothing leads out of the board
            padded = f"{padded.lstrip(between):>{width}}"
        if cell[1] == last_col:
            padded = f"{padded.rstrip(between):<{width}}"
        if not colour or owner is None:
            return padded
        if crossings:  # their colours are black and white
            inked = stone.strip(between)
            return padded.replace(inked, paint(inked, GREEN)) if cell in winning else padded
        return paint(padded, GREEN if cell in winning else (RED, YELLOW)[owner])

    return [
        [text((row, col), owner) for col, owner in enumerate(owners)]
        for row, owners in enumerate(state.board())
    ]


def _crossings(game: Game, chars: _Characters) -> dict[Cell, str]:
    """How the lines of a board that is drawn as in Go meet in each cell; empty for other boards."""
    stars = star_points(game)
    if not stars:
        return {}
    rows, cols = game.shape
    found: dict[Cell, str] = {}
    if chars.between != " ":
        for row in range(rows):
            signs = {0: chars.top, rows - 1: chars.bottom}.get(row, chars.middle)
            found |= {(row, col): signs[1] for col in range(cols)}
            found |= {(row, 0): signs[0], (row, cols - 1): signs[2]}
    return found | dict.fromkeys(stars, chars.star)


def _cell_width(game: Game, numbers: Mapping[Cell, str]) -> int:
    """Wide enough for a marked stone or number, each column name, and each move in a cell."""
    names = game.labels()[1]
    moves = (
        [] if any(game.labels()) else [game.format(action) for action in range(game.num_actions)]
    )
    marked = (*moves, *numbers.values())
    return max([3, *(len(name) + 1 for name in names), *(len(mark) + 2 for mark in marked)])


def _blocks(items: Sequence[_T], block: int) -> list[Sequence[_T]]:
    """Cut a sequence into pieces of `block`; block 0 leaves it in one piece."""
    size = block or len(items)
    return [items[start : start + size] for start in range(0, len(items), size)]
