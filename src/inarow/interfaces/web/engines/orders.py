"""Orders for the engines, and the lines in which they wait.

There is a line for each priority, and in each line the clients take turns, so that one with
forty games waits no less, and lets others wait no longer, than one with a single game:

    Ada   a1 a2 a3 a4
    Bob   b1               who is next:  a1 b1 c1 a2 c2 a3 a4
    Cyd   c1 c2
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Container, Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from inarow.interfaces.web.engines.jobs import Answer, Job
from inarow.interfaces.web.protocol.refusal import Refused

if TYPE_CHECKING:
    from inarow.interfaces.web.engines.pool import Worker

OnReport: TypeAlias = Callable[[Any], None]


class Priority(Enum):
    """What an order is for; those that are served first come first."""

    QUICK = "a move of a player that answers at once; why; a puzzle that is tried"
    MOVE = "a move of a player that thinks"
    STUDY = "an analysis, a review, the table of an event"


WAITING = {Priority.QUICK: 200, Priority.MOVE: 200, Priority.STUDY: 8}
"""Orders of one client that may wait in a line; one more is told that we are busy."""
ALL_WAITING = 2000
"""Orders of all clients that may wait in a line."""


@dataclass(eq=False)
class Order(Generic[Answer]):
    """A job on its way: `wait` for its answer, or `stop` it early.

    Args:
        job: what to do.
        seconds: after this time it is told to stop, and soon after killed.
        priority: what it is for.
        client: who asks.
        on_report: is called with what the job reports.
        waits: whether it has to wait for kernels to be compiled, see `search/seam.py`.
    """

    job: Job[Answer]
    seconds: float
    priority: Priority = Priority.STUDY
    client: Hashable = None
    on_report: OnReport = lambda thing: None
    waits: bool = True
    worker: Worker | None = field(default=None, init=False)
    answer: asyncio.Future[Answer] = field(init=False)

    def __post_init__(self) -> None:
        self.answer = asyncio.get_running_loop().create_future()

    def can_begin(self, warm: bool) -> bool:
        """Whether it is still wanted, and does not need `warm` kernels that are not there yet."""
        return not self.answer.done() and (warm or not self.waits)

    async def wait(self) -> Answer:
        """The answer; cancelling the wait drops the order."""
        try:
            return await self.answer
        except asyncio.CancelledError:
            self.stop()
            raise

    def stop(self) -> None:
        """Ask for the best answer so far; one that has not begun has none."""
        if self.worker is not None:
            self.worker.ask_to_stop(self)
        else:
            self.settle("error", ("stopped", "stopped before it began"))

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


class Line:
    """Orders of one priority that wait; their clients take turns."""

    def __init__(self, priority: Priority) -> None:
        self._most = WAITING[priority]
        self._clients: dict[Hashable, deque[Order[Any]]] = {}

    def add(self, order: Order[Any]) -> None:
        """Let an order wait, unless too many wait already."""
        own = [o for o in self._clients.get(order.client, ()) if not o.answer.done()]
        if len(own) >= self._most or sum(map(len, self._clients.values())) >= ALL_WAITING:
            raise Refused("busy", "all engines are at work: try again in a moment", 1.0)
        self._clients[order.client] = deque([*own, order])

    def waits(self, warm: bool) -> bool:
        """Whether there is an order that a new worker could begin with."""
        return any(order.can_begin(warm) for own in self._clients.values() for order in own)

    def take(self, served: Container[Hashable] = (), warm: bool = True) -> Order[Any] | None:
        """The next order that is still wanted, of a client who is not among those `served`.

        Without `warm` kernels it must be one that does not wait for them.
        """
        for client in [client for client in self._clients if client not in served]:
            orders = deque(o for o in self._clients[client] if not o.answer.done())
            order = next((o for o in orders if o.can_begin(warm)), None)
            if order is not None or not orders:
                del self._clients[client]
            if order is not None:
                orders.remove(order)
                if orders:
                    self._clients[client] = orders  # behind all others
                return order
        return None
