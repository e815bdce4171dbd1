"""The first screen: what there is to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inarow.interfaces.app.keys import HELP, QUIT, Key, Keys
from inarow.interfaces.app.notice import Notice

_TITLE = """\
inarow: play, analyse and learn k-in-a-row games
"""


class Door(NamedTuple):
    """A line of the list, and what it opens."""

    line: str
    opens: Callable[[], None]


class Home(Screen[None]):
    """A list of what there is to do; `doors` are asked for whenever it is seen."""

    def __init__(self, doors: Callable[[], list[Door]]) -> None:
        super().__init__()
        self._doors = doors
        self._shown: list[Door] = []

    def compose(self) -> ComposeResult:
        yield Static(_TITLE, classes="title", markup=False)
        yield OptionList(id="doors", markup=False)
        yield Notice()
        yield Keys(Key("Enter", "choose", "screen.choose"), HELP, QUIT)

    def on_screen_resume(self) -> None:
        """List what there is now: a game may have been left meanwhile."""
        doors, found = self.query_one("#doors", OptionList), self._doors()
        self._shown = found
        before = doors.highlighted or 0
        doors.clear_options()
        doors.add_options([Option(door.line) for door in found])
        doors.highlighted = min(before, len(found) - 1)
        doors.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a door."""
        self._shown[event.option_index].opens()

    def action_choose(self) -> None:
        """Open the door under the cursor."""
        self.query_one(OptionList).action_select()
