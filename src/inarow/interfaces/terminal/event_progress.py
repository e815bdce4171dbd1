"""How an event goes, while it goes: a table that lives on a terminal, plain lines in a pipe.

Everything is written to stderr; stdout is for the results.
"""

from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Self

import click

from inarow.arena.tournament import EventRun
from inarow.interfaces.render.event_table import standings
from inarow.interfaces.terminal.progress import columns, rewrites_lines, start_live

if TYPE_CHECKING:
    from rich.live import Live

_REFRESH_SECONDS = 0.5
_LINES = 10
"""Lines that a whole event prints in a pipe."""
_WIDTH = 30


class EventDisplay:
    """A callback that shows how far an event is."""

    def __init__(self) -> None:
        self._live: Live | None = None
        self._shown = 0.0
        self._tenths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, progress: EventRun) -> None:
        if rewrites_lines():
            if monotonic() - self._shown > _REFRESH_SECONDS:
                self._refresh(progress)
                self._shown = monotonic()
            return
        ledger = progress.ledger
        tenths = _LINES if ledger.finished else _LINES * progress.games // max(1, ledger.total)
        if tenths > self._tenths:
            self._tenths = tenths
            click.echo(progress_line(progress), err=True)

    def _refresh(self, progress: EventRun) -> None:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        if self._live is None:
            self._live = start_live(auto_refresh=False)
        bar = ProgressBar(progress.ledger.total, progress.games, width=_WIDTH)
        table = Text(standings(progress.ledger, columns()), no_wrap=True, overflow="crop")
        line = Text(progress_line(progress))
        self._live.update(Group(table, Text(), bar, line), refresh=True)


def progress_line(progress: EventRun) -> str:
    """`120 of 600 games, 0:00:32 left`."""
    line = f"{progress.games:,} of {progress.ledger.total:,} games"
    left = progress.seconds_left
    if left is not None and not progress.ledger.finished:
        line += f", {timedelta(seconds=round(left))} left"
    return line
