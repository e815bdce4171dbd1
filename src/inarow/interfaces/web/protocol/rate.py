"""How much one client may ask for: a bucket of tokens that fills up again with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from inarow.interfaces.web.recent import Recent

MESSAGES_PER_SECOND = 50.0
MESSAGES_AT_ONCE = 200
CLIENTS = 10_000
"""Addresses whose rate is remembered."""


@dataclass
class Bucket:
    """A number of messages at once, and a number per second in the long run.

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
        self._buckets: Recent[str, Bucket] = Recent(CLIENTS)

    def take(self, client: str) -> float:
        """Take a token of a client."""
        bucket = self._buckets.find(client) or Bucket()
        self._buckets.keep(client, bucket)
        return bucket.take()
