"""Ratings: one number per player that explains all results of an event at once.

All games are fitted together (`bradley_terry.py` has the model), so a player is rated by whom it
beat, not only by how often. The order of the games does not matter.

Nothing is known before the first game, so every rating has a weak prior, a bell curve around 0 that
is 600 Elo wide. A player with 100 % gets a high rating and not an endless one. Players who never
met, directly or through others, are comparable in name only: `groups` names them, and their wide
error bars show it.

Error bars come from the curvature of the same likelihood. The two games of a pair have an opening
in common: their correlation is estimated for the whole event, pulled to 0 where pairs are few, and
put into the errors (the "sandwich" of Liang and Zeger, 1986, with one working correlation). The
errors of Elo follow from those of the strengths by the slopes of the numbers shown ("delta
method"); the slopes are taken by small steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from inarow.arena.bradley_terry import Array, BradleyTerry
from inarow.arena.elo import CONFIDENCE_SIGMAS, Estimate, normal_cdf
from inarow.arena.results import GameResult, Tally, tally
from inarow.drawn import drawn
from inarow.errors import UnknownName
from inarow.options import suggestion

_STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Rating:
    """One player: rating in Elo with its 95 % error bar, games played, points made."""

    player: str
    elo: float
    error: float
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """All numbers of an event.

    Attributes:
        players: best first.
        superiority: how probable it is that the player of the row is better than the one of the
            column, both in the order of `players`.
        first_move: what the first move is worth in Elo.
        first_score: points of those who moved first, per game.
        draw_rate: drawn games, per game.
        pair_correlation: of the results of the two seats of a pair; above 0 when openings favour
            one side, which makes pairs more telling than single games.
        scale: Elo per Elo of win-loss odds: 1 where nothing is drawn and the first move is worth
            nothing, less elsewhere.
        games: how many were rated.
        groups: players who can be compared with each other; more than one group means that some
            never met, directly or through others.
        anchor: whose rating was set, if any.
    """

    players: tuple[Rating, ...]
    superiority: tuple[tuple[float, ...], ...]
    first_move: Estimate
    first_score: float | None
    draw_rate: float | None
    pair_correlation: float
    scale: float
    games: int
    groups: tuple[tuple[str, ...], ...]
    anchor: str | None = None

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:ratings_html", self)


def rate(results: Tally | Iterable[GameResult], anchor: str | None = None) -> Ratings:
    """Rate the players of an event.

    Args:
        results: of the games, or their tally.
        anchor: a player whose rating is set to 0; without one the mean of all is 0.

    >>> games = [GameResult("ada", "bob", score) for score in (1, 1, 0.5, 0)] * 50
    >>> best = rate(games).players[0]
    >>> best.player, best.games, best.points
    ('ada', 200, 125.0)
    """
    counted = results if isinstance(results, Tally) else tally(results)
    names = counted.players
    if anchor is not None and anchor not in names:
        raise UnknownName(f"{anchor!r} has no games to anchor; {suggestion(anchor, names)}")
    model = BradleyTerry(counted)
    model.fit()
    correlation = model.correlate()
    relative, steps = _relative(names, anchor), _STEP * np.eye(model.size)
    elo, theta = relative @ model.elo(model.theta), model.theta
    rises = [model.elo(theta + step) - model.elo(theta - step) for step in steps]
    slopes = relative @ np.array(rises).T / (2 * _STEP)
    spread = slopes @ model.covariance(correlation) @ slopes.T
    errors = CONFIDENCE_SIGMAS * np.sqrt(np.clip(np.diag(spread), 0, None))
    games = (model.first + model.second).T @ model.games
    points = model.first.T @ model.points + model.second.T @ (model.games - model.points)
    order = sorted(range(len(names)), key=lambda i: (-elo[i], i))
    total = int(model.games.sum())
    return Ratings(
        tuple(
            Rating(names[i], float(elo[i]), float(errors[i]), int(games[i]), float(points[i]))
            for i in order
        ),
        _superiority(elo, spread, order),
        Estimate(float(elo[-1]), float(errors[-1])),
        float(model.points.sum()) / total if total else None,
        float(model.draws.sum()) / total if total else None,
        correlation,
        model.factor(theta),
        total,
        _groups(counted),
        anchor,
    )


def _relative(names: Sequence[str], anchor: str | None) -> Array:
    """The matrix that makes ratings relative to the anchor, or to the mean of all."""
    matrix = np.eye(len(names) + 1)  # the last number is the first move, which stays as it is
    if anchor is not None:
        matrix[:-1, names.index(anchor)] -= 1
    elif names:
        matrix[:-1, :-1] -= 1 / len(names)
    return matrix


def _superiority(elo: Array, spread: Array, order: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    def chance(i: int, j: int) -> float:
        variance = spread[i, i] + spread[j, j] - 2 * spread[i, j]
        return 0.5 if i == j or variance <= 0 else normal_cdf((elo[i] - elo[j]) / sqrt(variance))

    return tuple(tuple(chance(i, j) for j in order) for i in order)


def _groups(counted: Tally) -> tuple[tuple[str, ...], ...]:
    """Players who are connected by games, larger groups first."""
    group = {name: {name} for name in counted.players}
    for first, second in counted.games:
        if group[first] is not group[second]:
            merged = group[first] | group[second]
            for name in merged:
                group[name] = merged
    distinct = {id(names): names for names in group.values()}.values()
    ordered = (tuple(name for name in counted.players if name in names) for names in distinct)
    return tuple(sorted(ordered, key=len, reverse=True))
