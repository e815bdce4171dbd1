"""Sweeps: those of this folder, and the values of one, which fill while they are asked."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from inarow.arena.sweep import read_findings
from inarow.errors import BadFile, NotAvailable
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.event_screens import EventScreen, FileList
from inarow.interfaces.app.keys import HELP, Key
from inarow.interfaces.render.plot import check_kind, save_plot
from inarow.interfaces.render.sweep_plot import sweep_plot

_MOST_BYTES = 1_000_000
"""Of a file that may be a sweep; larger ones are not looked into."""
_KEYS = (
    Key("s", "stop or go on", "screen.stop_or_go_on"),
    Key("p", "save the plot", "screen.plot"),
    Key("up down", "scroll", "screen.look"),
    Key("Esc", "leave it", "screen.leave"),
    HELP,
)


class SweepList(FileList):
    """The sweeps of a folder."""

    title_line = "Sweeps: which value of an option is best?"
    new_line = "New sweep"
    question = "Which file? What inarow sweep --file has written, such as sweep.json:"

    def files(self, folder: Path) -> list[Path]:
        """All files that a sweep has written."""
        return [path for path in folder.glob("*.json") if _is_sweep(path)]

    def line(self, path: Path) -> str:
        """Its player, and how far it is."""
        found = read_findings(path)
        return f"{found.plan.player}, {100 * found.done_parts // found.all_parts} %"

    def check(self, name: str) -> object:
        """Refuse what is no sweep."""
        return read_findings(Path(name))


def _is_sweep(path: Path) -> bool:
    try:
        return path.stat().st_size < _MOST_BYTES and bool(read_findings(path))
    except (BadFile, OSError):
        return False


class SweepScreen(EventScreen):
    """The values of a sweep; its plot can be saved at any time."""

    keys = _KEYS
    stays = (
        "The sweep goes on, and Sweeps shows it again. "
        "Leaving inarow stops it; what is known is kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("p", "plot")]

    def action_plot(self) -> None:
        """Ask where the plot is to be written."""
        title = "Save the plot as (.svg; .png and .pdf need matplotlib):"
        usual = self.event.path.with_suffix(".svg").name
        self.app.push_screen(Ask(title, usual, self._write), self._told)

    def _write(self, name: str) -> None:
        path = Path(name)
        check_kind(path)
        if path.exists():
            raise NotAvailable(f"There is {path} already: name another file")
        save_plot(sweep_plot(read_findings(self.event.path)), path)

    def _told(self, name: str | None) -> None:
        if name is not None:
            self.notify(f"Saved as {name}.", markup=False)
