"""`inarow serve` before it serves: what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from command_line import assert_one_line_error, inarow
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.file import GameFile


def test_a_file_of_games_in_no_folder_is_refused_and_none_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere" / "deep"
    done = inarow("serve", "--port", "0", "--db", str(folder / "games.db"))
    assert (done.code, done.out) == (1, "")
    assert done.err == f"inarow: there is no folder {folder} for games.db\n"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file_of_games(tmp_path: Path) -> None:
    done = inarow("serve", "--port", "0", "--db", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("inarow: Invalid value for '--db': ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("table", ["diary(text)", "games(id, text)"])
def test_a_foreign_database_is_refused_and_stays_as_it_is(table: str, tmp_path: Path) -> None:
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE {table}")
    before = path.read_bytes()
    done = inarow("serve", "--port", "0", "--db", str(path))
    assert done.code == 2
    assert "is no database of games" in done.err
    assert path.read_bytes() == before


def test_an_empty_address_is_refused(tmp_path: Path) -> None:
    """As of a variable that is not set: it must not open the server to everybody."""
    done = inarow("serve", "--host", "", "--port", "0", "--db", str(tmp_path / "games.db"))
    assert_one_line_error(done, 2, "--host needs a name or an address")


@pytest.mark.parametrize("moment", ["start", "close"])
def test_a_server_that_cannot_start_or_end_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, moment: str
) -> None:
    async def fail(_: EnginePool) -> None:
        raise RuntimeError("no engine\nanywhere")

    async def end(_: EnginePool) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(EnginePool, "start", end)
    monkeypatch.setattr(EnginePool, moment, fail)
    done = inarow("serve", "--port", "0", "--db", str(tmp_path / "games.db"))
    assert (done.code, done.err) == (
        1,
        "inarow: the server failed: RuntimeError: no engine anywhere\n",
    )
    GameFile(tmp_path / "games.db").close()  # the file is no longer held


def test_ctrl_c_before_the_server_is_up_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def end(_: EnginePool) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(EnginePool, "start", end)
    done = inarow("serve", "--port", "0", "--db", str(tmp_path / "games.db"))
    assert (done.code, done.err) == (130, "inarow: stopped\n")
