"""Fault injection: the n-th operation fails, for n = 1, 2, ... until nothing is left to fail.

SQLite is tested in this way, and so is whatever keeps something for people here. A `Scenario` says
how to begin afresh, what to do, and what must be true afterwards, whatever failed meanwhile:

    prepare()      an empty folder, or one with an older file in it
    act(kept)      does the work, and calls `kept(thing)` for everything that it has acknowledged
    check(kept)    opens everything again, as the next start does: what was acknowledged is there

Three machines let it fail:

- `fail_calls`: the n-th open, write, flush, fsync, rename, ... or statement of SQLite in this
  process raises ENOSPC, EIO or MemoryError;
- `fail_bytes`: no file may grow beyond n bytes (`RLIMIT_FSIZE`), so that the write which crosses
  that line is cut in the middle, as on a disk that fills up; also inside SQLite, which is C code;
- `fail_memory`: the n-th allocation of Python fails (`_testcapi.set_nomemory`).

The last two run the work in a child, whose process they may harm. Each returns the number of faults
that happened; work that fails may raise an `OSError`, a `MemoryError` or an error of this package,
whose message is one line, and nothing else (without memory Python itself may raise anything).
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import pickle
import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from inarow.errors import InarowError

Kept = Callable[[Any], None]
Raised = tuple[type[BaseException], str] | None
ALLOWED = (OSError, MemoryError, InarowError)
ERRORS: tuple[Exception, ...] = (
    OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    OSError(errno.EIO, os.strerror(errno.EIO)),
    MemoryError(),
)
_CALLS = ("open", "write", "fsync", "replace", "rename", "link", "mkdir", "ftruncate")


@dataclass(frozen=True)
class Scenario:
    """Work that may fail anywhere, and what must hold afterwards."""

    prepare: Callable[[], None]
    act: Callable[[Kept], None]
    check: Callable[[list[Any]], None]

    def survive(
        self, act: Callable[[Kept], Raised], allowed: tuple[type[BaseException], ...] = ALLOWED
    ) -> None:
        """Begin afresh, let something fail, and look what is left."""
        self.prepare()
        kept: list[Any] = []
        raised = act(kept.append)
        if raised is not None:
            assert issubclass(raised[0], allowed), raised
            assert "\n" not in raised[1]
        self.check(kept)


class Trap:
    """Counts operations, and lets one of them fail."""

    def __init__(self, number: int, error: Exception) -> None:
        self.left, self.error = number, error

    @property
    def happened(self) -> bool:
        """Whether it has failed."""
        return self.left <= 0

    def step(self) -> None:
        """One more operation."""
        self.left -= 1
        if self.left == 0:
            raise type(self.error)(*self.error.args)

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, which may fail."""

        def trapped(*args: Any, **named: Any) -> Any:
            self.step()
            return call(*args, **named)

        return trapped


class _File:
    """An open file whose writes may fail."""

    def __init__(self, file: Any, trap: Trap) -> None:
        self._file, self._trap = file, trap

    def write(self, data: Any) -> Any:
        self._trap.step()
        return self._file.write(data)

    def writelines(self, lines: Any) -> None:
        self._trap.step()
        self._file.writelines(lines)

    def flush(self) -> None:
        self._trap.step()
        self._file.flush()

    def close(self) -> None:
        """The file is closed in any case: what was buffered may be lost."""
        try:
            if not self._file.closed and self._file.writable():
                self._trap.step()
        finally:
            self._file.close()

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _Database(sqlite3.Connection):
    """A database whose statements may fail as its disk does."""

    trap: Trap

    def execute(self, *args: Any) -> Any:
        self._step()
        return super().execute(*args)

    def executemany(self, *args: Any) -> Any:
        self._step()
        return super().executemany(*args)

    def executescript(self, *args: Any) -> Any:
        self._step()
        return super().executescript(*args)

    def __exit__(self, kind: Any, *rest: Any) -> Any:  # commits, or rolls back
        if kind is None:
            try:
                self._step()
            except BaseException:
                self.rollback()
                raise
        return super().__exit__(kind, *rest)

    def _step(self) -> None:
        try:
            self.trap.step()
        except OSError as error:
            full = "database or disk is full" if error.errno == errno.ENOSPC else ""
            raise sqlite3.OperationalError(full or "disk I/O error") from None


