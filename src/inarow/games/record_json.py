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

import json
from typing import Any

from inarow.errors import BadNotation, BadRecord, IllegalMove, InarowError
from inarow.games.json_lines import Path, line_of
from inarow.games.notation import format_position, parse_position
from inarow.games.record import Record, RecordNode, check_text
from inarow.games.record_text import RESULTS, read_result
from inarow.registry import load_game

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
        return _record(json.loads(text.lstrip("\ufeff")))
    except _Problem as problem:
        raise BadRecord(line_of(text, problem.path), str(problem)) from None
    except json.JSONDecodeError as error:
        raise BadRecord(error.lineno, f"this is not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise BadRecord(1, f"this cannot be a record: {error}") from None


class _Problem(Exception):
    """What is wrong, and at which path."""

    def __init__(self, path: Path, problem: object) -> None:
        super().__init__(problem)
        self.path = path


def _line_items(node: RecordNode) -> list[object]:
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


def _branch_items(node: RecordNode) -> list[object]:
    first: object = {"move": _move(node), "comment": node.comment} if node.comment else _move(node)
    return [first, *_line_items(node)]


def _move(node: RecordNode) -> str:
    assert node.action is not None
    return node.state.game.format(node.action)


def _record(data: Any) -> Record:
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise _Problem((), f'this is no record: "format" must be "{_FORMAT}"')
    if data.get("version") != _VERSION:
        raise _Problem((), f"version {data.get('version')!r} of the format is not known here")
    record = _head(data)
    record.root.comment = _typed(data, "comment", str, "")
    _read_line(record.root, _typed(data, "moves", list, []), ("moves",))
    result = _typed(data, "result", dict, None)
    if result is not None:
        _read_result(record, result)
    record.to_end()
    return record


def _head(data: dict[str, Any]) -> Record:
    """A record without moves: game, start and tags."""
    spec = _typed(data, "game", str, "")
    start = _typed(data, "start", str, None)
    tags = _typed(data, "tags", dict, {})
    path: Path = ("game",)
    try:
        game = load_game(spec)
        path = ("start",)
        record = Record(game, None if start is None else parse_position(game, start))
        for name in tags:
            path = ("tags", name)
            record.tag(name, _typed(tags, name, str, "", ("tags",)))
    except InarowError as error:
        raise _Problem(path, error) from None
    return record


def _read_line(node: RecordNode, items: list[Any], path: Path) -> None:
    """Play the moves of one line below a node; only branches recurse."""
    for index, item in enumerate(items):
        here = (*path, index)
        entry = item if isinstance(item, dict) else {"move": item}
        move = entry.get("move")
        if not isinstance(move, str):
            raise _Problem(here, f"a move is a text, not {move!r}")
        parent, node = node, _play(node, move, (*here, "move") if entry is item else here)
        node.comment = _typed(entry, "comment", str, "", here)
        for number, branch in enumerate(_typed(entry, "branches", list, [], here)):
            place = (*here, "branches", number)
            if not isinstance(branch, list):
                raise _Problem(place, "a branch is a list of moves")
            _read_line(parent, branch, place)


def _play(node: RecordNode, move: str, path: Path) -> RecordNode:
    try:
        return node.child(node.state.game.parse(move))
    except (BadNotation, IllegalMove) as error:
        raise _Problem(path, f"{move}: {error}") from None


def _read_result(record: Record, result: dict[str, Any]) -> None:
    reason = _typed(result, "reason", str, "", ("result",))
    winner = result.get("winner")
    if winner is not None and (type(winner) is not int or winner not in RESULTS):
        raise _Problem(("result", "reason"), 'a result is {"winner": 0, 1 or null, "reason": ...}')
    try:
        word = "*" if reason == "abandoned" else RESULTS[winner]
        record.result = read_result(word, reason, record.end_of_main_line())
    except BadNotation as error:
        raise _Problem(("result", "reason"), error) from None


def _typed(data: dict[str, Any], key: str, kind: type, missing: Any, path: Path = ()) -> Any:
    """The value of a key, or `missing`; a value of another type is refused."""
    value = data.get(key, missing)
    if value is not missing and not isinstance(value, kind):
        raise _Problem((*path, key), f"{key!r} must be a {_KINDS[kind]}")
    try:
        return check_text(value) if isinstance(value, str) else value
    except BadNotation as error:
        raise _Problem((*path, key), error) from None
