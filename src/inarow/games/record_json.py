"""Records as JSON, for programs.

    {"format": "inarow-record", "version": 1,
     "game": "connect_four(rows=6,cols=7,k=4)",
     "tags": {"First": "human"},
     "moves": ["4", "4", {"move": "5", "comment": "too slow", "branches": [["3", "3"]]}, "5"],
     "result": {"winner": 0, "reason": "resigned"}}

A move is its text, or an object if it has a comment or branches; a branch replaces the move at
which it stands. `start` holds a position that is not the usual one, `comment` a remark on it.
Whatever is wrong in a file is reported with its line, so strings remember the line on which they
were read.
"""

from __future__ import annotations

import json
import json.scanner
from collections.abc import Callable
from typing import Any

from inarow.errors import BadNotation, BadRecord, IllegalMove, InarowError
from inarow.games.notation import format_position, parse_position
from inarow.games.record import Node, Record
from inarow.games.record_text import read_result
from inarow.registry import load_game

__all__ = ["format_record_json", "parse_record_json"]

_FORMAT = "inarow-record"
_VERSION = 1


def format_record_json(record: Record, indent: int | None = None) -> str:
    """A record as JSON; `parse_record_json` gives an equal record back.

    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push(4)
    >>> format_record_json(record).partition("moves")[2]
    '": ["b2"]}'
    """
    data: dict[str, Any] = {"format": _FORMAT, "version": _VERSION, "game": str(record.game)}
    if format_position(record.root.state) != format_position(record.game.initial_state()):
        data["start"] = format_position(record.root.state)
    if record.tags:
        data["tags"] = record.tags
    if record.root.comment:
        data["comment"] = record.root.comment
    data["moves"] = _line_items(record.root)
    outcome = record.final_outcome()
    if outcome is not None:
        data["result"] = {"winner": outcome.winner, "reason": str(outcome.reason)}
    return json.dumps(data, ensure_ascii=False, indent=indent)


def parse_record_json(text: str) -> Record:
    """Read a record; raises BadRecord with the number of the damaged line."""
    try:
        data = _LineDecoder().decode(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise BadRecord(error.lineno, f"this is not JSON: {error.msg}") from None
    except RecursionError:
        raise BadRecord(1, "this is nested too deeply to be a record") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise BadRecord(1, f'this is no record: "format" must be "{_FORMAT}"')
    if data.get("version") != _VERSION:
        raise BadRecord(1, f"version {data.get('version')!r} of the format is not known here")
    record = _head(data)
    record.root.comment = str(_typed(data, "comment", str, ""))
    _read_line(record.root, _typed(data, "moves", list, []))
    result = _typed(data, "result", dict, None)
    if result is not None:
        _read_result(record, result)
    record.to_end()
    return record


def _line_items(node: Node) -> list[object]:
    """The main line below a node as JSON items; only branches recurse."""
    items: list[object] = []
    while node.children:
        main, *others = node.children
        item: dict[str, object] = {"move": _move(main)}
        if main.comment:
            item["comment"] = main.comment
        if others:
            item["branches"] = [_branch_items(branch) for branch in others]
        items.append(item if len(item) > 1 else item["move"])
        node = main
    return items


def _branch_items(node: Node) -> list[object]:
    first: object = {"move": _move(node), "comment": node.comment} if node.comment else _move(node)
    return [first, *_line_items(node)]


def _move(node: Node) -> str:
    assert node.action is not None
    return node.state.game.format(node.action)


def _head(data: dict[str, Any]) -> Record:
    """A record without moves: game, start and tags."""
    spec = _typed(data, "game", str, "")
    start = _typed(data, "start", str, None)
    try:
        game = load_game(spec)
        state = None if start is None else parse_position(game, start)
        tags = _typed(data, "tags", dict, {})
        return Record(game, state, {name: str(value) for name, value in tags.items()})
    except BadRecord:
        raise
    except InarowError as error:
        raise BadRecord(_line_of(spec if start is None else start), str(error)) from None


def _read_line(node: Node, items: list[Any]) -> None:
    """Play the moves of one line below a node; only branches recurse."""
    for item in items:
        entry = item if isinstance(item, dict) else {"move": item}
        move = entry.get("move")
        if not isinstance(move, str):
            raise BadRecord(_line_of(item), f"a move is a text, not {move!r}")
        parent, node = node, _play(node, move)
        node.comment = str(_typed(entry, "comment", str, ""))
        for branch in _typed(entry, "branches", list, []):
            if not isinstance(branch, list):
                raise BadRecord(_line_of(move), "a branch is a list of moves")
            _read_line(parent, branch)


def _play(node: Node, move: str) -> Node:
    try:
        return node.child(node.state.game.parse(move))
    except (BadNotation, IllegalMove) as error:
        raise BadRecord(_line_of(move), f"{move}: {error}") from None


def _read_result(record: Record, result: dict[str, Any]) -> None:
    winner, reason = result.get("winner"), result.get("reason")
    line = _line_of(reason)
    words = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}
    if winner not in words or isinstance(winner, bool) or not isinstance(reason, str):
        raise BadRecord(line, 'a result is {"winner": 0, 1 or null, "reason": a text}')
    try:
        word = "*" if reason == "abandoned" else words[winner]
        record.result = read_result(word, reason, record.end_of_main_line())
    except BadNotation as error:
        raise BadRecord(line, str(error)) from None


def _typed(data: dict[str, Any], key: str, kind: type, missing: Any) -> Any:
    """The value of a key, or `missing`; a value of another type is refused."""
    value = data.get(key, missing)
    if value is not missing and not isinstance(value, kind):
        lines = [_line_of(name) for name in data if name == key]
        raise BadRecord(lines[0], f"{key!r} must be a {kind.__name__}")
    return value


class _LineText(str):
    """A string that remembers the line on which it was read."""

    line = 1


def _line_of(value: object) -> int:
    if isinstance(value, dict):
        return max((_line_of(key) for key in value), default=1)
    return value.line if isinstance(value, _LineText) else 1


class _LineDecoder(json.JSONDecoder):
    """The standard decoder, with strings that know their line."""

    def __init__(self) -> None:
        super().__init__()
        scan: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]

        def scan_string(text: str, end: int, strict: bool = True) -> tuple[str, int]:
            value, after = scan(text, end, strict)
            found = _LineText(value)
            found.line = text.count("\n", 0, end) + 1
            return found, after

        self.parse_string = scan_string
        # Only the decoder's Python scanner lets the string reader be replaced.
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]
