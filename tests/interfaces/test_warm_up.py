"""`inarow warm-up`: compiles everything once, says how it goes, and can be interrupted."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from command_line import COMMAND, Done, Terminal, environment, inarow
from inarow.agents.warm_up import STEPS
from inarow.interfaces.cli import warm_up
from inarow.search import seam
from inarow.search.seam import Step


def count_kernels() -> int:
    """How many kernels there are in the sources."""
    found: set[int] = set()
    for module in pkgutil.walk_packages(import_module("inarow.search").__path__, "inarow.search."):
        names = vars(import_module(module.name))
        found |= {id(value) for value in names.values() if isinstance(value, Dispatcher)}
    return len(found)


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


def test_what_is_compiled_is_counted_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seam, "kernel_folder", lambda: None)
    steps = Step("compiled", lambda: None), Step("loaded", lambda: None)
    monkeypatch.setattr(seam, "_loaded", {steps[1]})
    monkeypatch.setattr(warm_up, "STEPS", steps)
    done = inarow("warm-up", "--json")
    assert done.err.startswith("inarow: compiling the search, 1 of 1: compiled (")
    data = json.loads(done.out)
    assert data["compiled"] == 1
    assert [step["compiled"] for step in data["steps"]] == [True, False]
    assert inarow("warm-up").out.startswith("All ")


def test_what_cannot_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the folder belongs to another user, or the disk is full."""
    monkeypatch.setattr(warm_up, "STEPS", ())
    monkeypatch.setattr(warm_up, "stored", {Path("grow"): False, Path("select"): True})
    done = inarow("warm-up")
    assert done.code == 1
    assert "but 1 kernel cannot be kept in\n" in done.out


def test_a_terminal_shows_that_kernels_are_loaded() -> None:
    folder = os.environ["NUMBA_CACHE_DIR"]  # so that it loads them anew
    terminal = Terminal("warm-up", NUMBA_CACHE_DIR=folder)
    assert terminal.finish() == 0
    assert terminal.shown.split("\x1b[K")[-1].startswith("All ")


def test_a_terminal_without_colour_gets_plain_lines() -> None:
    terminal = Terminal("warm-up", NO_COLOR="1")
    assert terminal.finish() == 0
    assert "\x1b" not in terminal.shown
    assert terminal.shown.startswith("All ")


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
