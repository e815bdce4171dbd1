"""Engine processes: a few workers, two bounded queues, and hard limits.

    moves of games   ----+
                         +--->  idle worker  --->  answer, or killed when the time is up
    studies          ----+

Moves of games come first, and studies (analyses, reviews, traces) may never occupy the last worker,
so a person who plays never waits for a person who analyses. Whoever loses interest cancels: the
worker is told to stop and, if it does not obey within the grace, killed and replaced.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Generic

from inarow.interfaces.web.engines.jobs import STUDY_SECONDS, Answer, Job
from inarow.interfaces.web.engines.worker import HEADER, pack
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.processes.children import Limits, LogPipe, kill_tree, start_child

log = logging.getLogger(__name__)

ENGINE_LIMITS = Limits(memory=4096, niceness=5)
"""Engines yield to the server, so that a cheap request never waits for an expensive one."""
GRACE_SECONDS = 0.5
"""From the request to stop until a worker is killed."""
MOVE_QUEUE = 1000
STUDY_QUEUE = 8
"""Analyses and the like that may wait for a free worker; one more is told that we are busy."""
ENGINE_DEATHS = 3
"""Engines that may die in a row before they were ready; then something is wrong with us."""
RETRY_SECONDS = 5.0
"""After so long it is tried again to write a game or to start an engine."""

OnReport = Callable[[Any], None]
_WORKER = "inarow.interfaces.web.engines.worker"


def _ignore(thing: Any) -> None:
    """Hear a report that is of no use."""


_BROKEN = "the engines cannot be started; see `inarow doctor`"


class Order(Generic[Answer]):
    """A job on its way: `wait` for its answer, or `stop` it early.

    Args:
        job: what to do.
        seconds: after this time it is told to stop, and soon after killed.
        study: whether it may wait while games go on.
        on_report: is called with what the job reports.
    """

    def __init__(
        self, job: Job[Answer], seconds: float, study: bool = False, on_report: OnReport = _ignore
    ) -> None:
        self.job = job
        self.seconds = seconds
        self.study = study
        self.on_report = on_report
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.worker: _Worker | None = None
        self.stopped = False

    async def wait(self) -> Answer:
        """The answer; cancelling the wait drops the order."""
        try:
            return await self.answer
        except asyncio.CancelledError:
            self.stop()
            raise

    def stop(self) -> None:
        """Ask for the best answer so far; one that has not begun has none."""
        self.stopped = True
        if self.worker is not None:
            self.worker.ask_to_stop(self)
        elif not self.answer.done():
            self.answer.set_exception(Refused("stopped", "stopped before it began"))

    def settle(self, kind: str, thing: Any) -> None:
        """Hand over what the worker sent."""
        if self.answer.done():
            return
        if kind == "report":
            self.on_report(thing)
        elif kind == "result":
            self.answer.set_result(thing)
        else:
            self.answer.set_exception(Refused(*thing))


class _Worker:
    """One process and the order it works on."""

    def __init__(self, pool: EnginePool, process: Process) -> None:
        self.pool = pool
        self.process = process
        self.order: Order[Any] | None = None
        self.ready = False
        self.number = 0
        self._timers: list[asyncio.TimerHandle] = []
        self.reading = asyncio.create_task(self._read())

    def begin(self, order: Order[Any]) -> None:
        self.number = next(self.pool.numbers)
        self.order, order.worker = order, self
        self._send("job", self.number, order.job)
        loop = asyncio.get_running_loop()
        self._timers = [loop.call_later(order.seconds, self.ask_to_stop, order)]

    def ask_to_stop(self, order: Order[Any]) -> None:
        if self.order is not order:
            return
        self._send("stop", self.number)
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(GRACE_SECONDS, self._kill_slow, order))

    def kill(self) -> None:
        kill_tree(self.process.pid)

    def _kill_slow(self, order: Order[Any]) -> None:
        if self.order is order:
            order.settle("error", ("failed", "the engine did not answer in time"))
            self.kill()

    def _send(self, *message: Any) -> None:
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(pack(message))

    async def _read(self) -> None:
        """Pass on what the process says until it ends."""
        reader = self.process.stdout
        assert reader is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = HEADER.unpack(await reader.readexactly(HEADER.size))[0]
                kind, number, *rest = pickle.loads(await reader.readexactly(size))
                if kind == "ready":
                    self.ready = True
                    self.pool.worker_ready(self)
                elif self.order is not None and number == self.number:
                    self._heard(kind, rest[0])
        await self.process.wait()
        self._finish("error", ("failed", "the engine ended without an answer"))
        self.pool.worker_ended(self)

    def _heard(self, kind: str, thing: Any) -> None:
        if kind == "report" and self.order is not None:
            self.order.settle(kind, thing)
        else:
            self._finish(kind, thing)
            self.pool.dispatch()

    def _finish(self, kind: str, thing: Any) -> None:
        for timer in self._timers:
            timer.cancel()
        order, self.order = self.order, None
        if order is not None:
            order.worker = None
            order.settle(kind, thing)


class EnginePool:
    """All workers of a server; `size` processes, of which one is always left for games."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.numbers = count(1)
        self._moves: deque[Order[Any]] = deque()
        self._studies: deque[Order[Any]] = deque()
        self._workers: list[_Worker] = []
        self._closing = False
        self._deaths = 0
        self._starting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the first worker; the others follow when it has compiled the kernels for all."""
        if self.size:
            await self._start_worker()

    async def close(self) -> None:
        """End every worker."""
        self._closing = True
        for order in (*self._moves, *self._studies):
            order.settle("error", ("stopped", "the server ends"))
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._starting, *(worker.reading for worker in self._workers))

    @property
    def busy(self) -> int:
        """Workers with something to do."""
        return sum(worker.order is not None for worker in self._workers)

    @property
    def ready(self) -> bool:
        """Whether a worker has loaded its kernels."""
        return any(worker.ready for worker in self._workers)

    def submit(
        self,
        job: Job[Answer],
        seconds: float = STUDY_SECONDS,
        *,
        study: bool = False,
        on_report: OnReport = _ignore,
    ) -> Order[Answer]:
        """Queue a job; raises Refused if too many wait already."""
        queue = self._studies if study else self._moves
        for given_up in [order for order in queue if order.answer.done()]:
            queue.remove(given_up)
        most = STUDY_QUEUE if study else MOVE_QUEUE
        if len(queue) >= most:
            raise Refused("busy", "all engines are at work: try again in a moment", 1.0)
        if not self.size:
            raise Refused("not_supported", "this server was started without engines")
        if self._broken:
            raise Refused("failed", _BROKEN)
        order = Order(job, seconds, study, on_report)
        queue.append(order)
        self.dispatch()
        return order

    def worker_ready(self, worker: _Worker) -> None:
        self._deaths = 0
        while len(self._workers) + len(self._starting) < self.size:
            self._start_soon()
        self.dispatch()

    def worker_ended(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        if self._closing:
            return
        if worker.ready:
            self._start_soon()
        else:
            self._start_failed()

    @property
    def _broken(self) -> bool:
        return self._deaths >= ENGINE_DEATHS and not self.ready

    def _start_failed(self) -> None:
        """Try again in a while, and let nobody wait for an engine that does not come."""
        self._deaths += 1
        if self._broken:
            for order in (*self._moves, *self._studies):
                order.settle("error", ("busy", _BROKEN, RETRY_SECONDS))
        pause = RETRY_SECONDS if self._deaths >= ENGINE_DEATHS else 0.0
        asyncio.get_running_loop().call_later(pause, self._start_soon)

    def _start_soon(self) -> None:
        if self._closing or len(self._workers) + len(self._starting) >= self.size:
            return
        task = asyncio.create_task(self._start_worker())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_worker(self) -> None:
        program = [sys.executable, "-m", _WORKER, str(log.getEffectiveLevel())]
        try:
            with LogPipe("engine") as errors:
                process = await start_child(program, ENGINE_LIMITS, errors, piped=True)
        except OSError:  # no memory or no process left
            log.exception("an engine cannot be started")
            self._start_failed()
            return
        log.debug("an engine starts: process %d", process.pid)
        worker = _Worker(self, process)
        self._workers.append(worker)
        if self._closing:
            worker.kill()

    def dispatch(self) -> None:
        """Give work to idle workers: moves first, studies to all workers but one.

        Who worked last comes first: it still knows most of what the next move of a game needs.
        """
        idle = [worker for worker in self._workers if worker.ready and worker.order is None]
        idle.sort(key=lambda worker: worker.number, reverse=True)
        studying = sum(w.order is not None and w.order.study for w in self._workers)
        for worker in idle:
            order = _next(self._moves)
            if order is None and studying < max(1, self.size - 1):
                order = _next(self._studies)
                studying += order is not None
            if order is None:
                return
            worker.begin(order)


def _next(queue: deque[Order[Any]]) -> Order[Any] | None:
    """The next order that somebody still waits for."""
    while queue:
        order = queue.popleft()
        if not order.answer.done() and not order.stopped:
            return order
    return None
