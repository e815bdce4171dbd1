"""The curve of a training: what a player could do after how many games, as SVG or in a terminal.

Two charts stand above each other, with games on a logarithmic axis: a network learns most at first.

    keeps the result    a disc and a bar: the share of right moves with its 95 % interval
    rating              a diamond and a bar: Elo above the random player; or, where the levels of
                        the game were not measured, the share of points against them

In a terminal each checkpoint is a line, and the curve runs downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from pathlib import Path

from inarow.arena.elo import wilson
from inarow.errors import BadFile
from inarow.games.record_file import read_plain_text
from inarow.interfaces.render.chart import (
    FOOT,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axis,
    Spot,
    chart,
    plotted,
)
from inarow.interfaces.render.picture import Picture
from inarow.interfaces.render.plot import SIZE, Mark, Plot, Words, plot_svg
from inarow.search.learned.plan import Checkpoint
from inarow.search.learned.story import read_curve

_GAP = 70
_KIND = "The curve of a training"


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
        parts.append(f"50 |{plotted(kept[0], 50)}| 100 %")
    elif rated:
        parts.append(f"0 |{plotted(rated[0])}| 100 %")
    return "   ".join(parts)


def check_curve(path: Path) -> None:
    """Raise an error if a file is something else than a curve."""
    if _KIND not in read_plain_text(path):
        raise BadFile(f"{path} is no curve of a training")


def draw_curve(title: str, curve: Sequence[Checkpoint]) -> str:
    """The curve of a training as the text of an SVG file.

    >>> draw_curve("a player", [Checkpoint(500, 1.0, 150, 300)]).count("<circle")
    1
    """
    kind, rated = rated_spots(curve)
    charts = [("moves that keep the result, %", kept_spots(curve), False), (kind, rated, True)]
    shown = [one for one in charts if one[1]]
    marks: list[Mark] = [Words(LEFT, 24, title, size=SIZE + 2)]
    for number, (head, spots, diamonds) in enumerate(shown):
        marks += chart(head, spots, _axis(spots), TOP + number * (HEIGHT + _GAP), diamonds)
    height = TOP + max(1, len(shown)) * (HEIGHT + _GAP) - _GAP + FOOT
    told = f"{_KIND}.\n{_words(curve)}"
    return plot_svg(Plot(title, told, LEFT + WIDTH + RIGHT, height, tuple(marks)))


def training_curve(file: str | Path) -> Picture:
    """How the network of a file has learned, as far as it is; see `train`.

    Raises:
        BadFile: it is no network of ours, or damaged.
    """
    game, points = read_curve(Path(file))
    return Picture(draw_curve(f"Training of {game}", points))


def _words(curve: Sequence[Checkpoint]) -> str:
    """The same in words, for people who cannot see it."""
    lines = [f"{one.games:,} games: {curve_line(one).partition('   50 |')[0]}" for one in curve]
    return "\n".join(lines)


def _axis(spots: Sequence[Spot]) -> Axis:
    """Games, on a logarithmic axis."""
    last = log10(max(10, spots[-1].x))
    first = min(log10(max(1, spots[0].x)), last - 1)
    powers = range(int(first) + (first > int(first)), int(last) + 1)

    def place(games: float) -> float:
        return (log10(max(1, games)) - first) / (last - first)

    return Axis(place, [(10.0**power, f"{10**power:,} games") for power in powers])
