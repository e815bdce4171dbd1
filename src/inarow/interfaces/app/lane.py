"""One recorded search on the screen: the position that a step is about, its sentence, and the tree.

Alone it has the board on the left; beside another one the board stands on top (`looks.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

from textual.app import ComposeResult
from textual.containers import Container, ScrollableContainer, Vertical
from textual.widgets import Static

from inarow.errors import in_words
from inarow.games.base import State
from inarow.interfaces.app.background import Background, Job
from inarow.interfaces.app.board import Board
from inarow.search.limit import limit_of
from inarow.study.watch import Frame, Watched, watch

_TREE = 40
"""Lines of a tree; what does not fit is scrolled."""


class Lane(Container):
    """A search and how far one has stepped into it.

    Args:
        search: the spec of the player.
        state: where it begins.
        limit: how much of it, as text; "": what is usual.
        unicode: whether the terminal can show discs.
    """

    def __init__(self, search: str, state: State, limit: str, unicode: bool) -> None:
        super().__init__(classes="lane")
        self.search, self._state, self._limit, self._unicode = search, state, limit, unicode
        self.watched: Watched | None = None
        self._job: Job | None = None

    def compose(self) -> ComposeResult:
        with ScrollableContainer(classes="lane_board", can_focus=False):
            board = Board(self._state, self._unicode)
            board.can_focus = False
            yield board
        with Vertical(classes="lane_text"):
            yield Static(classes="lane_place", markup=False)
            yield Static(classes="lane_words", markup=False)
            yield Static(classes="lane_tree", markup=False)

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self.watched.steps) if self.watched else 0

    def record(self, background: Background) -> None:
        """Record the search in the background."""

        def work(stop: Event) -> Watched:
            return watch(
                self.search, self._state, replace(limit_of(self._limit or None), stop=stop)
            )

        self._write("recording ...", "")
        self.query_one(Board).show(self._state, playable=False)
        self._job = background(work, self._recorded)

    def drop(self) -> None:
        """Nobody looks any more."""
        if self._job is not None:
            self._job.drop()

    def stop(self) -> bool:
        """Show what was recorded so far; False if it was all."""
        if self._job is not None:
            self._job.stop.set()
        return self._job is not None

    def _recorded(self, found: Watched | Exception) -> None:
        self._job = None
        if isinstance(found, Watched):
            self.watched = found
            self.go(0)
        else:
            self._write("cannot be watched here", in_words(found))

    def go(self, at: int) -> None:
        """Show what there is to see after so many steps."""
        if self.watched is None:
            return
        frame = self.watched.frame(at, _TREE)
        cols = self._state.game.shape[1]
        cells = [divmod(cell, cols) for cell in (frame.step.cells if frame.step else ())]
        self.query_one(Board).show(frame.state, playable=False, marked=cells)
        self._write(f"step {frame.at} of {frame.of}", _words(self.watched, frame), frame.tree)

    def _write(self, place: str, words: str, tree: Sequence[str] = ()) -> None:
        texts = (f"{self.search}: {place}", words, "\n".join(tree))
        for name, text in zip(("place", "words", "tree"), texts, strict=True):
            self.query_one(f".lane_{name}", Static).update(text)


def _words(watched: Watched, frame: Frame) -> str:
    """What is said of a step; before the first one, how much there is to see."""
    step = frame.step
    if step is None:
        return f"The search begins here: {watched.words}."
    heading = f"{step.heading}: " if step.heading else ""
    return "\n".join(part for part in (f"{heading}{step.words}", step.more) if part)
