r"""Stop rules: when an event knows enough before its last round, as one word with options.

sprt(elo0=0,elo1=30)     two players: until it is clear whether the first is better
compare(elo=50)          two players: until it is clear which one is, see `compare.py`
error(elo=20)            until every error bar is this short

The first is Wald's sequential probability ratio test (1945). It compares two claims about the Elo
difference of the players,

    H0: it is elo0 (or less)        H1: it is elo1 (or more)

After every pair of games it asks how much more probable the results are under H1 than under H0. The
logarithm of that ratio, the LLR, wanders until it leaves a corridor:

    LLR  >= log((1 - beta) / alpha)     H1 is accepted; wrong in at most about alpha of such tests
    LLR  <= log(beta / (1 - alpha))     H0 is accepted; wrong in at most about beta of such tests
    else                                play on

A claim about Elo does not say how often games are drawn or pairs are split, so each claim is given
its best chance: the distribution that fulfils the claim and makes the results most probable
(generalised SPRT). Among all distributions p on the scores a_i with sum p_i b_i = 0 that is

    p_i = observed_i / (1 + t * b_i),    t such that the sum is 0    (Owen's empirical likelihood)

with b_i = a_i - s for *logistic* Elo, which fixes the expected score s. *Normalised* Elo fixes
(mean - 1/2) / (standard deviation) = d, which is not linear in p; it is solved by doing the above
for the tangent of the claim again and again. Both as Michel Van den Bergh worked them out for the
testers of chess programs ("The generalized maximum likelihood ratio for the expectation value of a
distribution", "Normalized Elo in practice").

Games in pairs are tested by pairs (five classes), single games by games (three classes).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log, sqrt
from typing import Protocol

from inarow.arena.elo import ELO_PER_NAT, mean_and_variance, score_of
from inarow.arena.results import Tally
from inarow.errors import BadOption
from inarow.options import check_options, option
from inarow.registry import Entry, Shelf

_LEAST = 1e-3
"""Stands for a class that never occurred, so that no claim is ruled out by that alone."""
_MOST_STEPS = 100
_ENOUGH = 1e-9
_STEP = 0.5
"""Standard deviations by which a claim may differ from the one before."""


class StopRule(Protocol):
    """Looks at the results after each round."""

    def check(self, players: int) -> None:
        """Refuse events that the rule cannot judge."""

    def look(self, tally: Tally) -> tuple[bool, str]:
        """Whether these results are enough, and how far they are on the way, in words."""


class Verdict(StrEnum):
    """What the test says now."""

    H0 = "H0"
    H1 = "H1"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands: LLR, verdict, and the counts behind it."""

    llr: float
    verdict: Verdict
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Sprt:
    """A sequential test, until it is clear whether the first of two players is better.

    >>> test = Sprt(elo0=0, elo1=2)
    >>> state = test.state([365, 16618, 36229, 16974, 390])
    >>> round(state.llr, 2), state.verdict
    (2.25, <Verdict.OPEN: 'open'>)
    """

    elo0: float = option(0.0, low=-1000, high=1000, help="no better than this: H0")
    elo1: float = option(20.0, low=-1000, high=1000, help="at least this: H1")
    alpha: float = option(0.05, low=0.0001, high=0.49, help="share of wrong H1")
    beta: float = option(0.05, low=0.0001, high=0.49, help="share of wrong H0")
    model: str = option(
        "normalised", choices=("normalised", "logistic"), help="what the Elo of the claims means"
    )
    name = "sprt"

    def __post_init__(self) -> None:
        check_options(self)
        if self.elo0 >= self.elo1:
            raise BadOption(f"sprt: elo0 must be less than elo1, not {self.elo0} and {self.elo1}")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def state(self, counts: Sequence[int]) -> SprtState:
        """Where the test stands.

        Args:
            counts: of games of the first player (losses, draws, wins), or of pairs with 0, 1/2, 1,
                3/2 and 2 points.
        """
        ratio, verdict = self.llr(counts), Verdict.OPEN
        if not self.lower < ratio < self.upper:
            verdict = Verdict.H1 if ratio >= self.upper else Verdict.H0
        return SprtState(ratio, verdict, tuple(counts))

    def state_of(self, counted: Tally, first: str, second: str) -> SprtState:
        """Where the test between two players of an event stands.

        By pairs if there are any (a game whose pair is not complete waits), else by games.
        """
        pairs = counted.pair_counts(first, second) or ([0] * 5 if counted.half_done else None)
        if pairs:
            return self.state(pairs)
        ahead = counted.games.get((first, second), [0, 0, 0])
        behind = counted.games.get((second, first), [0, 0, 0])
        return self.state([one + other for one, other in zip(ahead, behind[::-1], strict=True)])

    def check(self, players: int) -> None:
        if players != 2:
            raise BadOption(f"sprt compares two players, not {players}")

    def look(self, tally: Tally) -> tuple[bool, str]:
        first, second = tally.players
        state = self.state_of(tally, first, second)
        claims = {
            Verdict.H1: f"{first} is better than {second}: H1, {self.elo1:g} Elo, accepted",
            Verdict.H0: f"{first} is not better than {second}: H0, {self.elo0:g} Elo, accepted",
            Verdict.OPEN: f"open whether {first} is better than {second}",
        }
        where = f"LLR {state.llr:+.2f} ({self.lower:+.2f} to {self.upper:+.2f})"
        return state.verdict is not Verdict.OPEN, f"{claims[state.verdict]}; {where}"

    def llr(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio of the two claims."""
        if len(counts) not in (3, 5):
            raise BadOption(f"results are counted in 3 or 5 classes, not in {len(counts)}")
        if not sum(counts):
            return 0.0
        weights = [max(count, _LEAST) for count in counts]
        if self.model == "logistic":
            under = [_with_mean(weights, score_of(elo)) for elo in (self.elo0, self.elo1)]
        else:
            per_pair = sqrt((len(counts) - 1) / 2)  # a pair is two games
            claims = (elo * per_pair / (2 * ELO_PER_NAT) for elo in (self.elo0, self.elo1))
            under = [_with_distance(weights, claim) for claim in claims]
        return sum(w * log(p1 / p0) for w, p0, p1 in zip(weights, under[0], under[1], strict=True))


@dataclass(frozen=True)
class ErrorStop:
    """Until every rating is known well enough."""

    elo: float = option(20.0, low=1, high=1000, help="half the width of error bars")
    games: int = option(100, low=2, help="but not before this many games")
    name = "error"

    def __post_init__(self) -> None:
        check_options(self)

    def check(self, players: int) -> None:
        pass

    def look(self, tally: Tally) -> tuple[bool, str]:
        if tally.total < self.games:
            return False, f"{tally.total} of at least {self.games} games"
        from inarow.arena.ratings import rate  # brings numpy, which most workers do not need

        worst = max(rating.error for rating in rate(tally).players)
        return worst <= self.elo, f"ratings are known to {worst:.0f} Elo, {self.elo:g} is the aim"


_SHELF = Shelf(
    "there is no stop rule",
    (
        Entry("sprt", f"{__name__}:Sprt"),
        Entry("compare", "inarow.arena.compare:Compare"),
        Entry("error", f"{__name__}:ErrorStop"),
    ),
)


def load_stop(spec: str) -> StopRule:
    """The stop rule that a spec names.

    >>> load_stop("sprt(elo1=50)").look(Tally(["ada", "bob"]))[1]
    'open whether ada is better than bob; LLR +0.00 (-2.94 to +2.94)'
    """
    rule: StopRule = _SHELF.load(spec)
    return rule


def _with_mean(weights: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution of scores with this mean."""
    top = len(weights) - 1
    return _tilted(weights, [at / top - mean for at in range(top + 1)])


def _with_distance(weights: Sequence[float], distance: float) -> list[float]:
    """The most likely distribution whose mean is that many standard deviations above one half.

    The claim mean - 1/2 = distance * sigma is bent; at a distribution with mean m and spread sigma
    its tangent is the linear claim whose b_i are below. The tangent of a large claim may miss all
    distributions, so it is reached in steps, each from the solution of the one before.
    """
    found = [1 / len(weights)] * len(weights)
    steps = max(1, ceil(abs(distance) / _STEP))
    for step in range(1, steps + 1):
        found = _on_claim(weights, distance * step / steps, found)
    return found


def _on_claim(weights: Sequence[float], distance: float, found: list[float]) -> list[float]:
    """The same for a claim near a distribution."""
    scores = [at / (len(weights) - 1) for at in range(len(weights))]
    for _ in range(_MOST_STEPS):
        before = found
        mean, variance = mean_and_variance(found)
        sigma = sqrt(variance)
        bend = (distance * sigma * (1 + ((mean - a) / sigma) ** 2) / 2 for a in scores)
        found = _tilted(weights, [a - 0.5 - b for a, b in zip(scores, bend, strict=True)])
        if max(abs(p - q) for p, q in zip(found, before, strict=True)) < _ENOUGH:
            break
    return found


def _tilted(weights: Sequence[float], values: Sequence[float]) -> list[float]:
    """The most likely distribution in which the values have the mean 0.

    The sum of p_i * b_i falls steadily in t between two poles; Newton's method finds its zero, and
    where a step would leave the bounds known so far, they are halved instead.
    """
    total = sum(weights)
    low, high, t = -1 / max(values), -1 / min(values), 0.0
    for _ in range(_MOST_STEPS):
        shares = [w / (1 + t * b) for w, b in zip(weights, values, strict=True)]
        slope = sum(s * b / (1 + t * b) * b for s, b in zip(shares, values, strict=True))
        mean = sum(s * b for s, b in zip(shares, values, strict=True))
        low, high = (t, high) if mean > 0 else (low, t)
        step = mean / slope
        if abs(step) <= _ENOUGH * (high - low) or high - low < _ENOUGH:
            break
        t = t + step if low < t + step < high else (low + high) / 2
    return [w / total / (1 + t * b) for w, b in zip(weights, values, strict=True)]
