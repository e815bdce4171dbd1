"""The thread that writes the games of a server: many changes in one commit.

A change is acknowledged only when it is on the disk (write-ahead log, synchronous=FULL), which
takes a few milliseconds. While one commit is on its way the next changes gather, and all of them
go into the next commit, so a thousand games cost hardly more commits than one:

    change 1  |-- commit --|
    change 2     |gathers---|-- commit of 2, 3, 4 --|
    change 3       |gathers-|
    change 4         |gathers|

The file (`library/rows.py`) may be read and written by others meanwhile, such as a game on a
terminal, but has only one server at a time. A server that is killed leaves nothing to repair.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from time import sleep
from typing import IO, Any, TypeAlias, TypeVar
from weakref import finalize

from inarow.errors import NotAvailable
from inarow.games.base import Game
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.library.rows import (
    GameChanged,
    Saved,
    delete_game,
    empty_bin,
    open_games,
    read_game,
    restore_game,
    write_game,
    write_review,
)
from inarow.library.solving import read_standing, write_answer
from inarow.log import logger
from inarow.processes.locks import lock_file
from inarow.study.puzzle_rating import Standing
from inarow.study.puzzles import Puzzle

log = logger(__name__)

Answer = TypeVar("Answer")
_Task: TypeAlias = tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]]
_MOMENT = 0.05  # seconds


class GameFile:
    """The games of a server in a file; without a path they are kept for this run only."""

    def __init__(self, path: Path | None) -> None:
        self._work: SimpleQueue[_Task | None] = SimpleQueue()
        if path is None:
            path = Path(mkdtemp(prefix="inarow-")) / "games.db"
            finalize(self, rmtree, path.parent, ignore_errors=True)
        self.path = path
        self._lock = _locked(self.path)
        try:
            self._db = open_games(self.path)
            try:
                with suppress(sqlite3.Error):  # else the next server does it
                    empty_bin(self._db)
                self._thread = Thread(target=self._serve, daemon=True)
                self._thread.start()
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._lock.close()
            raise

    async def save(self, game: Saved) -> None:
        """Keep a game with the given new or changed nodes; returns when it is on the disk."""
        await self._do(lambda db: write_game(db, game))

    async def delete(self, game: str) -> None:
        """Put a game into the bin."""
        await self._do(lambda db: delete_game(db, game))

    async def restore(self, game: str) -> bool:
        """Bring a deleted game back; whether there was one."""
        return await self._do(lambda db: restore_game(db, game))

    async def note_review(self, game: str, plies: int, losses: Sequence[tuple[int, float]]) -> None:
        """Remember what a review found."""
        await self._do(lambda db: write_review(db, game, plies, losses))

    async def standing(self, game: Game) -> Standing:
        """How well I solve the puzzles of a game."""
        return await self._do(lambda db: read_standing(db, game))

    async def note_answer(self, puzzle: Puzzle, solved: bool) -> Standing:
        """Remember the first answer to a puzzle; how I stand after it."""
        return await self._do(lambda db: write_answer(db, puzzle, solved))

    async def load(self, game: str) -> Saved | None:
        """A game with its whole tree, or None."""
        return await self._do(lambda db: read_game(db, game))

    async def recent(self, count: int) -> list[tuple[str, float, dict[str, Any]]]:
        """The games that changed last, without their trees."""

        def read(db: sqlite3.Connection) -> list[tuple[str, float, dict[str, Any]]]:
            rows = db.execute(
                "SELECT id, changed, summary FROM games WHERE deleted IS NULL"
                " ORDER BY changed DESC LIMIT ?",
                (count,),
            )
            return [(name, changed, json.loads(summary)) for name, changed, summary in rows]

        return await self._do(read)

    async def count(self) -> int:
        """How many games there are."""
        return await self._do(
            lambda db: int(
                db.execute("SELECT count(*) FROM games WHERE deleted IS NULL").fetchone()[0]
            )
        )

    def close(self) -> None:
        """Write what is waiting and close the file."""
        try:  # without a stack of callbacks, for which there may be no memory
            self._work.put(None)
            self._thread.join()
        finally:
            try:
                self._db.close()
            finally:
                self._lock.close()

    async def _do(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Let the thread do it; returns when the commit that holds it is on the disk."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._work.put((work, done))
        try:
            return await asyncio.shield(done)
        except GameChanged as error:
            raise Refused("not_allowed", str(error)) from None
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
            if not isinstance(error, GameChanged):
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


def _locked(path: Path) -> IO[bytes]:
    """Refuse a second server with the same games, until this one ends or is killed.

    The lock is on a file beside: SQLite has locks of its own on the games, which end when any
    handle of them is closed by this process.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.with_name(f"{path.name}-server").open("ab")
    try:
        if not lock_file(file):
            raise NotAvailable(f"{path} is in use by another inarow serve: name another --db")
    except BaseException:
        file.close()
        raise
    return file
