"""`inarow warm-up`: compile every kernel now, so that no game has to wait for it."""

import json
import os
from time import perf_counter
from typing import Any

import click

from inarow.agents.warm_up import STEPS, Kept, kept
from inarow.errors import InarowError
from inarow.interfaces.cli.options import json_option
from inarow.interfaces.terminal.compiling import home_as_tilde, say_what_is_damaged
from inarow.interfaces.terminal.interrupt import patient_ctrl_c
from inarow.interfaces.terminal.progress import Progress, rewrites_lines
from inarow.search.native import notice
from inarow.search.seam import Step


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
            steps = _run_all()
    except ImportError as error:
        raise InarowError(f"the kernels cannot be loaded: {error}; see inarow doctor") from error
    found, seconds = kept(), perf_counter() - started
    compiled = sum(step["compiled"] for step in steps)
    if as_json:
        data = {"compiled": compiled, "seconds": round(seconds, 3), "kernels": found.kernels}
        place = {"folder": found.folder and str(found.folder), "bytes": found.bytes}
        click.echo(json.dumps(data | place | {"steps": steps}))
    else:
        click.echo(_words(compiled, found, seconds))
    if found.folder is None:
        raise click.exceptions.Exit(1)


def _run_all() -> list[dict[str, Any]]:
    """Run every step and show how it goes on stderr: a line that is rewritten, or plain ones."""
    if not rewrites_lines() or os.environ.get("NO_COLOR"):
        return [run_step(step, plain=True) for step in STEPS]
    steps: list[dict[str, Any]] = []
    with Progress("", len(STEPS)) as shown:
        for step in STEPS:
            shown.what = step.name
            shown(len(steps))
            steps.append(run_step(step))
    return steps


def run_step(step: Step, plain: bool = False) -> dict[str, Any]:
    """Compile the kernels of a step, or load them, and count those that were compiled.

    If that is to be told in plain lines: one when the first is compiled, another one at the end.
    """
    compiled, started = 0, perf_counter()

    def hear(kernel: str | None) -> None:
        nonlocal compiled
        if kernel is not None:
            compiled += 1
            say_what_is_damaged()
            if plain and compiled == 1:
                click.echo(f"compiling: {step.name} ...", err=True)

    with notice.listening(hear):
        step.prepare()
    seconds = perf_counter() - started
    if plain and compiled:
        click.echo(f"compiled: {step.name}, in {seconds:.1f} s", err=True)
    return {"name": step.name, "compiled": compiled, "seconds": round(seconds, 3)}


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
