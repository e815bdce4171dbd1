"""How far something is, in a cell: one line that is replaced, and says at the end what was done.

A stream of lines would fill the cell, and one that rewrites itself is kept with all its states in
the file of the notebook. So Jupyter is asked to show one text and to replace it; marimo has a bar
of its own, which goes away.
"""

from __future__ import annotations

from contextvars import copy_context
from importlib import import_module
from threading import Event, Thread
from time import perf_counter
from typing import Any, Self

from inarow.interfaces.notebook.where import in_marimo
from inarow.interfaces.terminal.progress import PATIENCE_SECONDS

_STEP_SECONDS = 0.25
"""Between two texts: more often nobody can read, and every one is a message."""


class CellProgress:
    """A line such as `reviewing: 12 of 30`; nothing for what is done within a second.

    with CellProgress("reviewing", 30) as progress:
        for number, item in enumerate(work, start=1):
            progress(number)
    """

    def __init__(self, what: str, total: int = 0) -> None:
        self.what, self.total, self.done = what, total, 0
        self._began = perf_counter()
        self._next = self._began + PATIENCE_SECONDS
        self._shown: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown is not None:
            seconds = perf_counter() - self._began
            self._show(f"{self.what}: {self.done:,} of {self.total:,} in {seconds:.0f} s")

    def __call__(self, done: int, total: int | None = None) -> None:
        """This many are done; how many there are may be known only now."""
        self.done, self.total = done, self.total if total is None else total
        if perf_counter() >= self._next:
            self._next = perf_counter() + _STEP_SECONDS
            self._show(f"{self.what}: {self.done:,} of {self.total:,}")

    def _show(self, text: str) -> None:
        self._shown = show_text(text, self._shown)


class CellSeconds:
    """How long something takes, where nobody knows how far it is: `solving: 12 s`.

    Nothing is said of what is done within a second.
    """

    def __init__(self, what: str) -> None:
        self.what, self._began = what, perf_counter()
        self._over, self._shown = Event(), None
        self._thread = Thread(target=copy_context().run, args=(self._count,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        if self._shown is not None:
            self._show()

    def _count(self) -> None:
        while not self._over.wait(PATIENCE_SECONDS):
            self._show()

    def _show(self) -> None:
        text = f"{self.what}: {perf_counter() - self._began:.0f} s"
        self._shown = show_text(text, self._shown)


def show_text(text: str, shown: Any) -> Any:
    """Show a text in the cell, in the place of an earlier one if there is one; that place."""
    if in_marimo():
        marimo: Any = import_module("marimo")
        marimo.output.replace(marimo.md(text))
        return True
    data = {"text/plain": text}
    if shown is None:
        return import_module("IPython.display").display(data, raw=True, display_id=True)
    shown.update(data, raw=True)
    return shown
