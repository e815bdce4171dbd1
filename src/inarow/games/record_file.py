"""Records on disk: `.json` files hold JSON, all others the PGN-like text."""

from __future__ import annotations

import os
from pathlib import Path

from inarow.errors import BadFile, BadRecord
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record


def load_record(path: str | Path) -> Record:
    """Read a record in either form; the content decides which."""
    path = Path(path)
    refuse_named_pipe(path)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise BadRecord(1, f"{path} is not a text file") from None
    try:
        is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
        return parse_record_json(text) if is_json else parse_record(text)
    except BadRecord as error:
        raise BadRecord(error.line, f"{error.problem} ({path})") from None


def refuse_named_pipe(path: Path) -> None:
    """Raise BadFile for a pipe that may have no other end; those that a shell opens have one."""
    if path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
        raise BadFile(f"{path} is not a plain file")


def read_plain(path: str | Path) -> bytes:
    """The content of a file on a disk.

    Raises:
        BadFile: it is a pipe or a device, which may never answer.
    """
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise BadFile(f"{path} is not a plain file")
    return path.read_bytes()


def read_plain_text(path: str | Path) -> str:
    """The same of a text file."""
    try:
        return read_plain(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a text file") from None


def save_record(record: Record, path: str | Path) -> None:
    """Write a record; an older file is replaced only once the new one is complete."""
    path = Path(path)
    is_json = path.suffix == ".json"
    text = format_record_json(record, indent=1) + "\n" if is_json else format_record(record)
    write_whole(path, text.encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is either complete or as it was before, also after a power cut."""
    try:
        _write(path.resolve(), content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
        path.write_bytes(content)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
