r"""The model behind the ratings: Bradley-Terry with draws and a first-move term, and its fit.

Player i moves first against player j; with x = r_i - r_j + f the chances are

    win  :  draw  :  loss   =   exp(x / 2)  :  v  :  exp(-x / 2)

r are the strengths, f is what the first move is worth, v says how often equals draw. Bradley and
Terry (1952) without draws, draws as Davidson (1970) adds them, and not as Rao and Kupper (1967) do,
because here a draw counts exactly as half a win and half a loss: only points and the number of
draws enter the fit, and every player's expected points equal the points it made. The logarithm of
the likelihood is that of an exponential family: it has one top, and Newton's method climbs it in a
few steps, on one row of counts per pair of seats, however many games there are.

Each number has a weak prior, a bell curve around its centre. It decides only where games do not.

From strengths to Elo: on the Elo scale a difference means a score, 100 points are 64 %. In the
model it means odds of wins to losses, and draws and the first move come on top. Both are the same
only where nothing is drawn and the first move is worth nothing. Between good players of Connect
Four, say, the first to move wins most games: a pair of games then often ends 1 - 1 although one
player is stronger, and large odds make a small score. So for every two players who met the model
says which score it expects over a pair of games, both seats, and one factor is chosen for the whole
event that fits best

    factor * (r_i - r_j)   to   log(score / (1 - score))         (least squares, weighted)

With two players the fit is exact: their difference is the Elo of their score. The first move is
shown in the same way, by the score that the first of two equals is expected to make.
"""

from math import exp, log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from inarow.arena.elo import ELO_PER_NAT
from inarow.arena.results import DRAW, WIN, Tally

PRIOR_ELO = 600.0
"""Ratings and the first move are believed to be of this size before any game was played."""
PAIR_CORRELATION_PRIOR = 20
"""Pairs without correlation that are believed to have been played before."""
MOST_PAIR_CORRELATION = 0.95

Array: TypeAlias = NDArray[np.float64]

_DRAW_CENTRE = log(0.5)
_MOST_STEPS = 100
_LONGEST_STEP = 2.0
_ENOUGH = 1e-10
_SMALL = 0.01
"""A difference that stands in where all players are equal, so that the factor is always defined."""


def expected(x: Array, v: float) -> tuple[Array, Array]:
    """The expected score of the first player and the chance of a draw.

    >>> [round(float(number[0]), 3) for number in expected(np.array([0.0]), v=0.5)]
    [0.5, 0.2]
    """
    up, down = np.exp(x / 2), np.exp(-x / 2)
    total = up + down + v
    return (up + v / 2) / total, v / total


