"""Games on disk: one SQLite file, one thread that writes, many changes in one commit.

A change is acknowledged only when it is on the disk (write-ahead log, synchronous=FULL), which
takes a few milliseconds. While one commit is on its way the next changes gather, and all of them
go into the next commit, so a thousand games cost hardly more commits than one:

    change 1  |-- commit --|
    change 2     |gathers---|-- commit of 2, 3, 4 --|
    change 3       |gathers-|
    change 4         |gathers|

The file is locked as long as a server uses it. A server that is killed leaves nothing to repair.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, TypeAlias, TypeVar

from inarow.errors import BadFile, NotAvailable
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.log import logger

log = logger(__name__)

Answer = TypeVar("Answer")
_Task: TypeAlias = tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]]
_MOMENT = 0.05  # seconds
_VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS games(
  id TEXT PRIMARY KEY, changed REAL NOT NULL, summary TEXT NOT NULL, state TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS games_by_time ON games(changed);
CREATE TABLE IF NOT EXISTS nodes(
  game TEXT NOT NULL, id INTEGER NOT NULL, parent INTEGER, action INTEGER, seconds REAL,
  comment TEXT NOT NULL, PRIMARY KEY(game, id)) WITHOUT ROWID;
"""
_COLUMNS = {"games": "id,changed,summary,state", "nodes": "game,id,parent,action,seconds,comment"}


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node of a tree as it is kept."""

    id: int
    parent: int | None
    action: int | None
    seconds: float | None
    comment: str


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as it is kept: `state` holds everything but the tree."""

    id: str
    changed: float
    summary: dict[str, Any]
    state: dict[str, Any]
    nodes: Sequence[NodeRow]


class GameFile:
    """The games of a server in a file; without a path they are kept for this run only."""

    def __init__(self, path: Path | None) -> None:
        self._work: SimpleQueue[_Task | None] = SimpleQueue()
        self._db = _open(path)
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    async def save(self, game: Saved) -> None:
        """Keep a game with the given new or changed nodes; returns when it is on the disk."""
        head = (game.id, game.changed, json.dumps(game.summary), json.dumps(game.state))
        rows = [(game.id, n.id, n.parent, n.action, n.seconds, n.comment) for n in game.nodes]

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO games VALUES(?,?,?,?)", head)
            db.executemany("INSERT OR REPLACE INTO nodes VALUES(?,?,?,?,?,?)", rows)

        await self._do(write)

    async def delete(self, game: str) -> None:
        """Forget a game."""

        def write(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM nodes WHERE game=?", (game,))
            db.execute("DELETE FROM games WHERE id=?", (game,))

        await self._do(write)

    async def load(self, game: str) -> Saved | None:
        """A game with its whole tree, or None."""

        def read(db: sqlite3.Connection) -> Saved | None:
            head = db.execute("SELECT changed, summary, state FROM games WHERE id=?", (game,))
            if (found := head.fetchone()) is None:
                return None
            rows = db.execute(
                "SELECT id, parent, action, seconds, comment FROM nodes WHERE game=? ORDER BY id",
                (game,),
            )
            nodes = [NodeRow(*row) for row in rows]
            return Saved(game, found[0], json.loads(found[1]), json.loads(found[2]), nodes)

        return await self._do(read)

    async def recent(self, count: int) -> list[tuple[str, float, dict[str, Any]]]:
        """The games that changed last, without their trees."""

        def read(db: sqlite3.Connection) -> list[tuple[str, float, dict[str, Any]]]:
            rows = db.execute(
                "SELECT id, changed, summary FROM games ORDER BY changed DESC LIMIT ?", (count,)
            )
            return [(name, changed, json.loads(summary)) for name, changed, summary in rows]

        return await self._do(read)

    async def count(self) -> int:
        """How many games there are."""
        return await self._do(
            lambda db: int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        )

    def close(self) -> None:
        """Write what is waiting and close the file."""
        self._work.put(None)
        self._thread.join()
        self._db.close()

    async def _do(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Let the thread do it; returns when the commit that holds it is on the disk."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._work.put((work, done))
        try:
            return await asyncio.shield(done)
        except Exception as error:
            raise Refused("failed", f"the game cannot be kept: {error}") from error

    def _serve(self) -> None:
        """Commit whatever has gathered, again and again."""
        ending = False
        while not ending:
            tasks = [self._work.get()]
            while not self._work.empty():
                tasks.append(self._work.get())
            ending = None in tasks
            self._commit([task for task in tasks if task is not None])

    def _commit(self, tasks: list[_Task]) -> None:
        """Do the tasks in one commit; what goes wrong in one of them spoils none of the others."""
        try:
            self._go_back()  # from a commit that could not even do that
            self._db.execute("BEGIN IMMEDIATE")
            found = [self._attempt(work) for work, _ in tasks]
            self._db.execute("COMMIT")
        except Exception as error:  # whatever it is, those who wait must be told
            log.exception("games cannot be written")
            found = [(None, error)] * len(tasks)
            with suppress(sqlite3.Error, MemoryError):  # else it is tried before the next commit
                self._go_back()
        for (_, done), (answer, problem) in zip(tasks, found, strict=True):
            with suppress(RuntimeError):  # the loop has ended, and with it all who waited
                _hand_over(done, answer, problem)

    def _go_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def _attempt(self, work: Callable[[sqlite3.Connection], Any]) -> tuple[Any, Exception | None]:
        """The answer of one task, or why there is none."""
        answer: Any = None
        problem: Exception | None = None
        self._db.execute("SAVEPOINT task")
        try:
            answer = work(self._db)
        except Exception as error:
            if not self._db.in_transaction:  # a full disk: nothing of this commit is left
                raise
            log.exception("a game cannot be read or written")
            self._db.execute("ROLLBACK TO task")
            problem = error
        self._db.execute("RELEASE task")
        return answer, problem


def _hand_over(done: asyncio.Future[Any], answer: Any, problem: Exception | None) -> None:
    """Settle a future of another thread, if need be when there is memory again."""
    while True:
        try:
            done.get_loop().call_soon_threadsafe(_settle, done, answer, problem)
            return
        except MemoryError:
            sleep(_MOMENT)


def _settle(done: asyncio.Future[Any], answer: Any, problem: Exception | None) -> None:
    if problem is None:
        done.set_result(answer)
    else:
        done.set_exception(problem)


def _refuse_foreign(database: sqlite3.Connection, path: Path | None) -> None:
    """Refuse a database of another program before anything in it is changed."""
    columns = dict(
        database.execute(
            "SELECT m.name, group_concat(c.name) FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table' GROUP BY m.name"
        )
    )
    if columns not in ({}, _COLUMNS):
        raise BadFile(f"{path} exists and is no database of games: name another --db")


def _open(path: Path | None) -> sqlite3.Connection:
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(
            ":memory:" if path is None else path,
            timeout=0.5,
            isolation_level=None,
            check_same_thread=False,
        )
        with ExitStack() as on_failure:
            on_failure.callback(database.close)
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            _refuse_foreign(database, path)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise BadFile(f"{path} was written by a newer inarow")
            whole = f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version={_VERSION}; COMMIT;"
            database.executescript(whole)  # all or nothing, or the next start would refuse the rest
            on_failure.pop_all()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            words = f"{path} is in use by another inarow serve: name another --db"
            raise NotAvailable(words) from None
        raise NotAvailable(f"{path}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise BadFile(f"{path} is no database of games: {error}") from None
    return database
