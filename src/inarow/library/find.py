"""Which games: by position, players, rules, result, date and source, the newest first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from inarow.errors import BadOption
from inarow.games.record import Record
from inarow.library.index import Card, images, place_number
from inarow.registry import load_game

Ending: TypeAlias = Literal["won", "drawn", "lost", "unfinished"]
"""How a game ended, seen from me."""
Origin: TypeAlias = Literal["page", "terminal", "file", "event"]
"""Where a game comes from."""
RESULTS: tuple[Ending, ...] = get_args(Ending)
SOURCES: tuple[Origin, ...] = get_args(Origin)
_COLUMNS = (
    "c.id, c.stamp, c.began, c.source, c.event, c.rules, c.first, c.second, c.first_seat,"
    " c.second_seat, c.result, c.reason, c.plies"
)
_FROM = "FROM cards c JOIN games g ON g.id = c.id"
_BEGUN = "(c.plies > 0 OR c.result != '*' OR json_extract(g.summary, '$.ply') > 0)"
"""Nobody looks for a game that was opened and left without a move; a board set up has stones."""
MY_SEAT = """(CASE
 WHEN :me != '' AND c.first = :me THEN 0 WHEN :me != '' AND c.second = :me THEN 1
 WHEN c.first_seat = 'human' AND c.second_seat != 'human' THEN 0
 WHEN c.second_seat = 'human' AND c.first_seat != 'human' THEN 1 END)"""
"""Which seat was mine: that under my name, else that of the only person; null if nobody knows."""
_ENDS = {
    "won": f"c.result = (CASE {MY_SEAT} WHEN 0 THEN '1-0' WHEN 1 THEN '0-1' END)",
    "lost": f"c.result = (CASE {MY_SEAT} WHEN 0 THEN '0-1' WHEN 1 THEN '1-0' END)",
    "drawn": "c.result = '1/2-1/2'",
    "unfinished": "c.result = '*'",
}


@dataclass(frozen=True)
class Wanted:
    """What games must have to be found; whatever is left out does not matter.

    Args:
        text: a part of the name of a player or of the event.
        game: the name of a game, of any size, or a spec, of that size.
        result: an `Ending`.
        source: an `Origin`.
        event: the name of the event, exactly.
        since: seconds since 1970 of the earliest beginning.
        until: and of the latest.
        place: a record whose position at the cursor was reached.
        me: my name, for games between two people; else I am the only person in a game.
    """

    text: str = ""
    game: str = ""
    result: str = ""
    source: str = ""
    event: str = ""
    since: float | None = None
    until: float | None = None
    place: Record | None = None
    me: str = ""


def search(
    db: sqlite3.Connection, wanted: Wanted, count: int = 100, skip: int = 0
) -> tuple[list[Card], int]:
    """The games that fit, those that changed last first, and how many there are in all."""
    where, values = condition(wanted)
    total = db.execute(f"SELECT count(*) {_FROM} WHERE {where}", values).fetchone()[0]
    order = "ORDER BY c.stamp DESC, c.id LIMIT :count OFFSET :skip"
    rows = db.execute(
        f"SELECT {_COLUMNS} {_FROM} WHERE {where} {order}", {**values, "count": count, "skip": skip}
    )
    return [_card(row) for row in rows], total


def condition(wanted: Wanted) -> tuple[str, dict[str, Any]]:
    """What the cards `c` of games that fit must satisfy, as SQL with its values."""
    parts, values = ["g.deleted IS NULL", _BEGUN], dict[str, Any](me=wanted.me)
    if wanted.text:
        columns = ("first", "second", "first_seat", "second_seat", "event")
        parts.append(
            "(" + " OR ".join(f"c.{name} LIKE :text ESCAPE '\\'" for name in columns) + ")"
        )
        values["text"] = f"%{_literally(wanted.text)}%"
    if wanted.game:
        spec = str(load_game(wanted.game))
        general = "(" not in wanted.game and spec.startswith(f"{wanted.game}(")
        parts.append("c.rules LIKE :rules ESCAPE '\\'" if general else "c.rules = :rules")
        values["rules"] = f"{_literally(wanted.game)}(%" if general else spec
    if wanted.result:
        if wanted.result not in _ENDS:
            raise BadOption(f"a result is {', '.join(RESULTS)}, not {wanted.result!r}")
        parts.append(_ENDS[wanted.result])
    for name in ("source", "event"):
        if value := getattr(wanted, name):
            parts.append(f"c.{name} = :{name}")
            values[name] = value
    for name, sign in (("since", ">="), ("until", "<=")):
        if getattr(wanted, name) is not None:
            parts.append(f"c.began {sign} :{name}")
            values[name] = getattr(wanted, name)
    if wanted.place is not None:
        numbers = sorted({place_number(state) for _, state in images(wanted.place)})
        inside = ", ".join(str(number) for number in numbers)
        parts.append(f"c.id IN (SELECT game FROM places WHERE position IN ({inside}))")
    return " AND ".join(parts), values


def find_one(db: sqlite3.Connection, name: str) -> Card:
    """The game whose id begins so; raises BadOption if there is none, or more than one."""
    query = f"SELECT {_COLUMNS} {_FROM} WHERE g.deleted IS NULL AND c.id GLOB ? LIMIT 2"
    safe = "".join(letter for letter in name if letter.isalnum() or letter in "-_")
    rows = db.execute(query, (f"{safe}*",)).fetchall() if safe == name and name else []
    exact = [row for row in rows if row[0] == name]
    if len(exact or rows) != 1:
        raise BadOption(
            f"more than one game begins with {name}: write more of it"
            if rows
            else f"there is no game {name!r} in the library"
        )
    return _card((exact or rows)[0])


def _card(row: Sequence[Any]) -> Card:
    name, stamp, began, source, event, rules, first, second, one, other, *end = row
    return Card(name, stamp, began, source, event, rules, (first, second), (one, other), *end)


def _literally(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\%_" else letter for letter in text)
