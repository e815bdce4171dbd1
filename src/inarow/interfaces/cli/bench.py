"""`inarow bench`: our published figures, measured again on this machine."""

import json
import os
import platform
from dataclasses import asdict
from importlib.metadata import version
from typing import TypedDict, cast

import click

from inarow.errors import UnknownName
from inarow.interfaces.bench import FIGURES, ROUNDS, Figure, Measured, chosen
from inarow.interfaces.cli.arguments import refuse_given
from inarow.interfaces.cli.options import Number, json_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import doing
from inarow.options import suggestion
from inarow.search.seam import prepare


class FigureData(TypedDict):
    """A figure that can be measured, and in what it is counted."""

    name: str
    title: str
    unit: str


class MeasuredData(FigureData):
    """A measured figure: the best round, the one in the middle, all of them, and a note."""

    best: float
    median: float
    rounds: list[float]
    note: str


class SettingsData(TypedDict):
    """How long and how often each figure is measured."""

    seconds: float
    rounds: int


class BenchData(TypedDict):
    """What was measured, and on which machine."""

    versions: dict[str, str]
    python: str
    machine: str
    cores: int | None
    load: float | None
    settings: SettingsData
    figures: list[MeasuredData]


@click.command()
@click.argument("name", required=False)
@click.option("--list", "only_list", is_flag=True, help="List the figures and measure nothing.")
@click.option("--seconds", type=Number(0.01, 3600), default=1.0, help="CPU time for each figure.")
@json_option
@click.pass_context
def bench(
    ctx: click.Context, name: str | None, only_list: bool, seconds: float, as_json: bool
) -> None:
    """Measure our published figures on this machine.

    NAME chooses those whose names begin with it. Speed is work per CPU second of one core, the best
    of five rounds and the one in the middle; other programs that run meanwhile still cost a little.

    \b
    Examples:
      inarow bench
      inarow bench --list
      inarow bench mcts --seconds 5
      inarow bench random-connect-four --json
    """
    figures = FIGURES if only_list and name is None else chosen(name)
    if not figures:
        known = tuple(figure.name for figure in FIGURES)
        raise UnknownName(f"there is no figure {name!r}; {suggestion(name or '', known)}")
    if only_list:
        refuse_given(ctx, ("seconds",), "does nothing beside --list")
        if as_json:
            click.echo(json.dumps([_about(figure) for figure in figures]))
            return
        for figure in figures:
            slow = "; minutes, only by name" if figure.slow else ""
            click.echo(f"{figure.name:<24} {figure.title} ({figure.unit}{slow})")
        return
    results = []
    with compiling_notices():
        prepare(*(step for figure in figures for step in figure.kernels))
        for number, figure in enumerate(figures, start=1):
            with doing(f"measuring {number} of {len(figures)}: {figure.title}"):
                results.append((figure, figure.measure(seconds)))
    if as_json:
        click.echo(json.dumps(_as_dict(results, seconds)))
        return
    width = max(len(figure.title) for figure in figures)
    click.echo(f"{'':<{width}}  {'best':>12} {'median':>12}")
    for figure, found in results:
        click.echo(_row(figure, found, width))
    click.echo(f"\n{_machine()}")


def _row(figure: Figure, found: Measured, width: int) -> str:
    best, middle = (
        f"{value:,.0f}" if value >= 100 else f"{value:.2f}" for value in (found.best, found.median)
    )
    note = f" ({found.note})" if found.note else ""
    return f"{figure.title:<{width}}  {best:>12} {middle:>12}  {figure.unit}{note}"


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"inarow {version('inarow')}, Python {platform.python_version()}, "
        f"numba {version('numba')}, {platform.machine()}, {os.cpu_count()} cores{load}"
    )


def _about(figure: Figure) -> FigureData:
    return {"name": figure.name, "title": figure.title, "unit": figure.unit}


def _as_dict(results: list[tuple[Figure, Measured]], seconds: float) -> BenchData:
    return {
        "versions": {name: version(name) for name in ("inarow", "numba", "numpy")},
        "python": platform.python_version(),
        "machine": platform.platform(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "settings": {"seconds": seconds, "rounds": ROUNDS},
        "figures": [
            cast(MeasuredData, _about(figure) | asdict(found)) for figure, found in results
        ],
    }
