"""What was played in a position, by whom and with which results: over a library, an event, a file.

    Connect Four after 44:     4   12 games   7 won, 1 drawn, 4 lost     level 3, Ada
                               3    2 games   0 won, 0 drawn, 2 lost     Ada

Games that reached the position in another order of moves count, and so do symmetric copies, whose
moves are turned back. Where the position itself is symmetric, moves that are images of each other
are one move: on the empty board, 3 and 5 are the same.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from inarow.agents.people import people_name
from inarow.games.record import Record
from inarow.games.record_reader import result_word
from inarow.library.find import Wanted, condition
from inarow.library.index import images, place_number

SHOWN = 5
"""Players and games that are named for a move."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A game that came through a position: what was played there, and how it ended."""

    number: int
    action: int | None
    names: tuple[str, str]
    result: str
    game: str = ""


@dataclass
class Tried:
    """A move that was played in a position; results are those of the player who played it."""

    action: int
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    players: Counter[str] = field(default_factory=Counter)
    ids: list[str] = field(default_factory=list)

    @property
    def score(self) -> float | None:
        """The share of the points, of games that are over."""
        over = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / over if over else None

    def count(self, visit: Visit, player: int) -> None:
        """One more game."""
        self.games += 1
        self.won += visit.result == ("1-0", "0-1")[player]
        self.lost += visit.result == ("0-1", "1-0")[player]
        self.drawn += visit.result == "1/2-1/2"
        self.players[visit.names[player]] += 1
        if visit.game and len(self.ids) < SHOWN:
            self.ids.append(visit.game)


def explored(place: Record, visits: Iterable[Visit]) -> tuple[list[Tried], int]:
    """What visits to a position played there, the most frequent first, and how many came there."""
    turns = {place_number(state): turned for turned, state in reversed(list(images(place)))}
    same = symmetries_of(place)
    found: dict[int, Tried] = {}
    total = 0
    for visit in visits:
        total += 1
        if visit.action is None:
            continue
        action = list(turns[visit.number]).index(visit.action)  # turned back
        action = min(turned[action] for turned in same)
        found.setdefault(action, Tried(action)).count(visit, place.state.player)
    return sorted(found.values(), key=lambda move: (-move.games, move.action)), total


def symmetries_of(place: Record) -> list[Sequence[int]]:
    """The symmetries that leave a position as it is: moves that they exchange are one move."""
    here = place_number(place.state)
    return [turned for turned, state in images(place) if place_number(state) == here]


def library_visits(db: sqlite3.Connection, place: Record, wanted: Wanted) -> Iterator[Visit]:
    """The games of a library that came through a position; the index must be up to date."""
    where, values = condition(wanted)
    inside = ", ".join(str(place_number(state)) for _, state in images(place))
    query = (
        "SELECT p.position, p.action, c.first, c.second, c.result, c.id FROM places p"
        " JOIN cards c ON c.id = p.game JOIN games g ON g.id = p.game"
        f" WHERE p.position IN ({inside}) AND {where} ORDER BY c.stamp DESC"
    )
    for number, action, first, second, result, game in db.execute(query, values):
        yield Visit(number, action, (first, second), result, game)


def record_visits(
    place: Record, records: Iterable[Record], most: int | None = None
) -> Iterator[Visit]:
    """The games among some records that came through a position."""
    wanted = {place_number(state) for _, state in images(place)}
    for record in islice(records, most):
        if str(record.game) == str(place.game):
            yield from _visits(record, place.state.ply, wanted)


def _visits(record: Record, ply: int, wanted: set[int]) -> Iterator[Visit]:
    actions: Sequence[int] = record.main_line()
    first, second = (people_name(record.tags.get(tag, "?")) for tag in ("First", "Second"))
    result, state = result_word(record.final_outcome()), record.root.state
    for action in [*actions, None]:
        if state.ply == ply and (number := place_number(state)) in wanted:
            yield Visit(number, action, (first, second), result, record.tags.get("Number", ""))
        if action is None or state.ply > ply:
            return
        state = state.play(action)
