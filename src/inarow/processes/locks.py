"""Locks between processes of one machine; they end with the process, whatever happens to it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from inarow.errors import NotAvailable

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


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Be the only process that writes a file: a lock file stands beside it meanwhile.

    Raises:
        NotAvailable: another process writes it.
    """
    lock = path.with_name(path.name + ".lock")
    with lock.open("ab") as file:
        if not lock_file(file):
            raise NotAvailable(f"another process is writing {path}: wait for it, or name another")
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
