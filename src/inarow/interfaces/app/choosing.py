"""What a new game, a new tournament and a new sweep ask alike: a game, and players beside it.

Enter leads from the games to the players and from there on; a few letters change the rest, which
stands in words below both lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inarow import registry
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.keys import Key, Keys
from inarow.interfaces.app.notice import Notice
from inarow.interfaces.cli.listing import working
from inarow.interfaces.cli.offers import Opponent
from inarow.registry import Entry
from inarow.search.limit import Limit, limit_of

Wanted = TypeVar("Wanted")


class Choosing(Screen[Wanted]):
    """Two lists; `offers` are the players of the chosen game.

    Those who derive from it say `heading` and `keys`, and

        take        another game was chosen: set `offers` and `list_players`
        line        how a player looks in the list
        told        what was chosen so far, in three lines
        chosen      Enter was pressed on a player
    """

    heading: ClassVar[str]
    keys: ClassVar[Sequence[Key]]
    wide: ClassVar[int] = 8  # letters of the names of people
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", priority=True),  # at once: keys typed ahead find the other list
        Binding("escape", "dismiss(None)"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games = working(registry.games())
        self.offers: list[Opponent] = []
        self._at = -1

    def compose(self) -> ComposeResult:
        titles = [entry.title or entry.name for entry in self.games]
        with Horizontal():
            yield OptionList(*titles, id="games", markup=False)
            yield OptionList(id="opponents", markup=False)
        yield Static(id="about", markup=False)
        yield Notice()
        yield Keys(*self.keys)

    def on_mount(self) -> None:
        """Begin with the first game."""
        self.query_one("#games").border_title = "Game"
        self.players.border_title = self.heading
        self.query_one("#games").focus()

    @property
    def entry(self) -> Entry:
        """The chosen game, as it is registered."""
        return self.games[max(self._at, 0)]

    @property
    def players(self) -> OptionList:
        """The list on the right."""
        return self.query_one("#opponents", OptionList)

    @property
    def player(self) -> Opponent:
        """Who is under the cursor."""
        return self.offers[self.players.highlighted or 0]

    def take(self) -> None:
        """Another game has other players."""
        raise NotImplementedError

    def line(self, offer: Opponent) -> str:
        """How a player looks in the list."""
        return f"{offer.name:<{self.wide}} {offer.about}"

    def told(self) -> str:
        """What was chosen so far."""
        raise NotImplementedError

    def chosen(self) -> None:
        """Enter was pressed on a player."""
        raise NotImplementedError

    def list_players(self, at: int) -> None:
        """Everybody who could be chosen, with the cursor on one of them."""
        self.players.clear_options()
        self.players.add_options([Option(self.line(one)) for one in self.offers])
        self.players.highlighted = at
        self.tell()

    def tell(self) -> None:
        """Write what was chosen so far."""
        self.query_one("#about", Static).update(self.told())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game, or somebody else."""
        if event.option_list.id == "games" and event.option_index != self._at:
            self._at = event.option_index
            self.take()
        self.tell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click chooses as Enter does."""
        event.option_list.highlighted = event.option_index
        self.set_focus(event.option_list)
        self.action_choose()

    def action_choose(self) -> None:
        """From the game to the players, and from there on."""
        if self.focused is not self.players:
            self.set_focus(self.players)
        else:
            self.chosen()


class ChoosingWork(Choosing[Wanted]):
    """The same for players who are measured: how much they may think is asked, too."""

    limit = "1000sims"
    wide = 14
    BINDINGS: ClassVar[list[BindingType]] = [Binding("l", "limit")]

    def action_limit(self) -> None:
        """Ask how much a player may think."""
        question = "Thinking per move, such as 1000sims, 5000nodes or 100ms; nothing: as they like."
        self.app.push_screen(Ask(question, self.limit, _read_limit), self._limited)

    def _limited(self, limit: str | None) -> None:
        self.limit = self.limit if limit is None else limit.strip()
        self.tell()


def _read_limit(text: str) -> Limit:
    return limit_of(text.strip() or None)
