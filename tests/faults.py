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
import gc
import io
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
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


def fail_calls(scenario: Scenario, thorough: bool = True) -> int:
    """Let every operation fail; how many faults that were.

    Each fails with all of the errors, one after the other, or else with one of them in turn.
    """
    injected = 0
    for errors in [(error,) for error in ERRORS] if thorough else [ERRORS]:
        for number in count(1):
            trap = Trap(number, errors[number % len(errors)])

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

    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]

    def begin(size: int) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails with EFBIG instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))

    with closing(_Worker(scenario, begin, partial(begin, most))) as worker:
        return sum(worker.fails(size) for size in sizes)


def fail_memory(scenario: Scenario, numbers: Sequence[int], patience: int = 0) -> int:
    """Let the allocations of these numbers fail; how often the work failed for that.

    Work that may wait for ever, as asyncio does when it finds no memory to wake a task, is killed
    after some seconds of `patience`.
    """
    capi: Any = import_module("_testcapi")

    def begin(number: int) -> None:
        capi.set_nomemory(number, number + 1)

    with closing(_Worker(scenario, begin, capi.remove_mem_hooks, patience)) as worker:
        return sum(worker.fails(number, (Exception,)) for number in numbers)


class _Worker:
    """A child that does the work again and again, since to fork a large process takes long.

    Args:
        scenario: the work.
        begin: sets the fault of a number, in the child.
        end: takes it back.
        patience: seconds after which work that waits for ever is killed; 0: it never does.
    """

    def __init__(
        self,
        scenario: Scenario,
        begin: Callable[[int], None],
        end: Callable[[], None],
        patience: int = 0,
    ) -> None:
        self.scenario, self.begin, self.end, self.patience = scenario, begin, end, patience
        self.child = 0

    def fails(self, number: int, allowed: tuple[type[BaseException], ...] = ALLOWED) -> bool:
        """Let the work fail with one fault, and look what is left; whether it did fail."""
        found: list[Raised] = []

        def act(kept: Kept) -> Raised:
            found.append(self._ask(number, kept))
            return found[0]

        self.scenario.survive(act, allowed)
        return found[0] is not None

    def _ask(self, number: int, kept: Kept) -> Raised:
        if not self.child:
            self._fork()
        self.orders.send(number)
        try:
            for thing, last in iter(self.answers.recv, None):
                if last:
                    raised: Raised = thing
                    return raised
                kept(thing)
        except EOFError:
            pass
        status = self.close()
        assert self.patience, "the process has died of it"
        assert status == signal.SIGALRM, "the process has died of it"
        return TimeoutError, "it would wait for ever"

    def _fork(self) -> None:
        given, self.orders = Pipe(duplex=False)
        self.answers, said = Pipe(duplex=False)
        self.child = os.fork()
        if not self.child:
            gc.freeze()  # what the tests before have left is not looked at again and again
            self.orders.close()
            with suppress(EOFError):
                while True:
                    self._work(given.recv(), said)
            os._exit(0)
        given.close()
        said.close()

    def _work(self, number: int, said: Connection) -> None:
        raised: Raised = None
        signal.alarm(self.patience)
        try:
            self.begin(number)
            self.scenario.act(lambda thing: said.send((thing, False)))
        except BaseException as error:
            self.end()
            raised = type(error), str(error)
        self.end()
        signal.alarm(0)
        gc.collect()  # what failed half-way lets go of its files
        said.send((raised, True))

    def close(self) -> int:
        """End the child; its status."""
        if not self.child:
            return 0
        self.orders.close()
        self.answers.close()
        status = os.waitpid(self.child, 0)[1]
        self.child = 0
        return status


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one, since thousands of faults make a disk wait."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with TemporaryDirectory(dir=place) as folder:
        yield Path(folder)
