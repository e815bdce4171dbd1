"""What is going on, on stderr: a line that is rewritten on a terminal and disappears at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

PATIENCE_SECONDS = 1.0
"""How long a person waits before being told what is going on, and until that is told again."""


def rewrites_lines() -> bool:
    """Whether stderr is a terminal that can do more than print lines."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def can_show(text: str, encoding: str | None) -> bool:
    """Whether some characters exist in an encoding."""
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def start_live(shown: RenderableType | None = None, *, auto_refresh: bool = True) -> Live:
    """A part of the terminal that rich draws again and again, until it is stopped."""
    from rich.console import Console
    from rich.live import Live

    # Other output passes by untouched: rich would send it to stderr as well.
    live = Live(
        shown,
        console=Console(stderr=True),
        transient=True,
        auto_refresh=auto_refresh,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    live.start()
    return live


@contextmanager
def doing(text: str) -> Iterator[None]:
    """Say what is being done, also in a pipe."""
    print(f"{text} ...", file=sys.stderr, end="" if rewrites_lines() else "\n", flush=True)
    try:
        yield
    finally:
        _rewrite("")


@contextmanager
def waiting(text: str | None, hidden: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Say what takes so long, and how long it has: `Thinking ... 12 s`; nothing in a pipe.

    Args:
        text: what is being done; None says nothing.
        hidden: whether something else is being shown at this moment.
    """
    if text is None or not rewrites_lines():
        yield
        return
    over, shown, started = Event(), Event(), perf_counter()

    def show() -> None:
        while not over.wait(PATIENCE_SECONDS):
            if not hidden():
                shown.set()
                _rewrite(f"{text} {perf_counter() - started:.0f} s")

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        if shown.is_set():
            _rewrite("")


class Progress:
    """A line such as `reviewing: 12 of 30 (Ctrl-C stops)`; nothing in a pipe.

    with Progress("reviewing", 30) as progress:
        for number, item in enumerate(work):
            progress(number)
    """

    def __init__(self, what: str, total: int = 0, done: int = 0) -> None:
        self.what, self.total, self.done = what, total, done

    def __enter__(self) -> Self:
        self(self.done)
        return self

    def __exit__(self, *_: object) -> None:
        _rewrite("")

    def __call__(self, done: int, total: int | None = None) -> None:
        """This many are done; how many there are may be known only now."""
        self.done, self.total = done, self.total if total is None else total
        _rewrite(f"{self.what}: {done:,} of {self.total:,} (Ctrl-C stops)")


def _rewrite(text: str) -> None:
    if rewrites_lines():
        print(f"\r\x1b[K{text}", file=sys.stderr, end="", flush=True)
