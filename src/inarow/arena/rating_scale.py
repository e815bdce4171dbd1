"""From strengths to Elo: the numbers of the model on the scale that people know.

On the Elo scale a difference means a score: 100 points are 64 %. In the model of `bradley_terry.py`
a difference means odds of wins to losses, and draws and the first move come on top. Both are the
same only where nothing is drawn and the first move is worth nothing. Between good players of
Connect Four, say, whoever begins wins most games: a pair of games then often ends 1 - 1 although
one player is stronger, and large odds make a small score.

So for every two players who met the model says which score it expects over a pair of games, both
seats, and one factor is chosen for the whole event that fits best

    factor * (r_i - r_j)   to   log(score / (1 - score))         (least squares, weighted)

With two players the fit is exact: their difference is the Elo of their score. The first move is
shown in the same way, by the score that the first of two equals is expected to make.

Error bars follow from the strengths' covariance by the slopes of all shown numbers ("delta
method"); the slopes are taken by small steps.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import numpy as np

from inarow.arena.bradley_terry import Array, expected
from inarow.arena.elo import ELO_PER_NAT
from inarow.arena.results import Tally

_STEP = 1e-4
_SMALL = 0.01
"""A difference that stands in where all players are equal, so that the factor is always defined."""


class RatingScale:
    """Turns the parameters of an event (r_1 ... r_n, f, log v) into Elo.

    Args:
        counted: the results, which tell who met.
        relative: matrix that makes ratings relative to the mean or to an anchor.
    """

    def __init__(self, counted: Tally, relative: Array) -> None:
        at = {name: number for number, name in enumerate(counted.players)}
        games: dict[tuple[int, int], int] = {}
        for (first, second), counts in counted.games.items():
            pair = min(at[first], at[second]), max(at[first], at[second])
            games[pair] = games.get(pair, 0) + sum(counts)
        self.relative = relative
        self.one = np.array([pair[0] for pair in games], int)
        self.other = np.array([pair[1] for pair in games], int)
        self.games = np.append(np.array(list(games.values()), float), 1.0)

    def factor(self, theta: Array) -> float:
        """Elo per Elo of odds."""
        first, v = float(theta[-2]), exp(theta[-1])
        gaps = np.append(theta[self.one] - theta[self.other], _SMALL)
        scores = (expected(first + gaps, v)[0] + 1 - expected(first - gaps, v)[0]) / 2
        weights = self.games * scores * (1 - scores)
        wanted = np.log(scores / (1 - scores))
        return float(weights * gaps @ wanted / (weights * gaps @ gaps))

    def shown(self, theta: Array) -> Array:
        """The ratings and then the first move, in Elo."""
        ratings = self.factor(theta) * self.relative @ theta[:-2]
        score = expected(theta[-2:-1], exp(theta[-1]))[0]
        elo: Array = ELO_PER_NAT * np.append(ratings, np.log(score / (1 - score)))
        return elo


def slopes_of(function: Callable[[Array], Array], theta: Array) -> Array:
    """How much each number that a function gives changes with each parameter.

    >>> slopes_of(lambda x: x**2, np.array([3.0])).round(6).tolist()
    [[6.0]]
    """
    columns = []
    for number in range(len(theta)):
        step = np.zeros(len(theta))
        step[number] = _STEP
        columns.append((function(theta + step) - function(theta - step)) / (2 * _STEP))
    return np.array(columns).T
