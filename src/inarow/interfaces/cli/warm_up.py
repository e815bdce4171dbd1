"""`inarow warm-up`: compile every kernel now, so that no game has to wait for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from time import perf_counter

import click

from inarow.agents.warm_up import STEPS, Kept, Warmed, count_kernels, kept, run_step
from inarow.errors import InarowError
from inarow.interfaces.cli.options import json_option
from inarow.interfaces.terminal.compiling import home_as_tilde, say_what_is_damaged
from inarow.interfaces.terminal.interrupt import patient_ctrl_c
from inarow.interfaces.terminal.progress import rewrites_lines
from inarow.search.native import notice
from inarow.search.native.step import Step


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
        with patient_ctrl_c():
            steps = list(_steps())
    except ImportError as error:
        raise InarowError(f"the kernels cannot be loaded: {error}; see inarow doctor") from error
    found, seconds = kept(), perf_counter() - started
    if as_json:
        click.echo(json.dumps(_as_dict(steps, found, seconds)))
    else:
        click.echo(_words(sum(step.compiled for step in steps), found, seconds))
    if found.folder is None:
        raise click.exceptions.Exit(1)


def _steps() -> Iterator[Warmed]:
    """Run every step and show how it goes on stderr."""
    if not rewrites_lines() or os.environ.get("NO_COLOR"):
        yield from map(_run_plainly, STEPS)
        return
    with _bar() as show:
        for step in STEPS:
            show(step)
            yield run_step(step)


def _run_plainly(step: Step) -> Warmed:
    """Run a step with a line when its first kernel is compiled, and another one at the end."""
    told = False

    def tell(kernel: str | None) -> None:
        nonlocal told
        if kernel is not None and not told:
            told = True
            say_what_is_damaged()
            click.echo(f"compiling: {step.name} ...", err=True)

    with notice.listening(tell):
        warmed = run_step(step)
    if warmed.compiled:
        click.echo(f"compiled: {step.name}, in {warmed.seconds:.1f} s", err=True)
    return warmed


@contextmanager
def _bar() -> Iterator[Callable[[Step], None]]:
    """A progress bar that counts kernels and their parts, and names the one at hand."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn("line"),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[kernel]}", markup=False),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("loading", total=sum(count_kernels()), kernel="")

        def tell(kernel: str | None) -> None:
            if kernel is None:
                progress.advance(task)
            else:
                say_what_is_damaged()
                progress.update(task, kernel=kernel)

        with notice.listening(tell):
            yield lambda step: progress.update(task, description=step.name)


def _words(compiled: int, found: Kept, seconds: float) -> str:
    """What was done, for people."""
    if found.folder is None:
        return (
            f"Compiled in {seconds:.1f} s, but nothing can be kept, because no cache folder\n"
            "can be written; name one with NUMBA_CACHE_DIR."
        )
    place = f"{found.bytes / 1e6:.1f} MB in {home_as_tilde(found.folder)}"
    if not compiled:
        return f"All {found.kernels} kernels were compiled already: {place}."
    return f"Compiled in {seconds:.1f} s. {found.kernels} kernels are kept: {place}."


def _as_dict(steps: list[Warmed], found: Kept, seconds: float) -> dict[str, object]:
    return {
        "compiled": sum(step.compiled for step in steps),
        "seconds": round(seconds, 3),
        "folder": found.folder and str(found.folder),
        "kernels": found.kernels,
        "bytes": found.bytes,
        "steps": [asdict(step) | {"seconds": round(step.seconds, 3)} for step in steps],
    }
