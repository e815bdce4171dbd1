"""A whole game in one SVG file: as a strip of boards to print, or as a film that plays by itself.

A **strip** shows the game in a few stages; stones of each stage carry the numbers of their moves.

A **film** is made of shapes that come and go. Each position is drawn as a set of shapes, and one
that is the same in several positions in a row is written once, with the time for which it is seen:

    position   0   1   2   3   4
    stone a        #########...      from 1 to the end
    last mark      ##                from 1 to 2, then there is another one

The times are steps of CSS animations. Their names hold a checksum of the game: where a page holds
several films in its own text, as notebooks do, the styles of one also count for the others.

Where nothing moves (a printer, a reader who asked for less motion, a program that knows no
animations) the last position is seen. No script is needed, so it plays wherever a browser shows a
picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from inarow.games.base import Cell, State
from inarow.games.record import Record, RecordNode
from inarow.games.sides import player_name, side_names
from inarow.interfaces.render import svg
from inarow.interfaces.render.endings import end_words
from inarow.text import clean

STRIP_CELL = 24
"""Pixels of a cell of a strip."""
STRIP_BOARDS = 6
MOVES_PER_BOARD = 4
"""A strip has at most so many boards, and not fewer moves on each unless the game is short."""
STEP_SECONDS, END_SECONDS = 0.8, 3.0
"""How long a position of a film is seen, and the last one before it begins again."""
_LINE = 26  # the height of a line of text
_LETTER = 9  # the width of a letter
_ROW = 1900  # about the width of a row of boards
_WIDTH = 360  # of the narrowest picture
_GAP = 16
_STYLE = """\
.inarow .words{font:15px sans-serif;text-anchor:start}
.inarow .title{font-weight:700}
"""


@dataclass(frozen=True)
class _Game:
    """The line of a record that is shown, with what is said of it."""

    nodes: tuple[RecordNode, ...]
    title: str
    ending: str

    @property
    def states(self) -> list[State]:
        return [node.state for node in self.nodes]

    @property
    def moves(self) -> str:
        name = self.nodes[0].state.game.format
        return " ".join(name(node.action) for node in self.nodes if node.action is not None)

    def numbers(self, first: int, last: int) -> dict[Cell, int]:
        """The cells of the stones that the moves after `first` up to `last` placed, numbered."""
        number, found = self.nodes[0].state.ply, {}
        for at, node in enumerate(self.nodes[1 : last + 1], start=1):
            cell = None if node.action is None else self.nodes[at - 1].state.target(node.action)
            if cell is not None:
                number += 1
                if at > first:
                    found[cell] = number
        return found

    def move_words(self, at: int) -> str:
        """What has happened in a position: `3. X 4`, and how the game ended."""
        node = self.nodes[at]
        ending = self.ending if at == len(self.nodes) - 1 else ""
        if node.action is None:
            return ending
        before = self.nodes[at - 1].state
        who = "dice" if before.chance() else player_name(before, before.player)
        words = f"{at}. {who} {before.game.format(node.action)}"
        return f"{words}: {ending}" if ending else words


def _game_of(record: Record) -> _Game:
    """The line through the cursor of a record, to its end."""
    path = [record.current]
    while (parent := path[-1].parent) is not None:
        path.append(parent)
    nodes = (*reversed(path), *record.current.line())
    state = nodes[-1].state
    sides, outcome = side_names(state), state.outcome or record.result
    tags = [clean(record.tags.get(tag, "")) for tag in ("First", "Second")]
    names = [f"{tag} ({side})" if tag else side for tag, side in zip(tags, sides, strict=True)]
    ending = end_words(outcome, sides) if outcome else ""
    return _Game(nodes, f"{names[0]} - {names[1]}", ending)


def strip(record: Record, size: int = STRIP_CELL) -> str:
    """Draw a game as boards side by side; `size` is the side of a cell in pixels.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("connect_four"))
    >>> state = record.push_moves("44535621")
    >>> drawing = strip(record)
    >>> drawing.count('class="board"'), ">moves 5-8<" in drawing
    (2, True)
    """
    game = _game_of(record)
    moves = len(game.nodes) - 1
    boards = max(1, min(STRIP_BOARDS, -(-moves // MOVES_PER_BOARD)))
    cuts = [round(moves * at / boards) for at in range(boards + 1)]
    box = svg.box_of(record.game)
    wide, high = box.width + _GAP, box.height + _LINE
    across = min(boards, max(3, _ROW // wide))
    body: list[str] = []
    for at, (first, last) in enumerate(pairwise(cuts)):
        state = game.states[last]
        kind = " ".join(("stage", *svg.goban_classes(state)))
        words = f"moves {first + 1}-{last}" if last > first + 1 else f"move {last}" * bool(last)
        down, right = divmod(at, across)
        body += [
            f'<g class="{kind}" transform="translate({right * wide} {down * high})">',
            *svg.ground(state.game, svg.open_cells(state)),
            *svg.pieces(state, game.numbers(first, last)),
            _words(0, box.y + box.height + _LINE // 2, words),
            "</g>",
        ]
    rows = -(-boards // across)
    box = box._replace(width=across * wide, height=rows * high - _LINE)
    return _document(["inarow"], box, size, game, body)


def film(record: Record, size: int = svg.CELL) -> str:
    """Draw a game so that it plays by itself; `size` is the side of a cell in pixels.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push_moves("b2a3")
    >>> drawing = film(record)
    >>> drawing.count('class="x"'), drawing.count('class="o"'), "@keyframes" in drawing
    (1, 1, True)
    """
    game = _game_of(record)
    states, box = game.states, svg.box_of(record.game)
    below = box.y + box.height + _LINE // 2
    cells = [svg.open_cells(state) for state in states]
    shapes = [
        [*_coloured(state), _words(0, below, game.move_words(at))]
        for at, state in enumerate(states)
    ]
    frames = _Times(len(states), f"f{crc32(f'{record.game} {game.moves}'.encode()):08x}")
    body = [
        *svg.ground(record.game, frames.timed(cells)),
        *frames.timed(shapes),
    ]
    kinds = ["inarow", *svg.goban_classes(states[-1])[:1]]
    return _document(kinds, box, size, game, body, frames.style())


def _coloured(state: State) -> list[str]:
    """The shapes of a position; an opening may swap the colours of the stones in the course."""
    shapes = svg.pieces(state)
    if "swapped" not in svg.goban_classes(state):
        return shapes
    return [f'<g class="swapped">{shape}</g>' for shape in shapes]


class _Times:
    """When shapes are seen, and the style that makes it so."""

    def __init__(self, count: int, prefix: str) -> None:
        self.count, self.prefix = count, prefix
        self.seconds = STEP_SECONDS * (count - 1) + END_SECONDS
        self.spans: set[tuple[int, int]] = set()

    def timed(self, frames: Sequence[Sequence[str]]) -> list[str]:
        """All shapes of some frames, each once for every time that it is seen in a row."""
        began: dict[str, tuple[int, int]] = {}
        found: list[tuple[tuple[int, int], int, str]] = []
        for at, shapes in enumerate([*frames, []]):
            now = {one: (at, order) for order, one in enumerate(shapes)}
            found += [(since, at, one) for one, since in began.items() if one not in now]
            began = {one: began.get(one, since) for one, since in now.items()}
        return [self._seen(start, end, shape) for (start, _), end, shape in sorted(found)]

    def _seen(self, start: int, end: int, shape: str) -> str:
        if (start, end) == (0, self.count):
            return shape
        self.spans.add((start, end))
        return f'<g class="{self._name(start, end)}">{shape}</g>'

    def _name(self, start: int, end: int) -> str:
        return f"{self.prefix}-{start}" + ("" if end == self.count else f"-{end}")

    def style(self) -> str:
        """The animations; without them, only what belongs to the last position is seen."""
        lines = []
        for start, end in sorted(self.spans):
            name, last = self._name(start, end), end == self.count
            steps = {0.0: start == 0, self._share(start): True}
            steps |= {} if last else {self._share(end): False}
            keys = "".join(f"{at:.3f}%{{visibility:{_SEEN[on]}}}" for at, on in steps.items())
            lines.append(f"@keyframes {name}{{{keys}100%{{visibility:{_SEEN[last]}}}}}")
            timing = f"{name} {self.seconds:g}s step-end infinite"
            lines.append(f".{name}{{visibility:{_SEEN[last]};animation:{timing}}}")
        lines.append("@media print,(prefers-reduced-motion:reduce){.inarow *{animation:none}}")
        return "\n".join(lines) + "\n"

    def _share(self, at: int) -> float:
        return 100 * STEP_SECONDS * at / self.seconds


_SEEN = {True: "visible", False: "hidden"}


def _words(x: int, y: int, text: str, kind: str = "") -> str:
    return svg.caption(x, y, text, f"words {kind}".strip())


def _document(
    kinds: Sequence[str],
    box: svg.Box,
    size: int,
    game: _Game,
    body: Sequence[str],
    style: str = "",
) -> str:
    """The file: who played above, a line below, all moves as text for who cannot see it."""
    rules = game.nodes[0].state.game
    head = f"{game.title}: {game.ending}" if game.ending else game.title
    width = max(box.width, _WIDTH)
    title = _words(box.x + _GAP // 2, box.y - _LINE // 2, clean(head, width // _LETTER), "title")
    whole = svg.Box(box.x, box.y - _LINE, width, box.height + 2 * _LINE)
    words = f"{rules}: {head}", f"moves: {game.moves}"
    return svg.document(kinds, whole, size, *words, [title, *body], _STYLE + style)
