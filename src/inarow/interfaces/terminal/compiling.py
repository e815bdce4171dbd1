"""Tells a person who waits that kernels are being compiled, and that this happens once.

    with compiling_notices():
        decision = agent.choose(...)

On a terminal a spinner turns while kernels are compiled and disappears afterwards; elsewhere one
line is printed, once per process. Everything goes to stderr. If all kernels come from the cache,
nothing is shown and nothing is imported.

A search calls many kernels, and compiling one compiles those that it calls: news of them comes
nested and in quick succession, perhaps from another thread. So the spinner stays until there has
been no news for a moment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING

from inarow.interfaces.terminal.interrupt import patient_ctrl_c
from inarow.interfaces.terminal.keys import unseen_keys
from inarow.interfaces.terminal.progress import can_show, rewrites_lines, start_live
from inarow.search.native import notice
from inarow.search.native.folder import kernel_folder
from inarow.search.seam import progress

if TYPE_CHECKING:
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

GAP_SECONDS = 0.3
"""Silence after which compiling seems to be over."""

_said: set[str] = set()
"""Lines that this process has printed."""
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
    if folder is None:
        return "in every run, because no cache folder can be written"
    return f"once; kept in {home_as_tilde(folder.parent)}"


class CompilingNotice:
    """A listener that shows what it is told, as long as it is needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._depth = 0
        self._live: Live | None = None
        self._spinner: Spinner | None = None
        self._hider: Timer | None = None
        self._closed = False
        self.visible = False  # whether the spinner turns at this moment, or is about to

    def __call__(self, kernel: str | None) -> None:
        with self._lock:
            if self._closed:
                return
            self._depth = max(0, self._depth + (1 if kernel is not None else -1))
            self._stop_hiding()
            if self._depth:
                if self._live is None:
                    self._show()
                if self._spinner is not None and kernel is not None:
                    self._spinner.update(text=_words(kernel))
            elif self._live is not None:
                self._hider = Timer(GAP_SECONDS, self.hide)
                self._hider.daemon = True
                self._hider.start()

    def _show(self) -> None:
        damaged = say_what_is_damaged()
        if not rewrites_lines():
            if not damaged:
                _say_once(f"compiling the search ({where_kept()})")
            return
        self.visible = True  # importing and starting take a moment
        from rich.spinner import Spinner

        self._spinner = Spinner("dots" if can_show("⠋", sys.stderr.encoding) else "line")
        self._live = start_live(self._spinner)

    def hide(self) -> None:
        """Take the spinner away; it comes back if more is compiled."""
        with self._lock:
            self._stop_hiding()
            if self._live is not None:
                self._live.stop()
                self._live = None
            self.visible = False

    def _stop_hiding(self) -> None:
        if self._hider is not None:
            self._hider.cancel()
            self._hider = None

    def close(self) -> None:
        """Hide the spinner for good."""
        self._closed = True
        self.hide()


def _words(kernel: str) -> Text:
    """One line that names the kernel at hand."""
    from rich.text import Text

    words = f"compiling the search: {kernel} ({where_kept()})"
    return Text(words, overflow="ellipsis", no_wrap=True)


def _say_once(line: str) -> None:
    if line not in _said:
        _said.add(line)
        _say(line)


def _say(line: str) -> None:
    print(f"inarow: {line}", file=sys.stderr, flush=True)


def say_what_is_damaged() -> bool:
    """Say once that kernels are compiled again because their files are damaged; whether so."""
    if notice.damaged:
        _say_once("compiling again, because files of compiled kernels were damaged; now deleted")
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
