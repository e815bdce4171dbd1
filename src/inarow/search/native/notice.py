"""Listeners that are told when a kernel is being compiled.

Compiling takes seconds, and a person who waits wants to know why. Interfaces put a function into
`listeners`; it is called with the name of the kernel when its compilation begins, and with None
when it is done. This module needs no other, so that an interface can do so long before it is known
whether any kernel will be needed. Without a listener one line is printed at Python's prompt and in
a notebook, where a person waits as well, and nothing in a program.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

listeners: list[Callable[[str | None], None]] = []

damaged: list[str] = []
"""Files of compiled kernels that could not be loaded: they were deleted and are compiled again."""


@contextmanager
def listening(listener: Callable[[str | None], None]) -> Iterator[None]:
    """Notify a listener for a while."""
    listeners.append(listener)
    try:
        yield
    finally:
        listeners.remove(listener)


def tell(kernel: str | None) -> None:
    """Tell every listener, or the person at the prompt."""
    for listener in tuple(listeners):
        listener(kernel)
    if not listeners and (hasattr(sys, "ps1") or "ipykernel" in sys.modules):
        _say_once()


@cache
def _say_once() -> None:
    print("inarow: compiling the search, once for this machine ...", file=sys.stderr, flush=True)
