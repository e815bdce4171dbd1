"""Stores: every game once, one writer, and clear words for files that are none."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from arena_events import OPENINGS, essence, played, small_event
from inarow.arena import store as store_module
from inarow.arena.store import create_store, is_store, open_store
from inarow.arena.tournament import count_store
from inarow.errors import BadFile, BadOption, NotAvailable

EVENT = small_event()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "event.sqlite"
    with create_store(path, EVENT, OPENINGS) as store:
        store.add(played(EVENT))
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "event.sqlite"
    copy.write_bytes(made.read_bytes())
    return copy


def test_what_is_stored_comes_back(path: Path) -> None:
    games = played(EVENT)
    with open_store(path) as store:
        assert store.event == EVENT
        assert store.openings == list(OPENINGS)
        assert essence(store.games()) == essence(games)
        assert [result.score for _, result in store.results()] == [
            game.result.score for game in games
        ]
        assert store.finished == len(games) == 6
        assert store.players()[0] == ("a", "random(seed=None)", "inarow 0.1.0")
        assert [game.pairing.number for game in store.games(2, 4)] == [2, 3]
        assert [game.pairing.number for game in store.between("b", "a")] == list(range(6))


def test_a_game_is_stored_once(path: Path) -> None:
    with open_store(path, write=True) as store:
        before = essence(store.games())
        store.add(list(store.games()))
        assert essence(store.games()) == before


def test_a_missing_game_is_said_to_be_missing(path: Path) -> None:
    with open_store(path) as store, pytest.raises(BadOption, match="there is no game 99"):
        store.game(99)


def test_a_second_writer_is_refused_while_readers_are_welcome(path: Path) -> None:
    with open_store(path, write=True) as store:
        with pytest.raises(NotAvailable, match="is being written by another process"):
            open_store(path, write=True)
        program = (
            "from inarow.arena.store import open_store\n"
            f"with open_store({str(path)!r}) as s: print(s.finished)\n"
            f"open_store({str(path)!r}, write=True)\n"
        )
        other = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert other.stdout == "6\n"
        assert "is being written by another process" in other.stderr
        store.add([])
    open_store(path, write=True).close()  # free again


def test_an_existing_store_is_not_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadFile, match="exists already"):
        create_store(path, EVENT, OPENINGS)
    assert path.read_bytes() == before


def test_of_two_that_begin_at_once_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lock = tmp_path / "e.sqlite", store_module._locked

    def lock_late(name: str) -> IO[bytes]:
        """Between the first look at the file and its lock another process makes its store."""
        monkeypatch.setattr(store_module, "_locked", lock)
        create_store(path, EVENT, OPENINGS).close()
        return lock(name)

    monkeypatch.setattr(store_module, "_locked", lock_late)
    with pytest.raises(BadFile, match="exists already: resume it"):
        create_store(path, small_event(rounds=9), OPENINGS)
    with open_store(path) as store:
        assert store.event == EVENT


def test_an_empty_file_is_what_a_killed_beginning_leaves(tmp_path: Path) -> None:
    path = tmp_path / "event.sqlite"
    path.touch()
    with create_store(path, EVENT, OPENINGS) as store:
        assert store.finished == 0


def test_reading_a_store_in_a_folder_where_nothing_may_be_written(path: Path) -> None:
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        with open_store(path) as store:
            assert count_store(store).tally.total == 6
    finally:
        path.parent.chmod(0o755)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_store(tmp_path / "none.sqlite")
    with pytest.raises(BadFile, match="is not the store of an event"):
        open_store(tmp_path)


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0", b"\0" * 5000])
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(content)
    for write in (False, True):
        with pytest.raises(BadFile, match="is not the store of an event"):
            open_store(path, write=write)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_no_store_and_nobody_waits_for_it(tmp_path: Path, path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.sqlite")
    assert not is_store(tmp_path / "pipe.sqlite")
    assert not is_store(tmp_path / "none.sqlite")
    assert is_store(path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (number)")
    db.close()
    with pytest.raises(BadFile, match="a database, but not the store of an event"):
        open_store(path)


def test_a_missing_plug_in_is_not_called_damage(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE about SET value = replace(value, 'tic_tac_toe', 'ring(cells=9)')")
    db.close()
    with pytest.raises(BadOption, match="game: there is no game 'ring'"):
        open_store(path)


@pytest.mark.parametrize("damage", ["DELETE FROM about", "DROP TABLE about"])
def test_a_store_without_its_event_is_damaged(path: Path, damage: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(damage)
    db.close()
    with pytest.raises(BadFile, match="is damaged"):
        open_store(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("event", "[]"),
        ("event", "5"),
        ("event", '{"players": [[]]}'),
        ("event", "[" * 100_000),
        ("openings", "null"),
        ("openings", "{"),
    ],
)
def test_an_event_that_makes_no_sense_is_damage(path: Path, key: str, value: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE about SET value = ? WHERE key = ?", (value, key))
    db.close()
    with pytest.raises((BadFile, BadOption)) as refused:
        open_store(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("column", "value"),
    [("winner", 7), ("reason", "luck"), ("thinking", "{}"), ("thinking", "[" * 100_000)],
)
def test_a_game_that_makes_no_sense_is_damage(path: Path, column: str, value: object) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE games SET {column} = ? WHERE number = 2", (value,))
    db.close()
    with open_store(path) as store, pytest.raises(BadFile, match="is damaged"):
        list(store.games())


@pytest.mark.parametrize("column", ["first", "winner", "pair", "plies", "first_moves"])
def test_a_result_that_makes_no_sense_is_damage(path: Path, column: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE games SET {column} = x'ff' WHERE number = 2")
    db.close()
    with open_store(path) as store, pytest.raises(BadFile, match="is damaged"):
        count_store(store)


def test_a_newer_version_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadFile, match="has version 99, this program reads up to version 2"):
        open_store(path)


def test_an_old_store_is_read_and_continued_in_the_notation_of_its_time(tmp_path: Path) -> None:
    path, openings = tmp_path / "old.sqlite", ("a1", "b2")
    games = played(EVENT, openings)
    with create_store(path, EVENT, openings) as store:
        store.add(games[:3])
    with sqlite3.connect(path) as db:  # version 1: rows from the top
        flip = str.maketrans("13", "31")
        db.create_function("flip", 1, lambda text: text.translate(flip))
        db.execute("UPDATE games SET moves = flip(moves), opening = flip(opening)")
        db.execute("UPDATE about SET value = flip(value) WHERE key = 'openings'")
        db.execute("PRAGMA user_version = 1")
    db.close()
    with open_store(path, write=True) as store:
        assert store.openings == list(openings)
        assert essence(store.games()) == essence(games[:3])
        store.add(games[3:])
        assert essence(store.games()) == essence(games)
    with sqlite3.connect(path) as db:
        kept = [moves for (moves,) in db.execute("SELECT moves FROM games ORDER BY number")]
    db.close()
    assert kept == [game.moves.translate(flip) for game in games]


@pytest.mark.parametrize("keep", [150, 4096, 9000, -5000])
def test_half_a_file_is_damaged(path: Path, keep: int) -> None:
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(BadFile, match=r"damaged|not the store"):
        open_store(path, write=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"players"', b'"pl\xffyers"'),
        (b'],["', b"],[\xff"),
        (b"CREATE TABLE games", b"CREATE TABL\xff games"),
    ],
    ids=["the event", "a game", "a table"],
)
def test_texts_that_are_none_are_damage_and_no_problem_of_the_machine(
    path: Path, old: bytes, new: bytes
) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))
    with pytest.raises(BadFile, match="is damaged"), open_store(path) as store:
        list(store.games())


def test_overwritten_pages_are_noticed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[8192:] = b"\x55" * (len(data) - 8192)
    path.write_bytes(bytes(data))
    with pytest.raises(BadFile, match="is damaged"):
        open_store(path, write=True)


def test_a_full_disk_loses_nothing(path: Path) -> None:
    games = played(small_event(rounds=100))
    with open_store(path, write=True) as store:
        before = essence(store.games())
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OSError, match="database or disk is full"):
            store.add(games)
        assert essence(store.games()) == before
    with open_store(path, write=True) as store:
        assert essence(store.games()) == before
