"""The one watcher of time and stop: every search asks it, or is ended by it.

    readable code       asks at every position                              `spend`
    kernels in slices   ask between two slices of a few milliseconds        `over`, `left`
    other kernels       cannot ask: they run in threads of their own, while
                        this one looks at the clock and sets a flag         `watch`

Kernels run without the interpreter lock, so the thread that watches is free to see the time, the
caller's stop event and Ctrl-C.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from threading import Lock, Thread, stack_size
from time import perf_counter
from typing import Protocol, TypeVar

from inarow.search.limit import Limit

Answer = TypeVar("Answer")

_POLL = 0.01
"""Seconds between two looks at a stop event."""
_STACK_BYTES = 64 * 2**20
"""Room of a thread for a recursion as deep as the largest board has cells; what is not used of it
takes no memory."""

_starting = Lock()


class Spending(Protocol):
    """What has been spent, and whether that is all."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def exhausted(self) -> bool: ...


class SearchClock:
    """What is left of a limit while a search runs; it starts when it is made, or at `started`.

    Once `spend` has returned False it keeps doing so: a search that asks at every position unwinds
    by itself.

    >>> clock = SearchClock(Limit(nodes=2))
    >>> clock.spend(), clock.spend(), clock.spend()
    (True, True, False)
    >>> SearchClock(Limit(seconds=1)).watch([lambda: 6 * 7], halt=lambda: None)
    [42]
    """

    def __init__(self, limit: Limit, started: float | None = None) -> None:
        self.started = perf_counter() if started is None else started
        self.nodes = 0
        self.exhausted = False
        self._deadline = inf if limit.seconds is None else self.started + limit.seconds
        self._nodes = inf if limit.nodes is None else limit.nodes
        self._stop = limit.stop

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self.started

    @property
    def left(self) -> float:
        """The seconds that are left, perhaps infinitely many."""
        return self._deadline - perf_counter()

    @property
    def over(self) -> bool:
        """Whether time is up or the stop event is set."""
        if self._stop is not None and self._stop.is_set():
            return True
        return self._deadline < inf and perf_counter() > self._deadline

    def spend(self) -> bool:
        """Count one position; False if the limit is reached."""
        self.nodes += 1
        if self.nodes > self._nodes or self.over:
            self.exhausted = True
        return not self.exhausted

    def watch(
        self,
        works: Sequence[Callable[[], Answer]],
        halt: Callable[[], object],
        tick: Callable[[], object] | None = None,
    ) -> list[Answer]:
        """Do each work in a thread of its own and return what they answer.

        Args:
            works: what is done at the same time.
            halt: ends all works; called when time is up, the stop event is set, one of the works
                has failed, or Ctrl-C is pressed.
            tick: called in this thread now and then while the works run.
        """
        answers: dict[int, Answer] = {}
        errors: list[BaseException] = []
        ended: list[int] = []
        news = SimpleQueue[
            None
        ]()  # an Event stays locked if Ctrl-C strikes twice while it is asked

        def run(number: int) -> None:
            try:
                answers[number] = works[number]()
            except BaseException as error:
                errors.append(error)
                halt()
            finally:
                ended.append(number)
                news.put(None)

        threads = [start_deep(partial(run, number)) for number in range(len(works))]
        try:
            halted = False
            while len(ended) < len(works):
                if not halted and self.over:
                    halt()
                    halted = True
                looks = tick is not None or (self._stop is not None and not halted)
                wait = _POLL if looks else 1.0
                with suppress(Empty):
                    news.get(timeout=wait if halted else max(0.0, min(wait, self.left)))
                if tick is not None:
                    tick()
        except BaseException:
            halt()
            raise
        finally:
            for thread in threads:
                thread.join()
        if errors:
            raise errors[0]
        return [answers[number] for number in range(len(works))]


def start_deep(work: Callable[[], object]) -> Thread:
    """Start a thread with room for a deep recursion."""
    worker = Thread(target=work, daemon=True)
    with _starting:  # the size holds for every thread that starts meanwhile
        before = stack_size(_STACK_BYTES)
        try:
            worker.start()
        finally:
            stack_size(before)
    return worker
