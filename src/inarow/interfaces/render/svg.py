"""A picture of the board: one SVG text that browsers, editors and documents show as it is.

The idea: every cell is a square of 40 units, the board starts at (0, 0), and `size` only says how
large a cell appears. Nothing depends on colour alone: the first player's stone is a disc with a
cross, the second's is a ring; a winning cell has a frame and the last stone a triangle in the
corner of its cell. Colours follow the reader's light or dark setting. For people who cannot see the
picture, `<title>` tells how the game stands and `<desc>` holds the board as text.

A large open board is drawn as in Go: black and white stones on the crossings of lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from inarow.games.base import SYMBOLS, Cell, Game, State
from inarow.games.sides import black_player, side_names
from inarow.interfaces.render.goban import crossed_out, star_points
from inarow.interfaces.render.modern import hints

CELL = 40
_EDGE = 8  # free space around the board
_NAMES = 28  # the same on a side with labels

_STYLE = """\
.inarow .paper{fill:#fff}
.inarow .board,.inarow .hole{fill:#eef2f7}
.inarow .open{fill:#d9e8fb}
.inarow .grid,.inarow .blocks{fill:none;stroke:#9aa7b8}
.inarow .blocks{stroke:#3d4a5c;stroke-width:3;stroke-linecap:square}
.inarow text{fill:#3d4a5c;font:15px sans-serif;text-anchor:middle}
.inarow .x,.inarow .o,.inarow .hole{stroke:#26303d;stroke-width:1.5}
.inarow .x{fill:#d7263d}
.inarow .x path{stroke:#fff;stroke-width:4;stroke-linecap:round}
.inarow .o{fill:#f2b705}
.inarow .win{fill:none;stroke:#1a8a3a;stroke-width:4}
.inarow .last{fill:#26303d}
.inarow .no{stroke:#b3203a;stroke-width:3}
.inarow .x text,.goban.swapped .o text,.goban .swapped .o text{fill:#fff}
.inarow .o text,.goban.swapped .x text,.goban .swapped .x text{fill:#26303d}
.inarow .x text,.inarow .o text{stroke:none;font-size:13px}
.inarow .wood{fill:#e9cd97}
.goban .grid,.goban .star{stroke:#6d5631;fill:#6d5631}
.goban .x{fill:#17191d}
.goban .o,.goban .o .hole{fill:#fbfaf6}
.goban.swapped .x,.goban .swapped .x{fill:#fbfaf6}
.goban.swapped .x path,.goban .swapped .x path{stroke:#26303d}
.goban.swapped .o,.goban.swapped .o .hole,.goban .swapped .o,.goban .swapped .o .hole{fill:#17191d}
.goban.swapped .o .hole,.goban .swapped .o .hole{stroke:#fff}
@media (prefers-color-scheme:dark){
.inarow .paper{fill:#10151c}
.inarow .board,.inarow .hole{fill:#1d2632}
.inarow .open{fill:#2a3d57}
.inarow .grid{stroke:#465468}
.inarow .blocks{stroke:#a9b6c7}
.inarow text{fill:#c9d3df}
.inarow .x,.inarow .o,.inarow .hole{stroke:#0b0f14}
.inarow .win{stroke:#3ddc6b}
.inarow .last{fill:#f0f4f8}
.inarow .no{stroke:#ffb3bd}
.inarow .wood{fill:#97774a}
.goban .grid,.goban .star{stroke:#3c2f19;fill:#3c2f19}
}
"""
_STONES = (
    '<circle r="14"/><path d="M-5 -5L5 5M-5 5L5 -5"/>',
    '<circle r="14"/><circle class="hole" r="7"/>',
)

_NUMBERED = '<circle r="14"/><text y="5">{}</text>'

_CROSS = 'd="M-6 -6L6 6M-6 6L6 -6"'
_FRAME = 'd="M-17 -17H17V17H-17Z"'
_TRIANGLE = 'd="M-18 -18H-5L-18 -5Z"'


def render(
    state: State,
    *,
    size: int = CELL,
    over: Sequence[str] = (),
    style: str = "",
) -> str:
    """Draw a position as a standalone SVG document.

    Args:
        state: A position of any game.
        size: Side of a cell in pixels.
        over: Shapes to draw over the stones.
        style: Their style.

    Returns:
        The text of the file.

    >>> from inarow.registry import load_game
    >>> drawing = render(load_game("tic_tac_toe").initial_state(), size=20)
    >>> drawing.partition(">")[0]
    '<svg xmlns="http://www.w3.org/2000/svg" class="inarow" role="img" viewBox="-28 -28 156 156" \
width="78" height="78"'
    >>> drawing.splitlines()[1]
    '<title>mnk(rows=3,cols=3,k=3,overline=win): X to move</title>'
    """
    game, box = state.game, box_of(state.game)
    kinds = ["inarow", *goban_classes(state)]
    body = [*ground(game, open_cells(state)), *pieces(state), *over]
    title = f"{game}: {status(state)}"
    return document(kinds, box, size, title, _plain(state), body, style)


class Box(NamedTuple):
    """A part of the plane: its left and upper edge, and its sides."""

    x: int
    y: int
    width: int
    height: int


def box_of(game: Game) -> Box:
    """The board with the space around it for names."""
    rows, cols = game.shape
    row_names, column_names = game.labels()
    left = _NAMES if row_names else _EDGE
    top = _NAMES if row_names and column_names else _EDGE
    bottom = _NAMES if column_names and not row_names else _EDGE
    return Box(-left, -top, left + cols * CELL + _EDGE, top + rows * CELL + bottom)


def goban_classes(state: State) -> list[str]:
    """The classes of a board that is drawn as in Go, if it is one."""
    if not star_points(state.game):
        return []
    return ["goban", "swapped"] if black_player(state) else ["goban"]


def document(
    kinds: Sequence[str],
    box: Box,
    size: int,
    title: str,
    description: str,
    body: Sequence[str],
    style: str = "",
) -> str:
    """A file of its own: what it is called, how it looks, and shapes on a paper."""
    x, y, width, height = box
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{" ".join(kinds)}" role="img" '
        f'viewBox="{x} {y} {width} {height}" '
        f'width="{width * size / CELL:g}" height="{height * size / CELL:g}">',
        f"<title>{escape(title, quote=False)}</title>",
        f"<desc>{escape(description, quote=False)}</desc>",
        f"<style>\n{_STYLE}{style}</style>",
        f'<rect class="paper" x="{x}" y="{y}" width="{width}" height="{height}"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def ground(game: Game, marked: Sequence[str] = ()) -> list[str]:
    """The empty board with its names; `marked` cells lie under its lines."""
    rows, cols = game.shape
    row_names, column_names = game.labels()
    stars = star_points(game)
    return [
        f'<rect class="{"wood" if stars else "board"}" width="{cols * CELL}" '
        f'height="{rows * CELL}"/>',
        *marked,
        *(_crossing_lines(rows, cols, stars) if stars else _lines(rows, cols, game.block)),
        *_labels(row_names, column_names, rows),
    ]


def status(state: State) -> str:
    """How a game stands, in words."""
    outcome = state.outcome
    if outcome is None:
        return f"{side_names(state)[state.player]} to move"
    return "draw" if outcome.winner is None else f"{side_names(state)[outcome.winner]} wins"


def _plain(state: State) -> str:
    """The board in plain characters, top row first."""
    marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
    return "\n".join("".join(marks[owner] for owner in row) for row in state.board())


def centre(index: int) -> int:
    """The middle of a row or column."""
    return index * CELL + CELL // 2


def caption(x: int, y: int, text: str, kind: str = "") -> str:
    """A text around a point; 5 units lower, because `y` is where letters stand."""
    named = f'class="{kind}" ' if kind else ""
    return f'<text {named}x="{x}" y="{y + 5}">{escape(text, quote=False)}</text>'


def open_cells(state: State) -> list[str]:
    """In a game without labels: the cells that may be taken, with what to type."""
    parts: list[str] = []
    for (row, col), text in hints(state).items():
        x, y = col * CELL, row * CELL
        parts.append(f'<rect class="open" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
        parts.append(caption(centre(col), centre(row), text))
    return parts


def _lines(rows: int, cols: int, block: int) -> list[str]:
    """The grid, and thicker lines around the blocks of a divided board."""
    parts = []
    for name, row_step, col_step in (("grid", 1, 1), ("blocks", block or rows, block or cols)):
        across = (f"M0 {row * CELL}H{cols * CELL}" for row in _steps(rows, row_step))
        down = (f"M{col * CELL} 0V{rows * CELL}" for col in _steps(cols, col_step))
        parts.append(f'<path class="{name}" d="{"".join((*across, *down))}"/>')
    return parts


def _crossing_lines(rows: int, cols: int, stars: Sequence[Cell]) -> list[str]:
    """Lines through the middle of the cells, and the star points."""
    first, right, bottom = centre(0), centre(cols - 1), centre(rows - 1)
    across = (f"M{first} {centre(row)}H{right}" for row in range(rows))
    down = (f"M{centre(col)} {first}V{bottom}" for col in range(cols))
    dots = (f'<circle class="star" {at(cell)} r="4"/>' for cell in stars)
    return [f'<path class="grid" d="{"".join((*across, *down))}"/>', *dots]


def _steps(count: int, step: int) -> list[int]:
    """Where lines go: at every step and at the far edge."""
    return [*range(0, count, step), count]


def _labels(row_names: Sequence[str], column_names: Sequence[str], rows: int) -> list[str]:
    """Rows on the left; columns above if there are row names, else below."""
    y = -_NAMES // 2 if row_names else rows * CELL + _NAMES // 2
    parts = [caption(-_NAMES // 2, centre(row), name) for row, name in enumerate(row_names)]
    return parts + [caption(centre(col), y, name) for col, name in enumerate(column_names)]


def pieces(state: State, numbers: Mapping[Cell, int] | None = None) -> list[str]:
    """The stones, the cells that may not be taken, the winning cells and the last stone."""
    parts: list[str] = []
    for row, owners in enumerate(state.board()):
        for col, owner in enumerate(owners):
            if owner is not None:
                kind = SYMBOLS[owner].lower()
                number = (numbers or {}).get((row, col))
                stone = _STONES[owner] if number is None else _NUMBERED.format(number)
                parts.append(f'<g class="{kind}" {at((row, col))}>{stone}</g>')
    parts += [f'<path class="no" {at(cell)} {_CROSS}/>' for cell in crossed_out(state)]
    outcome, last = state.outcome, state.last_cell
    for cell in outcome.cells if outcome else ():
        parts.append(f'<path class="win" {at(cell)} {_FRAME}/>')
    if last is not None:
        parts.append(f'<path class="last" {at(last)} {_TRIANGLE}/>')
    return parts


def at(cell: Cell) -> str:
    """The attribute that moves a shape from (0, 0) to the centre of a cell."""
    row, col = cell
    return f'transform="translate({centre(col)} {centre(row)})"'
