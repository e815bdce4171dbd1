"""One line that says what is being prepared: kernels that are compiled, once for this machine.

`search/seam.py` has the rule and the words; here they are only shown, whichever thread they come
from. The line is empty, and takes no room, if nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from textual.widgets import Static

from inarow.interfaces.terminal.compiling import where_kept
from inarow.search.native import notice
from inarow.search.seam import progress

_LOOK = 0.5
"""Seconds between two looks."""
_now: list[notice.Compiling] = []
"""What is being compiled while somebody waits for it."""


@contextmanager
def hearing() -> Iterator[None]:
    """While the app runs: hear what is compiled."""

    def hear(news: notice.Compiling | None) -> None:
        if news is not None:
            _now.append(news)
        else:
            del _now[-1:]

    with notice.listening(hear):
        yield


def prepared() -> str:
    """What is being prepared, in words; "" if nothing is."""
    for news in _now[:1]:
        return f"{news.words} ({where_kept()})"
    words = progress()
    return "" if words is None else f"{words} ({where_kept()})"


class Notice(Static):
    """The line, which looks for news by itself."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="notice")

    def on_mount(self) -> None:
        """Begin to look."""
        self._look()
        self.set_interval(_LOOK, self._look)

    def _look(self) -> None:
        words = prepared()
        self.display = bool(words)
        self.update(words)
