"""Records on disk: `.json` files hold JSON, `.sgf` SGF, `.psq` PSQ, all others the PGN-like text.

What is read says itself what it is, whatever its name. SGF and PSQ come from programs of all
countries and need not be UTF-8: the file's own word counts (`CA[GBK]`), then what the bytes look
like. Moves are plain letters in any case; only names and comments can go wrong.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from inarow.errors import BadFile, BadOption, BadRecord, NotSupported
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_psq import format_psq, is_psq, parse_psq
from inarow.games.record_sgf import format_sgf, is_sgf, parse_sgf
from inarow.games.record_text import format_record, parse_text_games
from inarow.log import logger

log = logger(__name__)

_WRITERS = {
    ".json": lambda record: format_record_json(record, indent=1) + "\n",
    ".sgf": format_sgf,
    ".psq": format_psq,
}
_SINGLE = (".json", ".psq")
"""Forms that hold one game only."""
_MOST_BYTES = 256 << 20
"""Of a file that is read at one go."""
_FOREIGN = re.compile(rb"\s*(\(\s*;|Piskvorky\s)")
_CHARSET = re.compile(rb"CA\[([\w.:-]{1,40})\]")
_PAIRS = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe])*+\Z")
"""Chinese text (GB 2312) has its bytes above 127 in pairs; single ones are European letters."""


def is_record(text: str) -> bool:
    """Whether a text begins as one of the forms of a record does."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") or is_sgf(text) or is_psq(text)


def parse_records(text: str, usual: Game | None = None) -> list[Record]:
    """The games of a text in whatever form it has; JSON and PSQ hold one, the others many.

    Args:
        text: JSON, SGF, PSQ, or else the PGN-like text.
        usual: the game of a file that does not say which rules it was played by.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return [parse_record_json(text)]
    if is_sgf(text):
        return parse_sgf(text, usual)
    return [parse_psq(text, usual)] if is_psq(text) else list(parse_text_games(text))


def load_record(path: str | Path) -> Record:
    """Read the game of a file, the first one if there are several."""
    first, *others = load_records(path)
    if others:
        log.warning("%s: the first of %d games is read", path, len(others) + 1)
    return first


def load_records(path: str | Path, usual: Game | None = None) -> list[Record]:
    """Read all games of a file; the content decides what form it has."""
    path = Path(path)
    try:
        return parse_records(_decoded(read_with_end(path)), usual)
    except UnicodeDecodeError:
        raise BadRecord(1, f"{path} is not a text file") from None
    except BadRecord as error:
        raise BadRecord(error.line, f"{error.problem} ({path})") from None


def _decoded(content: bytes) -> str:
    """The text of a file; raises UnicodeDecodeError for files that are ours and not UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        if not _FOREIGN.match(content):
            raise
    charset = _CHARSET.search(content)
    with suppress(LookupError, UnicodeError):  # no such encoding, or none of texts
        if charset:
            return content.decode(charset[1].decode(), errors="replace")
    return content.decode("gb18030" if _PAIRS.match(content) else "latin-1", errors="replace")


def refuse_named_pipe(path: Path) -> None:
    """Raise BadFile for a pipe that may have no other end; those that a shell opens have one."""
    if path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
        raise BadFile(f"{path} is not a plain file")


def read_with_end(path: Path) -> bytes:
    """The content of a file, or of a pipe that a shell opens.

    Raises:
        BadFile: it is a pipe that may never answer, or a device that never stops.
    """
    refuse_named_pipe(path)
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise BadFile(f"{path} is longer than {_MOST_BYTES >> 20} MB")
    return content


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
    """Write a record; an older file is replaced only once the new one is complete.

    Raises:
        NotSupported: the name of the file asks for a form that cannot hold the game.
    """
    if not isinstance(record, Record):
        kind = type(record).__name__
        raise BadOption(f"a record is saved, not {kind}: write inarow.Record(game) and push moves")
    write_whole(Path(path), format_for(path, record).encode())


def format_for(path: str | Path, record: Record) -> str:
    """A record in the form that the name of a file asks for; raises NotSupported."""
    return _WRITERS.get(Path(path).suffix.lower(), format_record)(record)


def format_games(path: str | Path, records: Sequence[Record]) -> str:
    """Several records in one file, in the form that its name asks for; raises NotSupported."""
    if len(records) > 1 and Path(path).suffix.lower() in _SINGLE:
        raise NotSupported(
            f"{Path(path).name} holds one game: name a .txt or .sgf file for several"
        )
    return "\n".join(format_for(path, record) for record in records)


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
