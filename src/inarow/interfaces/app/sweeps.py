"""Sweeps as the app shows them: one that is done here, or one that a file tells of."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Flag

from inarow.arena.sweep import Findings, Plan, Sweep, read_findings
from inarow.interfaces.app.events import Running, Stored
from inarow.interfaces.cli.sweep import go_on_command
from inarow.interfaces.render.sweep_plot import sweep_lines

_CELLS = 12
"""Letters of the picture of an interval: so a line fits into 80."""


class RunningSweep(Running):
    """A sweep that is done here.

    Args:
        path: the file in which it is kept.
        plan: what is asked; None: go on with the file.
    """

    def __init__(self, path: Path, plan: Plan | None = None) -> None:
        super().__init__(path)
        self._plan = plan

    @property
    def farewell(self) -> str:
        """What is known is kept."""
        return f"{self.path.name} keeps what is known. Go on with: {go_on_command(self.path)}"

    def work(self, stop: Flag) -> None:
        """Ask all values; a stop forgets nothing but the part that is being done."""
        plan = self._plan or read_findings(self.path).plan
        sweep = Sweep(plan, self.path, stop)
        self.text = sweep_text(sweep)
        sweep.run(self._progress)
        self.text, self.words = sweep_text(sweep), so_far(sweep, self.path)
        self.complete = sweep.whole

    def _progress(self, sweep: Sweep) -> None:
        if self._is_time():
            self.text = sweep_text(sweep)
            self.words = f"{sweep.done_parts:,} of {sweep.all_parts:,} parts done"


class StoredSweep(Stored):
    """A sweep of a file."""

    def read(self, _: Flag) -> Findings | None:
        """What is known, if it is more than before."""
        found = read_findings(self.path)
        if found.done_parts == self._seen:
            return None
        self._seen = found.done_parts
        return found

    def tell(self, found: Findings) -> None:
        """Its values."""
        self.text, self.words = sweep_text(found), so_far(found, self.path)
        self.complete = found.whole


def sweep_text(sweep: Findings) -> str:
    """The values with what is known of each."""
    return "\n".join(sweep_lines(sweep, _CELLS))


def so_far(sweep: Findings, path: Path) -> str:
    """How far a sweep is, and how it goes on."""
    if sweep.whole:
        return f"all of it is done; kept in {path.name}"
    done = f"{sweep.done_parts:,} of {sweep.all_parts:,} parts are kept in {path.name}"
    return f"{done}; s goes on, or: {go_on_command(path)}"
