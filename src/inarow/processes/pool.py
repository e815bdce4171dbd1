"""Workers of our own, which are handed functions to call.

A pool is a `concurrent.futures.ProcessPoolExecutor` whose workers are on a leash: each waits for
the end of a pipe whose other end only this process holds. So they leave at once when the pool is
stopped or this process is gone, also in the middle of a search, since kernels run beside Python.
Only this process handles Ctrl-C. What workers log or write to stderr comes into the log
of this process.

    this process ---- calls ----> worker, worker, worker
        |                           |       |       |
        +--------- leash -----------+-------+-------+      closed: every worker leaves
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from inarow.log import log_for_parent, logger
from inarow.processes.children import LogPipe, end_kept

log = logger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")


class WorkerPool(AbstractContextManager["WorkerPool"]):
    """Processes on this machine; they start at once.

    Args:
        workers: how many; None: one per core.
        prepare: what each worker calls first, with `arguments`.
        arguments: values that can be sent to another process.
    """

    def __init__(
        self,
        workers: int | None = None,
        prepare: Callable[..., None] | None = None,
        arguments: tuple[Any, ...] = (),
    ) -> None:
        self.workers = workers or available_cores()
        # "spawn" is the one way to start processes that is safe beside threads on every system.
        context = get_context("spawn")
        self._held, self._leash = context.Pipe(duplex=False)
        with LogPipe("worker") as self._errors:
            self._stderr = _sendable(self._errors.writer)
        first = (self._held, self._stderr, log.getEffectiveLevel(), prepare, arguments)
        self.executor = ProcessPoolExecutor(self.workers, context, _begin, first)
        with _ctrl_c_kept_back():  # and never reaches the new processes
            for _ in range(self.workers):
                self.executor.submit(_nothing)

    def __exit__(self, *_: object) -> None:
        self.stop()

    def submit(self, call: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> Future[_T]:
        """Let a worker call a function."""
        return self.executor.submit(call, *args, **named)

    def stop(self) -> None:
        """End the workers at once."""
        if not self._leash.closed:
            self._leash.close()
            # A worker may leave in the middle of an answer: its rest would be waited for as long
            # as anybody could still write it, and we could.
            self.executor._result_queue._writer.close()  # type: ignore[attr-defined]
            self.executor.shutdown(cancel_futures=True)
            self._held.close()
            if self._stderr is not None:
                self._stderr.close()
            self._errors.finish()


def available_cores() -> int:
    """Cores that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(usable(0)) if usable else os.cpu_count() or 1


@contextmanager
def _ctrl_c_kept_back() -> Iterator[None]:
    """Hold Ctrl-C back for a moment; processes started meanwhile never receive it."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _sendable(pipe: int) -> Connection | None:
    """An end of a pipe that can be sent to a new process; None on Windows."""
    return None if sys.platform == "win32" else Connection(os.dup(pipe), readable=False)


def _nothing() -> None:
    """Work that makes a pool start its processes."""


# What follows runs in the workers


def _begin(
    leash: Connection,
    stderr: Connection | None,
    level: int,
    prepare: Callable[..., None] | None,
    arguments: tuple[Any, ...],
) -> None:
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with, args=(leash,), daemon=True).start()
    if stderr is not None:
        os.dup2(stderr.fileno(), 2)
        log_for_parent(level)
    if prepare is not None:
        prepare(*arguments)


def _leave_with(leash: Connection) -> None:
    try:
        leash.recv_bytes()
    except (EOFError, OSError):
        with suppress(OSError):
            end_kept()
        os._exit(1)
