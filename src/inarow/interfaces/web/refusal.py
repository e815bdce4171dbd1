"""A command that cannot be done: one code for programs, one sentence for people."""

from __future__ import annotations

from inarow.errors import AgentFailed, IllegalMove, InarowError, NotSupported

__all__ = ["Refused", "refusal_of"]


class Refused(InarowError):
    """Says no to a command; `retry` is after how many seconds it may be tried again."""

    def __init__(self, code: str, words: str, retry: float | None = None) -> None:
        super().__init__(words)
        self.code = code
        self.words = words
        self.retry = retry


def refusal_of(error: InarowError) -> Refused:
    """Any of our errors as a refusal.

    >>> refusal_of(IllegalMove("column 4 is full")).code
    'illegal'
    """
    if isinstance(error, Refused):
        return error
    words = " ".join(str(error).split())
    kinds: tuple[tuple[type[InarowError], str], ...] = (
        (IllegalMove, "illegal"),
        (NotSupported, "not_supported"),
        (AgentFailed, "failed"),
    )
    code = next((code for kind, code in kinds if isinstance(error, kind)), "bad_text")
    return Refused(code, words)
