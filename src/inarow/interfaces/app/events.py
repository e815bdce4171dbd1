"""Events as the app shows them: one that is played here, or one that a file tells of.

Both have a `text`, the table, and `words`, how far it is; a screen looks at them now and then.
Games are kept in the file as they end, so an event that is stopped goes on where it was. Sweeps
(`sweeps.py`) are shown in the same way.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stderr
from pathlib import Path
from threading import Event as Flag
from time import monotonic
from typing import Any

from inarow.arena.crews import Pool
from inarow.arena.event import Event
from inarow.arena.ledger import Ledger
from inarow.arena.store import Store, create_store, open_store
from inarow.arena.tournament import EventRun, count_store, run_event
from inarow.arena.tryout import try_all, without
from inarow.errors import in_words
from inarow.interfaces.app.background import Background, Job
from inarow.interfaces.cli.arena.run import check_same, resume_command
from inarow.interfaces.render.event_table import event_text
from inarow.interfaces.terminal.event_progress import progress_line
from inarow.options import counted

WIDTH = 76
"""Letters of a line of the table."""
_LOOK = 0.5
"""Seconds between two tables of an event that runs."""
_PATIENCE = 10.0
"""Seconds that whoever leaves waits for the last games at most."""


class Running:
    """Something that is measured here, in the background, and kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text, self.words = "", "getting ready ..."
        self.complete = False
        self._shown = 0.0
        self._ended = Flag()
        self._job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether it is being worked on."""
        return not self._ended.is_set()

    @property
    def farewell(self) -> str:
        """What is kept of it, and how it goes on, for somebody who leaves."""
        raise NotImplementedError

    def begin(self, background: Background) -> None:
        """Let it be done in the background."""
        self._job = background(self._work, self._heard)

    def stop(self) -> None:
        """Let it end soon."""
        if self._job is not None:
            self._job.stop.set()

    def wait(self) -> None:
        """Wait until all of it is written."""
        self._ended.wait(_PATIENCE)

    def look(self, _: Background) -> None:
        """It tells by itself what is new."""

    def work(self, stop: Flag) -> None:
        """Do it."""
        raise NotImplementedError

    def _work(self, stop: Flag) -> None:
        try:
            self.work(stop)
        finally:
            self._ended.set()

    def _heard(self, error: Exception | None) -> None:
        if error is not None:
            self.words = in_words(error)

    def _is_time(self) -> bool:
        """Whether what is shown is old."""
        if monotonic() - self._shown <= _LOOK:
            return False
        self._shown = monotonic()
        return True


class RunningEvent(Running):
    """An event that is played here, in processes of its own.

    Args:
        path: the file of its games.
        event: what is played; None: go on with the file.
    """

    def __init__(self, path: Path, event: Event | None = None) -> None:
        super().__init__(path)
        self._event = event

    @property
    def farewell(self) -> str:
        """Its games are kept."""
        return f"{self.path.name} keeps its games. Go on with: {resume_command(self.path)}"

    def work(self, stop: Flag) -> None:
        """Play; a stop lets it end with the games that are nearly finished."""
        with self._open() as store:
            with redirect_stderr(sys.__stderr__):  # that of the app has no number to hand on
                crew = Pool()
            self._told(run_event(store, crew, self._progress, stop))

    def _open(self) -> Store:
        if self._event is None:
            store = open_store(self.path, write=True)
            check_same(store)
            return store
        event = self._event
        left_out = try_all(event.players, event.rules)
        event = without(event, left_out) if left_out else event
        return create_store(self.path, event, event.make_openings())

    def _progress(self, run: EventRun) -> None:
        if self._is_time():
            self.text, self.words = event_text(run.ledger, WIDTH), progress_line(run)

    def _told(self, ledger: Ledger) -> None:
        self.text, self.words = event_text(ledger, WIDTH), so_far(ledger, self.path)
        self.complete = ledger.complete


class Stored:
    """What a file tells of; another program may be writing it at this moment."""

    running = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text, self.words = "", "reading ..."
        self.complete = False
        self._job: Job | None = None
        self._seen = -1

    def look(self, background: Background) -> None:
        """Read what is new, in the background."""
        if self._job is None:
            self._job = background(self.read, self._heard)

    def read(self, _: Flag) -> Any:
        """What is new in the file; None if nothing is."""
        raise NotImplementedError

    def tell(self, found: Any) -> None:
        """Set what is shown of it."""
        raise NotImplementedError

    def _heard(self, found: Any) -> None:
        self._job = None
        if isinstance(found, Exception):
            self.words = in_words(found)
        elif found is not None:
            self.tell(found)


class StoredEvent(Stored):
    """An event of a file."""

    def read(self, _: Flag) -> Ledger | None:
        """Its games, if there are more than before."""
        with open_store(self.path) as store:
            if store.finished == self._seen:
                return None
            self._seen = store.finished
            return count_store(store)

    def tell(self, found: Ledger) -> None:
        """Its table."""
        self.text, self.words = event_text(found, WIDTH), so_far(found, self.path)
        self.complete = found.complete


def so_far(ledger: Ledger, path: Path) -> str:
    """How far an event is, and how it goes on."""
    if ledger.complete:
        return f"{counted(ledger.tally.total, 'game')}, all of them played; kept in {path.name}"
    done = f"{ledger.tally.total:,} of {ledger.total:,} games kept in {path.name}"
    return f"{done}; s goes on, or: {resume_command(path)}"
