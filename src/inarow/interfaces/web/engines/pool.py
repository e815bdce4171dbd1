"""Engine processes: a few workers, fair lines of orders, and hard limits.

    quick moves   ----+
    moves         ----+--->  idle worker  --->  answer, or killed when the time is up
    studies       ----+

Quick moves come first and studies last, and however much is asked for, some workers stay free:

    of 6 workers          of all clients    of one client
    studies                     4                 3
    moves                       5                 4          with all studies no more than 5
    quick moves                 6                 5          with its other moves

So a player that answers at once never waits for one that thinks, a person who plays never for a
person who analyses, and no client for another one with many games or engines. (Fewer than 6 workers
let one client have all studies, so that it can compare three.) A worker whose answer is no longer
wanted is told to stop and, if it does not obey within the grace, killed and replaced.

Workers start one after the other, so that the first move of a person has the machine for itself:

    ready     takes moves that do not wait for kernels; on a new machine these are being compiled
    warm      takes everything: all kernels are on disk, and who needs some loads them
    loaded    has loaded all of them: after its first answer or a quiet moment, and never while
              it works; now the next one starts

Whoever has to wait starts the next one sooner. As long as there is one it takes quick moves only.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from inarow.interfaces.web.engines.jobs import NO_PROGRAMS, STUDY_SECONDS, Answer, Job
from inarow.interfaces.web.engines.orders import Line, OnReport, Order, Priority
from inarow.interfaces.web.engines.worker import HEADER, pack
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.live.outside.player import START_SECONDS
from inarow.log import logger
from inarow.processes.children import Limits, LogPipe, kill_tree, start_child
from inarow.registry import names_program

log = logger(__name__)

ENGINE_LIMITS = Limits(memory=4096, niceness=5)
"""Engines yield to the server, so that a cheap request never waits for an expensive one."""
GRACE_SECONDS = 2.0
"""From the request to stop until a worker is killed: a busy machine needs more than a moment."""
ENGINE_DEATHS = 3
"""Engines that may die in a row before they were ready; then something is wrong with us."""
PROGRAM_SECONDS = START_SECONDS + 10
"""More for a program, which has to start first; its player knows best when it has failed."""
RETRY_SECONDS = 5.0
"""After this time it is tried again to write a game or to start an engine."""

ABREAST = 3
"""Studies that one client may always have at the same time, to compare what engines say."""

_WORKER = "inarow.interfaces.web.engines.worker"
_BROKEN = "the engines cannot be started; see `inarow doctor`"


class Worker:
    """One process and the order it works on."""

    def __init__(self, pool: EnginePool, process: Process) -> None:
        self.pool = pool
        self.process = process
        self.order: Order[Any] | None = None
        self.ready = self.warm = self.loaded = False
        self.number = 0
        self._killed = False
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
        self._killed = True
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
                if self._killed:  # an answer that was on its way, of one who can do no more
                    break
                if kind in ("ready", "warm", "loaded"):
                    self.ready, self.warm, self.loaded = True, kind != "ready", kind == "loaded"
                    self.pool.worker_ready(self)
                elif kind == "warming" and not self.pool.ready:
                    self.pool.tell_warming(rest[0])
                elif self.order is not None and number == self.number:
                    self._heard(kind, rest[0])
        await self.process.wait()
        had_begun = self.loaded or self.order is not None
        self._finish("error", ("failed", "the engine ended without an answer"))
        self.pool.worker_ended(self, had_begun)

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
    """All workers of a server: `size` processes.

    `programs` are players that were named when the server was started, mostly programs of this
    machine: their specs by name. A client says the name and nothing else.
    """

    def __init__(self, size: int, programs: Mapping[str, str] = NO_PROGRAMS) -> None:
        self.size = size
        self.programs = programs
        self.numbers = count(1)
        self._lines = {priority: Line(priority) for priority in Priority}
        self._workers: list[Worker] = []
        self._closing = False
        self._deaths = 0
        self._starting: set[asyncio.Task[None]] = set()
        self.warming: str | None = None
        self.on_warming: Callable[[str | None], None] = lambda words: None

    def programs_of(self, name: str) -> dict[str, str]:
        """Those of the programs that a job needs which asks this player."""
        return {name: self.programs[name]} if name in self.programs else {}

    def start_seconds(self, name: str) -> float:
        """How much longer a job may take if this player is a program."""
        return PROGRAM_SECONDS if any(map(names_program, self.programs_of(name).values())) else 0.0

    async def start(self) -> None:
        """Start the first worker."""
        if self.size:
            await self._start_worker()

    async def close(self) -> None:
        """End every worker."""
        self._closing = True
        self._refuse_all("stopped", "the server ends")
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._starting, *(worker.reading for worker in self._workers))

    @property
    def busy(self) -> int:
        """Workers with something to do."""
        return sum(worker.order is not None for worker in self._workers)

    @property
    def ready(self) -> bool:
        """Whether all kernels are compiled."""
        return any(worker.warm for worker in self._workers)

    def tell_warming(self, words: str | None) -> None:
        """Note and pass on how far the kernels are; None: there is nothing to wait for."""
        if words != self.warming:
            self.warming = words
            self.on_warming(words)

    def submit(
        self,
        job: Job[Answer],
        seconds: float = STUDY_SECONDS,
        priority: Priority = Priority.STUDY,
        client: Hashable = None,
        on_report: OnReport = lambda _: None,
        waits: bool = True,
    ) -> Order[Answer]:
        """Let a job wait for a worker, see `Order`; raises Refused if too many wait already."""
        if not self.size:
            raise Refused("not_supported", "this server was started without engines")
        if self._broken:
            raise Refused("failed", _BROKEN)
        order = Order(job, seconds, priority, client, on_report, waits)
        self._lines[priority].add(order)
        self.dispatch()
        return order

    def worker_ready(self, worker: Worker) -> None:
        if worker.warm:
            self.tell_warming(None)
        if worker.loaded:
            self._deaths = 0
            self._start_soon()
        self.dispatch()

    def worker_ended(self, worker: Worker, had_begun: bool) -> None:
        """Replace a worker; one that ends before it had anything to do will not be the last."""
        self._workers.remove(worker)
        if self._closing:
            return
        if had_begun:
            self._start_soon()
        else:
            self._start_failed()

    @property
    def _broken(self) -> bool:
        return self._deaths >= ENGINE_DEATHS and not any(w.ready for w in self._workers)

    def _start_failed(self) -> None:
        """Try again in a while, and let no order wait for an engine that does not come."""
        self._deaths += 1
        if self._broken:
            self._refuse_all("busy", _BROKEN, RETRY_SECONDS)
        pause = RETRY_SECONDS if self._deaths >= ENGINE_DEATHS else 0.0
        asyncio.get_running_loop().call_later(pause, self._start_soon)

    def _refuse_all(self, *why: Any) -> None:
        for line in self._lines.values():
            while (order := line.take()) is not None:
                order.settle("error", why)

    def _start_soon(self) -> None:
        if self._closing or len(self._workers) + len(self._starting) >= self.size:
            return
        task = asyncio.create_task(self._start_worker())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    def _start_sooner(self) -> None:
        """Somebody has to wait: start the next worker now, unless one is on its way already."""
        if not self._starting and not self._deaths and all(w.ready for w in self._workers):
            self._start_soon()

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
        worker = Worker(self, process)
        self._workers.append(worker)
        if self._closing:
            worker.kill()

    def dispatch(self) -> None:
        """Give work to idle workers.

        A quick move gets the one that is there longest, for it has loaded most. Of the others who
        worked last comes first: it still knows most of what the next move of a game needs.
        """
        idle = [worker for worker in self._workers if worker.ready and worker.order is None]
        for worker in idle:
            if (order := self._next_quick(worker.warm)) is not None:
                worker.begin(order)
        for worker in sorted(idle, key=lambda w: (w is self._workers[0], -w.number)):
            if worker.order is None and (order := self._next_long(worker.warm)) is not None:
                worker.begin(order)
        if any(line.waits(self.ready) for line in self._lines.values()):
            self._start_sooner()

    @property
    def _most(self) -> int:
        """Workers that may be given away: one stays free if there are enough, or soon will be."""
        return sum(worker.ready for worker in self._workers) - self._leaves_one

    @property
    def _leaves_one(self) -> bool:
        return self.size > 2 and not self._deaths

    def _at_work(self, *priorities: Priority) -> Counter[Hashable]:
        """The workers of each client that are busy with orders of these priorities."""
        busy = [worker.order for worker in self._workers if worker.order is not None]
        return Counter(order.client for order in busy if order.priority in priorities)

    def _next_quick(self, warm: bool) -> Order[Any] | None:
        """The quick move that is due, unless its client has all workers that it may have."""
        moves = self._at_work(Priority.QUICK, Priority.MOVE)
        return self._lines[Priority.QUICK].take(self._served(moves, self._most), warm)

    def _next_long(self, warm: bool) -> Order[Any] | None:
        """The move or study that is due, as far as there are workers for it and for its client."""
        moves, studies = self._at_work(Priority.MOVE), self._at_work(Priority.STUDY)
        if moves.total() + studies.total() >= self._most:
            return None
        share = max(1, self._most - 1)
        order = self._lines[Priority.MOVE].take(self._served(moves, share), warm)
        if order is None and studies.total() < share:
            own = max(share - 1, ABREAST)
            served = {client for client, number in studies.items() if number >= own}
            order = self._lines[Priority.STUDY].take(served, warm)
        return order

    def _served(self, moves: Counter[Hashable], share: int) -> set[Hashable]:
        """Clients that have their share; with few workers nobody is refused for that."""
        return {client for client, number in moves.items() if self._leaves_one and number >= share}
