"""What the commands of the library share: which file, which games, and how a game is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, TypedDict

import click

from inarow.errors import BadOption, NotAvailable
from inarow.interfaces.cli.arguments import NamedPosition, check_folder
from inarow.interfaces.cli.options import NO_FOLDER, complete_games
from inarow.interfaces.render.endings import end_words
from inarow.library.find import RESULTS, SOURCES, Wanted
from inarow.library.index import Card
from inarow.library.library import Library
from inarow.library.rows import WHERE, usual_file
from inarow.options import counted
from inarow.registry import games, load_game

_DAY = 86_400.0

db_option = click.option(
    "--db",
    "database",
    type=NO_FOLDER,
    help="The file of the games.  [default: inarow/games.db in your data folder]",
)


def open_library(database: Path | None) -> Library:
    """The library of a file, or the usual one."""
    if database is not None:
        check_folder(database)
    file = database or usual_file()
    if file is None:
        raise NotAvailable(f"no games are kept here: {WHERE} is off; name a file with --db")
    return Library(file)


def wanted_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose games: the command gets `wanted`."""

    @click.option("--game", help="Of this game.", shell_complete=complete_games)
    @click.option("--opponent", default="", help="A part of a player's name, or of the event's.")
    @click.option("--result", type=click.Choice(RESULTS), help="How they ended for me.")
    @click.option("--source", type=click.Choice(SOURCES), help="Where they come from.")
    @click.option("--since", help="Begun on this day or later: 2026-11-18.")
    @click.option("--until", help="Begun on this day or earlier.")
    @click.option("--moves", help="In which the position after these moves was reached.")
    @click.option("--position", help="The same: rows from the top and who is to move.")
    @click.option("--me", default="", help="My name, in games between two people.")
    @wraps(command)
    def chosen(*args: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in signature(_wanted).parameters}
        return command(*args, wanted=_wanted(**given), **options)

    return chosen


def _wanted(
    game: str | None,
    opponent: str,
    result: str | None,
    source: str | None,
    since: str | None,
    until: str | None,
    moves: str | None,
    position: str | None,
    me: str,
) -> Wanted:
    place = None
    if moves is not None or position is not None:
        place = NamedPosition.named((), game, moves, position).record()
    return Wanted(
        text=opponent,
        game=game or "",
        result=result or "",
        source=source or "",
        since=None if since is None else _day(since),
        until=None if until is None else _day(until) + _DAY,
        place=place,
        me=me,
    )


def _day(text: str) -> float:
    """The beginning of a day, in seconds since 1970."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise BadOption(f"{text!r} is not a day: write it like 2026-11-18") from None


def date_of(card: Card) -> str:
    """When a game began."""
    try:
        return datetime.fromtimestamp(card.began).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "?"


def game_title(spec: str) -> str:
    """What people call a game: "Connect Four", with its spec if it is not the usual one."""
    known = [entry.title or name for name, entry in games().items() if str(load_game(name)) == spec]
    return known[-1] if known else spec  # a preset comes after the general game


def end_of(card: Card) -> str:
    """How a game ended, in words."""
    return end_words(card.outcome, card.names) if card.outcome else "not over"


def card_words(card: Card) -> str:
    """When a game was played, which one, by whom, and how it ended."""
    first, second = card.names
    event = f" ({card.event})" if card.event else ""
    return (
        f"{date_of(card)}  {game_title(card.rules)}: {first} - {second}{event},"
        f" {counted(card.plies, 'move')}, {end_of(card)}"
    )


def card_line(card: Card) -> str:
    """A game in one line, with its id."""
    return f"{card.id:<12}  {card_words(card)}"


class CardData(TypedDict):
    """A kept game: times are seconds since 1970, `seats` the players as they are called to play."""

    id: str
    began: float
    changed: float
    source: str
    event: str
    game: str
    names: list[str]
    seats: list[str]
    result: str
    reason: str | None
    plies: int


def card_data(card: Card) -> CardData:
    """A game for programs."""
    return {
        "id": card.id,
        "began": card.began,
        "changed": card.changed,
        "source": card.source,
        "event": card.event,
        "game": card.rules,
        "names": list(card.names),
        "seats": list(card.seats),
        "result": card.result,
        "reason": card.reason or None,
        "plies": card.plies,
    }
