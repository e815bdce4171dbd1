"""Records on disk: `.json` files hold JSON, all others the PGN-like text."""

from __future__ import annotations

import os
from pathlib import Path

from inarow.errors import BadRecord
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record

__all__ = ["load_record", "save_record"]


def load_record(path: Path) -> Record:
    """Read a record in either form; the content decides which."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(1, f"{path} is not a text file") from None
    try:
        is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
        return parse_record_json(text) if is_json else parse_record(text)
    except BadRecord as error:
        raise BadRecord(error.line, f"{error.problem} ({path})") from None


def save_record(record: Record, path: Path) -> None:
    """Write a record; an older file is replaced only once the new one is complete."""
    is_json = path.suffix == ".json"
    text = format_record_json(record, indent=1) + "\n" if is_json else format_record(record)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
