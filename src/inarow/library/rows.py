"""Games on disk: one SQLite file for those of the page, of the terminal, of events and of files.

    games      one row each       everything but the tree: settings, cursor, result, clocks
    nodes      one row each       a position of a tree: its parent and the move that led there
    cards      one row a game     what is searched: rules, players, result, date   (made from the
    places     one row a ply      which position was reached, and what was played   two above)
    reviews    one row a game     what a review found: how much each player gave away
    answers    one row a puzzle   whether I solved it at the first try (`solving.py`)

The first two are the truth; `index.py` makes the next two from them and can do so at any time. A
game that was deleted stays for a while and can be brought back.

Any number of processes may read and write (write-ahead log, every change one commit that is on the
disk before anybody is told). Each game counts its changes: who changes a version that is no longer
the newest is refused, so that two programs with the same game open never overwrite each other.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from inarow.errors import BadFile, InarowError, NotAvailable

WHERE = "INAROW_GAMES"
"""The variable that names another file for the games, or says `off`."""
BIN_DAYS = 30
"""Days that a deleted game can be brought back."""
BIN_GAMES = 1000
"""Games in the bin."""
_OFF = "off"
_VERSION = 3
_PATIENCE = 30.0
"""Seconds to wait while another process commits."""
_TRUTH = """
CREATE TABLE IF NOT EXISTS games(
  id TEXT PRIMARY KEY, changed REAL NOT NULL, summary TEXT NOT NULL, state TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS games_by_time ON games(changed);
CREATE TABLE IF NOT EXISTS nodes(
  game TEXT NOT NULL, id INTEGER NOT NULL, parent INTEGER, action INTEGER, seconds REAL,
  comment TEXT NOT NULL, PRIMARY KEY(game, id)) WITHOUT ROWID;
"""
_SECOND = """
ALTER TABLE games ADD COLUMN deleted REAL;
CREATE TABLE cards(
  id TEXT PRIMARY KEY, stamp REAL NOT NULL, began REAL NOT NULL, source TEXT NOT NULL,
  event TEXT NOT NULL, rules TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
  first_seat TEXT NOT NULL, second_seat TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
  plies INTEGER NOT NULL);
CREATE INDEX cards_by_time ON cards(began);
CREATE TABLE places(
  position INTEGER NOT NULL, game TEXT NOT NULL, ply INTEGER NOT NULL, action INTEGER,
  PRIMARY KEY(position, game, ply)) WITHOUT ROWID;
CREATE INDEX places_by_game ON places(game);
CREATE TABLE reviews(
  game TEXT PRIMARY KEY, plies INTEGER NOT NULL, first REAL, second REAL) WITHOUT ROWID;
"""
_THIRD = """
CREATE TABLE answers(
  number INTEGER PRIMARY KEY, at REAL NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,
  rating INTEGER NOT NULL, solved INTEGER NOT NULL);
CREATE INDEX answers_by_game ON answers(game);
"""
_OLD = {"games": "id,changed,summary,state", "nodes": "game,id,parent,action,seconds,comment"}
_TABLES = {"games", "nodes", "cards", "places", "reviews"}
"""Those of version 2, which all later ones have."""


class GameChanged(InarowError):
    """A game was changed by another program since it was read."""


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


def usual_file() -> Path | None:
    """Where games are kept unless somebody names another file; None: nowhere."""
    chosen = os.environ.get(WHERE)
    if chosen == _OFF:
        return None
    return Path(chosen) if chosen else data_folder() / "games.db"


def data_folder() -> Path:
    """Where we keep things: on a Mac or on Windows in the old place, if there are any."""
    folder, first = user_data_path("inarow", appauthor=False), Path("~/.local/share/inarow")
    elsewhere = sys.platform in ("darwin", "win32") and first.expanduser().exists()
    return first.expanduser() if elsewhere else folder


def open_games(path: Path) -> sqlite3.Connection:
    """The file of the games, made if it is missing, and brought up to date if it is older.

    Raises:
        BadFile: it is something else, or of a newer version.
        NotAvailable: it cannot be opened.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(
            path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        with ExitStack() as on_failure:
            on_failure.callback(database.close)
            _refuse_foreign(database, path)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            _bring_up_to_date(database)
            on_failure.pop_all()
    except sqlite3.OperationalError as error:
        raise NotAvailable(f"{path}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise BadFile(f"{path} is no database of games: {error}") from None
    return database


def write_game(db: sqlite3.Connection, game: Saved) -> None:
    """Keep a game with the given new or changed nodes; raises GameChanged.

    A deleted game that is played on comes back; a new one under its id takes its place.
    """
    found = db.execute("SELECT state, deleted FROM games WHERE id=?", (game.id,)).fetchone()
    if found is not None:
        before, now = json.loads(found[0]).get("version"), game.state.get("version")
        goes_on = before is not None and now == before + 1
        if found[1] is not None and not goes_on:
            _forget(db, [game.id])
            found = None
        elif before is not None and not goes_on:
            raise GameChanged("the game was changed elsewhere meanwhile: open it again")
    head = (game.changed, json.dumps(game.summary), json.dumps(game.state), game.id)
    command = "UPDATE games SET changed=?, summary=?, state=?, deleted=NULL WHERE id=?"
    if found is None:
        command = "INSERT INTO games(changed, summary, state, id) VALUES(?,?,?,?)"
    db.execute(command, head)
    rows = [(game.id, n.id, n.parent, n.action, n.seconds, n.comment) for n in game.nodes]
    db.executemany("INSERT OR REPLACE INTO nodes VALUES(?,?,?,?,?,?)", rows)


def read_game(db: sqlite3.Connection, game: str, *, deleted: bool = False) -> Saved | None:
    """A game with its whole tree, or None; one that was deleted only if that is asked for."""
    query = "SELECT changed, summary, state, deleted FROM games WHERE id=?"
    found = db.execute(query, (game,)).fetchone()
    if found is None or (found[3] is not None and not deleted):
        return None
    query = "SELECT id, parent, action, seconds, comment FROM nodes WHERE game=? ORDER BY id"
    nodes = [NodeRow(*row) for row in db.execute(query, (game,))]
    return Saved(game, found[0], json.loads(found[1]), json.loads(found[2]), nodes)


def write_review(
    db: sqlite3.Connection, game: str, plies: int, losses: Sequence[tuple[int, float]]
) -> None:
    """Remember what a review found: for each move who played it, and what it gave away."""
    shares = []
    for seat in (0, 1):
        own = [loss for player, loss in losses if player == seat]
        shares.append(sum(own) / len(own) if own else None)
    db.execute("INSERT OR REPLACE INTO reviews VALUES(?,?,?,?)", (game, plies, *shares))


def delete_game(db: sqlite3.Connection, game: str) -> bool:
    """Put a game into the bin, which forgets the oldest if it is full; whether it was there."""
    query = "UPDATE games SET deleted=? WHERE id=? AND deleted IS NULL"
    done = db.execute(query, (time.time(), game)).rowcount > 0
    query = "SELECT id FROM games WHERE deleted IS NOT NULL ORDER BY deleted DESC LIMIT -1 OFFSET ?"
    _forget(db, [row[0] for row in db.execute(query, (BIN_GAMES,)).fetchall()])
    return done


def restore_game(db: sqlite3.Connection, game: str) -> bool:
    """Bring a deleted game back; whether there was one."""
    query = "UPDATE games SET deleted=NULL WHERE id=? AND deleted IS NOT NULL"
    return db.execute(query, (game,)).rowcount > 0


def empty_bin(db: sqlite3.Connection) -> None:
    """Forget what was deleted long ago."""
    query = "SELECT id FROM games WHERE deleted < ?"
    old = [row[0] for row in db.execute(query, (time.time() - 86_400 * BIN_DAYS,)).fetchall()]
    if old:
        with committed(db):
            _forget(db, old)


def _forget(db: sqlite3.Connection, games: Sequence[str]) -> None:
    for game in games:
        for table in ("nodes", "places", "reviews"):
            db.execute(f"DELETE FROM {table} WHERE game=?", (game,))
        for table in ("cards", "games"):
            db.execute(f"DELETE FROM {table} WHERE id=?", (game,))


@contextmanager
def committed(db: sqlite3.Connection) -> Iterator[None]:
    """All that happens inside is one commit, or nothing of it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _refuse_foreign(database: sqlite3.Connection, path: Path) -> None:
    """Refuse a database of another program before anything in it is changed."""
    columns = dict(
        database.execute(
            "SELECT m.name, group_concat(c.name) FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table' GROUP BY m.name"
        )
    )
    version = _version_of(database)
    ours = columns.keys() >= _TABLES if version >= 2 else columns in ({}, _OLD)
    if not ours:
        raise BadFile(f"{path} exists and is no database of games: name another --db")
    if version > _VERSION:
        raise BadFile(f"{path} was written by a newer inarow")


def _version_of(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def _bring_up_to_date(database: sqlite3.Connection) -> None:
    """Make what is missing, all or nothing; another process may be doing just that."""
    if _version_of(database) == _VERSION:
        return
    with committed(database):
        version = _version_of(database)
        if version == _VERSION:
            return
        missing = _THIRD if version == 2 else _TRUTH + _SECOND + _THIRD
        for statement in missing.split(";"):
            if statement.strip():
                database.execute(statement)
        database.execute(f"PRAGMA user_version={_VERSION}")
