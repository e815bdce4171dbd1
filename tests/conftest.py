"""Settings of all tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

import fork_server

# The same examples in every run: a change is judged by what it changed. `--hypothesis-profile
# explore` draws new ones, to look for what nobody thought of.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("repeatable")

# Started in the background of a shell, we would hand on to every program that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["INAROW_COMMAND"] = "inarow"  # the name in commands that the program shows
os.environ.pop("PYTHONUNBUFFERED", None)  # programs print as they do for everybody else

ROOT = Path(__file__).parent.parent

# Bytecode and compiled kernels are kept for the next run, and for the programs that tests start,
# in this checkout: two checkouts that share a cache would evict each other's kernels.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile what is missing before all workers would compile it at the same time."""
    if getattr(config.option, "numprocesses", None):
        subprocess.run([sys.executable, "-m", "inarow", "warm-up"], capture_output=True)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in the package and the docs only: a look at every test takes seconds."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_sessionfinish() -> None:
    fork_server.stop_server()
