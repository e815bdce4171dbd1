"""Games from elsewhere: files of records in any form, and events. They are copied once.

What is imported twice is there once: its id is made from the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from inarow.arena.store import is_store, open_store
from inarow.arena.tournament import counted_games
from inarow.games.record import Record
from inarow.games.record_file import load_records
from inarow.games.record_text import format_record
from inarow.games.sides import side_names
from inarow.library.kept import HUMAN, MAX_NAME, Agreement, Kept, new_kept
from inarow.text import clean

_TAGS = ("First", "Second")


def read_source(path: str | Path, most: int | None = None) -> Iterator[tuple[str, Record]]:
    """Every game of a file, or the first ones: the name of its event, if it is one, the record.

    Raises:
        BadRecord: a file that is no event cannot be read, with the line at fault.
    """
    if is_store(path):
        with open_store(path) as store:
            for game in islice(counted_games(store), most):
                yield store.event.name, game.record(store.event)
        return
    for record in load_records(path)[:most]:
        yield "", record


def imported(record: Record, event: str = "") -> Kept:
    """A foreign game as it is kept: between two people, whoever they were."""
    return _kept(record, "event" if event else "file", clean(event or record.tags.get("Event", "")))


def _kept(record: Record, source: str, event: str) -> Kept:
    whole = record.copy()
    sides = side_names(whole.root.state)
    names = [clean(whole.tags.get(tag, ""), MAX_NAME) for tag in _TAGS]
    for _, node in whole.root.walk():
        node.comment = "\n".join(clean(line, len(line)) for line in node.comment.splitlines())
    settings = Agreement(
        game=str(whole.game),
        seats=[HUMAN, HUMAN],
        names=[name or side for name, side in zip(names, sides, strict=True)],
        source=source,
        event=event,
    )
    mark = blake2b(format_record(record).encode(), digest_size=8).hexdigest()
    return new_kept(whole, settings, mark)