class BradleyTerry:
    """The likelihood of a tally in natural units (log odds).

    `theta` holds the parameters r_1 ... r_n, f, log v. Each row of the other arrays belongs to two
    seats that met, and `design` turns parameters into the x of the row:

                 r_1  ...  r_i  ...  r_j  ...  r_n   f   log v
        row (i, j):  0   0   +1    0   -1    0    0   +1     0
    """

    def __init__(self, counted: Tally) -> None:
        at = {name: number for number, name in enumerate(counted.players)}
        self.size = len(at) + 2
        counts = np.array(list(counted.games.values()), float).reshape(-1, 3)
        self.games = counts.sum(axis=1)
        self.points = counts[:, WIN] + counts[:, DRAW] / 2
        self.draws = counts[:, DRAW]
        self.first = np.eye(len(at))[[at[first] for first, _ in counted.games]]
        self.second = np.eye(len(at))[[at[second] for _, second in counted.games]]
        move, log_v = np.ones((len(counts), 1)), np.zeros((len(counts), 1))
        self.design = np.hstack([self.first - self.second, move, log_v])
        row_of = {seats: row for row, seats in enumerate(counted.games)}
        self.ahead = np.array([row_of[seats] for seats in counted.pairs], int)
        self.behind = np.array([row_of[seats[::-1]] for seats in counted.pairs], int)
        self.pairs = np.array(list(counted.pairs.values()), float).reshape(-1, 3, 3)
        self.centre = np.append(np.zeros(self.size - 1), _DRAW_CENTRE)
        self.prior = np.full(self.size, (PRIOR_ELO / ELO_PER_NAT) ** -2)
        self.theta = self.centre.copy()

    def chances(self) -> tuple[Array, Array, Array, Array, Array]:
        """Per row: expected score, chance of a draw, and the (co)variances of the two."""
        score, draw = expected(self.design @ self.theta, exp(self.theta[-1]))
        variance = score - draw / 4 - score**2
        return score, draw, variance, draw * (0.5 - score), draw * (1 - draw)

    def curvature(self) -> Array:
        """The matrix of second derivatives, sign changed: the information in games and prior."""
        _, _, variance, both, draw_variance = self.chances()
        matrix: Array = self.design.T @ (self.design * (self.games * variance)[:, None])
        mixed = self.design.T @ (self.games * both)
        matrix[-1] += mixed
        matrix[:, -1] += mixed
        matrix[-1, -1] += self.games @ draw_variance
        matrix[np.diag_indices(self.size)] += self.prior
        return matrix

    def fit(self) -> None:
        """Climb to the top of the likelihood."""
        for _ in range(_MOST_STEPS):
            score, draw, *_ = self.chances()
            slope = self.design.T @ (self.points - self.games * score)
            slope[-1] += (self.draws - self.games * draw).sum()
            slope -= self.prior * (self.theta - self.centre)
            step = np.linalg.solve(self.curvature(), slope)
            longest = float(np.abs(step).max())
            self.theta = self.theta + step * min(1.0, _LONGEST_STEP / max(longest, _ENOUGH))
            if longest < _ENOUGH:
                break

    def correlate(self) -> float:
        """The correlation of the results of the two games of a pair, both seen from the first seat.

        A ratio of sums, so that rare surprises do not weigh more than they should, and pulled to 0
        as if `PAIR_CORRELATION_PRIOR` pairs without any correlation had been played before.
        """
        score = self.chances()[0]
        outcomes = np.array([0.0, 0.5, 1.0])
        here, there = (outcomes - score[rows, None] for rows in (self.ahead, self.behind))
        product = float(np.einsum("mi,mij,mj", here, self.pairs, there))
        scale, total = float(self._pair_weights().sum()), float(self.pairs.sum())
        shrunk = product / scale * total / (total + PAIR_CORRELATION_PRIOR) if scale else 0.0
        return min(MOST_PAIR_CORRELATION, max(-MOST_PAIR_CORRELATION, shrunk))

    def covariance(self, correlation: float) -> Array:
        """How uncertain the parameters are, together."""
        inverse = np.linalg.inv(self.curvature())
        weighted = self.design[self.behind] * self._pair_weights()[:, None]
        shared = self.design[self.ahead].T @ weighted
        spread: Array = inverse + correlation * (inverse @ (shared + shared.T) @ inverse)
        return spread

    def _pair_weights(self) -> Array:
        """The number of pairs of each two players, times the spread of their results."""
        variance = self.chances()[2]
        spreads = np.sqrt(variance[self.ahead] * variance[self.behind])
        weights: Array = spreads * self.pairs.sum(axis=(1, 2))
        return weights

    def factor(self, theta: Array) -> float:
        """Elo per Elo of odds."""
        first, v = float(theta[-2]), exp(theta[-1])
        gaps = np.append((self.first - self.second) @ theta[:-2], _SMALL)
        scores = (expected(first + gaps, v)[0] + 1 - expected(first - gaps, v)[0]) / 2
        weights = np.append(self.games, 1.0) * scores * (1 - scores)
        wanted = np.log(scores / (1 - scores))
        return float(weights * gaps @ wanted / (weights * gaps @ gaps))

    def elo(self, theta: Array) -> Array:
        """The strengths and then the first move, in Elo."""
        score = expected(theta[-2:-1], exp(theta[-1]))[0]
        first_move = np.log(score / (1 - score))
        elo: Array = ELO_PER_NAT * np.append(self.factor(theta) * theta[:-2], first_move)
        return elo
