"""The stop-watch: work per CPU second, contenders in turn.

CPU time and not time on the clock, because a busy machine must not count against anybody. Short
rounds in turn, because whatever disturbs the machine then disturbs all contenders alike: a ratio is
taken within each round, and the median of them is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import TypeAlias

Work: TypeAlias = Callable[[], float]
"""Does a little work and returns how much it was: games, simulations, positions."""


@dataclass
class Contender:
    """Something that is timed, with its rate in every round."""

    name: str
    work: Work
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The rate of the best round: what is possible where nothing disturbs."""
        return max(self.rates)

    @property
    def median(self) -> float:
        """The rate of a round in the middle."""
        return median(self.rates)


def rate_of(work: Work, seconds: float, clock: Callable[[], float] = process_time) -> float:
    """Work per second, measured for at least so many seconds.

    >>> ticks = iter(range(100))
    >>> rate_of(lambda: 6, seconds=3, clock=lambda: next(ticks))  # twice within three seconds
    4.0
    """
    done, started = 0.0, clock()
    while (spent := clock() - started) < seconds or not done:
        done += work()
    return done / spent


def interleave(
    contenders: Sequence[Contender],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = process_time,
) -> None:
    """Let all contenders work in turn; `seconds` is the time of each in one round."""
    for _ in range(rounds):
        for contender in contenders:
            contender.rates.append(rate_of(contender.work, seconds, clock))


def ratio(contender: Contender, to: Contender) -> float:
    """How much faster one is than another: the median of the ratios within each round.

    >>> one, other = Contender("", lambda: 1, [10, 20, 30]), Contender("", lambda: 1, [5, 5, 5])
    >>> ratio(one, other)
    4.0
    """
    return median(mine / its for mine, its in zip(contender.rates, to.rates, strict=True))
