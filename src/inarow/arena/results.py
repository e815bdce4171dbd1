"""Results of games as plain data, and their tally: everything that a table or a rating needs.

A `Result` says who sat where, who won and why. A `Tally` counts results one by one and forgets the
games themselves, so that an event of any length fits into the same few numbers:

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

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from inarow.errors import BadOption

LOSS, DRAW, WIN = 0, 1, 2
"""How a game ended for the player in question: half points, and the index into counts."""

Seats: TypeAlias = tuple[str, str]
"""Who moved first and who second."""

PairTable: TypeAlias = list[list[int]]
"""Counts of pairs: row = result of a as first, column = result of b as first."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game.

    Args:
        first: name of the player who moved first.
        second: name of the other player.
        score: of the first player: 1 for a win, 0.5 for a draw, 0 for a loss.
        reason: why the game ended, a word of `games.base.Reason` or one of the arena's own.
        pair: number of the pair that the game belongs to, None for a single game.
        plies: length of the game.
        moves: how many moves each player thought about, the opening left out.
        seconds: how long each player thought in all.

    >>> Result("ada", "bob", 0.5, "full").half_points
    1
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
    def half_points(self) -> int:
        """The score of the first player as LOSS, DRAW or WIN."""
        return int(2 * self.score)


@dataclass
class Tally:
    """Counts of results that grow game by game; the order of the games does not matter.

    >>> event = tally([Result("ada", "bob", 1, pair=0), Result("bob", "ada", 0.5, pair=0)])
    >>> event.games
    {('ada', 'bob'): [0, 0, 1], ('bob', 'ada'): [0, 1, 0]}
    >>> event.pairs
    {('ada', 'bob'): [[0, 0, 0], [0, 0, 0], [0, 1, 0]]}
    """

    players: list[str] = field(default_factory=list)
    games: dict[Seats, list[int]] = field(default_factory=dict)
    pairs: dict[Seats, PairTable] = field(default_factory=dict)
    _half_done: dict[int, tuple[str, str, int]] = field(default_factory=dict, repr=False)

    def add(self, result: Result) -> None:
        """Count one more game."""
        first, second, points = result.first, result.second, int(2 * result.score)
        seats = first, second
        counts = self.games.get(seats)
        if counts is None:
            for player in seats:
                if player not in self.players:
                    self.players.append(player)
            counts = self.games[seats] = [0, 0, 0]
        counts[points] += 1
        if result.pair is None:
            return
        other = self._half_done.pop(result.pair, None)
        if other is None:
            self._half_done[result.pair] = first, second, points
        elif other[0] == second and other[1] == first:
            self._add_pair(seats, points, other[2])
        else:
            raise BadOption(
                f"pair {result.pair} has games {other[0]} - {other[1]} and {first} - {second}; "
                f"a pair is played by the same two players with seats swapped"
            )

    @property
    def half_done(self) -> int:
        """How many pairs have one game only so far."""
        return len(self._half_done)

    @property
    def total(self) -> int:
        """How many games were counted."""
        return sum(map(sum, self.games.values()))

    def _add_pair(self, seats: Seats, points: int, swapped: int) -> None:
        """Count a complete pair, always seen from the same one of its two players."""
        if self.players.index(seats[0]) > self.players.index(seats[1]):
            seats, points, swapped = (seats[1], seats[0]), swapped, points
        if seats not in self.pairs:
            self.pairs[seats] = [[0, 0, 0] for _ in range(3)]
        self.pairs[seats][points][swapped] += 1


def tally(results: Iterable[Result], players: Iterable[str] = ()) -> Tally:
    """Count results; `players` sets the order, and names those who have not played yet.

    >>> tally([], players=["ada"]).players
    ['ada']
    """
    counted = Tally(list(players))
    for result in results:
        counted.add(result)
    return counted
