"""Locks between processes of one machine; they end with the process, whatever happens to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: every process gets every lock
    fcntl = None  # type: ignore[assignment]


def lock_file(file: IO[bytes], *, patient: bool = False) -> bool:
    """Lock an open file until it is closed; False if another process holds it, unless patient."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Let other processes of this user on this machine wait while something is done."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    with (Path(gettempdir()) / f"inarow-{what}-{user}.lock").open("ab") as file:
        lock_file(file, patient=True)
        yield
