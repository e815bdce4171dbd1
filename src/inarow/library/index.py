"""What is searched, made from the games themselves: a card for each game, its positions one by one.

A position is found however it was reached, since what is kept is a number made from the board, who
is to move, and the rules. Symmetric copies are found by asking for all images of a position:

    asked for       4 . .     its images under the symmetries that the game names: as many numbers
                    . 4 .     to look up; a move that was played in an image is turned back

The number is the first 8 bytes of a BLAKE2b hash, so two positions of a library with a million of
them are mistaken for each other once in 37 million libraries.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from inarow.agents.people import people_name
from inarow.errors import InarowError
from inarow.games.base import Game, Outcome, Reason, State
from inarow.games.notation import format_position
from inarow.games.record import Record
from inarow.games.record_reader import result_word
from inarow.library.kept import Kept, to_kept
from inarow.library.rows import Saved, committed, read_game
from inarow.log import logger

log = logger(__name__)

_AT_ONCE = 20
"""Games that are indexed in one commit, so that nobody else waits for long."""
_STALE = """
SELECT g.id FROM games g LEFT JOIN cards c ON c.id = g.id
WHERE g.deleted IS NULL AND (c.stamp IS NULL OR c.stamp != g.changed)
"""


@dataclass(frozen=True, slots=True)
class Card:
    """One line of the list of games.

    `seats` are specs of players, `names` what people call them; `result` is `1-0`, `0-1`, `1/2-1/2`
    or `*` for a game that is not over.
    """

    id: str
    changed: float
    began: float
    source: str
    event: str
    rules: str
    names: tuple[str, str]
    seats: tuple[str, str]
    result: str
    reason: str
    plies: int

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        if not self.reason:
            return None
        winner = {"1-0": 0, "0-1": 1}.get(self.result)
        return Outcome(winner, Reason(self.reason))


def catch_up(db: sqlite3.Connection) -> int:
    """Index every game that changed since it was indexed; how many those were."""
    stale = [row[0] for row in db.execute(_STALE)]
    for at in range(0, len(stale), _AT_ONCE):
        found = [_entry(db, name) for name in stale[at : at + _AT_ONCE]]
        with committed(db):
            for entry in filter(None, found):
                _write(db, *entry)
    return len(stale)


def place_number(state: State) -> int:
    """The number of a position: the same however it was reached.

    >>> from inarow.games.notation import play_moves
    >>> len({place_number(play_moves("connect_four", moves)) for moves in ("123", "321", "132")})
    2
    """
    text = f"{state.game} {format_position(state)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def images(record: Record) -> Iterator[tuple[Sequence[int], State]]:
    """A position at the cursor of a record under each symmetry of its game, the identity first.

    Of a record that begins in the middle of a game only the position itself is known.
    """
    start, symmetries = record.root.state, _symmetries(record.game)
    for turned in symmetries if record.start is None else symmetries[:1]:
        state = start
        try:
            for action in record.actions:
                state = state.play(turned[action])
        except (InarowError, IndexError):  # rules that the opening of a game does not share
            continue
        yield turned, state


@lru_cache(maxsize=8)
def _symmetries(game: Game) -> Sequence[Sequence[int]]:
    return game.symmetries()


def _entry(
    db: sqlite3.Connection, name: str
) -> tuple[Card, list[tuple[int, str, int, int | None]]] | None:
    """The card of a game and its positions; none for one that vanished meanwhile."""
    saved = read_game(db, name)
    if saved is None:
        return None
    try:
        kept = to_kept(saved)
        return _card(saved, kept), list(_places(kept))
    except (InarowError, KeyError, IndexError, TypeError, ValueError) as error:
        log.info("%s cannot be indexed: %s", name, error)
        return _plain_card(saved), []


def _card(saved: Saved, kept: Kept) -> Card:
    settings, outcome = kept.settings, kept.outcome
    first, second = map(people_name, settings.names)
    one, other = settings.seats
    return Card(
        id=saved.id,
        changed=saved.changed,
        began=settings.began or saved.changed,
        source=settings.source,
        event=settings.event,
        rules=settings.game,
        names=(first, second),
        seats=(one, other),
        result=result_word(outcome),
        reason="" if outcome is None else str(outcome.reason),
        plies=len(kept.record.actions),
    )


def _plain_card(saved: Saved) -> Card:
    """What can be said of a game whose rules or moves are not understood any more."""
    settings = saved.state.get("settings") or {}
    first, second = settings.get("names") or ("", "")
    one, other = settings.get("seats") or ("", "")
    source, event = settings.get("source", "page"), settings.get("event", "")
    rules, began = settings.get("game", ""), settings.get("began") or saved.changed
    names, seats = (first, second), (one, other)
    return Card(
        saved.id,
        saved.changed,
        began,
        source,
        event,
        rules,
        names,
        seats,
        "*",
        "",
        len(saved.nodes),
    )


def _places(kept: Kept) -> Iterator[tuple[int, str, int, int | None]]:
    """Each position of the game as it was played, with what was played next."""
    state = kept.record.root.state
    actions = kept.record.actions
    for ply, action in enumerate([*actions, None]):
        yield place_number(state), kept.id, ply, action
        if action is not None:
            state = state.play(action)


def _write(
    db: sqlite3.Connection, card: Card, places: Sequence[tuple[int, str, int, int | None]]
) -> None:
    row = (
        *(card.id, card.changed, card.began, card.source, card.event, card.rules),
        *(*card.names, *card.seats, card.result, card.reason, card.plies),
    )
    db.execute("INSERT OR REPLACE INTO cards VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", row)
    db.execute("DELETE FROM places WHERE game=?", (card.id,))
    db.executemany("INSERT OR REPLACE INTO places VALUES(?,?,?,?)", places)
