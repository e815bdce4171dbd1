"""Work that nobody waits for: a thread does it, and the screen is told when it is done.

    job = background(lambda stop: player.choose(state, Limit(stop=stop)), self.played)
    job.stop.set()      # the player answers at once, with its best move so far
    job.drop()          # the same, and nobody wants to hear the answer

A thread that does not listen to its stop flag (a program that hangs) is left alone: it is a daemon
and ends with the app, and what it says then is not heard.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Protocol, TypeAlias

from inarow.log import logger

log = logger(__name__)

Work: TypeAlias = Callable[[Event], Any]
Done: TypeAlias = Callable[[Any], None]
"""Gets what the work returned, or the exception that it raised."""


class Job:
    """Something that is being worked on."""

    def __init__(self) -> None:
        self.stop = Event()
        self.dropped = False

    def drop(self) -> None:
        """Let the work end, and never mind what comes of it."""
        self.dropped = True
        self.stop.set()


class Background(Protocol):
    """Begins work, and later calls back in the thread of the screen."""

    def __call__(self, work: Work, done: Done) -> Job: ...


def in_thread(call: Callable[..., object]) -> Background:
    """A background whose results are handed over by `call(function, argument)`.

    That is `call_later` of a screen, which may be called from any thread.
    """

    def begin(work: Work, done: Done) -> Job:
        job = Job()

        def finish(result: Any) -> None:
            if not job.dropped:
                done(result)

        def run() -> None:
            try:
                result = work(job.stop)
            except Exception as error:
                log.info("work in the background failed", exc_info=True)
                result = error
            if not job.dropped:
                call(finish, result)

        Thread(target=run, daemon=True).start()
        return job

    return begin
