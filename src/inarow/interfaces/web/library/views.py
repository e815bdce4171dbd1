"""What the page asks of the library, and what it gets: plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from inarow.games.record import Record
from inarow.interfaces.render.endings import end_words
from inarow.interfaces.render.plot import plot_svg
from inarow.interfaces.render.statistics_plot import statistics_plot
from inarow.interfaces.web.games.read import start_record
from inarow.interfaces.web.protocol.command import Spec, Text
from inarow.interfaces.web.protocol.views import View
from inarow.library.explore import SHOWN, Tried
from inarow.library.find import Ending, Origin, Wanted
from inarow.library.index import Card
from inarow.library.statistics import Statistics

Words = Annotated[str, Field(max_length=100)]
Moment = Annotated[float, Field(ge=0, le=1e11)]


class CardView(View):
    """One line of the list; `result` is `*` while a game goes on, `words` how it ended.

    `seats` are specs of players, `began` and `changed` seconds since 1970. `source` is page,
    terminal, file or event.
    """

    id: str
    began: float
    changed: float
    source: str
    event: str
    game: str
    names: list[str]
    seats: list[str]
    result: str
    words: str
    plies: int


class Found(View):
    """The games that were asked for, and how many there are in all."""

    total: int
    games: list[CardView]


class Asked(View):
    """Which games; whatever is left out does not matter.

    `moves` and `position` say which position of the game `rules` was reached, in any order of
    moves and in any symmetric form. `result` is seen from me: the only person in a game, or who is
    called `me`.
    """

    text: Words = ""
    game: Annotated[str, Field(max_length=400)] = ""
    result: Ending | Literal[""] = ""
    source: Origin | Literal[""] = ""
    event: Words = ""
    since: Moment | None = None
    until: Moment | None = None
    rules: Annotated[str, Field(max_length=400)] = ""
    moves: Annotated[str, Field(max_length=8000)] = ""
    position: Annotated[str, Field(max_length=8000)] = ""
    me: Words = ""

    def place(self) -> Record:
        """The position that is asked for."""
        return start_record(self.rules or "connect_four", self.position or None, self.moves)

    def wanted(self, *, placed: bool = True) -> Wanted:
        """The same for the library, with the position or without."""
        place = self.place() if self.rules and placed else None
        names = (one.name for one in fields(Wanted) if one.name != "place")
        return Wanted(**{name: getattr(self, name) for name in names}, place=place)


class AskedPage(Asked):
    """A part of a list."""

    model_config = Asked.model_config | {"strict": False}  # what stands in an address is text

    count: Annotated[int, Field(ge=1, le=200)] = 50
    skip: Annotated[int, Field(ge=0, le=1_000_000)] = 0


ListQuery = Annotated[AskedPage, Query()]


class AskedPlace(Asked):
    """A position to be explored, in my games or in an event of this server."""

    model_config = Asked.model_config | {"strict": False}

    file: Annotated[str, Field(max_length=100)] = ""


ExploreQuery = Annotated[AskedPlace, Query()]


class TriedView(View):
    """A move that was played in a position; results are those of who played it.

    `players` names some of them, the most frequent first; `ids` are some of the games.
    """

    action: int
    text: str
    games: int
    won: int
    drawn: int
    lost: int
    players: list[str]
    ids: list[str]


class Explored(View):
    """What was played in a position, the most frequent first, and how many games came there."""

    total: int
    moves: list[TriedView]


class TallyView(View):
    """Results of a group of my games; `accuracy` is null where none was reviewed."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    accuracy: float | None


class StatisticsView(View):
    """How my games went; `periods` are days or months, in order, and `plot` is their picture."""

    total: TallyView
    games: list[TallyView]
    opponents: list[TallyView]
    seats: list[TallyView]
    periods: list[TallyView]
    plot: str


class ImportGames(View):
    """The text of a file with one or more games; `game` is meant where it does not say which."""

    text: Text
    game: Spec | None = None


class Imported(View):
    """How many games were new, and the ids of all."""

    added: int
    ids: list[str]


def card_view(card: Card) -> CardView:
    """A card as the page sees it."""
    return CardView(
        id=card.id,
        began=card.began,
        changed=card.changed,
        source=card.source,
        event=card.event,
        game=card.rules,
        names=list(card.names),
        seats=list(card.seats),
        result=card.result,
        words=end_words(card.outcome, card.names) if card.outcome else "",
        plies=card.plies,
    )


def explored_view(place: Record, moves: Sequence[Tried], total: int) -> Explored:
    """What was played in a position as the page sees it."""
    counts = ("action", "games", "won", "drawn", "lost", "ids")
    found = [
        TriedView(
            text=place.game.format(move.action),
            players=[name for name, _ in move.players.most_common(SHOWN)],
            **{name: getattr(move, name) for name in counts},
        )
        for move in moves
    ]
    return Explored(total=total, moves=found)


def statistics_view(found: Statistics) -> StatisticsView:
    """My statistics as the page sees them."""
    plot = plot_svg(statistics_plot(found.periods)) if found.periods else ""
    known = {name: getattr(found, name) for name in StatisticsView.model_fields if name != "plot"}
    return StatisticsView.model_validate(known | {"plot": plot})
