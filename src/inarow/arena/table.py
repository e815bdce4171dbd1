"""The cross table of an event as data: for the terminal, the page, exports and pictures.

          games  points  as first  as second  lost by:  time  crash  against:   ada   bob   cyd
    ada      40    28.5    16 - 4  12.5 - 7.5              .      .               .    15  13.5
    bob      40    19.0   ...                              2      .               5     .    14

A game that a player loses by its own fault (out of time, crashed, an illegal move) counts as a loss
and also in a column of its own, so that weak play and broken programs are never mixed up.

`TableCounts` counts results one by one and keeps no games, so a live table of a long event costs no
more than that of a short one; `table()` makes the table from the counts at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from inarow.arena.elo import pentanomial
from inarow.arena.results import Result, Seats, Tally
from inarow.games.base import Reason

FAULTS = (
    Reason.TIME,
    Reason.CRASH,
    Reason.ILLEGAL,
    Reason.HANG,
    Reason.MEMORY,
    Reason.OUTPUT,
)
"""Reasons of losses that are the loser's own fault, in the order of their columns."""


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of a player.

    >>> Score(3, 1, 0) + Score(0, 1, 0)
    Score(wins=3, draws=2, losses=0)
    >>> Score(3, 2, 0).points
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

    @property
    def swapped(self) -> Score:
        """The same games from the other side."""
        return Score(self.losses, self.draws, self.wins)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def as_dict(self) -> dict[str, Any]:
        """The counts and what follows from them."""
        return {**asdict(self), "games": self.games, "points": self.points, "share": self.share}


@dataclass(frozen=True, slots=True)
class Cell:
    """One player against one other: when it moved first, when second, and by pairs.

    `pairs` counts pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    """

    first: Score
    second: Score
    pairs: tuple[int, ...]

    @property
    def total(self) -> Score:
        """All games of the two."""
        return self.first + self.second


@dataclass(frozen=True, slots=True)
class Row:
    """One player against all others.

    Attributes:
        player: its name.
        first: games in which it moved first.
        second: games in which it moved second.
        faults: losses by its own fault, per reason.
        gifts: wins by the fault of an opponent.
        moves: how many moves it thought about.
        seconds: how long in all.
    """

    player: str
    first: Score
    second: Score
    faults: dict[str, int]
    gifts: int
    moves: int
    seconds: float

    @property
    def total(self) -> Score:
        """All its games."""
        return self.first + self.second

    @property
    def seconds_per_move(self) -> float | None:
        """None if it made no move."""
        return self.seconds / self.moves if self.moves else None


@dataclass(frozen=True)
class CrossTable:
    """Everything that a table of an event shows.

    Attributes:
        rows: one per player; more points per game first, then in the order of the players.
        cells: `cells[i][j]` is row player i against row player j; None where they did not meet.
        reasons: why games ended, the most frequent first.
        lengths: plies of a game -> number of games, in ascending order.
    """

    rows: tuple[Row, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    reasons: dict[str, int]
    lengths: dict[int, int]

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self.reasons.values())

    @property
    def faults(self) -> tuple[str, ...]:
        """The reasons that need a column, because they occurred."""
        return tuple(reason for reason in FAULTS if any(row.faults[reason] for row in self.rows))

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON-ready data."""
        names = [row.player for row in self.rows]
        return {
            "games": self.games,
            "reasons": self.reasons,
            "lengths": [{"plies": plies, "games": n} for plies, n in self.lengths.items()],
            "players": [
                _row_dict(row, dict(zip(names, cells, strict=True)))
                for row, cells in zip(self.rows, self.cells, strict=True)
            ],
        }


@dataclass
class TableCounts:
    """Counts for a table, game by game."""

    tally: Tally = field(default_factory=Tally)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    gifts: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.tally.add(result)
        self.reasons[result.reason] += 1
        self.lengths[result.plies] += 1
        if result.reason in FAULTS and result.score != 0.5:
            seats = result.first, result.second
            winner, loser = seats if result.score == 1 else seats[::-1]
            self.faults[loser, result.reason] += 1
            self.gifts[winner] += 1
        for seat, player in enumerate((result.first, result.second)):
            self.moves[player] += result.moves[seat]
            self.seconds[player] = self.seconds.get(player, 0.0) + result.seconds[seat]

    def table(self, order: Sequence[str] | None = None) -> CrossTable:
        """The table; `order` names the players from top to bottom, for example by rating."""
        rows = {player: self._row(player) for player in self.tally.players}
        if order is None:
            order = sorted(rows, key=lambda player: -(rows[player].total.share or 0.0))
        cells = tuple(tuple(self._cell(one, other) for other in order) for one in order)
        return CrossTable(
            tuple(rows[player] for player in order),
            cells,
            dict(self.reasons.most_common()),
            dict(sorted(self.lengths.items())),
        )

    def _row(self, player: str) -> Row:
        first = second = Score()
        for (one, other), counts in self.tally.games.items():
            if one == player:
                first += Score(*counts[::-1])
            if other == player:
                second += Score(*counts)
        faults = {str(reason): self.faults[player, reason] for reason in FAULTS}
        seconds = self.seconds.get(player, 0.0)
        gifts, moves = self.gifts[player], self.moves[player]
        return Row(player, first, second, faults, gifts, moves, seconds)

    def _cell(self, one: str, other: str) -> Cell | None:
        first = self.tally.games.get((one, other))
        second = self.tally.games.get((other, one))
        if one == other or (first is None and second is None):
            return None
        ahead = Score(*first[::-1]) if first else Score()
        behind = Score(*second) if second else Score()
        return Cell(ahead, behind, self._pairs((one, other)))

    def _pairs(self, seats: Seats) -> tuple[int, ...]:
        if seats in self.tally.pairs:
            return tuple(pentanomial(self.tally.pairs[seats]))
        other = self.tally.pairs.get(seats[::-1])
        return tuple(pentanomial(other)[::-1]) if other else (0,) * 5


def cross_table(results: Iterable[Result], players: Iterable[str] = ()) -> CrossTable:
    """The table of finished games; `players` names those who have not played yet as well.

    >>> table = cross_table([Result("ada", "bob", 1), Result("bob", "ada", 0, "time")])
    >>> [(row.player, row.total.points, row.faults["time"]) for row in table.rows]
    [('ada', 2.0, 0), ('bob', 0.0, 1)]
    """
    counts = TableCounts(Tally(list(players)))
    for result in results:
        counts.add(result)
    return counts.table()


def _row_dict(row: Row, cells: dict[str, Cell | None]) -> dict[str, Any]:
    return {
        "player": row.player,
        **row.total.as_dict(),
        "as_first": row.first.as_dict(),
        "as_second": row.second.as_dict(),
        "faults": row.faults,
        "gifts": row.gifts,
        "moves": row.moves,
        "seconds": row.seconds,
        "seconds_per_move": row.seconds_per_move,
        "against": {
            name: {
                **cell.total.as_dict(),
                "as_first": cell.first.as_dict(),
                "as_second": cell.second.as_dict(),
                "pairs": list(cell.pairs),
            }
            for name, cell in cells.items()
            if cell is not None
        },
    }
