"""Records on disk: nothing is lost, an older file survives a failed save, damage has a line."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow.errors import BadRecord
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import format_record_json
from inarow.games.record_text import format_record
from inarow.registry import load_game
from records import content, records

suffixes = st.sampled_from([".txt", ".json"])


@pytest.fixture
def record() -> Record:
    record = Record(load_game("tic_tac_toe"), tags={"Event": "Größe ●"})
    record.push_moves("b2a1")
    return record


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@quick
@given(records(), suffixes)
def test_every_record_survives_on_disk(folder: Path, record: Record, suffix: str) -> None:
    path = folder / f"game{suffix}"
    save_record(record, path)
    assert content(load_record(path)) == content(record)


@pytest.mark.parametrize("comment", ["a\rb", "a\r\nb", "\r"])
@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_line_ends_inside_a_comment_survive(
    tmp_path: Path, record: Record, comment: str, suffix: str
) -> None:
    record.current.comment = comment
    save_record(record, tmp_path / f"game{suffix}")
    assert load_record(tmp_path / f"game{suffix}").current.comment == comment


def test_the_name_decides_what_is_written(tmp_path: Path, record: Record) -> None:
    for name, begin in (("game.json", "{"), ("game.txt", "["), ("game", "["), ("game.pgn", "[")):
        save_record(record, tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert text.startswith(begin)
        assert text.endswith("\n")


def test_the_content_decides_what_is_read(tmp_path: Path, record: Record) -> None:
    for text in (format_record(record), format_record_json(record)):
        for lead in ("", "\n", "\ufeff"):
            (tmp_path / "game").write_text(lead + text, encoding="utf-8")
            assert load_record(tmp_path / "game") == record


def test_an_older_file_is_replaced(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old", encoding="utf-8")
    save_record(record, path)
    assert load_record(path) == record
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_save_keeps_the_older_file_and_leaves_nothing_behind(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "game.txt"
    save_record(record, path)
    later = record.copy()
    later.push_moves("c3")
    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_record(later, path)
    assert load_record(path) == record
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(path.read_text("utf-8")), daemon=True)
    reader.start()
    save_record(record, path)
    assert stat.S_ISFIFO(path.stat().st_mode)
    reader.join(timeout=10)
    assert heard == [format_record(record)]


def test_a_link_is_followed_and_not_replaced(tmp_path: Path, record: Record) -> None:
    target, link = tmp_path / "game.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    save_record(record, link)
    assert link.is_symlink()
    assert load_record(target) == record


@pytest.mark.parametrize("place", ["", "nowhere/game.txt"])
def test_a_place_that_cannot_be_written_is_named_in_the_error(
    tmp_path: Path, record: Record, place: str
) -> None:
    with pytest.raises(OSError, match="directory") as caught:
        save_record(record, tmp_path / place)
    assert str(caught.value.filename) == str(tmp_path / place)


@pytest.mark.parametrize("place", [".", "..", "/"])
def test_a_folder_is_no_file_name(place: str, record: Record) -> None:
    with pytest.raises(OSError, match=r"directory|busy"):
        save_record(record, Path(place))


def test_a_missing_file_is_an_error_of_the_machine(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "missing.txt")


def test_damage_names_line_and_file(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.txt"
    path.write_text(format_record(record).replace("b2", "b9"), encoding="utf-8")
    with pytest.raises(BadRecord, match=r"line 6: b9: there is no cell b9.*game\.txt") as caught:
        load_record(path)
    assert caught.value.line == 6


def test_a_binary_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"\x00\xff\xfe\n" * 10)
    with pytest.raises(BadRecord, match=r"line 1: .*not a text file"):
        load_record(path)


byte_edits = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.binary(max_size=2)), min_size=1, max_size=4
)


@quick
@given(records(), suffixes, byte_edits, st.floats(0.5, 1))
def test_a_file_with_damaged_bytes_is_a_record_or_names_a_line(
    folder: Path, record: Record, suffix: str, changes: list[tuple[float, bytes]], share: float
) -> None:
    path = folder / f"damaged{suffix}"
    save_record(record, path)
    damaged = path.read_bytes()
    for place, added in changes:
        at = int(place * len(damaged))
        damaged = damaged[:at] + added + damaged[at + 1 :]
    damaged = damaged[: int(share * len(damaged))]
    path.write_bytes(damaged)
    line = 1
    try:
        load_record(path)
    except BadRecord as error:
        line = error.line
    assert 1 <= line <= len(damaged.splitlines()) + 1
