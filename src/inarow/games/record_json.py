"""Records as JSON, for programs.

    {"format": "inarow-record", "version": 1,
     "game": "connect_four(rows=6,cols=7,k=4)",
     "tags": {"First": "human"},
     "moves": ["4", "4", {"move": "5", "comment": "too slow", "branches": [["3", "3"]]}, "5"],
     "result": {"winner": 0, "reason": "resigned"}}

A move is its text, or an object if it has a comment or branches; a branch replaces the move at
which it stands. `start` holds a position that is not the usual one, `comment` a remark on it.
Whatever is wrong in a file is reported with its line.
"""

from __future__ import annotations

from typing import Any

from inarow.errors import BadNotation, BadRecord
from inarow.games.deep_json import read_json, write_json
from inarow.games.record import Record, check_text
from inarow.games.record_reader import RESULTS, Piece, RecordReader

_FORMAT = "inarow-record"
_VERSION = 1
_KINDS: dict[type, str] = {str: "text", list: "list", dict: "object"}


def format_record_json(record: Record, indent: int | None = None) -> str:
    """A record as JSON; `parse_record_json` gives an equal record back.

    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push(4)
    >>> format_record_json(record).partition("moves")[2]
    '": ["b2"]}'
    """
    data: dict[str, Any] = {"format": _FORMAT, "version": _VERSION, "game": str(record.game)}
    if record.start is not None:
        data["start"] = record.start
    if record.tags:
        data["tags"] = record.tags
    if record.root.comment:
        data["comment"] = record.root.comment
    data["moves"] = _moves(record)
    outcome = record.final_outcome()
    if outcome is not None:
        data["result"] = {"winner": outcome.winner, "reason": str(outcome.reason)}
    return write_json(data, indent)


def _moves(record: Record) -> list[Any]:
    """The tree of a record as lists in objects in lists."""
    lines: list[list[Any]] = [[]]  # the main line and every open branch
    for step, node in record.root.walk():
        if step == ")":
            lines.pop()
        elif step == "(":
            replaced = lines[-1][-1]
            if not isinstance(replaced, dict):
                replaced = lines[-1][-1] = {"move": replaced}
            lines.append([])
            replaced.setdefault("branches", []).append(lines[-1])
        else:
            assert node.action is not None
            move = record.game.format(node.action)
            lines[-1].append({"move": move, "comment": node.comment} if node.comment else move)
    return lines[0]


def parse_record_json(text: str) -> Record:
    """Read a record; raises BadRecord with the number of the damaged line."""
    data = read_json(text.removeprefix("\ufeff")).value
    if not isinstance(data, dict) or _get(data, "format").value != _FORMAT:
        raise BadRecord(1, f'this is no record: "format" must be "{_FORMAT}"')
    version = _get(data, "version").value
    if version != _VERSION:
        raise BadRecord(1, f"version {version!r} of the format is not known here")
    start, tags = _get(data, "start", str), _get(data, "tags", dict, {}).value
    reader = RecordReader(
        _get(data, "game", str, ""),
        None if start.value is None else start,
        {name: _get(tags, name, str, "") for name in tags},
    )
    reader.node.comment = _get(data, "comment", str, "").value
    _read_moves(reader, _get(data, "moves", list, []))
    result = _get(data, "result", dict).value
    if result is None:
        return reader.finish(None, None)
    winner, (reason, line) = _get(result, "winner").value, _get(result, "reason", str, "")
    if winner is not None and (type(winner) is not int or winner not in RESULTS):
        raise BadRecord(line, 'a result is {"winner": 0, 1 or null, "reason": ...}')
    try:
        return reader.finish("*" if reason == "abandoned" else RESULTS[winner], reason)
    except BadNotation as error:
        raise BadRecord(line, str(error)) from None


def _read_moves(reader: RecordReader, moves: Piece) -> None:
    """Play the moves of the main line and of all branches, without recursion."""
    pending = [("(", moves)]
    while pending:
        step, piece = pending.pop()
        if step == "(":
            if piece is not moves:
                reader.open_branch(piece.line)
            pending += [("move", move) for move in reversed(piece.value)]
        elif step == ")":
            reader.close_branch(piece.line)
        else:
            entry = piece.value if isinstance(piece.value, dict) else {"move": piece}
            move = entry.get("move")
            if move is None or not isinstance(move.value, str):
                raise BadRecord(piece.line, "a move is a text")
            reader.play(*move)
            reader.node.comment = _get(entry, "comment", str, "").value
            for branch in reversed(_get(entry, "branches", list, []).value):
                if not isinstance(branch.value, list):
                    raise BadRecord(branch.line, "a branch is a list of moves")
                pending += [(")", branch), ("(", branch)]


def _get(data: dict[str, Piece], key: str, kind: type = object, missing: Any = None) -> Piece:
    """The piece of a key, or `missing`; a value of another type is refused."""
    piece = data.get(key, Piece(missing, 1))
    value, line = piece
    if value is not missing and not isinstance(value, kind):
        raise BadRecord(line, f"{key!r} must be a {_KINDS[kind]}")
    try:
        return Piece(check_text(value), line) if isinstance(value, str) else piece
    except BadNotation as error:
        raise BadRecord(line, str(error)) from None
