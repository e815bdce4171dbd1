"""My games: find one, go on with it, review it, put it into the bin and take it out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inarow.errors import InarowError, in_words
from inarow.interfaces.app.keys import BACK, HELP, Key, Keys
from inarow.interfaces.cli.library.common import card_words
from inarow.library.find import RESULTS, Wanted
from inarow.library.index import Card
from inarow.library.kept import Kept
from inarow.library.library import Library
from inarow.options import counted
from inarow.registry import games

_LISTED = 200
"""Games that are listed at most; a search finds the others."""
_FEWEST = 3
"""Letters that may mean a game: with fewer too many players begin like one."""
_KEYS = (
    Key("Enter", "open", "screen.choose"),
    Key("/", "search", "screen.search"),
    Key("f", "filter", "screen.only"),
    Key("v", "review", "screen.review"),
    Key("d", "delete", "screen.delete"),
    Key("z", "undo", "screen.restore"),
    BACK,
    HELP,
)


def wanted(text: str, result: str) -> Wanted:
    """What a person looks for: a game by its name, or anything that a player is called.

    >>> wanted("Gomoku", "won").game, wanted("tic", "").game, wanted("Nora", "").text
    ('gomoku', 'tic_tac_toe', 'Nora')
    """
    word = text.strip().lower()
    known = [(name, name, entry.title.lower()) for name, entry in games().items()]
    named = [name for name, *words in known if word in words]
    begun = [name for name, *words in known if any(one.startswith(word) for one in words)]
    game = next(iter([*named, *begun]), "") if len(word) >= _FEWEST else ""
    return Wanted(text="" if game else text.strip(), game=game, result=result)


class LibraryScreen(Screen[None]):
    """The list of games of a library.

    Args:
        library: the games; it is closed with the screen.
        resume: goes on with a game that is not over.
        review: judges every move of a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", priority=True),  # at once: d typed ahead must not delete a game
        Binding("f", "only"),
        Binding("v", "review"),
        Binding("d", "delete"),
        Binding("z", "restore"),
        Binding("escape", "dismiss(None)"),
    ]

    def __init__(
        self,
        library: Library,
        resume: Callable[[Kept], None],
        review: Callable[[Kept], None],
    ) -> None:
        super().__init__()
        self._library, self._resume, self._review = library, resume, review
        self._result, self._deleted = "", list[str]()
        self._cards: list[Card] = []

    def compose(self) -> ComposeResult:
        yield Input(placeholder="a player, a game or an event", compact=True, id="search")
        yield Static(id="found", markup=False)
        yield OptionList(id="cards", markup=False)
        yield Keys(*_KEYS)

    def on_unmount(self) -> None:
        """Let go of the file."""
        self._library.__exit__()

    def on_screen_resume(self) -> None:
        """List the games, which may have changed meanwhile."""
        self._list()
        self.query_one("#cards").focus()

    def on_input_changed(self) -> None:
        """Search as it is typed."""
        self._list()

    def on_input_submitted(self) -> None:
        """From the search to what it found."""
        self.query_one("#cards").focus()

    def on_option_list_option_selected(self) -> None:
        """A game was chosen."""
        self.action_choose()

    def action_search(self) -> None:
        """Type what to look for."""
        self.set_focus(self.query_one("#search"))

    def action_only(self) -> None:
        """Only games that ended in one way, then in the next."""
        ends = ("", *RESULTS)
        self._result = ends[(ends.index(self._result) + 1) % len(ends)]
        self._list()

    def action_choose(self) -> None:
        """Go on with a game, or review one that is over."""
        self._open(self._review if (card := self._card()) and card.outcome else self._resume)

    def action_review(self) -> None:
        """Judge the moves of a game, over or not."""
        self._open(self._review)

    def action_delete(self) -> None:
        """Put a game into the bin."""
        card = self._card()
        if card is not None and self._library.delete(card.id):
            self._deleted.append(card.id)
            self.notify("Deleted; z brings it back.", markup=False)
            self._list()

    def action_restore(self) -> None:
        """Bring the last deleted game back."""
        if self._deleted and self._library.restore(self._deleted.pop()):
            self._list()

    def _open(self, door: Callable[[Kept], None]) -> None:
        card = self._card()
        if card is None:
            return
        try:
            door(self._library.load(card.id))
        except InarowError as error:
            self.notify(in_words(error), severity="error", markup=False)

    def _card(self) -> Card | None:
        at = self.query_one("#cards", OptionList).highlighted
        return None if at is None or at >= len(self._cards) else self._cards[at]

    def _list(self) -> None:
        cards, text = self.query_one("#cards", OptionList), self.query_one("#search", Input).value
        try:
            self._cards, total = self._library.search(wanted(text, self._result), _LISTED)
        except InarowError as error:
            self.notify(in_words(error), severity="error", markup=False)
            return
        at = cards.highlighted or 0
        cards.clear_options()
        cards.add_options([Option(card_words(card)) for card in self._cards])
        cards.highlighted = min(at, len(self._cards) - 1) if self._cards else None
        which = f" {self._result}" if self._result else ""
        shown = f", the last {len(self._cards)} are listed" if total > len(self._cards) else ""
        self.query_one("#found", Static).update(f"{counted(total, 'game')}{which}{shown}")
