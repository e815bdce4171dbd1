"""Games saved and loaded again; damaged files, full disks, places that cannot be written."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import (
    MACHINES,
    PEOPLE,
    assert_fine,
    assert_one_line_error,
    inarow,
)
from inarow.games.base import Outcome, Reason
from inarow.games.record_file import load_record


@pytest.mark.parametrize("name", ["game.txt", "game.json", "game.sgf"])
def test_a_game_is_saved_and_continued(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    assert_fine(inarow("play", "tic_tac_toe", *PEOPLE, "--save", path, typed="b2\na1\ne\n"))
    done = inarow("play", *PEOPLE, "--load", path, "--save", path, typed="moves\na2\ne\n")
    assert_fine(done)
    assert "Moves so far: b2a1\n" in done.out
    assert load_record(tmp_path / name).moves == "b2a1a2"


@pytest.mark.parametrize("name", ["game.sgf", "game.PSQ"])
def test_what_a_form_cannot_hold_is_refused_before_the_game(tmp_path: Path, name: str) -> None:
    done = inarow("play", "connect_four", *MACHINES, "--save", str(tmp_path / name))
    assert done.code == 2
    assert done.err.startswith(f"inarow: {name[-3:].upper()} holds games ")
    assert list(tmp_path.iterdir()) == []
    done = inarow("play", "connect_four", *PEOPLE, typed=f"4\nsave {tmp_path / name}\ne\n")
    assert "It cannot be saved as " in done.out


def test_the_first_of_several_games_is_opened_and_the_others_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[4];B[hh])\n(;GM[4];B[aa])", encoding="utf-8")
    done = inarow("play", *PEOPLE, "--load", str(path), typed="moves\ne\n")
    assert "Moves so far: h8\n" in done.out
    assert done.err == f"inarow: {path}: the first of 2 games is read\n"


def test_a_game_of_two_machines_is_saved_with_its_result(tmp_path: Path) -> None:
    for extra in ([], ["--json"]):
        path = tmp_path / f"game{len(extra)}.txt"
        assert_fine(inarow("play", "tic_tac_toe", *MACHINES, "--save", str(path), *extra))
        record = load_record(path)
        assert record.outcome is not None
        assert record.tags == {"First": "random", "Second": "random"}


def test_a_resignation_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed="b2\nresign\n")
    assert_fine(done)
    assert "X (human) wins by resignation." in done.out
    assert load_record(path).outcome == Outcome(0, Reason.RESIGNED)


def test_after_taking_back_the_moves_played_then_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "a1\nundo\nb2\na1\nmoves\ne\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed)
    assert_fine(done)
    assert "Moves so far: b2a1\n" in done.out
    assert load_record(path).moves == "b2a1"
    again = inarow("play", *PEOPLE, "--load", str(path), typed="moves\n")
    assert "Moves so far: b2a1\n" in again.out


def test_after_taking_back_the_result_belongs_to_the_moves_played_then(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "c3\nundo\na1\na2\nb1\nb2\nc1\n"
    assert_fine(inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed))
    record = load_record(path)
    assert record.moves == "a1a2b1b2c1"
    assert record.outcome is not None
    assert record.outcome.winner == 0


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / "missing.txt")
    assert_one_line_error(inarow("play", "--load", path), 1, path, "No such file")


def test_a_folder_cannot_be_loaded(tmp_path: Path) -> None:
    assert_one_line_error(inarow("play", "--load", str(tmp_path)), 1, str(tmp_path), "directory")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('[Game "tic_tac_toe"]\n\n1. b2 b2', 3),
        ('[Game "tic_tac_toe"]\n[1x "y"]\n\n1. b2', 2),
        ('[Game "tic_tac_toe"]\n[Start ""]\n\n1. b2', 2),
        ('{"format": "inarow-record",\n "version": 1,\n "game": "chess"}', 3),
        ('{"format": "inarow-record",\n "version": 1,\n oops', 3),
        ("", 1),
        ("\x00\x01", 1),
    ],
)
def test_a_damaged_record_is_one_line_with_its_number(
    tmp_path: Path, content: str, line: int
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(content, encoding="utf-8")
    done = inarow("play", "--load", str(path))
    assert_one_line_error(done, 2, f"line {line}: ", str(path))


def test_a_record_with_half_a_character_is_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = {"format": "inarow-record", "version": 1, "game": "tic_tac_toe", "comment": "\ud800"}
    path.write_text(json.dumps(data), encoding="utf-8")
    for extra in (["--json"], ["--save", str(tmp_path / "saved.txt")]):
        done = inarow("play", "--load", str(path), *MACHINES, *extra)
        assert "Traceback" not in done.err
        assert len(done.err.splitlines()) <= 1


@pytest.mark.parametrize(
    ("place", "code", "why"),
    [("", 2, "folder"), (".", 2, "folder"), ("nowhere/game.txt", 1, "no folder")],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, place: str, code: int, why: str
) -> None:
    path = place if place == "." else str(tmp_path / place)
    done = inarow("play", "tic_tac_toe", *MACHINES, "--seed", "1", "--save", path)
    assert_one_line_error(done, code, why)
    assert done.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", *MACHINES, "--save"),
        ("review", "tic_tac_toe", "b2b1", "--out"),
        ("puzzle", "tic_tac_toe", "--make", "1", "--out"),
        ("book", "build", "--plies", "2", "--out"),
        ("serve", "--port", "0", "--db"),
        ("arena", "run", "--game", "mnk", "--player", "a=random", "--player", "random", "--out"),
    ],
)
def test_a_folder_that_is_not_there_is_no_wrong_input(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """As with every file that is not there the machine said no: code 1."""
    done = inarow(*command, str(tmp_path / "nowhere" / "file"))
    assert_one_line_error(done, 1, f"there is no folder {tmp_path / 'nowhere'} for file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", *MACHINES, "--save"),
        ("review", "--game", "tic_tac_toe", "--moves", "b2b1", "--out"),
        ("puzzle", "--game", "tic_tac_toe", "--make", "1", "--out"),
    ],
    ids=lambda command: command[0],
)
def test_only_files_of_the_same_kind_are_replaced(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "work"
    for content in (b"my thesis\n", b"\xff\xfe\x00"):
        path.write_bytes(content)
        done = inarow(*command, str(path))
        assert_one_line_error(done, 2, f"{path} exists and is no ")
        assert done.out == ""
        assert path.read_bytes() == content
    path.write_bytes(b"")
    for _ in range(2):  # an empty file, and then one that we wrote
        assert_fine(inarow(*command, str(path)))


@pytest.fixture
def full_device(tmp_path: Path) -> Iterator[Path]:
    """A device of our own on which every write fails, because the disk is full."""
    path = tmp_path / "full"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        path.open("w").close()
    except OSError:
        pytest.skip("no device can be made here")
    yield path
    path.unlink(missing_ok=True)


def test_saving_to_a_full_disk_is_one_line_and_no_move_is_lost(full_device: Path) -> None:
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(full_device), typed="b2\ne\n")
    assert stat.S_ISCHR(full_device.stat().st_mode)  # a device is written to, not replaced
    assert_one_line_error(done, 1, str(full_device), "No space left")
    assert "b2" in done.out
