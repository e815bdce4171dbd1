"""The curve of a training: what a player could do after how many games, as SVG or in a terminal.

Two charts stand above each other, with games on a logarithmic axis: a network learns most at first.

    keeps the result    a disc and a bar: the share of right moves with its 95 % interval
    rating              a diamond and a bar: Elo above the random player; or, where the levels of
                        the game were not measured, the share of points against them

In a terminal each checkpoint is a line, and the curve runs downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10
from pathlib import Path

from inarow.arena.elo import wilson
from inarow.errors import BadFile
from inarow.games.record_file import read_plain_text
from inarow.interfaces.render.svg import CELL, Box, document
from inarow.search.learned.plan import Checkpoint

_WIDTH, _HEIGHT, _GAP = 560, 180, 70
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 56, 44
_STYLE = """\
.curve text{font-size:13px}
.curve .side{text-anchor:end}
.curve .head{text-anchor:start;font-size:15px}
.curve .bar,.curve .line{fill:none;stroke:#3d4a5c}
.curve .line{stroke-width:2}
.curve .mark{fill:#d7263d;stroke:#26303d}
.curve .rated .mark{fill:#f2b705}
@media (prefers-color-scheme:dark){
.curve .bar,.curve .line{stroke:#a9b6c7}
}
"""
_DISC = '<circle class="mark" cx="{x:g}" cy="{y:g}" r="4"/>'
_DIAMOND = '<path class="mark" d="M{x:g} {y:g}m-5 0l5 -5l5 5l-5 5z"/>'
_CELLS = 24
"""Characters of a curve in a terminal."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One value of a chart: after so many games, with its interval."""

    games: int
    value: float
    low: float
    high: float


def kept_spots(curve: Sequence[Checkpoint]) -> list[Spot]:
    """How often moves kept the result, in percent."""
    return [_share(one.games, one.kept, one.asked) for one in curve if one.asked]


def rated_spots(curve: Sequence[Checkpoint]) -> tuple[str, list[Spot]]:
    """How strong it was, and in what that is measured."""
    rated = [
        Spot(one.games, one.elo, one.elo - one.error, one.elo + one.error)
        for one in curve
        if one.elo is not None and one.error is not None
    ]
    if rated:
        return "rating: Elo above the random player", rated
    points = [_share(one.games, one.points, one.played) for one in curve if one.played]
    return "points against the nearest levels, %", points


def _share(games: int, count: float, total: int) -> Spot:
    low, high = wilson(count, total)
    return Spot(games, 100 * count / total, 100 * low, 100 * high)


def curve_line(point: Checkpoint) -> str:
    """A checkpoint as a line of a terminal, with its place on the curve.

    >>> curve_line(Checkpoint(120_000, 15.0, 255, 300, 14, 24, 900.0, 120.0))
    'keeps the result 85.0 %     900 Elo +-120   50 |              --o--     | 100 %'
    """
    parts, kept = [], kept_spots([point])
    _, rated = rated_spots([point])
    if kept:
        parts.append(f"keeps the result {kept[0].value:4.1f} %")
    if rated and point.elo is not None and point.error is not None:
        parts.append(f"{point.elo:5,.0f} Elo +-{point.error:.0f}")
    elif rated:
        parts.append(f"{point.points:g} of {point.played} against levels")
    if kept:
        parts.append(f"50 |{_plotted(kept[0], 50)}| 100 %")
    elif rated:
        parts.append(f"0 |{_plotted(rated[0], 0)}| 100 %")
    return "   ".join(parts)


def _plotted(spot: Spot, low: float) -> str:
    """A value and its interval as characters, from `low` to 100."""

    def column(value: float) -> int:
        return min(_CELLS - 1, max(0, floor(_CELLS * (value - low) / (100 - low))))

    cells = [" "] * _CELLS
    for at in range(column(spot.low), column(spot.high) + 1):
        cells[at] = "-"
    cells[column(spot.value)] = "o"
    return "".join(cells)


def check_curve(path: Path) -> None:
    """Raise an error if a file is something else than a curve."""
    if "curve" not in read_plain_text(path)[:200]:
        raise BadFile(f"{path} is no curve of a training")


def draw_curve(title: str, curve: Sequence[Checkpoint]) -> str:
    """The curve of a training as the text of an SVG file.

    >>> draw_curve("a player", [Checkpoint(500, 1.0, 150, 300)]).count("<circle")
    1
    """
    kind, rated = rated_spots(curve)
    charts = [("moves that keep the result, %", kept_spots(curve), _DISC), (kind, rated, _DIAMOND)]
    shown = [chart for chart in charts if chart[1]]
    body = [f'<text class="head" x="{_LEFT}" y="24">{escape(title)}</text>']
    for number, (head, spots, mark) in enumerate(shown):
        top = _TOP + number * (_HEIGHT + _GAP)
        kinds = "rated" if mark == _DIAMOND else "kept"
        body += [f'<g class="{kinds}">', *_chart(head, spots, mark, top), "</g>"]
    height = _TOP + max(1, len(shown)) * (_HEIGHT + _GAP) - _GAP + _BOTTOM
    box = Box(0, 0, _LEFT + _WIDTH + _RIGHT, height)
    return document(["inarow", "curve"], box, CELL, title, _words(curve), body, _STYLE)


def _words(curve: Sequence[Checkpoint]) -> str:
    """The same in words, for people who cannot see it."""
    lines = [f"{one.games:,} games: {curve_line(one).partition('   50 |')[0]}" for one in curve]
    return "\n".join(lines)


def _chart(head: str, spots: Sequence[Spot], mark: str, top: int) -> list[str]:
    last = log10(max(10, spots[-1].games))
    first = min(log10(max(1, spots[0].games)), last - 1)
    lowest, highest = min(spot.low for spot in spots), max(spot.high for spot in spots)
    percent = "%" in head
    step = 10 if percent else 100 if highest - lowest <= 1000 else 200
    bottom, ceiling = step * floor(lowest / step), step * (floor(highest / step) + 1)
    if percent:
        ceiling = min(ceiling, 100)

    def x(games: float) -> float:
        return round(_LEFT + _WIDTH * (log10(max(1, games)) - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(top + _HEIGHT * (ceiling - value) / (ceiling - bottom), 1)

    found = [f'<text class="head" x="{_LEFT}" y="{top - 8}">{head}</text>']
    for value in range(bottom, ceiling + 1, step):
        found.append(f'<path class="grid" d="M{_LEFT} {y(value):g}h{_WIDTH}"/>')
        found.append(f'<text class="side" x="{_LEFT - 8}" y="{y(value) + 4:g}">{value:,}</text>')
    for power in range(int(first) + (first > int(first)), int(last) + 1):
        found.append(f'<path class="grid" d="M{x(10**power):g} {top}v{_HEIGHT}"/>')
        below = top + _HEIGHT + 18
        found.append(f'<text x="{x(10**power):g}" y="{below}">{10**power:,} games</text>')
    line = " ".join(f"{x(spot.games):g},{y(spot.value):g}" for spot in spots)
    found.append(f'<polyline class="line" points="{line}"/>')
    for spot in spots:
        at = x(spot.games)
        found.append(f'<path class="bar" d="M{at:g} {y(spot.low):g}V{y(spot.high):g}"/>')
        found.append(mark.format(x=at, y=y(spot.value)))
    return found
