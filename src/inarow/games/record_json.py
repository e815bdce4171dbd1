"""Records as JSON, for programs.

    {"format": "inarow-record", "version": 2,
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
import re
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict

from inarow.errors import BadNotation, BadRecord
from inarow.games.base import Reason
from inarow.games.notation import NOTATION
from inarow.games.record import Record, RecordNode, check_text
from inarow.games.record_reader import RESULTS, Piece, RecordReader


class MoveData(TypedDict):
    """A move with a comment, or with the branches that replace it."""

    move: str
    comment: NotRequired[str]
    branches: NotRequired[list[list[str | MoveData]]]


class ResultData(TypedDict):
    """How a game ended: who won, if anybody, and why."""

    winner: Literal[0, 1] | None
    reason: Reason


class RecordData(TypedDict):
    """A game with comments and branches; `start` is there if it began elsewhere than usual."""

    format: Literal["inarow-record"]
    version: int
    game: str
    start: NotRequired[str]
    tags: NotRequired[dict[str, str]]
    comment: NotRequired[str]
    moves: list[str | MoveData]
    result: NotRequired[ResultData]


_DECODER = json.JSONDecoder()
_FORMAT = "inarow-record"
_BLANK = re.compile(r"[ \t\r\n]*")
_KINDS: dict[type, str] = {str: "text", list: "list", dict: "object"}


def format_record_json(record: Record, indent: int | None = None) -> str:
    """A record as JSON; `parse_record_json` gives an equal record back.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push(4)
    >>> format_record_json(record).partition("moves")[2]
    '": ["b2"]}'
    """
    head: dict[str, Any] = {"format": _FORMAT, "version": NOTATION, "game": str(record.game)}
    parts = {"start": record.start, "tags": record.tags, "comment": record.root.comment}
    head |= {name: part for name, part in parts.items() if part}
    gap = " " if indent is None else "\n" + " " * indent
    text = json.dumps(head, ensure_ascii=False, indent=indent).removesuffix("}").rstrip()
    pieces = [text, f',{gap}"moves": [', *_moves(record.root, gap), "]"]
    outcome = record.final_outcome()
    if outcome is not None:
        result = {"winner": outcome.winner, "reason": str(outcome.reason)}
        pieces.append(f',{gap}"result": {json.dumps(result)}')
    return "".join([*pieces, "}"])


def _moves(root: RecordNode, gap: str) -> Iterator[str]:
    """The tree below a node as JSON, piece by piece: branches may be nested to any depth."""
    comma = ""
    for step, node in root.walk():
        assert node.parent is not None
        assert node.action is not None
        siblings = node.parent.children
        if step == "(":
            yield "[" if node is siblings[1] else ", ["
            comma = ""
        elif step == ")":
            yield "]]}" if node is siblings[-1] else "]"
            comma = f",{gap}"
        else:
            has_branches = node is siblings[0] and len(siblings) > 1
            move: Any = node.state.game.format(node.action)
            if node.comment or has_branches:
                move = {"move": move} | ({"comment": node.comment} if node.comment else {})
            text = comma + json.dumps(move, ensure_ascii=False)
            yield text[:-1] + ', "branches": [' if has_branches else text
            comma = f",{gap}"


def parse_record_json(text: str) -> Record:
    """Read a record; raises BadRecord with the number of the damaged line."""
    data = _read_json(text.removeprefix("\ufeff")).value
    if not isinstance(data, dict) or _get(data, "format").value != _FORMAT:
        raise BadRecord(1, f'this is no record: "format" must be "{_FORMAT}"')
    version, line = _get(data, "version")
    start, tags = _get(data, "start", str), _get(data, "tags", dict, {}).value
    reader = RecordReader(
        _get(data, "game", str, ""),
        None if start.value is None else start,
        {name: _get(tags, name, str, "") for name in tags},
        Piece(str(version), line),
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


def _read_json(text: str) -> Piece:
    """The value of a text; lists and objects hold pieces, too. Raises BadRecord.

    The standard decoder recurses and forgets where a value stood; it reads the scalars here.

    >>> _read_json('{"a": 1,\\n "b": [2]}').value["b"]
    Piece(value=[Piece(value=2, line=2)], line=2)
    """
    whole: list[Piece] = []
    opened: list[list[Piece] | dict[str, Piece]] = [whole]
    due, key, line = "value", "", 1
    for mark, value, line in _words(text):
        inside = opened[-1]
        is_list = isinstance(inside, list)
        if due == "value" and mark in ("", "[", "{"):
            found = {} if mark == "{" else [] if mark == "[" else value
            if isinstance(inside, list):
                inside.append(Piece(found, line))
            else:
                inside[key] = Piece(found, line)
            if mark:
                opened.append(found)
            due = {"": "next", "[": "value", "{": "key"}[mark]
        elif due == "key" and isinstance(value, str):
            key, due = value, "colon"
        elif due == "colon" and mark == ":":
            due = "value"
        elif due == "next" and mark == "," and inside is not whole:
            due = "value" if is_list else "key"
        elif (
            mark == ("]" if is_list else "}")
            and inside is not whole
            and (due == "next" or (not inside and due == ("value" if is_list else "key")))
        ):
            opened.pop()
            due = "next"
        else:
            raise BadRecord(line, f"this is not JSON: {mark or 'a value'} in a wrong place")
    if due != "next" or len(opened) > 1:
        raise BadRecord(line, "this is not JSON: it ends too soon")
    return whole[0]


def _words(text: str) -> Iterator[tuple[str, Any, int]]:
    """The punctuation marks of a text, and with an empty mark its scalars, with their lines."""
    at, line = 0, 1
    while True:
        blank = _BLANK.match(text, at)
        assert blank is not None, "it may be empty"
        line, at = line + text.count("\n", at, blank.end()), blank.end()
        if at == len(text):
            return
        mark, value = text[at], None
        if mark in "{}[]:,":
            at += 1
        else:
            try:
                mark, (value, at) = "", _DECODER.raw_decode(text, at)
            except ValueError as error:  # a number may also have too many digits
                problem = getattr(error, "msg", error)
                raise BadRecord(line, f"this is not JSON: {problem}") from None
        yield mark, value, line
