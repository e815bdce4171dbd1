"""A sweep as people see it: lines of a terminal, or a plot."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log

from inarow.arena.sweep import Findings, Swept
from inarow.interfaces.render.chart import (
    CELLS,
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
from inarow.interfaces.render.plot import Plot, Words

_WIDE = 30
"""From a range as wide as this on the axis is logarithmic."""
_MARGIN = 0.06


def sweep_lines(sweep: Findings, cells: int = CELLS) -> list[str]:
    """A line for each value: its share with the interval, and where that lies among the others.

    The picture of that is so many cells wide, from one round number to another.
    """
    known = sweep.swept
    ends = [end for one in known if one.total for end in one.interval] or [0, 1]
    left, right = 10 * floor(10 * min(ends)), 10 * ceil(10 * max(ends))
    wide = max(len(one.value) for one in known)
    lines = [f"{sweep.plan.player}, {sweep.plan.game}", sweep.words, ""]
    for one in known:
        head = f"{sweep.option} {one.value:<{wide}}"
        if one.share is None:
            lines.append(f"{head}  not known yet")
            continue
        low, high = (100 * end for end in one.interval)
        share = f"{100 * one.share:5.1f} % ({low:.1f} to {high:.1f})"
        asked = "" if sweep.whole else f"  {one.points:g} of {one.total:,}"
        picture = plotted(_spot(0, one), left, right, cells)
        lines.append(f"{head}  {share:<24} {left} |{picture}| {right} %{asked}")
    return lines


def sweep_plot(sweep: Findings) -> Plot:
    """The values on the axis below, their shares with error bars above it."""
    known = [one for one in sweep.swept if one.total]
    axis = _axis([one.value for one in sweep.swept])
    places = {text: place for place, text in axis.ticks}
    spots = [_spot(places[one.value], one) for one in known] or [Spot(axis.ticks[0][0], 0, 0, 100)]
    title = f"{sweep.plan.player}, {sweep.plan.game}"
    told = "; ".join(
        f"{sweep.option} {one.value}: {100 * (one.share or 0):.1f} % of {one.total}"
        for one in known
    )
    marks = chart(sweep.words, spots, axis)
    below = TOP + HEIGHT + FOOT - 6
    note = "" if sweep.whole else " (stopped before its end)"
    words = f"{sweep.option} on {sweep.plan.game}; bars: 95 % intervals{note}"
    marks += [Words(LEFT, 24, sweep.plan.player), Words(LEFT, below, words)]
    return Plot(title, told or "nothing yet", LEFT + WIDTH + RIGHT, below + 14, tuple(marks))


def _spot(x: float, one: Swept) -> Spot:
    low, high = one.interval
    return Spot(x, 100 * (one.share or 0), 100 * low, 100 * high)


def _axis(values: Sequence[str]) -> Axis:
    """Numbers where they belong, on a logarithmic axis if far apart; else a row of words."""
    try:
        numbers = [float(value) for value in values]
    except ValueError:
        numbers = [float(at) for at in range(len(values))]
    low, high = min(numbers), max(numbers)
    logarithmic = low > 0 and high / low >= _WIDE

    def scaled(number: float) -> float:
        return log(number) if logarithmic else number

    span = scaled(high) - scaled(low) or 1.0

    def place(number: float) -> float:
        return _MARGIN + (1 - 2 * _MARGIN) * (scaled(number) - scaled(low)) / span

    return Axis(place, list(zip(numbers, values, strict=True)))
