"""The file of the games when the disk is full or calls fail: what is acknowledged is there."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest

from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.library.rows import NodeRow, Saved

FAULTS: list[type[Exception]] = [sqlite3.OperationalError, MemoryError]


class Failing:
    """A connection of which some calls in a row fail."""

    def __init__(self, database: sqlite3.Connection, first: int, count: int, error: Exception):
        self._database = database
        self.faults = range(first, first + count)
        self._error = error
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._database, name)
        if name not in ("execute", "executemany"):
            return found

        def call(*arguments: Any) -> Any:
            self.calls += 1
            if self.calls - 1 in self.faults:
                raise self._error
            return found(*arguments)

        return call


def saved(name: str, size: int = 10) -> Saved:
    return Saved(name, 0.0, {}, {"name": name}, [NodeRow(0, None, None, None, "x" * size)])


async def kept_of(store: GameFile, names: list[str], size: int = 10) -> set[str]:
    """Which of these games were acknowledged; some at the same time, some one after the other."""

    async def keep(name: str) -> str:
        try:
            async with asyncio.timeout(30):
                await store.save(saved(name, size))
        except Refused as refusal:
            return "" if refusal.code == "failed" else str(refusal)
        return name

    found = list(await asyncio.gather(*map(keep, names[:3])))
    found += [await keep(name) for name in names[3:]]
    return set(found) - {""}


async def there_of(path: Path, names: list[str]) -> set[str]:
    """Which of these games a new server finds, whole."""
    store = GameFile(path)
    found = {name for name in names if (game := await store.load(name)) and game.nodes}
    store.close()
    return found


@pytest.mark.parametrize("error", FAULTS)
@pytest.mark.parametrize("count", [1, 3])
def test_whatever_call_fails_what_is_acknowledged_is_there(
    tmp_path: Path, error: type[Exception], count: int
) -> None:
    async def run(first: int) -> int:
        path = tmp_path / f"{first}.db"
        names = [f"game{number}" for number in range(4)]
        store = GameFile(path)
        failing = Failing(store._db, first, count, error("disk I/O error"))
        store._db = cast(sqlite3.Connection, failing)
        kept = await kept_of(store, names)
        calls, failing.faults = failing.calls, range(0)
        assert await kept_of(store, ["later"]) == {"later"}
        store.close()
        assert await there_of(path, names) == kept, f"call {first}"
        return calls

    calls = asyncio.run(run(10_000))
    assert calls > 10
    for first in range(calls):
        asyncio.run(run(first))


def test_a_full_disk_refuses_what_does_not_fit_and_keeps_the_rest(tmp_path: Path) -> None:
    async def fill() -> None:
        path, names = tmp_path / "games.db", [f"game{number}" for number in range(60)]
        store = GameFile(path)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count={pages + 20}")
        kept = await kept_of(store, names, size=4_000)
        assert 0 < len(kept) < len(names)
        store._db.execute("PRAGMA max_page_count=100000")  # somebody made room
        assert await kept_of(store, ["later"]) == {"later"}
        store.close()
        assert await there_of(path, names) == kept

    asyncio.run(fill())


def test_an_answer_that_finds_no_memory_is_given_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store, loop = GameFile(tmp_path / "games.db"), asyncio.get_running_loop()
        tell, failures = loop.call_soon_threadsafe, [MemoryError(), MemoryError()]

        def short_of_memory(*arguments: Any) -> Any:
            if failures:
                raise failures.pop()
            return tell(*arguments)

        monkeypatch.setattr(loop, "call_soon_threadsafe", short_of_memory)
        assert await kept_of(store, ["a", "b", "c", "d"]) == {"a", "b", "c", "d"}
        store.close()

    asyncio.run(run())
