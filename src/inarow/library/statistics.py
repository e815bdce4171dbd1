"""How my games went: by game, opponent and seat, and over time; accuracy where it is known.

Only games that are over count, and of these only those in which it is known which player I was: the
only person, or who has my name. *Accuracy* is 100 % less the points that the moves gave away on
average, as the review of the game judged them: a move that turns a win into a draw gives away half
a point.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from inarow.library.find import MY_SEAT, Wanted, condition

_DAYS = 62.0
"""A longer time is told month by month, a shorter one day by day."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of mine."""

    began: float
    rules: str
    seat: int
    opponent: str
    points: float
    accuracy: float | None


@dataclass
class Tally:
    """Results of some games; `accuracy` is the mean of those that were reviewed."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    reviewed: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    @property
    def accuracy(self) -> float | None:
        """From 0 to 1; None if no game was reviewed."""
        return sum(self.reviewed) / len(self.reviewed) if self.reviewed else None

    def count(self, game: Played) -> None:
        """One more game."""
        self.won += game.points == 1
        self.drawn += game.points == 0.5
        self.lost += game.points == 0
        if game.accuracy is not None:
            self.reviewed.append(game.accuracy)


@dataclass(frozen=True)
class Statistics:
    """Tallies of all games, and of groups of them; `periods` are days or months, in order."""

    total: Tally
    games: list[Tally]
    opponents: list[Tally]
    seats: list[Tally]
    periods: list[Tally]


def statistics(db: sqlite3.Connection, wanted: Wanted) -> Statistics:
    """The statistics of the games that fit; the index must be up to date."""
    played = list(_played(db, wanted))
    total = Tally("all")
    for game in played:
        total.count(game)
    long = bool(played) and played[-1].began - played[0].began > _DAYS * 86_400
    seats = ("first", "second")
    return Statistics(
        total=total,
        games=_most(_grouped(played, lambda game: game.rules)),
        opponents=_most(_grouped(played, lambda game: game.opponent)),
        seats=_grouped(played, lambda game: seats[game.seat]),
        periods=_grouped(played, lambda game: _period(game.began, long)),
    )


def _played(db: sqlite3.Connection, wanted: Wanted) -> Iterable[Played]:
    where, values = condition(wanted)
    query = (
        f"SELECT c.began, c.rules, {MY_SEAT} AS seat, c.first, c.second, c.result,"
        " r.first, r.second FROM cards c JOIN games g ON g.id = c.id"
        " LEFT JOIN reviews r ON r.game = c.id"
        f" WHERE {where} AND seat IS NOT NULL AND c.result != '*' ORDER BY c.began, c.id"
    )
    points = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}
    for began, rules, seat, first, second, result, *losses in db.execute(query, values):
        loss = losses[seat]
        accuracy = None if loss is None else 1.0 - loss
        yield Played(began, rules, seat, (second, first)[seat], points[result][seat], accuracy)


def _grouped(played: Iterable[Played], name_of: Callable[[Played], str]) -> list[Tally]:
    found: dict[str, Tally] = {}
    for game in played:
        name = name_of(game)
        found.setdefault(name, Tally(name)).count(game)
    return list(found.values())


def _most(tallies: list[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: (-tally.games, tally.name))


def _period(began: float, long: bool) -> str:
    try:
        return datetime.fromtimestamp(began).strftime("%Y-%m" if long else "%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return "?"
