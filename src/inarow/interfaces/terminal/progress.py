"""How far a long job is, on stderr: one line that is rewritten on a terminal, nothing in a pipe."""

from __future__ import annotations

import os
import sys


class Progress:
    """A line such as `reviewing: 12 of 30`, which disappears at the end.

    with Progress("reviewing", 30) as progress:
        for item in work:
            progress.step()
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what = what
        self.total = total
        self.done = done
        self.shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Progress:
        self._show()
        return self

    def __exit__(self, *_: object) -> None:
        self._write("\r\x1b[K")

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        self._show()

    def _show(self) -> None:
        self._write(f"\r\x1b[K{self.what}: {self.done} of {self.total} (Ctrl-C stops)")

    def _write(self, text: str) -> None:
        if self.shown:
            sys.stderr.write(text)
            sys.stderr.flush()
