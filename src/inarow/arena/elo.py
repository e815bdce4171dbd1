r"""The Elo scale, and how large a score is on it: for two players and nothing but their score.

Arpad Elo's scale says how much a player is expected to score: 400 points more mean 10 points for
every one of the opponent,

    score = 1 / (1 + 10 ** (-elo / 400))

A score of 50 % is 0 Elo, 64 % are 100, 76 % are 200, 91 % are 400.

*Normalised* Elo measures a score not by its size but by how many games it takes to see it. A draw
is less noise than a win and a loss, so the same small edge is seen sooner where games are drawn:

    normalised elo = 800 / ln(10) * (score - 1/2) / (standard deviation of one game)

Where nothing is drawn and neither player is much better the two are the same. The idea is
Michel Van den Bergh's ("Normalized Elo", 2020), as the testers of chess programs use it.

Games in pairs are counted as pairs: 0, 1/2, 1, 3/2 or 2 points, five classes (*pentanomial*). What
an opening gives to one side it takes away in the second game, so pairs scatter less than games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from statistics import NormalDist

from inarow.errors import BadOption

CONFIDENCE_SIGMAS = 1.959964
"""Half width of a 95 % interval of the normal distribution."""


def wilson(points: float, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which is right for small and large ones as well.

    >>> low, high = wilson(90, 100)
    >>> f"{low:.3f} to {high:.3f}"
    '0.826 to 0.945'
    """
    if not total:
        return 0.0, 1.0
    share, z = points / total, CONFIDENCE_SIGMAS
    middle = share + z * z / (2 * total)
    width = z * sqrt(share * (1 - share) / total + (z / 2 / total) ** 2)
    whole = 1 + z * z / total
    low = (middle - width) / whole if points else 0.0  # not nearly so
    return low, (middle + width) / whole if points < total else 1.0


ELO_PER_NAT = 400 / log(10)
"""Elo points per unit of log odds."""

normal_cdf = NormalDist().cdf
"""How probable it is that a standard normal number is below another one."""


def signed(elo: float) -> str:
    """Elo points as people read them.

    >>> signed(86.7), signed(-86.7), signed(-0.3)
    ('+87', '-87', '0')
    """
    return f"{elo:+.0f}" if round(elo) else "0"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its error bar: in 95 cases out of 100 the truth is within `value` +- `error`."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class MatchEstimate:
    """What the score of a match says: Elo, normalised Elo, and how sure it is who is better."""

    elo: Estimate
    normalised: Estimate
    superiority: float


def score_of(elo: float) -> float:
    """The expected score of a player who is better by that many Elo points.

    >>> round(score_of(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """How many Elo points better a player with this score is; the inverse of `score_of`.

    >>> round(elo_of(0.64))
    100
    """
    if not 0 < score < 1:
        return float("inf") if score >= 1 else float("-inf")
    return -400 * log10(1 / score - 1)


def match_estimate(counts: Sequence[float]) -> MatchEstimate:
    """What the result of a match between two players says.

    Args:
        counts: of games (losses, draws, wins), or of pairs as `Tally.pair_counts` gives them.

    >>> match_estimate([34, 54, 63, 64, 75]).elo
    Estimate(value=55.5..., error=27.6...)
    """
    if len(counts) not in (3, 5):
        raise BadOption(f"results are counted in 3 or 5 classes, not in {len(counts)}")
    total = sum(counts)
    if not total:
        unknown = Estimate(0.0, float("inf"))
        return MatchEstimate(unknown, unknown, 0.5)
    score, variance = mean_and_variance(counts)
    spread = sqrt(variance / total)
    reach = CONFIDENCE_SIGMAS * spread
    error = (elo_of(score + reach) - elo_of(score - reach)) / 2
    games = 2 if len(counts) == 5 else 1
    unit = 2 * ELO_PER_NAT / sqrt(variance * games) if variance else float("inf")
    edge = score - 0.5
    normalised = Estimate(unit * edge if edge else 0.0, unit * reach if reach else float("inf"))
    superiority = normal_cdf(edge / spread) if spread else 0.5 + (edge > 0) / 2 - (edge < 0) / 2
    return MatchEstimate(Estimate(elo_of(score), error), normalised, superiority)


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Of the score per game or pair, where the classes go evenly from 0 to 1."""
    total, top = sum(counts), len(counts) - 1
    mean = sum(count * at for at, count in enumerate(counts)) / (total * top)
    return mean, sum(count * (at / top - mean) ** 2 for at, count in enumerate(counts)) / total
