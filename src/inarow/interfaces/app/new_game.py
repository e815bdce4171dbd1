"""A new game: which one, against whom, who begins, how large, how much time."""

from __future__ import annotations

from random import Random
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from inarow import registry
from inarow.agents.levels import usual_level
from inarow.agents.people import PEOPLE
from inarow.errors import InarowError
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.interfaces.app.choosing import Choosing
from inarow.interfaces.app.dialogs import Ask, Choice, Choose
from inarow.interfaces.app.keys import BACK, HELP, Key
from inarow.interfaces.app.table import TimeControl
from inarow.interfaces.cli.menu import MENU_LIMIT
from inarow.interfaces.cli.offers import Opponent, opponents_of, other_players, sized_game
from inarow.interfaces.terminal.series import Series, seat_players

_BEGINS = ("me", "opponent", "random")
_CLOCKS = {
    "none": None,
    "1 minute": TimeControl(60),
    "5 minutes + 3 s a move": TimeControl(300, 3),
    "10 s a move": TimeControl(0, 10),
}
_MORE = Opponent("more", "More ...", "searches, and the original programs")

_KEYS = (
    Key("Enter", "next", "screen.choose"),
    Key("b", "who begins", "screen.turn('begins')"),
    Key("s", "board and rules", "screen.size"),
    Key("t", "time", "screen.turn('clock')"),
    HELP,
    BACK,
)


class Wish(NamedTuple):
    """What a person wants to play."""

    game: Game
    series: Series
    time: TimeControl | None


class NewGame(Choosing[Wish]):
    """Asks for all of it on one screen; Enter twice is Connect Four against somebody who suits."""

    heading, keys = "Opponent", _KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "turn('begins')"),
        Binding("t", "turn('clock')"),
        Binding("s", "size"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._game: Game = self.entry.build([])
        self._begins, self._clock = _BEGINS[0], "none"

    def take(self) -> None:
        """Another game has other opponents."""
        self._take(self.entry.build([]))

    def chosen(self) -> None:
        """To the board, or to the rest of the players."""
        if self.player is _MORE:
            others = other_players(self._game)
            lines = [Choice(one.spec, f"{one.name:<22} {one.about}") for one in others]
            self.app.push_screen(Choose("Which player?", lines), self._named)
        else:
            self._start(self.player)

    def _take(self, game: Game) -> None:
        """A game with its opponents."""
        self._game = game
        self.offers = [*opponents_of(game), _MORE]
        self.list_players(usual_level(game) - 1)

    def told(self) -> str:
        """What was chosen so far."""
        at = self.players.highlighted or 0
        rows, cols = self._game.shape
        board = f"{rows} x {cols}"
        if self._game.rules is not None and not self._game.block:
            board += f", {self._game.rules.k} in a row"
        level = self.offers[at].spec.startswith("level(") if self.offers else False
        who = f"{PEOPLE[at].name}: {PEOPLE[at].character}" if level and at < len(PEOPLE) else ""
        return (
            f"{self.entry.summary}\n{who}\n"
            f"Who begins (b): {self._begins}    Board (s): {board}    Time (t): {self._clock}"
        )

    def action_turn(self, what: str) -> None:
        """The next of several settings."""
        choices = _BEGINS if what == "begins" else tuple(_CLOCKS)
        now = self._begins if what == "begins" else self._clock
        after = choices[(choices.index(now) + 1) % len(choices)]
        setattr(self, f"_{what}", after)
        self.tell()

    def action_size(self) -> None:
        """Ask for a size, or for rules in full."""
        question = "Rows x columns such as 7 x 8, with a third number so many in a row;\n"
        question += f"or rules as in {self._game}"
        self.app.push_screen(Ask(question, check=self._sized), self._resize)

    def _sized(self, text: str) -> Game:
        return registry.load_game(text) if "(" in text else sized_game(self.entry.name, text)

    def _resize(self, text: str | None) -> None:
        if text is not None:
            self._take(self._sized(text))
            self.tell()
            self.query_one("#opponents").focus()

    def _named(self, spec: str | None) -> None:
        if spec is not None:
            self._start(Opponent(spec, spec, ""))

    def _start(self, opponent: Opponent) -> None:
        second = self._begins == "opponent" or (
            self._begins == "random" and Random().random() < 0.5
        )
        adapts = "adapt" in opponent.spec
        players, names = ("human", opponent.spec), ("You", opponent.name)
        if second:
            players, names = (players[1], players[0]), (names[1], names[0])
        told = None if adapts or opponent.spec == "human" else names
        series = Series(players, limit=MENU_LIMIT, names=told)
        try:
            seat_players(Record(self._game), players, None)
        except InarowError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.dismiss(Wish(self._game, series, _CLOCKS[self._clock]))
