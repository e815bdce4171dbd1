"""Run a search in a thread of its own, so that the caller can stop it.

A kernel hears of nothing but a stop flag in its own memory. While it runs in a worker thread,
without the interpreter lock, the caller's thread watches the clock, the caller's stop event and
Ctrl-C, and sets the flag.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread, stack_size
from time import perf_counter
from typing import TypeVar

from inarow.search.limit import Limit

Answer = TypeVar("Answer")

_STACK_BYTES = 64 * 2**20
"""Only what is used of it becomes memory."""
POLL = 0.01
"""Seconds between two looks at the stop event."""


_starting = Lock()


def start_deep(work: Callable[[], None]) -> Thread:
    """Start a thread with room for a recursion as deep as the largest board has cells."""
    worker = Thread(target=work, daemon=True)
    with _starting:  # the size holds for every thread that starts meanwhile
        before = stack_size(_STACK_BYTES)
        try:
            worker.start()
        finally:
            stack_size(before)
    return worker


def run_watched(
    work: Callable[[], Answer],
    limit: Limit,
    halt: Callable[[], None],
    started: float | None = None,
) -> Answer:
    """Do the work; call `halt` when the limit's time is up or its stop event is set.

    `started` is when the clock began to run, if that was earlier than now.

    >>> run_watched(lambda: 6 * 7, Limit(seconds=1), lambda: None)
    42
    """
    started = perf_counter() if started is None else started
    deadline = None if limit.seconds is None else started + limit.seconds
    done = Event()
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    worker = start_deep(run)
    try:
        halted = False
        while not done.is_set():
            left = None if deadline is None or halted else deadline - perf_counter()
            if (left is not None and left <= 0) or limit.stopped:
                halt()
                halted = True
            wait = 1.0 if limit.stop is None or halted else POLL
            done.wait(wait if left is None else max(0.0, min(wait, left)))
    except BaseException:
        halt()
        worker.join()
        raise
    worker.join()
    if errors:
        raise errors[0]
    return answers[0]