@contextmanager
def trapped(trap: Trap) -> Iterator[None]:
    """Let files and databases of this process fall into a trap."""
    plain_open, plain_connect = io.open, sqlite3.connect
    database = type("Database", (_Database,), {"trap": trap})

    def open_trapped(*args: Any, **named: Any) -> Any:
        trap.step()
        return _File(plain_open(*args, **named), trap)

    def connect(*args: Any, **named: Any) -> Any:
        return plain_connect(*args, **{**named, "factory": database})

    with (
        ExitStack() as stack,
        patch.object(io, "open", open_trapped),
        patch.object(builtins, "open", open_trapped),
        patch.object(sqlite3, "connect", connect),
    ):
        for name in _CALLS:
            stack.enter_context(patch.object(os, name, trap.around(getattr(os, name))))
        yield


def fail_calls(scenario: Scenario, errors: Sequence[Exception] = ERRORS) -> int:
    """Let every operation fail once, with each of the errors; how many faults that were."""
    injected = 0
    for error in errors:
        for number in count(1):
            trap = Trap(number, error)

            def act(kept: Kept, trap: Trap = trap) -> Raised:
                with trapped(trap):
                    try:
                        scenario.act(kept)
                    except Exception as raised:
                        return type(raised), str(raised)
                return None

            scenario.survive(act)
            if not trap.happened:
                break
            injected += 1
    return injected


def fail_bytes(scenario: Scenario, sizes: Sequence[int]) -> int:
    """Let no file grow beyond each of the sizes; how often the work failed for that."""
    import resource

    def begin(size: int) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails with EFBIG instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return sum(_in_child(scenario, partial(begin, size)) for size in sizes)


def fail_memory(scenario: Scenario, numbers: Sequence[int], patience: int = 0) -> int:
    """Let the allocations of these numbers fail; how often the work failed for that.

    Work that may wait for ever, as asyncio does when it finds no memory to wake a task, is killed
    after some seconds of `patience`.
    """
    capi: Any = import_module("_testcapi")
    return sum(
        _in_child(
            scenario,
            partial(capi.set_nomemory, number, number + 1),
            capi.remove_mem_hooks,
            (Exception,),
            patience,
        )
        for number in numbers
    )


def _in_child(
    scenario: Scenario,
    begin: Callable[[], None],
    end: Callable[[], None] = lambda: None,
    allowed: tuple[type[BaseException], ...] = ALLOWED,
    patience: int = 0,
) -> bool:
    """Do the work in a child; whether it failed."""
    failed = False

    def act(kept: Kept) -> Raised:
        nonlocal failed
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            raised: Raised = None
            signal.alarm(patience)
            try:
                begin()
                scenario.act(lambda thing: _send(writer, thing, last=False))
            except BaseException as error:
                end()
                raised = type(error), str(error)
            end()
            _send(writer, raised, last=True)
            os._exit(0)
        os.close(writer)
        raised = None
        with open(reader, "rb") as pipe, suppress(EOFError):
            for thing, last in iter(lambda: pickle.load(pipe), None):
                if last:
                    raised = thing
                    break
                kept(thing)
        status = os.waitpid(child, 0)[1]
        if patience and status == signal.SIGALRM:
            raised = TimeoutError, "it would wait for ever"
        else:
            assert status == 0, "the process has died of it"
        failed = raised is not None
        return raised

    scenario.survive(act, allowed)
    return failed


def _send(writer: int, thing: Any, last: bool) -> None:
    os.write(writer, pickle.dumps((thing, last)))


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one, since thousands of faults make a disk wait."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with TemporaryDirectory(dir=place) as folder:
        yield Path(folder)
