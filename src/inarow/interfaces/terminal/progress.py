"""What is going on, on stderr: a line that is rewritten on a terminal and disappears at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live


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
    live = rewrites_lines()
    print(f"{text} ...", file=sys.stderr, end="" if live else "\n", flush=True)
    try:
        yield
    finally:
        if live:
            print("\r\x1b[K", file=sys.stderr, end="", flush=True)


class Progress:
    """A line such as `reviewing: 12 of 30`; nothing in a pipe.

    with Progress("reviewing", 30) as progress:
        for item in work:
            progress.step()
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what = what
        self.total = total
        self.done = done

    def __enter__(self) -> Progress:
        self._write(self._words)
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        self._write(self._words)

    @property
    def _words(self) -> str:
        return f"{self.what}: {self.done} of {self.total} (Ctrl-C stops)"

    def _write(self, text: str) -> None:
        if rewrites_lines():
            print(f"\r\x1b[K{text}", file=sys.stderr, end="", flush=True)
