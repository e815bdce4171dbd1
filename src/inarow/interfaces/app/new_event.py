"""A new tournament: which game, who plays, how many games, how much thinking."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inarow import registry
from inarow.arena.event import Event, event_of
from inarow.arena.field import read_field
from inarow.errors import InarowError, in_words
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.keys import BACK, HELP, Key, Keys
from inarow.interfaces.app.notice import Notice
from inarow.interfaces.cli.arena.run import usual_path
from inarow.interfaces.cli.listing import working
from inarow.interfaces.cli.offers import Opponent, opponents_of, other_players
from inarow.search.limit import Limit

_ROUNDS = (5, 20, 100, 1)
_LIMIT = "1000sims"
_NAMED = 3
"""Players by whom an event is called."""
_KEYS = (
    Key("Enter", "next", "screen.choose"),
    Key("Space", "takes part", "screen.mark"),
    Key("p", "player", "screen.player"),
    Key("r", "rounds", "screen.rounds"),
    Key("l", "limit", "screen.limit"),
    BACK,
    HELP,
)


class PlannedEvent(NamedTuple):
    """What is to be played, and where its games are kept."""

    event: Event
    path: Path


class NewEvent(Screen[PlannedEvent]):
    """Asks for all of it on one screen; its games are kept in a new file of `folder`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", priority=True),
        Binding("space", "mark", priority=True),
        Binding("p", "player"),
        Binding("r", "rounds"),
        Binding("l", "limit"),
        Binding("escape", "dismiss(None)"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._games = working(registry.games())
        self._rounds, self._limit = _ROUNDS[0], _LIMIT
        self._game = -1
        self._offers: list[Opponent] = []
        self._marked: set[str] = set()

    def compose(self) -> ComposeResult:
        titles = [entry.title or entry.name for entry in self._games]
        with Horizontal():
            yield OptionList(*titles, id="games", markup=False)
            yield OptionList(id="opponents", markup=False)
        yield Static(id="about", markup=False)
        yield Notice()
        yield Keys(*_KEYS)

    def on_mount(self) -> None:
        """Begin with the first game."""
        self.query_one("#games").border_title = "Game"
        self._players.border_title = "Who takes part"
        self.query_one("#games").focus()

    @property
    def _players(self) -> OptionList:
        return self.query_one("#opponents", OptionList)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game has other players."""
        if event.option_list.id == "games" and event.option_index != self._game:
            self._game = event.option_index
            game = self._games[event.option_index].build([])
            levels = [one for one in opponents_of(game) if one.spec.startswith("level(")]
            self._offers = [one._replace(spec=f"{one.name}={one.spec}") for one in levels[:-1]]
            self._offers += other_players(game)
            self._marked = set()
            self._list(0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a game leads to the players, one on a player marks it."""
        if event.option_list.id == "games":
            self._players.focus()
        else:
            self.action_mark()

    def _list(self, at: int) -> None:
        """Everybody who could take part, and who does."""
        lines = [
            f"[{'x' if one.spec in self._marked else ' '}] {one.name:<9} {one.about}"
            for one in self._offers
        ]
        self._players.clear_options()
        self._players.add_options(map(Option, lines))
        self._players.highlighted = at
        self._tell()

    def _tell(self) -> None:
        """What was chosen so far."""
        players = len(self._marked)
        games = players * (players - 1) * self._rounds
        entry = self._games[self._game]
        self.query_one("#about", Static).update(
            f"{entry.summary}\n"
            f"{players} take part: {games} games    Rounds (r): {self._rounds}    "
            f"Thinking per move (l): {self._limit}\n"
            "Space marks who takes part, Enter begins; the games are kept in this folder."
        )

    def action_mark(self) -> None:
        """Who is under the cursor takes part, or no more."""
        at = self._players.highlighted
        if at is not None:
            self._marked ^= {self._offers[at].spec}
            self._list(at)

    def action_rounds(self) -> None:
        """Another number of pairs of games."""
        self._rounds = _ROUNDS[(_ROUNDS.index(self._rounds) + 1) % len(_ROUNDS)]
        self._tell()

    def action_limit(self) -> None:
        """Ask how much a player may think."""
        question = "Thinking per move, such as 1000sims, 5000nodes or 100ms:"
        self.app.push_screen(Ask(question, self._limit, Limit.parse), self._limited)

    def _limited(self, limit: str | None) -> None:
        self._limit = limit or self._limit
        self._tell()

    def action_player(self) -> None:
        """Ask for any other player."""
        question = "Which player? mcts(simulations=50), quick=mcts, my_bot.py or students/:"
        check = self._field
        self.app.push_screen(Ask(question, check=check), self._add)

    def _field(self, text: str) -> None:
        read_field(text, str(self._folder))

    def _add(self, text: str | None) -> None:
        if text is not None:
            self._offers.append(Opponent(text, text, ""))
            self._marked.add(text)
            self._list(len(self._offers) - 1)
            self._players.focus()

    def action_choose(self) -> None:
        """From the game to the players, and from there to the table."""
        if self.focused is not self._players:
            self.set_focus(self._players)
            return
        try:
            self.dismiss(self._planned())
        except InarowError as error:
            self.notify(in_words(error), severity="error", markup=False)

    def _planned(self) -> PlannedEvent:
        specs = [one.spec for one in self._offers if one.spec in self._marked]
        game = self._games[self._game].name
        data = {"game": game, "players": specs, "rounds": self._rounds, "limit": self._limit}
        event = event_of(data, str(self._folder))
        names = [entrant.name for entrant in event.players[:_NAMED]]
        event = replace(event, name=", ".join(names))
        usual = self._folder / usual_path(event)
        others = (usual.with_stem(f"{usual.stem}-{number}") for number in count(2))
        path = next(one for one in chain([usual], others) if not one.exists())
        return PlannedEvent(event, path.resolve())
