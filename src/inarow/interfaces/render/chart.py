"""A chart of values with error bars: as marks of a plot (`plot.py`), or as text of a terminal.

100 |      |                 each value is a dot, its 95 % interval a bar, and a line leads
    |   |  o                 from one to the next
 50 |   o  |
    +---------
       1  2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor

from inarow.interfaces.render.plot import GRID, INK, SIZE, Dot, Line, Mark, Words

WIDTH, HEIGHT = 560.0, 180.0
"""Of the part in which values are drawn."""
LEFT, RIGHT, TOP, FOOT = 64.0, 24.0, 56.0, 44.0
"""Room around it."""
CELLS = 24
"""Characters of a value in a terminal."""
_SHAPE = 4.5


@dataclass(frozen=True, slots=True)
class Spot:
    """One value of a chart: where on the axis below, and its interval."""

    x: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Axis:
    """The axis below: where each number is, from 0 to 1, and the numbers that are written."""

    place: Callable[[float], float]
    ticks: Sequence[tuple[float, str]]


def plotted(spot: Spot, low: float = 0, high: float = 100, cells: int = CELLS) -> str:
    """A value and its interval as characters.

    >>> plotted(Spot(0, 60, 45, 75), cells=20)
    '         ---o---    '
    """

    def column(value: float) -> int:
        return min(cells - 1, max(0, floor(cells * (value - low) / (high - low))))

    marks = [" "] * cells
    for at in range(column(spot.low), column(spot.high) + 1):
        marks[at] = "-"
    marks[column(spot.value)] = "o"
    return "".join(marks)


def chart(
    head: str, spots: Sequence[Spot], axis: Axis, top: float = TOP, diamonds: bool = False
) -> list[Mark]:
    """The marks of a chart; its values are percent if its head says so."""
    lowest, highest = min(spot.low for spot in spots), max(spot.high for spot in spots)
    percent = "%" in head
    step = 10 if percent else 100 if highest - lowest <= 1000 else 200
    bottom, ceiling = step * floor(lowest / step), step * (floor(highest / step) + 1)
    if percent:
        ceiling = min(ceiling, 100)

    def x(number: float) -> float:
        return LEFT + WIDTH * axis.place(number)

    def y(value: float) -> float:
        return top + HEIGHT * (ceiling - value) / (ceiling - bottom)

    marks: list[Mark] = [Words(LEFT, top - 8, head, size=SIZE + 2)]
    for value in range(int(bottom), int(ceiling) + 1, step):
        marks.append(Line(((LEFT, y(value)), (LEFT + WIDTH, y(value))), GRID, 1))
        marks.append(Words(LEFT - 8, y(value) + 4, f"{value:,}", "end"))
    for number, text in axis.ticks:
        marks.append(Line(((x(number), top), (x(number), top + HEIGHT)), GRID, 1))
        marks.append(Words(x(number), top + HEIGHT + 18, text, "middle"))
    if len(spots) > 1:
        marks.append(Line(tuple((x(spot.x), y(spot.value)) for spot in spots), INK, 2))
    for spot in spots:
        marks.append(Line(((x(spot.x), y(spot.low)), (x(spot.x), y(spot.high)))))
        marks.append(_mark(x(spot.x), y(spot.value), diamonds))
    return marks


def _mark(x: float, y: float, diamond: bool) -> Mark:
    """A dot, or a diamond: two charts in one picture differ by more than their heads."""
    if not diamond:
        return Dot(x, y)
    ends = ((x - _SHAPE, y), (x, y - _SHAPE), (x + _SHAPE, y), (x, y + _SHAPE), (x - _SHAPE, y))
    return Line(ends, INK, 3)
