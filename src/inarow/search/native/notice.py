"""Listeners that are told what is being compiled while somebody waits for it.

Compiling takes seconds, and a person who waits wants to know why, and how long. Interfaces put a
function into `listeners`; it is called with a `Compiling` when a compilation begins, and with None
when it is done. News may be nested: some kernels that are compiled together, and in them a single
one. This module needs no Numba, so that an interface can listen long before it is known whether any
kernel will be needed.

Without a listener a line is printed for each step at Python's prompt and in a notebook, where a
person waits as well. A program finds the same lines in the log (`logging.getLogger("inarow")`).
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from inarow.log import logger

log = logger(__name__)


class Compiling(NamedTuple):
    """What is being compiled: some kernels, and how many of how many such steps these are.

    >>> Compiling("Gomoku engine", 1, 3).words
    'compiling the search, 1 of 3: Gomoku engine'
    """

    what: str
    number: int = 1
    total: int = 1
    here: bool = False  # by this process and thread, which had better not be interrupted

    @property
    def words(self) -> str:
        """For people."""
        return f"compiling the search, {self.number} of {self.total}: {self.what}"


listeners: list[Callable[[Compiling | None], None]] = []

damaged: list[str] = []
"""Files of compiled kernels that could not be loaded: they were deleted and are compiled again."""


@contextmanager
def listening(listener: Callable[[Compiling | None], None]) -> Iterator[None]:
    """Notify a listener for a while."""
    listeners.append(listener)
    try:
        yield
    finally:
        listeners.remove(listener)


@contextmanager
def telling(news: Compiling) -> Iterator[None]:
    """Tell that something is compiled for a while."""
    tell(news)
    try:
        yield
    finally:
        tell(None)


def tell(news: Compiling | None) -> None:
    """Tell every listener, or the person at the prompt."""
    for listener in tuple(listeners):
        listener(news)
    if news is None or news.here:
        return
    log.info("%s", news.words)
    if not listeners and (hasattr(sys, "ps1") or "ipykernel" in sys.modules):
        words = f"inarow: {news.words} (once for this machine) ..."
        print(words, file=sys.stderr, flush=True)
