"""Tournaments: those of this folder, and the table of one, which fills while games are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inarow.arena.store import is_store, open_store
from inarow.errors import InarowError
from inarow.interfaces.app.background import in_thread
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.events import Running, Stored
from inarow.interfaces.app.keys import BACK, HELP, Key, Keys
from inarow.interfaces.app.notice import Notice
from inarow.options import counted

_LOOK = 0.5
"""Seconds between two looks at an event."""
_LISTED = 100
_LIST_KEYS = (Key("Enter", "open", "screen.choose"), BACK, HELP)
_KEYS = (
    Key("s", "stop or go on", "screen.stop_or_go_on"),
    Key("up down", "scroll", "screen.look"),
    Key("Esc", "leave it", "screen.leave"),
    HELP,
)


class FileList(Screen[None]):
    """What the files of a folder tell of, and a new one.

    Args:
        folder: where files are looked for.
        running: what is being worked on here.
        new: asks for a new one.
        show: shows the table of one.
    """

    title_line: ClassVar[str]
    new_line: ClassVar[str]
    question: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def __init__(
        self,
        folder: Path,
        running: Mapping[Path, Running],
        new: Callable[[], None],
        show: Callable[[Path], None],
    ) -> None:
        super().__init__()
        self._folder, self._under_way, self._new, self._show = folder, running, new, show
        self._paths: list[Path] = []

    def compose(self) -> ComposeResult:
        yield Static(self.title_line, classes="title", markup=False)
        yield OptionList(id="cards", markup=False)
        yield Notice()
        yield Keys(*_LIST_KEYS)

    def on_screen_resume(self) -> None:
        """List what there is now."""
        found = self.files(self._folder)
        found.sort(key=lambda path: -path.stat().st_mtime)
        self._paths = [path.resolve() for path in found[:_LISTED]]
        lines = [self.new_line, "Open a file", *map(self._line, self._paths)]
        cards = self.query_one("#cards", OptionList)
        at = cards.highlighted or 0
        cards.clear_options()
        cards.add_options(map(Option, lines))
        cards.highlighted = min(at, len(lines) - 1)
        cards.focus()

    def files(self, folder: Path) -> list[Path]:
        """Those that could be opened."""
        raise NotImplementedError

    def line(self, path: Path) -> str:
        """What one of them tells, in short."""
        raise NotImplementedError

    def check(self, name: str) -> object:
        """Refuse a file that cannot be opened."""
        raise NotImplementedError

    def _line(self, path: Path) -> str:
        running = self._under_way.get(path)
        if running is not None and running.running:
            return f"{path.name}: going on, {running.words}"
        with suppress(InarowError, OSError):
            return f"{path.name}: {self.line(path)}"
        return path.name

    def action_choose(self) -> None:
        """Open what is under the cursor."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open one."""
        if event.option_index == 0:
            self._new()
        elif event.option_index == 1:
            self.app.push_screen(Ask(self.question, check=self.check), self._named)
        else:
            self._show(self._paths[event.option_index - 2])

    def _named(self, name: str | None) -> None:
        if name is not None:
            self._show(Path(name).resolve())


class EventList(FileList):
    """The tournaments of a folder."""

    title_line, new_line = "Tournaments", "New tournament"
    question = "Which file? What inarow arena run has written, such as club.sqlite:"

    def files(self, folder: Path) -> list[Path]:
        """All stores."""
        return [path for path in folder.glob("*.sqlite") if is_store(path)]

    def line(self, path: Path) -> str:
        """Its name, and how many games there are."""
        with open_store(path) as store:
            return f"{store.event.name}, {counted(store.finished, 'game')}"

    def check(self, name: str) -> None:
        """Refuse what is no store."""
        with open_store(name):
            pass


class EventScreen(Screen[None]):
    """The table of a tournament, or of something else that fills while it is looked at.

    Args:
        event: what is shown.
        resume: goes on with an event that was stopped.
    """

    keys: ClassVar[Sequence[Key]] = _KEYS
    stays = (
        "The tournament goes on, and Tournaments shows it again. "
        "Leaving inarow stops it; its games are kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "stop_or_go_on"),
        Binding("escape", "leave"),
    ]

    def __init__(self, event: Running | Stored, resume: Callable[[Path], Running]) -> None:
        super().__init__()
        self.event, self._resume = event, resume

    def compose(self) -> ComposeResult:
        yield Static(id="found", markup=False)
        with VerticalScroll(id="standings"):
            yield Static(id="event", markup=False)
        yield Notice()
        yield Keys(*self.keys)

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#standings").focus()
        self.action_look()
        self.set_interval(_LOOK, self.action_look)

    def action_look(self) -> None:
        """Show what is known now."""
        self.event.look(in_thread(self.call_later))
        self.query_one("#found", Static).update(self.event.words)
        self.query_one("#event", Static).update(self.event.text)

    def action_stop_or_go_on(self) -> None:
        """Stop an event that is played here, or go on with one that was stopped."""
        event = self.event
        if isinstance(event, Running) and event.running:
            event.stop()
            event.words = "stopping: what is done is kept ..."
        elif not event.complete:
            self.event = self._resume(event.path)
        self.action_look()

    def action_leave(self) -> None:
        """Back; what becomes of the event is said."""
        if self.event.running:
            self.notify(self.stays, markup=False)
        self.dismiss(None)
