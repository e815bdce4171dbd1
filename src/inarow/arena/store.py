"""An event on disk: one SQLite file with every finished game.

    about     key -> text         the event, its openings, versions, who writes
    players   one row each        name, full spec, version
    games     one row each        key: the number of the game in the schedule

A game is committed when it is finished; a second copy of it is ignored. The file survives a killed
process (write-ahead log); a power cut may take back the last games, which are then played again.
One process may write, and any number may read meanwhile. The lock of the writer ends with its
process, whatever happens to it. The version of the file is that of the notation of its moves; an
older file keeps its own, and is translated whenever it is read or written.
"""

import json
import os
import sqlite3
import stat
import struct
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, astuple, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from inarow.arena.event import Event, event_of
from inarow.arena.job import SCORES, PlayedGame
from inarow.arena.results import GameResult
from inarow.arena.schedule import Pairing
from inarow.errors import BadFile, BadOption, InarowError, NotAvailable
from inarow.games.base import Reason
from inarow.games.notation import NOTATION, renamed
from inarow.processes.locks import lock_file
from inarow.text import clean

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x696E6172  # "inar": what `file` shows, and how a foreign file is told
_HEAD = struct.Struct(">16s 44x i 4x i 28x")
"""The first bytes of an SQLite file: its mark, our version, and whose file it is."""
_PATIENCE = 30.0
"""Seconds to wait while another process commits."""
_LONGEST = 2000
"""Letters of the spec of a player."""
_END = 2**62
"""A number behind that of every game."""
_GAME = (
    "number, pair, round, first, second, opening, seed, dice, moves, plies, winner, reason, comment"
)
_COLUMNS = 21
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE players (name TEXT PRIMARY KEY, spec TEXT NOT NULL, version TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, pair INTEGER NOT NULL, round INTEGER NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, opening TEXT NOT NULL,
    seed INTEGER NOT NULL, dice INTEGER NOT NULL,
    moves TEXT NOT NULL, plies INTEGER NOT NULL,
    winner INTEGER, reason TEXT NOT NULL, comment TEXT NOT NULL,
    first_moves INTEGER NOT NULL, first_seconds REAL NOT NULL, first_nodes INTEGER NOT NULL,
    second_moves INTEGER NOT NULL, second_seconds REAL NOT NULL, second_nodes INTEGER NOT NULL,
    thinking TEXT NOT NULL, finished TEXT NOT NULL
);
CREATE INDEX games_by_seats ON games (first, second, number);
"""


class Store(AbstractContextManager["Store"]):
    """The games of one event; made by `create_store` and `open_store`."""

    def __init__(
        self, path: str, connection: sqlite3.Connection, lock: IO[bytes] | None = None
    ) -> None:
        self.path = path
        self._db = connection
        self._lock = lock
        with _clear_errors(path), _understood(path):
            about = dict(connection.execute("SELECT key, value FROM about").fetchall())
            self.event = event_of(json.loads(about["event"]))
            self._notation: int = connection.execute("PRAGMA user_version").fetchone()[0]
            self.openings = [self._renamed(moves) for moves in json.loads(about["openings"])]
            self.changed = "changed" in about
            self._version = self._data_version()

    def players(self) -> list[tuple[str, str, str]]:
        """Name, full spec and version of every player, as they were when the event began."""
        with _clear_errors(self.path):
            return self._db.execute("SELECT * FROM players ORDER BY rowid").fetchall()

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Commit finished games; those that are there already stay as they are."""
        rows = [(*_row(self._translated(game)), _now()) for game in games]
        command = f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * _COLUMNS)})"
        with _clear_errors(self.path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if self._data_version() != self._version:
                self.changed = True
                self._db.execute("INSERT OR REPLACE INTO about VALUES ('changed', ?)", (_now(),))
                self._version = self._data_version()
            self._db.executemany(command, rows)

    def _data_version(self) -> int:
        """A number that grows when another process than this one commits something."""
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    @property
    def finished(self) -> int:
        """How many games are there."""
        with _clear_errors(self.path):
            count: int = self._db.execute("SELECT count(*) FROM games").fetchone()[0]
        return count

    def results(self, start: int = 0, end: int = _END) -> Iterator[tuple[int, GameResult]]:
        """Numbers and results of the games from `start` up to before `end`, in order."""
        with _clear_errors(self.path), _understood(self.path):
            rows = self._db.execute(
                "SELECT number, first, second, winner, reason, pair, plies, first_moves,"
                " second_moves, first_seconds, second_seconds FROM games"
                " WHERE number >= ? AND number < ? ORDER BY number",
                (start, end),
            )
            for number, *row in rows:
                yield number, _result(*row)

    def games(self, start: int = 0, end: int = _END) -> Iterator[PlayedGame]:
        """The games from number `start` up to before `end`, in order."""
        return self._games("number >= ? AND number < ?", start, end)

    def game(self, number: int) -> PlayedGame:
        """One game by its number."""
        for game in self._games("number = ?", number):
            return game
        raise BadOption(f"there is no game {number} in {self.path}")

    def between(self, one: str, other: str) -> Iterator[PlayedGame]:
        """The games of two players in either seat, in order."""
        seats = "(first = ? AND second = ?)"
        return self._games(f"{seats} OR {seats}", one, other, other, one)

    def close(self) -> None:
        """Close the file and let others write."""
        try:
            if self._lock is not None:  # leave one plain file, unless another process reads it
                with suppress(sqlite3.Error, MemoryError):
                    self._db.execute("PRAGMA busy_timeout = 0")
                    self._db.execute("PRAGMA journal_mode = DELETE")
        finally:  # without a stack of callbacks, for which there may be no memory
            try:
                self._db.close()
            finally:
                if self._lock is not None:
                    self._lock.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _games(self, where: str, *values: int | str) -> Iterator[PlayedGame]:
        query = f"SELECT {_GAME}, thinking FROM games WHERE {where} ORDER BY number"
        with _clear_errors(self.path), _understood(self.path):
            for row in self._db.execute(query, values):
                yield self._translated(_game(row))

    def _translated(self, game: PlayedGame) -> PlayedGame:
        """A game from the notation of the file into today's, or back."""
        pairing = replace(game.pairing, opening=self._renamed(game.pairing.opening))
        return replace(game, pairing=pairing, moves=self._renamed(game.moves))

    def _renamed(self, moves: str) -> str:
        return moves if self._notation == NOTATION else renamed(self.event.rules, moves)


def create_store(path: str | Path | None, event: Event, openings: Sequence[str]) -> Store:
    """A new store for an event; without a path it is kept in memory only.

    Raises:
        BadFile: there is such a file already.
    """
    name = ":memory:" if path is None else str(path)
    if path is not None:
        _refuse_detours(name)
        open(name, "ab").close()
    about = {
        "event": json.dumps(asdict(event)),
        "openings": json.dumps(list(openings)),
        "inarow": version("inarow"),
        "began": _now(),
    }
    players = [(each.name, clean(each.full_spec, _LONGEST), each.version) for each in event.players]
    with ExitStack() as on_failure, _clear_errors(name):
        lock = None if path is None else on_failure.enter_context(_locked(name))
        if lock is not None and lock.read(1):  # an empty file is what a killed beginning leaves
            raise BadFile(f"{name} exists already: resume it, or name another file")
        db = on_failure.enter_context(closing(_connect(name)))
        with db:  # all or nothing
            db.execute("BEGIN IMMEDIATE")
            db.execute(f"PRAGMA application_id = {_APPLICATION}")
            db.execute(f"PRAGMA user_version = {NOTATION}")
            for statement in _SCHEMA.strip().rstrip(";").split(";"):
                db.execute(statement)
            db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            db.executemany("INSERT INTO players VALUES (?, ?, ?)", players)
        db.execute("PRAGMA journal_mode = WAL")
        store = Store(name, db, lock)
        on_failure.pop_all()
    return store


def open_store(path: str | Path, *, write: bool = False) -> Store:
    """Open the store of an event, to look at it or to go on with it.

    Raises:
        FileNotFoundError: there is no such file.
        BadFile: it is not a store, or it is damaged.
        NotAvailable: another process writes it.
    """
    name = str(path)
    if write:
        _refuse_detours(name)
    mark, kept, application = _head(name)  # before anything is written beside it
    if mark != _MAGIC:
        raise BadFile(f"{name} is not the store of an event")
    if application != _APPLICATION:
        raise BadFile(f"{name} is a database, but not the store of an event")
    if kept not in range(1, NOTATION + 1):
        raise BadFile(f"{name} has version {kept}, this program reads up to version {NOTATION}")
    with ExitStack() as on_failure, _clear_errors(name):
        lock = on_failure.enter_context(_locked(name)) if write else None
        db = on_failure.enter_context(closing(_connect(name, write=write)))
        if write:
            problem = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise BadFile(f"{name} is damaged: {problem}")
            db.execute("PRAGMA journal_mode = WAL")
        store = Store(name, db, lock)
        on_failure.pop_all()
    return store


def is_store(path: str | Path) -> bool:
    """Whether a file is the store of an event, by its first bytes, without waiting for it."""
    try:
        return _head(path)[::2] == (_MAGIC, _APPLICATION)
    except OSError:
        return False


def _refuse_detours(name: str) -> None:
    """Nothing is written through a link, nor into a pipe or a device."""
    if os.path.islink(name) or (os.path.exists(name) and not os.path.isfile(name)):
        raise BadFile(f"{name} is a link, a pipe or a folder, and not the store of an event")


def _head(path: str | Path) -> tuple[bytes, int, int]:
    """What the first bytes of a file say; nothing of a pipe, which may never answer."""
    head = b""
    if stat.S_ISREG(os.stat(path).st_mode):
        with open(path, "rb") as file:
            head = file.read(_HEAD.size)
    return _HEAD.unpack(head if len(head) == _HEAD.size else bytes(_HEAD.size))


def _connect(name: str, *, write: bool = True) -> sqlite3.Connection:
    if write:
        db = sqlite3.connect(name, isolation_level=None, timeout=_PATIENCE)
        db.execute("PRAGMA synchronous = NORMAL")
        return db
    place = Path(name).resolve().as_uri()
    db = sqlite3.connect(f"{place}?mode=ro", uri=True, isolation_level=None, timeout=_PATIENCE)
    try:
        db.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:  # nothing may be written beside it, so no process writes
        db.close()
        db = sqlite3.connect(f"{place}?immutable=1", uri=True, isolation_level=None)
    return db


def _locked(name: str) -> IO[bytes]:
    """The lock of the one writer; to be closed after the database.

    SQLite has locks of another kind on the same file, which end when any handle of the file is
    closed by this process.
    """
    file = open(name, "rb")  # noqa: SIM115
    if not lock_file(file):
        file.close()
        raise NotAvailable(
            f"{name} is being written by another process: wait for it; arena show works meanwhile"
        )
    return file


@contextmanager
def _clear_errors(name: str) -> Iterator[None]:
    """Errors of the database in words for people: a damaged file, or a problem of the machine."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if isinstance(error, sqlite3.OperationalError) and not _tells_damage(error):
            raise OSError(None, str(error), name) from None
        raise BadFile(f"{name} is damaged: {error}") from None


def _tells_damage(error: sqlite3.OperationalError) -> bool:
    """Whether it is not the machine: a table is missing, or a text is none.

    Python says the latter itself, without a code of SQLite; where even the name of a table is no
    text, it fails to say so.
    """
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR


@contextmanager
def _understood(name: str) -> Iterator[None]:
    """What was read must make sense."""
    try:
        yield
    except InarowError:
        raise  # it is in words for people already
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadFile(f"{name} is damaged: {error}") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _row(game: PlayedGame) -> tuple[Any, ...]:
    """The columns of a game but the last one, when it was finished."""
    thinking = [game.seats, game.seconds, game.nodes, game.values]
    return (
        *astuple(game.pairing),
        *(game.moves, game.plies, game.winner, str(game.reason), game.comment),
        *(*game.thinking(0), *game.thinking(1)),
        json.dumps(thinking, ensure_ascii=False, separators=(",", ":")),
    )


def _result(
    first: Any, second: Any, winner: Any, reason: Any, pair: Any, plies: Any, *thinking: Any
) -> GameResult:
    """What counts of a game; raises TypeError or KeyError for columns of a wrong kind."""
    texts, numbers = (first, second, reason), (pair, plies, *thinking)
    if not all(isinstance(one, str) for one in texts) or not all(
        isinstance(one, int | float) for one in numbers
    ):
        raise TypeError(f"a game has {texts} and {numbers}")
    moves, seconds = thinking[:2], thinking[2:]
    return GameResult(first, second, SCORES[winner], reason, pair, plies, moves, seconds)


def _game(row: tuple[Any, ...]) -> PlayedGame:
    moves, plies, winner, reason, comment, thinking = row[8:]
    lists = map(tuple, json.loads(thinking))
    if winner not in SCORES:
        raise ValueError(f"game {row[0]} has the winner {winner!r}")
    said = clean(comment)  # a file of somebody else
    return PlayedGame(Pairing(*row[:8]), moves, plies, winner, Reason(reason), said, *lists)
