"""A plot as a list of marks: lines, boxes, dots and words, which are written as SVG.

    plot = Plot("Ratings", "Elo of each player.", 640, 200, (Dot(10, 10), Words(20, 14, "ada")))
    plot_svg(plot)                     one file that needs nothing else, for the page and the web
    save_plot(plot, "ratings.png")     PNG and PDF, which matplotlib draws (the extra `plots`)

Points count from the top left, as in SVG. Nothing depends on colour alone: whatever has a shade has
its number, lines are dashed differently and named. Same marks, same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from xml.sax.saxutils import escape

from inarow.errors import BadFile, BadOption, MissingPackage

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, FILL, GRID, PAPER = "#26303d", "#4878a8", "#d5dae0", "#ffffff"
LETTER = 7.2
"""How wide a letter is, nearly."""
SIZE = 13
"""Of letters."""
SUFFIXES = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}
"""The kinds of files, and how each begins."""
DARK = {INK: "#dde3ea", FILL: "#7aa6d6", GRID: "#3a434e", PAPER: "#14181d"}
"""The same for readers who like it dark."""
_MARK = "inarow plot"
"""What every file of ours says of itself."""
_DOTS_PER_INCH = 150
_POINTS = 72

Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points."""

    points: tuple[tuple[float, float], ...]
    colour: str = INK
    width: float = 1.5
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str = FILL


@dataclass(frozen=True, slots=True)
class Dot:
    """A point."""

    x: float
    y: float
    radius: float = 4.5


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `y` is where its letters stand."""

    x: float
    y: float
    text: str
    anchor: Anchor = "start"
    size: float = SIZE


Mark: TypeAlias = Line | Box | Dot | Words


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its title, a sentence that says what it shows, its size and its marks."""

    title: str
    told: str
    width: float
    height: float
    marks: tuple[Mark, ...]


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers from low to high, at most about so many.

    >>> ticks(-130, 270)
    [-100, 0, 100, 200]
    """
    span = max(high - low, 1e-9)
    rough = span / most
    unit = 10 ** floor(log10(rough))
    step = next(unit * size for size in (1, 2, 5, 10) if unit * size >= rough)
    return [step * at for at in range(ceil(low / step), floor(high / step) + 1)]


def plot_svg(plot: Plot) -> str:
    """The picture as SVG.

    >>> print(plot_svg(Plot("One", "A dot.", 20, 10, (Dot(5, 5),))))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20" height="10" role="img">
    <title>One</title><desc>A dot. (inarow plot)</desc>
    <style>@media (prefers-color-scheme:dark){...}</style>
    <rect width="100%" height="100%" fill="#ffffff"/>
    <circle cx="5" cy="5" r="4.5" fill="#26303d"/>
    </svg>
    """
    size = f'viewBox="0 0 {plot.width:g} {plot.height:g}" width="{plot.width:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} height="{plot.height:g}" role="img">',
            f"<title>{escape(plot.title)}</title><desc>{escape(plot.told)} ({_MARK})</desc>",
            *([_dark_style()] if _follows_reader(plot) else []),
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *map(_svg_of, plot.marks),
            "</svg>",
        ]
    )


def _follows_reader(plot: Plot) -> bool:
    """Whether every colour has a dark one; shades with words on them stay as they are."""
    return all(mark.colour in DARK for mark in plot.marks if isinstance(mark, Line | Box))


def _dark_style() -> str:
    rules = "".join(
        f'[{kind}="{light}"]{{{kind}:{dark}}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def _svg_of(mark: Mark) -> str:
    if isinstance(mark, Line):
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in mark.points)
        dashes = f' stroke-dasharray="{_list(mark.dashes)}"' if mark.dashes else ""
        stroke = f'stroke="{mark.colour}" stroke-width="{mark.width:g}"{dashes}'
        return f'<polyline points="{points}" fill="none" {stroke}/>'
    if isinstance(mark, Box):
        place = f'x="{mark.x:.5g}" y="{mark.y:.5g}"'
        size = f'width="{mark.width:.5g}" height="{mark.height:.5g}"'
        return f'<rect {place} {size} fill="{mark.colour}"/>'
    if isinstance(mark, Dot):
        return f'<circle cx="{mark.x:.5g}" cy="{mark.y:.5g}" r="{mark.radius:g}" fill="{INK}"/>'
    place = f'x="{mark.x:.5g}" y="{mark.y:.5g}" text-anchor="{mark.anchor}"'
    font = f'font-family="system-ui, sans-serif" font-size="{mark.size:g}"'
    return f'<text {place} {font} fill="{INK}">{escape(mark.text)}</text>'


def _list(numbers: Sequence[float]) -> str:
    return " ".join(f"{number:g}" for number in numbers)


def save_plot(plot: Plot, path: str | Path) -> None:
    """Write the picture to a file whose name says of what kind it is.

    Raises:
        BadOption: it is of no kind that can be drawn.
        MissingPackage: a PNG or PDF needs matplotlib, which is not there.
    """
    path = Path(path)
    check_kind(path)
    if path.suffix == ".svg":
        path.write_text(plot_svg(plot) + "\n", encoding="utf-8")
    else:
        path.write_bytes(_matplotlib(plot, path.suffix[1:]))


def check_kind(path: Path) -> None:
    """Refuse a file of a kind that cannot be drawn here."""
    if path.suffix not in SUFFIXES:
        raise BadOption(f"a picture is a {', '.join(SUFFIXES)} file, not {path.name!r}")
    if path.suffix != ".svg" and find_spec("matplotlib") is None:
        raise MissingPackage("pictures other than SVG need", "matplotlib")


def check_picture(path: Path) -> None:
    """Refuse a file that was not drawn here."""
    content = path.read_bytes()
    if not content.startswith(tuple(SUFFIXES.values())) or _MARK.encode() not in content:
        raise BadFile(f"{path} is not a picture of an event")


def _matplotlib(plot: Plot, kind: str) -> bytes:
    """The same marks as a PNG or PDF file."""
    from matplotlib import figure as figures

    figure = figures.Figure((plot.width / _POINTS, plot.height / _POINTS))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, plot.width)
    axes.set_ylim(plot.height, 0)
    for mark in plot.marks:
        _draw(axes, mark)
    told, written = f"{plot.told} ({_MARK})", BytesIO()
    about: dict[str, Any] = {"Title": plot.title, "Description": told}
    if kind == "pdf":  # and no date: the same numbers make the same file
        about = {"Title": plot.title, "Subject": told, "CreationDate": None}
    figure.savefig(written, format=kind, dpi=_DOTS_PER_INCH, metadata=about)
    return written.getvalue()


def _draw(axes: Axes, mark: Mark) -> None:
    if isinstance(mark, Line):
        style: Any = (0, mark.dashes) if mark.dashes else "-"
        x, y = zip(*mark.points, strict=True)
        axes.plot(x, y, color=mark.colour, linewidth=mark.width, linestyle=style)
    elif isinstance(mark, Box):
        across = [mark.x, mark.x + mark.width]
        axes.fill_between(across, mark.y, mark.y + mark.height, color=mark.colour, linewidth=0)
    elif isinstance(mark, Dot):
        axes.plot([mark.x], [mark.y], "o", color=INK, markersize=2 * mark.radius)
    else:
        side: Any = {"start": "left", "middle": "center", "end": "right"}[mark.anchor]
        axes.text(mark.x, mark.y, mark.text, ha=side, va="baseline", color=INK, fontsize=mark.size)
