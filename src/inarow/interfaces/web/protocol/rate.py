"""How much one client may ask for: a bucket of tokens that fills up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MESSAGES_PER_SECOND = 50.0
MESSAGES_AT_ONCE = 200
CLIENTS = 10_000
"""Addresses whose rate is remembered."""


@dataclass
class Bucket:
    """So many messages at once, and so many per second in the long run.

    >>> bucket = Bucket(1.0, 2, clock=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    per_second: float = MESSAGES_PER_SECOND
    at_once: float = MESSAGES_AT_ONCE
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        self._tokens = float(self.at_once)
        self._then = self.clock()

    def take(self) -> float:
        """Take a token; 0 if there was one, else the seconds until there is."""
        now = self.clock()
        self._tokens = min(self.at_once, self._tokens + (now - self._then) * self.per_second)
        self._then = now
        if self._tokens < 1:
            return (1 - self._tokens) / self.per_second
        self._tokens -= 1
        return 0.0


class Buckets:
    """One bucket per client; the clients that have been quiet longest are forgotten."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> float:
        """Take a token of a client."""
        bucket = self._buckets.pop(client, None) or Bucket()
        self._buckets[client] = bucket
        if len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take()
