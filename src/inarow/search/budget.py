"""What is left of a limit while a search runs."""

from __future__ import annotations

from time import perf_counter
from typing import Protocol

from inarow.search.limit import Limit


class Spending(Protocol):
    """What has been spent, and whether that is all."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def exhausted(self) -> bool: ...


class Budget:
    """Counts the positions of a search and says when to stop.

    Once `spend` has answered False it keeps doing so: a search that asks at every position unwinds
    by itself.

    >>> budget = Budget(Limit(nodes=2))
    >>> budget.spend(), budget.spend(), budget.spend()
    (True, True, False)
    """

    def __init__(self, limit: Limit) -> None:
        self.started = perf_counter()
        self.nodes = 0
        self.exhausted = False
        self._deadline = None if limit.seconds is None else self.started + limit.seconds
        self._nodes = limit.nodes
        self._stop = limit.stop

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self.started

    def spend(self) -> bool:
        """Count one position; False if the limit is reached."""
        self.nodes += 1
        if (
            (self._nodes is not None and self.nodes > self._nodes)
            or (self._deadline is not None and perf_counter() > self._deadline)
            or (self._stop is not None and self._stop.is_set())
        ):
            self.exhausted = True
        return not self.exhausted
