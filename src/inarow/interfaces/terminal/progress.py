"""What is going on, on stderr: a line that is rewritten on a terminal and disappears at the end."""

from __future__ import annotations

import os
import sys
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Lock
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
        clear_line()


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
    line = CountedSeconds(text, perf_counter(), hidden=hidden, patience=PATIENCE_SECONDS)
    try:
        line.start()
        yield
    finally:
        line.stop()


class CountedSeconds:
    """A line that says how long something takes, on a terminal.

    Args:
        text: what takes so long.
        began: when it began.
        after: what is said behind the seconds, as far as there is room.
        hidden: whether something else is being shown at this moment.
        patience: seconds to wait before it is said at all.
    """

    def __init__(
        self,
        text: str,
        began: float,
        after: str = "",
        *,
        hidden: Callable[[], bool] = lambda: False,
        patience: float = 0.0,
    ) -> None:
        self._text, self._began, self._after = text, began, after
        self._hidden, self._patience = hidden, patience
        self._end = SimpleQueue[None]()  # an Event that Ctrl-C strikes may stay locked for ever
        self._over, self._lock = False, Lock()
        self._shown = False

    def start(self) -> None:
        """Say it again and again, until `stop` is called."""
        start_new_thread(self._count, ())

    def stop(self) -> None:
        """Erase the line. Whatever moment an interruption strikes, this puts an end to it."""
        with self._lock:
            self._over = True
            self._end.put(None)
            if self._shown:
                self._shown = False
                clear_line()

    def _count(self) -> None:
        patience = self._patience
        while not self._over:
            with suppress(Empty):
                self._end.get(timeout=patience)
            patience = PATIENCE_SECONDS
            with self._lock:
                if not self._over and not self._hidden():
                    self._shown = True
                    seconds = perf_counter() - self._began
                    rewrite(f"{self._text} {seconds:.0f} s{self._after}")


class Progress:
    """A line such as `reviewing: 12 of 30 (Ctrl-C stops)`; nothing in a pipe.

    with Progress("reviewing", 30) as progress:
        for number, item in enumerate(work):
            progress(number)
    """

    def __init__(self, what: str, total: int = 0, done: int = 0) -> None:
        self.what, self.total, self.done = what, total, done

    def __enter__(self) -> Self:
        try:
            self(self.done)
        except BaseException:  # Ctrl-C as the line appears: nobody else would erase it
            clear_line()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        clear_line()

    def __call__(self, done: int, total: int | None = None) -> None:
        """This many are done; how many there are may be known only now."""
        self.done, self.total = done, self.total if total is None else total
        rewrite(f"{self.what}: {done:,} of {self.total:,} (Ctrl-C stops)")


def clear_line() -> None:
    """Erase the line that is rewritten."""
    rewrite("")


def rewrite(text: str) -> None:
    """Write another text into the line; one that does not fit could never be erased."""
    if rewrites_lines():
        shown = text[: columns() - 1]
        print(f"\r\x1b[K{shown}", file=sys.stderr, end="", flush=True)


def columns() -> int:
    """How wide the terminal is, also while the output goes elsewhere."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
