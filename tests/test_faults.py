"""Whatever is kept for people survives disks that fail and too little memory (see `faults.py`)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults import Kept, Scenario, fail_bytes, fail_calls, fail_memory, quick_folder
from inarow.games.connect_four import ConnectFour
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_text import format_record
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.keep import from_saved
from inarow.interfaces.web.games.read import read_text
from inarow.interfaces.web.games.rooms import Rooms
from inarow.library.rows import NodeRow, Saved
from inarow.search.native.store import read_checked, write_checked
from inarow.search.solver.book import load_book
from inarow.search.solver.book_build import build_book, work_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
PATIENCE = 2.0


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


def _empty(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_saved_game_is_the_old_one_or_the_new_one(folder: Path, name: str) -> None:
    path, old, new = folder / name, Record(ConnectFour()), Record(ConnectFour())
    old.push_moves("44")
    new.push_moves("4455661")

    def act(kept: Kept) -> None:
        save_record(new, path)
        kept(True)

    def check(kept: list[bool]) -> None:
        assert list(folder.iterdir()) == [path]
        assert load_record(path).moves in ([new.moves] if kept else [old.moves, new.moves])

    scenario = Scenario(lambda: save_record(old, path), act, check)
    assert fail_calls(scenario) >= 12
    assert fail_bytes(scenario, range(0, 200, 8)) > 5
    pytest.importorskip("_testcapi")
    assert fail_memory(scenario, range(1, 600, 7)) > 10


def test_a_kernel_is_kept_whole_or_not_at_all(folder: Path) -> None:
    path, content = folder / "some.kernel", bytes(range(256)) * 20

    def act(kept: Kept) -> None:
        write_checked(path, content)
        kept(True)

    def check(kept: list[bool]) -> None:
        assert list(folder.iterdir()) in ([], [path])
        assert path.exists() or not kept
        if path.exists():
            assert read_checked(path) == content

    scenario = Scenario(lambda: _empty(folder), act, check)
    assert fail_calls(scenario) >= 9
    assert fail_bytes(scenario, range(0, 6000, 250)) > 15
    pytest.importorskip("_testcapi")
    assert fail_memory(scenario, range(1, 200)) > 20


def test_a_book_is_built_whatever_happened_before(folder: Path) -> None:
    game, path = ConnectFour(3, 4, 3), folder / "book.npz"

    def build() -> None:
        build_book(game, 2, path, workers=1)

    build()
    wanted = load_book(path)

    def act(kept: Kept) -> None:
        build()
        kept(True)

    def check(kept: list[bool]) -> None:
        assert path.exists() or not kept
        if path.exists():
            load_book(path)  # never half of one, which the next start would have to refuse
        if not kept:
            build()
        found = load_book(path)
        assert (found.keys == wanted.keys).all()
        assert (found.scores == wanted.scores).all()
        assert not work_file(path).exists()

    scenario = Scenario(lambda: _empty(folder), act, check)
    assert fail_calls(scenario) >= 15
    assert fail_bytes(scenario, range(0, 2000, 100)) > 5
    pytest.importorskip("_testcapi")
    assert fail_memory(scenario, range(1, 6000, 700)) > 5


def test_moves_of_the_page_are_kept_once_they_are_acknowledged(
    folder: Path, thorough: bool
) -> None:
    path = folder / "games.sqlite"

    async def play(kept: Kept) -> None:
        file = GameFile(path)
        try:
            for number in range(4):
                row = NodeRow(number, number - 1 if number else None, number, 0.5, "")
                saving = file.save(Saved("g", float(number), {}, {"at": number}, [row]))
                await asyncio.wait_for(saving, PATIENCE)  # asyncio itself may lose an answer
                kept(number)
        finally:
            file.close()

    async def look(kept: list[int]) -> None:
        file = GameFile(path)
        try:
            found = await file.load("g")
            assert {node.id for node in found.nodes if found} >= set(kept) if found else not kept
        finally:
            file.close()

    def act(kept: Kept) -> None:
        asyncio.run(play(kept))

    def check(kept: list[int]) -> None:
        asyncio.run(look(kept))

    _survives(Scenario(lambda: _empty(folder), act, check), thorough)


PASTED = '[Game "tic_tac_toe"]\n[First "Ada"]\n[Notation "2"]\n\nb2 {a} a1 (a3 {b} c3 (c1)) c2 *'


def test_a_pasted_game_is_kept_whole_or_not_at_all(folder: Path, thorough: bool) -> None:
    path, wanted = folder / "games.sqlite", format_record(_tree(read_text(PASTED)))

    async def paste(kept: Kept) -> None:
        file = GameFile(path)
        try:
            rooms = Rooms(file, EnginePool(0))
            for _ in range(2):
                adopting = rooms.adopt(read_text(PASTED))
                kept((await asyncio.wait_for(adopting, PATIENCE)).game.id)
        finally:
            file.close()

    async def look(kept: list[str]) -> None:
        file = GameFile(path)
        try:
            there = [name for name, _, _ in await file.recent(9)]
            assert set(kept) <= set(there)
            for name in there:
                saved = await file.load(name)
                assert saved is not None
                assert format_record(_tree(from_saved(saved).record)) == wanted
        finally:
            file.close()

    _survives(
        Scenario(
            lambda: _empty(folder),
            lambda kept: asyncio.run(paste(kept)),
            lambda kept: asyncio.run(look(kept)),
        ),
        thorough,
    )


def test_a_game_that_is_deleted_is_gone_or_whole(folder: Path, thorough: bool) -> None:
    path, name = folder / "games.sqlite", "g"
    nodes = [
        NodeRow(number, number - 1 if number else None, number, 0.5, "") for number in range(4)
    ]

    async def begin() -> None:
        _empty(folder)
        file = GameFile(path)
        await file.save(Saved(name, 0.0, {}, {}, nodes))
        file.close()

    async def delete(kept: Kept) -> None:
        file = GameFile(path)
        try:
            await asyncio.wait_for(file.delete(name), PATIENCE)
            kept(True)
        finally:
            file.close()

    async def look(kept: list[bool]) -> None:
        file = GameFile(path)
        try:
            found = await file.load(name)
            assert found is None or not kept
            assert found is None or found.nodes == nodes
            if found is None:  # and a new game of that name finds no old nodes
                await file.save(Saved(name, 0.0, {}, {}, nodes[:1]))
                again = await file.load(name)
                assert again is not None
                assert again.nodes == nodes[:1]
        finally:
            file.close()

    _survives(
        Scenario(
            lambda: asyncio.run(begin()),
            lambda kept: asyncio.run(delete(kept)),
            lambda kept: asyncio.run(look(kept)),
        ),
        thorough,
        allocations=600,
    )


def _tree(record: Record) -> Record:
    """A record without what stands in its head: its moves, branches and comments."""
    record.tags.clear()
    return record


def _survives(scenario: Scenario, thorough: bool, allocations: int = 3000) -> None:
    """Let everything fail that the file of the games needs, with so many allocations or more."""
    assert fail_calls(scenario, thorough) > (40 if thorough else 13)
    assert fail_bytes(scenario, range(0, 40_000, 1500 if thorough else 3000)) > 5
    pytest.importorskip("_testcapi")
    tries = 20 if thorough else 12
    assert fail_memory(scenario, range(1, allocations, allocations // tries), patience=1) > 4
