"""Tells a person who waits that kernels are being compiled, how far that is, and that it is once.

    with compiling_notices():
        decision = agent.choose(...)

    compiling the search, 1 of 3: Gomoku engine ... 12 s (once; kept in ~/.cache/inarow/kernels)

On a terminal the line counts the seconds and disappears afterwards; elsewhere one line is printed
for each step. Everything goes to stderr. If all kernels come from the cache, nothing is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from time import perf_counter

from inarow.interfaces.terminal.interrupt import patient_ctrl_c
from inarow.interfaces.terminal.keys import unseen_keys
from inarow.interfaces.terminal.progress import (
    CountedSeconds,
    clear_line,
    columns,
    rewrites_lines,
)
from inarow.search.native import notice
from inarow.search.native.folder import is_writable, kernel_folder
from inarow.search.seam import progress

_said: set[str] = set()
"""Lines that this process has printed."""
_SECONDS_WIDTH = len(" 100 s")
_told: str | None = None
"""What was last said of the background."""


def home_as_tilde(path: Path) -> str:
    """A path as people write it, with ~ for the home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # elsewhere, or no home
        return str(path)


def where_kept() -> str:
    """Where compiled kernels are kept, in words."""
    folder = kernel_folder()
    if folder is None or not is_writable(folder):
        return "in every run, because no cache folder can be written"
    return f"once; kept in {home_as_tilde(folder.parent)}"


class CompilingNotice:
    """A listener that shows what it is told, as long as it is needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._depth = 0
        self._line: CountedSeconds | None = None
        self._started = 0.0
        self._closed = False

    @property
    def visible(self) -> bool:
        """Whether a line counts the seconds at this moment."""
        return self._depth > 0 and not self._closed and rewrites_lines()

    def __call__(self, news: notice.Compiling | None) -> None:
        with self._lock:
            self._depth = max(0, self._depth + (1 if news is not None else -1))
            if self._depth == 0:
                self._stop()
            elif self._depth == 1 and news is not None and not self._closed:
                self._show(news)  # and not what is compiled in the course of it

    def _show(self, news: notice.Compiling) -> None:
        damaged = say_what_is_damaged()
        if news.number == 1:
            self._started = perf_counter()
        if rewrites_lines():
            words, after = f"{news.words} ...", f" ({where_kept()})"
            if len(words) + _SECONDS_WIDTH + len(after) >= columns():
                after = " (once)" if kernel_folder() else ""
            self._line = CountedSeconds(words, self._started, after)
            self._line.start()
        elif not damaged:
            _say(f"{news.words} ({where_kept()})")

    def hide(self) -> None:
        """Make room; the line comes back within a second if the compiler is still at work."""
        if self.visible:
            clear_line()

    def close(self) -> None:
        """Hide the line for good."""
        with self._lock:
            self._closed = True
            self._stop()

    def _stop(self) -> None:
        if self._line is not None:
            self._line.stop()


def _say(line: str) -> None:
    print(f"inarow: {line}", file=sys.stderr, flush=True)


def say_what_is_damaged() -> bool:
    """Say once that kernels are compiled again because their files are damaged; whether so."""
    line = "compiling again, because files of compiled kernels were damaged; now deleted"
    if notice.damaged and line not in _said:
        _said.add(line)
        _say(line)
    return bool(notice.damaged)


def tell_progress() -> None:
    """Say how far kernels are that are compiled in the background, as often as it changes."""
    global _told
    now = progress()
    if now != _told:
        _say(now or "kernels are compiled")
    _told = now


@contextmanager
def compiling_notices(listens: bool = False) -> Iterator[CompilingNotice]:
    """While something thinks: show that kernels are compiled, if they are.

    Ctrl-C is safe, and what is typed is not shown until it is asked for; but it is shown to a
    person at a program that `listens` all the time.
    """
    shown = CompilingNotice()
    keys = nullcontext() if listens else unseen_keys()
    try:
        with notice.listening(shown), keys, patient_ctrl_c():
            yield shown
    finally:
        shown.close()


def hide_notices() -> None:
    """Make room on the screen for something else."""
    for listener in tuple(notice.listeners):
        if isinstance(listener, CompilingNotice):
            listener.hide()
