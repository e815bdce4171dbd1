"""How far something is, in a cell: one line that is replaced, and says at the end what was done.

A stream of lines would fill the cell, and one that rewrites itself is kept with all its states in
the file of the notebook. So Jupyter is asked to show one text and to replace it; marimo has a bar
of its own, which goes away.
"""

from __future__ import annotations

from importlib import import_module
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
        if in_marimo():
            marimo: Any = import_module("marimo")
            marimo.output.replace(marimo.md(text))
            self._shown = True
            return
        display: Any = import_module("IPython.display").display
        data = {"text/plain": text}
        if self._shown is None:
            self._shown = display(data, raw=True, display_id=True)
        else:
            self._shown.update(data, raw=True)
