"""Specs: the text `name(key=value,...)` that names a game or a player with its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from inarow.errors import BadOption
from inarow.options import options_of
from inarow.text import clean

_NAME = re.compile(r"[A-Za-z][\w-]*\Z")


def split_spec(text: str) -> tuple[str, list[tuple[str | None, str]]]:
    """The name of a spec and its options; an option without a key gets the key None.

    >>> split_spec("mnk(3, 3, k=3)")
    ('mnk', [(None, '3'), (None, '3'), ('k', '3')])
    >>> split_spec("alphabeta(evaluator=open_lines(growth=5,room=2),depth=4)")
    ('alphabeta', [('evaluator', 'open_lines(growth=5,room=2)'), ('depth', '4')])
    """
    name, bracket, rest = text.strip().partition("(")
    name, inside = name.rstrip(), rest[:-1]
    if not _NAME.match(name) or (bracket and not rest.endswith(")")):
        raise BadOption(f"{clean(text)!r} is not of the form name or name(key=value,...)")
    if not inside.strip():
        return name, []
    options: list[tuple[str | None, str]] = []
    for part in _parts(inside):
        if not part.strip():
            raise BadOption(f"{clean(text)!r} has an empty option between its commas")
        key, equals, value = part.partition("=")
        options.append((key.strip(), value.strip()) if equals else (None, part.strip()))
    return name, options


def _parts(inside: str) -> Iterator[str]:
    """What stands between the commas, except for commas inside further brackets."""
    start = depth = 0
    for at, letter in enumerate(inside):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield inside[start:at]
            start = at + 1
    yield inside[start:]


def format_spec(name: str, options: dict[str, object]) -> str:
    """The inverse of `split_spec`.

    >>> format_spec("mnk", {"rows": 3, "k": 3})
    'mnk(rows=3,k=3)'
    """
    if not options:
        return name
    inside = ",".join(f"{key}={_word(value)}" for key, value in options.items())
    return f"{name}({inside})"


def spec_of(thing: Any) -> str:
    """The full spec of a game or player, every option named."""
    return format_spec(
        thing.name, {o.name: getattr(thing, o.name) for o in options_of(type(thing))}
    )


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
