"""The cross table of an event as data: for the terminal, the page, exports and pictures.

          games  points  as first  as second  lost by:  time  crash  against:   ada   bob   cyd
    ada      40    28.5    16 - 4  12.5 - 7.5              .      .               .    15  13.5
    bob      40    19.0   ...                              2      .               5     .    14

A game that a player loses by its own fault (out of time, crashed, an illegal move) counts as a loss
and also in a column of its own, so that weak play and broken programs are never mixed up.

The table is made from a tally, which keeps no games, so that a live table of a long event costs no
more than that of a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from inarow.arena.results import FAULTS, GameResult, Tally, tally


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
    pairs: tuple[int, ...] = ()

    @property
    def total(self) -> Score:
        """All games."""
        return self.first + self.second

    def as_dict(self) -> dict[str, Any]:
        """The scores as JSON-ready data."""
        seats = {"as_first": self.first.as_dict(), "as_second": self.second.as_dict()}
        return {**self.total.as_dict(), **seats}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Cell):
    """One player against all others.

    Attributes:
        player: its name.
        faults: losses by its own fault, per reason.
        gifts: wins by the fault of an opponent.
        moves: how many moves it thought about.
        seconds: how long in all.
    """

    player: str
    faults: dict[str, int]
    gifts: int
    moves: int
    seconds: float

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
        lines = zip(self.rows, self.cells, strict=True)
        return {
            "games": self.games,
            "reasons": self.reasons,
            "lengths": [{"plies": plies, "games": n} for plies, n in self.lengths.items()],
            "players": [self._line(row, cells) for row, cells in lines],
        }

    def _line(self, row: Row, cells: Sequence[Cell | None]) -> dict[str, Any]:
        against = {
            other.player: {**cell.as_dict(), "pairs": list(cell.pairs)}
            for other, cell in zip(self.rows, cells, strict=True)
            if cell is not None
        }
        seconds = {"seconds": row.seconds, "seconds_per_move": row.seconds_per_move}
        counts = {"faults": row.faults, "gifts": row.gifts, "moves": row.moves, **seconds}
        return {"player": row.player, **row.as_dict(), **counts, "against": against}


def cross_table(
    results: Tally | Iterable[GameResult], order: Sequence[str] | None = None
) -> CrossTable:
    """The table of finished games; `order` names the players from top to bottom.

    >>> table = cross_table([GameResult("ada", "bob", 1), GameResult("bob", "ada", 0, "time")])
    >>> [(row.player, row.total.points, row.faults["time"]) for row in table.rows]
    [('ada', 2.0, 0), ('bob', 0.0, 1)]
    """
    counted = results if isinstance(results, Tally) else tally(results)
    rows = {player: _row(counted, player) for player in counted.players}
    if order is None:
        order = sorted(rows, key=lambda player: -(rows[player].total.share or 0.0))
    return CrossTable(
        tuple(rows[player] for player in order),
        tuple(tuple(_cell(counted, one, other) for other in order) for one in order),
        dict(counted.reasons.most_common()),
        dict(sorted(counted.lengths.items())),
    )


def _row(counted: Tally, player: str) -> Row:
    first = second = Score()
    for (one, other), counts in counted.games.items():
        first += Score(*counts[::-1]) if one == player else Score()
        second += Score(*counts) if other == player else Score()
    return Row(
        first,
        second,
        player=player,
        faults={str(reason): counted.faults[player, reason] for reason in FAULTS},
        gifts=counted.gifts[player],
        moves=counted.moves[player],
        seconds=counted.seconds.get(player, 0.0),
    )


def _cell(counted: Tally, one: str, other: str) -> Cell | None:
    first, second = counted.games.get((one, other)), counted.games.get((other, one))
    if one == other or not (first or second):
        return None
    pairs = counted.pair_counts(one, other) or [0] * 5
    return Cell(Score(*(first or [])[::-1]), Score(*(second or [])), tuple(pairs))
