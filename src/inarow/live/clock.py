"""The clock of one player: a bank of seconds, to which each move adds an increment.

    bank 30, increment 2:   move 1 may take 32 s; after 12 s the bank holds 30 + 2 - 12 = 20 s
                            move 2 may take 22 s; ...

A clock runs from `start` until it is pressed (the move is made), paused (what was used is paid, the
move is still due) or stopped (nothing is paid). A player without a clock has one with endless time,
`Clock(math.inf)`, so that every move is timed in the same way.
"""

import math
from dataclasses import dataclass, field, replace
from time import perf_counter

from inarow.search.limit import Limit

CLOCK_TOLERANCE = 0.1
"""Seconds that a move may be late before it loses on time (the machine may have been busy)."""

_SHORTEST = 1e-3


@dataclass
class Clock:
    """The time of one player.

    `Clock(bank=30, increment=2)` is 30 seconds for the game and 2 more for each move;
    `Clock(increment=2)` is at most 2 seconds for the first move, and what was saved for later ones.

    >>> clock = Clock(bank=30, increment=2)
    >>> clock.left, clock.spend(12), clock.left
    (32.0, True, 22.0)
    """

    bank: float = 0.0
    increment: float = 0.0
    _started: float | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def running(self) -> bool:
        """Whether a move is being timed."""
        return self._started is not None

    @property
    def used(self) -> float:
        """Seconds since the clock was started; 0 while it stands still."""
        return 0.0 if self._started is None else perf_counter() - self._started

    @property
    def left(self) -> float:
        """Seconds that are left for the move that is due."""
        return self.bank + self.increment - self.used

    def limit(self, limit: Limit) -> Limit:
        """The limit of the next move: the given one, and no more than what the clock holds."""
        left = max(self.left, _SHORTEST)
        if limit.seconds is not None:
            left = min(left, limit.seconds)
        return limit if left == math.inf else replace(limit, seconds=left)

    def start(self) -> None:
        """Begin to time a move, unless it is being timed already."""
        if self._started is None:
            self._started = perf_counter()

    def stop(self) -> float:
        """Stand still and forget the time that was used; returns that time."""
        used, self._started = self.used, None
        return used

    def pause(self) -> None:
        """Stand still in the middle of a move: the time until now is paid."""
        self.bank -= self.stop()

    def press(self) -> None:
        """Stand still after a move, if it was timed: it is paid, and the increment is gained."""
        if self.running:
            self.spend(self.stop())

    def spend(self, seconds: float) -> bool:
        """Pay for a move that took this long; False if there was not enough time."""
        self.bank += self.increment - seconds
        return self.bank >= -CLOCK_TOLERANCE
