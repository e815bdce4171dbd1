"""`inarow warm-up`: compile every kernel now, so that no game has to wait for it."""

import json
from time import perf_counter
from typing import TypedDict

import click

from inarow.agents.warm_up import STEPS, Kept, kept
from inarow.errors import InarowError
from inarow.interfaces.cli.options import json_option
from inarow.interfaces.terminal.compiling import home_as_tilde
from inarow.interfaces.terminal.console import Console
from inarow.options import counted
from inarow.search.native import notice
from inarow.search.native.folder import stored
from inarow.search.seam import Step, prepare


class StepData(TypedDict):
    """Some kernels: whether they were compiled just now, and in how long."""

    name: str
    compiled: bool
    seconds: float


class WarmUpData(TypedDict):
    """How many parts were compiled, and what is kept; without a folder nothing can be."""

    compiled: int
    seconds: float
    kernels: int
    folder: str | None
    bytes: int
    steps: list[StepData]


@click.command("warm-up")
@json_option
def warm_up(as_json: bool) -> None:
    """Compile every kernel now and keep it for later runs.

    Kernels are the fast searches. Without this command each is compiled when a player first needs
    it, which takes some seconds once.

    \b
    Examples:
      inarow warm-up
      inarow warm-up --json
    """
    started = perf_counter()
    try:
        with Console().busy("Loading kernels ..."):
            took = run_all()
    except ImportError as error:
        raise InarowError(f"the kernels cannot be loaded: {error}; see inarow doctor") from error
    found, seconds = kept(), perf_counter() - started
    compiled = len(took)
    if as_json:
        data: WarmUpData = {
            "compiled": compiled,
            "seconds": round(seconds, 3),
            "kernels": found.kernels,
            "folder": None if found.folder is None else str(found.folder),
            "bytes": found.bytes,
            "steps": [_told(step, took) for step in STEPS],
        }
        click.echo(json.dumps(data))
    else:
        click.echo(_words(compiled, found, seconds))
    if found.folder is None or not all(stored.values()):
        raise click.exceptions.Exit(1)


def run_all() -> dict[str, float]:
    """Load the kernels of every step, or compile them: what was compiled, and in how long."""
    seconds: dict[str, float] = {}
    under_way: list[tuple[str, float]] = []

    def hear(news: notice.Compiling | None) -> None:
        if news is not None:
            under_way.append((news.what, perf_counter()))
        else:
            what, began = under_way.pop()
            seconds[what] = perf_counter() - began

    with notice.listening(hear):
        prepare(*STEPS)
    return seconds


def _told(step: Step, took: dict[str, float]) -> StepData:
    """A step as JSON-ready data."""
    seconds = took.get(step.name)
    return {
        "name": step.name,
        "compiled": seconds is not None,
        "seconds": round(seconds or 0.0, 3),
    }


def _words(compiled: int, found: Kept, seconds: float) -> str:
    """What was done, for people."""
    if found.folder is None:
        return (
            f"Compiled in {seconds:.1f} s, but nothing can be kept, because no cache folder\n"
            "can be written; name one with NUMBA_CACHE_DIR."
        )
    if lost := sum(not is_kept for is_kept in stored.values()):
        return (
            f"Compiled in {seconds:.1f} s, but {counted(lost, 'kernel')} cannot be kept in\n"
            f"{home_as_tilde(found.folder)}: it may not be written, or its disk is full;\n"
            "name another folder with NUMBA_CACHE_DIR."
        )
    place = f"{found.bytes / 1e6:.1f} MB in {home_as_tilde(found.folder)}"
    if not compiled:
        return f"All {found.kernels} kernels were compiled already: {place}."
    return f"Compiled in {seconds:.1f} s. {found.kernels} kernels are kept: {place}."
