"""Locks between processes of one machine; they end with the process, whatever happens to it."""

from contextlib import suppress
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: every process gets every lock
    fcntl = None  # type: ignore[assignment]


def lock_file(file: int | IO[bytes], *, alone: bool = True) -> bool:
    """Lock an open file until it is closed, alone or with others; whether that was possible."""
    with suppress(OSError):
        if fcntl is not None:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        return True
    return False
