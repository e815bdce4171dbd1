"""A command that cannot be done: one code for programs, one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inarow.errors import AgentFailed, IllegalMove, InarowError, NotSupported

_PROBLEMS = {
    "json_invalid": "is not JSON",
    "union_tag_not_found": "needs a type",
    "union_tag_invalid": "has an unknown type",
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "dict_type": "must be an object",
}
"""What is said instead of the words of the library that checks messages."""


class Refused(InarowError):
    """Says no to a command; `retry` is after how many seconds it may be tried again."""

    def __init__(self, code: str, words: str, retry: float | None = None) -> None:
        super().__init__(words)
        self.code = code
        self.words = str(self)  # in one clean line
        self.retry = retry


def refusal_of(error: InarowError) -> Refused:
    """Any of our errors as a refusal.

    >>> refusal_of(IllegalMove("column 4 is full")).code
    'illegal'
    """
    if isinstance(error, Refused):
        return error
    kinds: tuple[tuple[type[InarowError], str], ...] = (
        (IllegalMove, "illegal"),
        (NotSupported, "not_supported"),
        (AgentFailed, "failed"),
    )
    code = next((code for kind, code in kinds if isinstance(error, kind)), "bad_text")
    return Refused(code, str(error))


def bad_message(problem: Mapping[str, Any]) -> Refused:
    """What the check of a message found wrong, in one line.

    >>> bad_message({"type": "missing", "loc": ("move", "at"), "msg": "Field required"}).words
    'move.at is missing'
    """
    place = ".".join(str(part) for part in problem["loc"])
    known = _PROBLEMS.get(problem["type"])
    if known is not None:
        return Refused("bad_message", f"{place or 'the message'} {known}")
    return Refused("bad_message", f"{place}: {problem['msg']}" if place else problem["msg"])
