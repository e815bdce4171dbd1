"""The published JSON Schemas, and whether what is said fits them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jsonschema_rs

FOLDER = Path(__file__).parent.parent / "docs" / "schema"
KINDS = {
    "agents": "agents",
    "analyse": "analyse",
    "arena calibrate": "arena_calibrate",
    "arena compare": "arena_compare",
    "arena resume": "arena_show",
    "arena run": "arena_show",
    "arena show": "arena_show",
    "bench": "bench",
    "book info": "book_info",
    "doctor": "doctor",
    "games": "games",
    "library explore": "library_explore",
    "library list": "library_list",
    "library review": "review",
    "library stats": "library_stats",
    "play": "record",
    "puzzle": "puzzle",
    "review": "review",
    "score": "score",
    "sweep": "sweep",
    "solve": "solve",
    "warm-up": "warm_up",
    "watch": "watch",
}
"""What the commands with --json print."""


@cache
def validator(name: str) -> jsonschema_rs.Validator:
    """The published schema of a kind."""
    return jsonschema_rs.validator_for(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def check(name: str, text: str) -> None:
    """A text must be JSON that fits the schema of a kind; else what is wrong, and where."""
    problems = [f"{error.instance_path}: {error.message}" for error in problems_of(name, text)]
    assert not problems, f"{name}: {text}\n" + "\n".join(problems)


def problems_of(name: str, text: str) -> list[jsonschema_rs.ValidationError]:
    """What a JSON text has against the schema of a kind."""
    return list(validator(name).iter_errors(json.loads(text)))


def check_output(args: Sequence[str], text: str) -> None:
    """What a command with --json printed must fit its schema, if it has one."""
    name = KINDS.get(args[0]) or KINDS.get(" ".join(args[:2]))
    if name is not None:
        for line in text.splitlines() if name == "solve" else [text]:
            check(name, line)
