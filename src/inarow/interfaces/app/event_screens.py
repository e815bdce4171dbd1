"""Tournaments: those of this folder, and the table of one, which fills while games are played."""

from __future__ import annotations

from collections.abc import Callable
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
from inarow.interfaces.app.events import RunningEvent, StoredEvent
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


class EventList(Screen[None]):
    """The tournaments of a folder.

    Args:
        folder: where files are looked for.
        running: the events that are played here.
        new: asks for a new one.
        show: shows the table of one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def __init__(
        self,
        folder: Path,
        running: dict[Path, RunningEvent],
        new: Callable[[], None],
        show: Callable[[Path], None],
    ) -> None:
        super().__init__()
        self._folder, self._events, self._new, self._show = folder, running, new, show
        self._paths: list[Path] = []

    def compose(self) -> ComposeResult:
        yield Static("Tournaments", classes="title", markup=False)
        yield OptionList(id="cards", markup=False)
        yield Notice()
        yield Keys(*_LIST_KEYS)

    def on_screen_resume(self) -> None:
        """List what there is now."""
        found = [path for path in self._folder.glob("*.sqlite") if is_store(path)]
        found.sort(key=lambda path: -path.stat().st_mtime)
        self._paths = [path.resolve() for path in found[:_LISTED]]
        lines = ["New tournament", "Open a file", *map(self._line, self._paths)]
        cards = self.query_one("#cards", OptionList)
        at = cards.highlighted or 0
        cards.clear_options()
        cards.add_options(map(Option, lines))
        cards.highlighted = min(at, len(lines) - 1)
        cards.focus()

    def _line(self, path: Path) -> str:
        running = self._events.get(path)
        if running is not None and running.running:
            return f"{path.name}: being played, {running.words}"
        with suppress(InarowError, OSError), open_store(path) as store:
            return f"{path.name}: {store.event.name}, {counted(store.finished, 'game')}"
        return path.name

    def action_choose(self) -> None:
        """Open what is under the cursor."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open one."""
        if event.option_index == 0:
            self._new()
        elif event.option_index == 1:
            question = "Which file? What inarow arena run has written, such as club.sqlite:"
            self.app.push_screen(Ask(question, check=_stored), self._named)
        else:
            self._show(self._paths[event.option_index - 2])

    def _named(self, name: str | None) -> None:
        if name is not None:
            self._show(Path(name).resolve())


def _stored(name: str) -> None:
    with open_store(name):
        pass


class EventScreen(Screen[None]):
    """The table of a tournament.

    Args:
        event: what is shown.
        resume: goes on with an event that was stopped.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "stop_or_go_on"),
        Binding("escape", "leave"),
    ]

    def __init__(
        self, event: RunningEvent | StoredEvent, resume: Callable[[Path], RunningEvent]
    ) -> None:
        super().__init__()
        self._event, self._resume = event, resume

    def compose(self) -> ComposeResult:
        yield Static(id="found", markup=False)
        with VerticalScroll(id="standings"):
            yield Static(id="event", markup=False)
        yield Notice()
        yield Keys(*_KEYS)

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#standings").focus()
        self.action_look()
        self.set_interval(_LOOK, self.action_look)

    def action_look(self) -> None:
        """Show what is known now."""
        self._event.look(in_thread(self.call_later))
        self.query_one("#found", Static).update(self._event.words)
        self.query_one("#event", Static).update(self._event.text)

    def action_stop_or_go_on(self) -> None:
        """Stop an event that is played here, or go on with one that was stopped."""
        event = self._event
        if isinstance(event, RunningEvent) and event.running:
            event.stop()
            event.words = "stopping: the last games are kept ..."
        elif not event.complete:
            self._event = self._resume(event.path)
        self.action_look()

    def action_leave(self) -> None:
        """Back; what becomes of the event is said."""
        if self._event.running:
            self.notify(
                "The tournament goes on, and Tournaments shows it again. "
                "Leaving inarow stops it; its games are kept.",
                markup=False,
            )
        self.dismiss(None)
