"""Pictures of positions and games as values: shown by a notebook, or written into a file."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal, TypeAlias

from inarow.errors import BadOption
from inarow.games.record import Record
from inarow.games.record_file import write_whole
from inarow.interfaces.render import film, svg
from inarow.interfaces.render.values import analysed
from inarow.study.analysis import Analysis
from inarow.study.ask import Moves, What, record_of

Form: TypeAlias = Literal["board", "strip", "film"]
FORMS: tuple[Form, ...] = ("board", "strip", "film")
"""A position, a game as boards side by side, a game that plays by itself."""
SMALLEST, LARGEST = 4, 400
"""Pixels of a cell."""


@dataclass(frozen=True)
class Picture:
    """An SVG picture: a notebook shows it, `save` writes it, `svg` is its text."""

    svg: str

    def save(self, path: str | Path) -> None:
        """Write it into a file; an older one is replaced only once the new one is complete."""
        write_whole(Path(path), self.svg.encode())

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg):,} letters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


def as_image(drawing: str, words: str) -> str:
    """An SVG text as an image for HTML: its styles and names stay inside."""
    data = b64encode(drawing.encode()).decode()
    style = "max-width:100%;height:auto"
    return f'<img alt="{escape(words)}" style="{style}" src="data:image/svg+xml;base64,{data}">'


def picture(
    what: What | Analysis = "connect_four",
    moves: Moves = "",
    *,
    form: Form | None = None,
    size: int | None = None,
) -> Picture:
    """Draw a position or a game as SVG, which a notebook shows and `save` writes into a file.

    Args:
        what: see `position`; an analysis is drawn with the values of its moves.
        moves: see `position`.
        form: `"board"` for the position, `"strip"` for the game as boards side by side, `"film"`
            for an animation that plays by itself; by default a strip of a record, else a board.
        size: side of a cell in pixels.

    >>> picture("4453").svg.count('<g class="x"'), "@keyframes" in picture("4453", form="film").svg
    (2, True)
    """
    if isinstance(moves, str) and moves in FORMS:
        raise BadOption(f"the form of a picture is named so: form={moves!r}")
    if form is not None and form not in FORMS:
        raise BadOption(f"a picture is a {', a '.join(FORMS)}, not {form!r}")
    if size is not None and size not in range(SMALLEST, LARGEST + 1):
        raise BadOption(f"a cell has {SMALLEST} to {LARGEST} pixels, not {size!r}")
    if isinstance(what, Analysis):
        if moves or form not in (None, "board"):
            raise BadOption("an analysis is of one position: its picture is a board")
        return Picture(analysed(what, size or svg.CELL))
    record = record_of(what, moves)
    usual: Form = "strip" if isinstance(what, Record) and not moves else "board"
    chosen = form or usual
    if chosen == "strip":
        return Picture(film.strip(record, size or film.STRIP_CELL))
    if chosen == "film":
        return Picture(film.film(record, size or svg.CELL))
    return Picture(svg.render(record.end_of_main_line(), size=size or svg.CELL))
