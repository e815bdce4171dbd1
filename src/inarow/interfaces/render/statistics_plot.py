"""How somebody's games went over time: the share of the points and the accuracy, as a plot."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.arena.elo import wilson
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
)
from inarow.interfaces.render.plot import Mark, Plot
from inarow.library.statistics import Tally

_MOST_NAMES = 8
"""Periods whose names fit below."""


def statistics_plot(periods: Sequence[Tally]) -> Plot:
    """A dot for each period; of points with the 95 % interval, of accuracies as a second chart.

    >>> statistics_plot([Tally("2024-05", won=3, lost=1)]).told
    'Points: 2024-05 75 %'
    """
    every = -(-len(periods) // _MOST_NAMES)
    names = [(float(at), one.name) for at, one in enumerate(periods) if at % every == 0]
    axis = Axis(lambda at: (at + 0.5) / len(periods), names)
    points = [Spot(at, 100 * one.score, *_interval(one)) for at, one in enumerate(periods)]
    marks: list[Mark] = chart("points, %", points, axis)
    known = [(at, 100 * one.accuracy) for at, one in enumerate(periods) if one.accuracy is not None]
    below = TOP + HEIGHT + FOOT
    if known:
        exact = [Spot(at, share, share, share) for at, share in known]
        marks += chart("accuracy in reviewed games, %", exact, axis, below + TOP, diamonds=True)
        below += TOP + HEIGHT + FOOT
    told = ", ".join(f"{one.name} {100 * one.score:.0f} %" for one in periods)
    return Plot("My games", f"Points: {told}", LEFT + WIDTH + RIGHT, below, tuple(marks))


def _interval(one: Tally) -> tuple[float, float]:
    low, high = wilson(one.won + one.drawn / 2, one.games)
    return 100 * low, 100 * high
