"""The library as one object: open it, look for games, keep, delete, bring back, import."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from inarow.errors import BadFile, BadOption, NotAvailable
from inarow.games.record import Record
from inarow.library import rows
from inarow.library.explore import Tried, explored, library_visits
from inarow.library.find import Wanted, find_one, search
from inarow.library.index import Card, catch_up
from inarow.library.kept import Kept, to_kept
from inarow.library.statistics import Statistics, statistics


class Library(AbstractContextManager["Library"]):
    """The games of a file.

    >>> from inarow.games.record import Record
    >>> from inarow.library.sources import imported
    >>> from tempfile import TemporaryDirectory
    >>> record = Record("connect_four", tags={"First": "Ada"})
    >>> state = record.push_moves("4453")
    >>> with TemporaryDirectory() as folder, Library(Path(folder) / "games.db") as library:
    ...     library.add([imported(record)])
    ...     [card.names for card in library.search(Wanted(text="ada"))[0]]
    1
    [('Ada', 'O')]
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = rows.open_games(path)

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def search(self, wanted: Wanted, count: int = 100, skip: int = 0) -> tuple[list[Card], int]:
        """The games that fit, the newest first, and how many there are in all."""
        with self._clear_errors():
            catch_up(self.db)
            return search(self.db, wanted, count, skip)

    def find(self, name: str) -> Card:
        """The one game whose id begins so."""
        with self._clear_errors():
            catch_up(self.db)
            return find_one(self.db, name)

    def statistics(self, wanted: Wanted) -> Statistics:
        """How my games went, of those that fit."""
        with self._clear_errors():
            catch_up(self.db)
            return statistics(self.db, wanted)

    def explore(self, place: Record, wanted: Wanted) -> tuple[list[Tried], int]:
        """What was played at the cursor of a record, and how many games came there."""
        with self._clear_errors():
            catch_up(self.db)
            return explored(place, library_visits(self.db, place, wanted))

    def load(self, name: str) -> Kept:
        """A game by its whole id."""
        with self._clear_errors():
            saved = rows.read_game(self.db, name)
        if saved is None:
            raise BadOption(f"there is no game {name!r} in the library")
        try:
            return to_kept(saved)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BadFile(f"game {name} of {self.path} is damaged: {error}") from None

    def keep(self, game: Kept, words: str = "", seconds: float | None = None) -> None:
        """Write what is new in a game; it is on the disk when this returns."""
        saved = game.saved(words, seconds)
        with self._clear_errors(), rows.committed(self.db):
            rows.write_game(self.db, saved)

    def add(self, games: Iterable[Kept]) -> int:
        """Keep games from elsewhere, all or none; how many of them were new."""
        count = 0
        with self._clear_errors(), rows.committed(self.db):
            for game in games:
                if rows.read_game(self.db, game.id, deleted=True) is None:
                    rows.write_game(self.db, game.saved(""))
                    count += 1
                else:
                    rows.restore_game(self.db, game.id)
        return count

    def delete(self, name: str) -> bool:
        """Put a game into the bin; whether it was there."""
        with self._clear_errors(), rows.committed(self.db):
            return rows.delete_game(self.db, name)

    def restore(self, name: str) -> bool:
        """Bring a deleted game back; whether there was one."""
        with self._clear_errors(), rows.committed(self.db):
            return rows.restore_game(self.db, name)

    def note_review(self, name: str, plies: int, losses: Sequence[tuple[int, float]]) -> None:
        """Remember a review: what each move of each player gave away, of a whole point."""
        with self._clear_errors(), rows.committed(self.db):
            rows.write_review(self.db, name, plies, losses)

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Errors of the database in words for people."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise NotAvailable(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise BadFile(f"{self.path} is damaged: {error}") from None
