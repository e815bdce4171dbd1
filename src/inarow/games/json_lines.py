"""Where in a JSON text a value stands: the line number for a path of keys and indices.

The standard decoder forgets positions. This walks the tokens once, only when an error is to be
reported, and without recursion, so deep nesting is no problem. The text must be valid JSON.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def line_of(text: str, path: Path) -> int:
    """The line on which the value of a path begins, or its key stands; 1 if there is none.

    >>> line_of('{"a": 1,\\n "b": [2,\\n 3]}', ("b", 1))
    3
    """
    where: list[str | int | None] = []  # the path of what comes next; None where a key is due
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word == ",":
            last = where[-1]
            where[-1] = last + 1 if isinstance(last, int) else None
        elif word in "}]":
            where.pop()
        elif word != ":":
            if where and where[-1] is None:
                where[-1] = json.loads(word)
            if tuple(where) == path:
                return text.count("\n", 0, token.start()) + 1
            if word in "{[":
                where.append(None if word == "{" else 0)
    return 1
