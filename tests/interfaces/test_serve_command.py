"""`inarow serve` before it serves: what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

from command_line import inarow_here


def test_a_file_of_games_in_no_folder_is_refused_and_none_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere" / "deep"
    done = inarow_here("serve", "--port", "0", "--db", str(folder / "games.db"))
    assert (done.code, done.out) == (1, "")
    assert done.err == f"inarow: there is no folder {folder} for games.db\n"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file_of_games(tmp_path: Path) -> None:
    done = inarow_here("serve", "--port", "0", "--db", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("inarow: --db: ")
    assert done.err.count("\n") == 1
