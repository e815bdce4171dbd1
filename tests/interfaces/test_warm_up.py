"""`inarow warm-up`: compiles everything once, says how it goes, and can be interrupted."""

from __future__ import annotations

import json
import os
import pkgutil
import signal
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from command_line import COMMAND, Done, Running, Terminal, environment, inarow
from inarow.agents.warm_up import STEPS
from inarow.interfaces.cli import warm_up
from inarow.interfaces.cli.warm_up import run_step
from inarow.search.native import notice
from inarow.search.seam import Step


def count_kernels() -> int:
    """How many kernels there are in the sources."""
    found: set[int] = set()
    for module in pkgutil.walk_packages(import_module("inarow.search").__path__, "inarow.search."):
        names = vars(import_module(module.name))
        found |= {id(value) for value in names.values() if isinstance(value, Dispatcher)}
    return len(found)


def fake_step() -> None:
    for kernel in ("grow", "select", None, None):
        notice.tell(kernel)


def test_a_warm_cache_needs_nothing() -> None:
    inarow("warm-up")
    done = inarow("warm-up")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("All ")
    assert " kernels were compiled already: " in done.out
    data = json.loads(inarow("warm-up", "--json").out)
    assert data["compiled"] == 0
    assert data["kernels"] == count_kernels()
    assert [step["name"] for step in data["steps"]] == [step.name for step in STEPS]
    assert all(step["seconds"] >= 0 for step in data["steps"])


def test_a_pipe_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "STEPS", (Step("the fake", fake_step), Step("nothing", int)))
    done = inarow("warm-up")
    assert done.code == 0
    assert done.err.startswith("compiling: the fake ...\ncompiled: the fake, in 0.0 s\n")
    assert done.out.startswith("Compiled in ")
    assert "nothing" not in done.err
    assert "\x1b" not in done.out + done.err


def test_a_step_counts_what_it_compiles() -> None:
    warmed = run_step(Step("the fake", fake_step))
    assert (warmed["name"], warmed["compiled"]) == ("the fake", 2)
    assert not notice.listeners


def test_a_terminal_shows_a_line_that_goes_away() -> None:
    terminal = Terminal("warm-up", fresh=True)  # it takes a moment to load the kernels
    assert terminal.finish() == 0
    for number, step in enumerate(STEPS):
        assert f"{step.name}: {number} of {len(STEPS)} (Ctrl-C stops)" in terminal.shown
    last = terminal.shown.split("\x1b[K")[-1]
    assert last.startswith("All ")


def test_a_terminal_without_colour_gets_plain_lines() -> None:
    terminal = Terminal("warm-up", NO_COLOR="1")
    assert terminal.finish() == 0
    assert "\x1b" not in terminal.shown
    assert terminal.shown.startswith("All ")


def test_ctrl_c(tmp_path: Path) -> None:
    running = Running("warm-up", NUMBA_CACHE_DIR=str(tmp_path))
    assert running.err.readline() == f"compiling: {STEPS[0].name} ...\n"
    os.kill(running.process.pid, signal.SIGINT)
    assert running.finish() == Done(130, "", "inarow: stopped\n")


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("warm-up", NUMBA_CACHE_DIR=str(tmp_path))
    terminal.wait_for(f"{STEPS[0].name}: 0 of ")
    terminal.press("c")
    assert terminal.finish() == 130
    assert terminal.shown.split("\x1b[K")[-1] == "inarow: stopped\r\n"


def test_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "STEPS", ())
    monkeypatch.setattr("inarow.agents.warm_up.kernel_folder", lambda: None)
    done = inarow("warm-up")
    assert done.code == 1
    assert "nothing can be kept" in done.out
    assert "NUMBA_CACHE_DIR" in done.out
    assert json.loads(inarow("warm-up", "--json").out)["folder"] is None


def long_run(*args: str, **env: str | None) -> Done:
    done = subprocess.run(
        [*COMMAND, *args], capture_output=True, text=True, env=environment(**env), check=False
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_mistakes_are_one_line() -> None:
    done = inarow("warm-up", "everything")
    assert done.code == 2
    assert done.err.count("\n") == 1
