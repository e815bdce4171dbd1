"""A new tournament: which game, who plays, how many games, how much thinking."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from inarow.arena.event import Event, event_of
from inarow.arena.field import read_field
from inarow.errors import InarowError, in_words
from inarow.interfaces.app.choosing import ChoosingWork
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.keys import BACK, HELP, Key
from inarow.interfaces.cli.arena.run import usual_path
from inarow.interfaces.cli.offers import Opponent, opponents_of, other_players

_ROUNDS = (5, 20, 100, 1)
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


class NewEvent(ChoosingWork[PlannedEvent]):
    """Asks for all of it on one screen; its games are kept in a new file of `folder`."""

    heading, keys = "Who takes part", _KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", priority=True),
        Binding("p", "player"),
        Binding("r", "rounds"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._rounds = folder, _ROUNDS[0]
        self._marked: set[str] = set()

    def take(self) -> None:
        """Another game has other players."""
        game = self.entry.build([])
        levels = [one for one in opponents_of(game) if one.spec.startswith("level(")]
        self.offers = [one._replace(spec=f"{one.name}={one.spec}") for one in levels[:-1]]
        self.offers += other_players(game)
        self._marked = set()
        self.list_players(0)

    def line(self, offer: Opponent) -> str:
        """A player, and whether it takes part."""
        return f"[{'x' if offer.spec in self._marked else ' '}] {super().line(offer)}"

    def told(self) -> str:
        """What was chosen so far."""
        players = len(self._marked)
        games = players * (players - 1) * self._rounds
        return (
            f"{self.entry.summary}\n"
            f"{players} take part: {games} games    Rounds (r): {self._rounds}    "
            f"Thinking per move (l): {self.limit or 'as they like'}\n"
            "Space marks who takes part, Enter begins; the games are kept in this folder."
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a game leads to the players, one on a player marks it."""
        if event.option_list.id == "games":
            self.players.focus()
        else:
            self.action_mark()

    def action_mark(self) -> None:
        """Who is under the cursor takes part, or no more."""
        if self.offers:
            self._marked ^= {self.player.spec}
            self.list_players(self.players.highlighted or 0)

    def action_rounds(self) -> None:
        """Another number of pairs of games."""
        self._rounds = _ROUNDS[(_ROUNDS.index(self._rounds) + 1) % len(_ROUNDS)]
        self.tell()

    def action_player(self) -> None:
        """Ask for any other player."""
        question = "Which player? mcts(simulations=50), quick=mcts, my_bot.py or students/:"
        check = self._field
        self.app.push_screen(Ask(question, check=check), self._add)

    def _field(self, text: str) -> None:
        read_field(text, str(self._folder))

    def _add(self, text: str | None) -> None:
        if text is not None:
            self.offers.append(Opponent(text, text, ""))
            self._marked.add(text)
            self.list_players(len(self.offers) - 1)
            self.players.focus()

    def chosen(self) -> None:
        """To the table."""
        try:
            self.dismiss(self._planned())
        except InarowError as error:
            self.notify(in_words(error), severity="error", markup=False)

    def _planned(self) -> PlannedEvent:
        specs = [one.spec for one in self.offers if one.spec in self._marked]
        game = self.entry.name
        data = {"game": game, "players": specs, "rounds": self._rounds, "limit": self.limit}
        event = event_of(data, str(self._folder))
        names = [entrant.name for entrant in event.players[:_NAMED]]
        event = replace(event, name=", ".join(names))
        usual = self._folder / usual_path(event)
        others = (usual.with_stem(f"{usual.stem}-{number}") for number in count(2))
        path = next(one for one in chain([usual], others) if not one.exists())
        return PlannedEvent(event, path.resolve())
