"""JSON that may be nested as deep as memory allows, and every value with its line.

The standard decoder and encoder recurse, and the decoder forgets where a value stood. Here both
ways take a stack; scalars and texts are still those of the standard library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from inarow.errors import BadRecord
from inarow.games.record_reader import Piece

_BLANK = re.compile(r"[ \t\r\n]*")
_SCALAR = json.JSONDecoder().raw_decode


def read_json(text: str) -> Piece:
    """The value of a text; lists and objects hold pieces, too. Raises BadRecord.

    >>> read_json('{"a": 1,\\n "b": [2]}').value["b"]
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
                mark, (value, at) = "", _SCALAR(text, at)
            except ValueError as error:  # a number may also have too many digits
                problem = getattr(error, "msg", error)
                raise BadRecord(line, f"this is not JSON: {problem}") from None
        yield mark, value, line


def write_json(data: Any, indent: int | None = None) -> str:
    """The same text as `json.dumps` writes, without escapes for letters of other alphabets.

    >>> write_json({"a": [1, "ü"], "b": []})
    '{"a": [1, "ü"], "b": []}'
    """
    written: list[str] = []
    opened: list[tuple[Iterator[tuple[str, Any]], str]] = [(iter([("", data)]), "")]
    while opened:
        items, end = opened[-1]
        name, value = next(items, (None, None))
        if name is None:
            opened.pop()
            written.append(_gap(len(opened) - 1, indent) + end if end else "")
            continue
        if len(opened) > 1:
            comma = "" if written[-1] in ("[", "{") else "," if indent is not None else ", "
            written.append(comma + _gap(len(opened) - 1, indent) + name)
        if value and isinstance(value, dict):
            written.append("{")
            opened.append((((f"{_text(key)}: ", item) for key, item in value.items()), "}"))
        elif value and isinstance(value, list):
            written.append("[")
            opened.append(((("", item) for item in value), "]"))
        else:
            written.append(_text(value))
    return "".join(written)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _gap(depth: int, indent: int | None) -> str:
    """What stands before a new item, or the end, of a list."""
    return "" if indent is None else "\n" + " " * (indent * depth)
