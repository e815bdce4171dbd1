"""Finds processes that a test has started, wherever they went: by a mark in their environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from uuid import uuid4

MARK = "INAROW_TEST_MARK"
PATIENCE = 60.0

WITHOUT_NAMESPACE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("launch", sys.argv[1])
launch = importlib.util.module_from_spec(spec)
spec.loader.exec_module(launch)
launch.enter_namespace = lambda program: False
launch.keep(*sys.argv[3:])
"""
"""Takes the place of `launch.py`, whose path is its first argument, where there are none."""


def processes_with(mark: str) -> list[int]:
    """The running processes whose environment has the mark; those that have ended do not count."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            marked = f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0")
            state = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[0]
        except OSError:
            continue  # it has just ended, or is none of ours
        if marked and state != "Z":
            found.append(int(folder.name))
    return found


def wait_until_gone(mark: str) -> None:
    """Wait until no process has the mark."""
    started = perf_counter()
    while left := processes_with(mark):
        assert perf_counter() - started < PATIENCE, f"still running: {left}"
        sleep(0.05)


@contextmanager
def marked_children() -> Iterator[str]:
    """Mark every process that is started meanwhile, and those that they start."""
    mark = uuid4().hex
    os.environ[MARK] = mark
    try:
        yield mark
    finally:
        del os.environ[MARK]
