"""Results of games as plain data, and their tally: everything that a table or a rating needs.

A `GameResult` says who sat where, who won and why. A `Tally` counts results one by one and forgets
the games themselves, so that an event of any length fits into the same few numbers:

    games   (first, second)  ->  losses, draws, wins of the first
    pairs   (a, b)           ->  how often the two games of a pair ended in each of nine ways:

                                 b first: lost  drew  won
                  a first: lost        .     .     .
                           drew        .     .     .
                           won         .     .     .

The two games of a pair start from the same opening with seats swapped. What an opening gives to one
side it gives to both players, so a pair says more than two single games: ratings and the sequential
test use the second table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from inarow.errors import BadOption
from inarow.games.base import Reason

LOSS, DRAW, WIN = 0, 1, 2
"""How a game ended for the player in question: half points, and the index into counts."""

Seats: TypeAlias = tuple[str, str]
"""Who moved first and who second."""

PairTable: TypeAlias = list[list[int]]
"""Counts of pairs: row = result of a as first, column = result of b as first."""

FAULTS = (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.HANG, Reason.MEMORY, Reason.OUTPUT)
"""Reasons of losses that are the loser's own fault, in the order of their columns in tables."""
_FAULTS = frozenset(FAULTS)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game.

    Args:
        first: name of the player who moved first.
        second: name of the other player.
        score: of the first player: 1 for a win, 0.5 for a draw, 0 for a loss.
        reason: why the game ended, a word of `games.base.Reason`.
        pair: number of the pair that the game belongs to, None for a single game.
        plies: length of the game.
        moves: how many moves each player thought about, the opening left out.
        seconds: how long each player thought in all.

    >>> GameResult("ada", "bob", 0.5, "full").seats
    ('ada', 'bob')
    """

    first: str
    second: str
    score: float
    reason: str = "line"
    pair: int | None = None
    plies: int = 0
    moves: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if self.score not in (0, 0.5, 1):
            raise BadOption(f"the score of a game is 0, 0.5 or 1, not {self.score!r}")

    @property
    def seats(self) -> Seats:
        """The names of both players, the first one first."""
        return self.first, self.second

    @property
    def culprit(self) -> str | None:
        """The player who lost by its own fault, if one did."""
        if self.reason not in _FAULTS or self.score == 0.5:
            return None
        return self.second if self.score else self.first


@dataclass(frozen=True, slots=True)
class Points:
    """Wins, draws and losses of a player.

    >>> Points(3, 1, 0) + Points(0, 1, 0)
    Points(wins=3, draws=2, losses=0)
    >>> Points(3, 2, 0).points
    4.0
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """1 for a win, half for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.games else None

    def __add__(self, other: Points) -> Points:
        return Points(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass
class Tally:
    """Counts of results that grow game by game; the order of the games does not matter.

    Args:
        players: in the order of tables.
        games: losses, draws and wins of the first player, per pair of seats.
        pairs: how the two games of a pair ended, per pair of players.
        reasons: why games ended.
        lengths: games per number of plies.
        faults: losses by a player's own fault, per player and reason.
        gifts: wins by the fault of an opponent, per player.
        moves: moves that each player thought about.
        seconds: how long each player thought, which differs from run to run and is not compared.

    >>> event = tally([GameResult("ada", "bob", 1, pair=0), GameResult("bob", "ada", 0.5, pair=0)])
    >>> event.games
    {('ada', 'bob'): [0, 0, 1], ('bob', 'ada'): [0, 1, 0]}
    >>> event.pairs
    {('ada', 'bob'): [[0, 0, 0], [0, 0, 0], [0, 1, 0]]}
    """

    players: list[str] = field(default_factory=list)
    games: dict[Seats, list[int]] = field(default_factory=dict)
    pairs: dict[Seats, PairTable] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    gifts: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict, compare=False)
    _half_done: dict[int, tuple[Seats, int]] = field(default_factory=dict, repr=False)

    def add(self, result: GameResult) -> None:
        """Count one more game."""
        seats, points = (result.first, result.second), int(2 * result.score)
        counts = self.games.get(seats)
        if counts is None:
            self.players += [name for name in dict.fromkeys(seats) if name not in self.players]
            counts = self.games[seats] = [0, 0, 0]
        counts[points] += 1
        self.reasons[result.reason] += 1
        self.lengths[result.plies] += 1
        if (culprit := result.culprit) is not None:
            self.faults[culprit, result.reason] += 1
            self.gifts[seats[culprit == seats[0]]] += 1
        for seat, player in enumerate(seats):
            self.moves[player] += result.moves[seat]
            self.seconds[player] = self.seconds.get(player, 0.0) + result.seconds[seat]
        if result.pair is not None:
            self._add_to_pair(result.pair, seats, points)

    def _add_to_pair(self, pair: int, seats: Seats, points: int) -> None:
        """Count a pair when it is complete, always seen from the same one of its two players."""
        other = self._half_done.pop(pair, None)
        if other is None:
            self._half_done[pair] = seats, points
            return
        if other[0] != seats[::-1]:
            games = " and ".join(" - ".join(names) for names in (other[0], seats))
            raise BadOption(
                f"pair {pair} has games {games}; "
                f"a pair is played by the same two players with seats swapped"
            )
        swapped = other[1]
        if self.players.index(seats[0]) > self.players.index(seats[1]):
            seats, points, swapped = other[0], swapped, points
        table = self.pairs.setdefault(seats, [[0, 0, 0] for _ in range(3)])
        table[points][swapped] += 1

    def score(self, player: str, opponent: str = "", seat: int | None = None) -> Points:
        """What a player made of all its games, of those against one opponent or in one seat.

        >>> tally([GameResult("ada", "bob", 1), GameResult("bob", "ada", 0.5)]).score("ada")
        Points(wins=1, draws=1, losses=0)
        """
        total = Points()
        for other in [opponent] if opponent else self.players:
            if seat != 1:
                total += Points(*self.games.get((player, other), ())[::-1])
            if seat != 0:
                total += Points(*self.games.get((other, player), ()))
        return total

    def failures(self, player: str) -> dict[str, int]:
        """How often a player lost by its own fault, by reason."""
        found = {str(reason): self.faults[player, reason] for reason in FAULTS}
        return {reason: count for reason, count in found.items() if count}

    def pair_counts(self, one: str, other: str) -> list[int] | None:
        """How many pairs brought a player 0, 1/2, 1, 3/2 and 2 points against another one."""
        if (one, other) not in self.pairs:
            turned = self.pair_counts(other, one) if (other, one) in self.pairs else None
            return turned and turned[::-1]
        counts = [0] * 5
        for points, row in enumerate(self.pairs[one, other]):
            for swapped, count in enumerate(row):
                counts[points + 2 - swapped] += count
        return counts

    @property
    def half_done(self) -> int:
        """How many pairs have one game only so far."""
        return len(self._half_done)

    @property
    def total(self) -> int:
        """How many games were counted."""
        return sum(map(sum, self.games.values()))


def tally(results: Iterable[GameResult], players: Iterable[str] = ()) -> Tally:
    """Count results; `players` sets the order, and names those who have not played yet.

    >>> tally([], players=["ada"]).players
    ['ada']
    """
    counted = Tally(list(players))
    for result in results:
        counted.add(result)
    return counted
