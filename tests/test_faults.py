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
from inarow.interfaces.web.games.file import GameFile, NodeRow, Saved
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


def test_moves_of_the_page_are_kept_once_they_are_acknowledged(folder: Path) -> None:
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

    scenario = Scenario(lambda: _empty(folder), act, check)
    assert fail_calls(scenario) > 40
    assert fail_bytes(scenario, range(0, 40_000, 1500)) > 10
    pytest.importorskip("_testcapi")
    assert fail_memory(scenario, range(1, 3000, 149), patience=3) > 5
