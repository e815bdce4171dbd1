"""`inarow library list`, `show`, `resume`, `review`, `delete` and `restore`."""

from __future__ import annotations

import json
from pathlib import Path
from shlex import quote
from typing import TypedDict

import click

from inarow.errors import BadOption
from inarow.interfaces.cli.front import play_series
from inarow.interfaces.cli.library.common import (
    CardData,
    card_data,
    card_line,
    db_option,
    end_of,
    open_library,
    wanted_options,
)
from inarow.interfaces.cli.options import Whole, complete_players, json_option, limit_option
from inarow.interfaces.cli.review import reviewed
from inarow.interfaces.terminal.console import Console, command_line, on_terminal
from inarow.interfaces.terminal.quiz import offer_again
from inarow.interfaces.terminal.series import Series
from inarow.library.find import Wanted
from inarow.library.kept import HUMAN, Kept
from inarow.options import counted
from inarow.registry import names_program
from inarow.search.limit import Limit
from inarow.study import review as study
from inarow.study.puzzles import mistakes
from inarow.study.reviewed import Review
from inarow.study.reviewed_move import ReviewedMove


class FoundData(TypedDict):
    """Games that were found: how many fit, and those that were asked for."""

    total: int
    games: list[CardData]


id_argument = click.argument("name", metavar="ID")


@click.command("list")
@wanted_options
@click.option("--count", type=Whole(1, 10_000), default=20, help="At most so many.")
@db_option
@json_option
def list_games(wanted: Wanted, count: int, database: Path | None, as_json: bool) -> None:
    """Find games, those that changed last first.

    A position counts however it was reached, and in every symmetric form that the game has.

    \b
    Examples:
      inarow library list
      inarow library list --game connect_four --moves 4453
      inarow library list --opponent "level 3" --result lost --since 2026-11-01
    """
    with open_library(database) as library:
        cards, total = library.search(wanted, count)
    if as_json:
        data: FoundData = {"total": total, "games": [card_data(card) for card in cards]}
        click.echo(json.dumps(data))
        return
    for card in cards:
        click.echo(card_line(card))
    if not cards:
        click.echo("There are no such games.")
    elif total > len(cards):
        click.echo(f"... of {total}: --count shows more.")


@click.command()
@id_argument
@db_option
def show(name: str, database: Path | None) -> None:
    """Show a game: the last position, the moves and the result."""
    with open_library(database) as library:
        card = library.find(name)
        kept = library.load(card.id)
    console = Console()
    console.say(card_line(card))
    console.draw(kept.record.state)
    console.say(f"Moves: {kept.record.moves or 'none'}")
    console.say(f"{end_of(card)[:1].upper()}{end_of(card)[1:]}.")
    word = "review" if card.outcome else "resume"
    console.say(f"Go on with: {command_line('library', word, card.id)}")


@click.command()
@id_argument
@click.option("--first", help="Another first player.", shell_complete=complete_players)
@click.option("--second", help="Another second player.", shell_complete=complete_players)
@click.option("--limit", help="Thinking per move: 2s, 500ms, 1000nodes, 1000sims.")
@db_option
def resume(
    name: str, first: str | None, second: str | None, limit: str | None, database: Path | None
) -> None:
    """Go on with a game that is not over, wherever it was begun."""
    with open_library(database) as library:
        kept = library.load(library.find(name).id)
        resume_game(kept, (first, second), limit, library.path)


def resume_game(
    kept: Kept,
    others: tuple[str | None, str | None] = (None, None),
    limit: str | None = None,
    file: Path | None = None,
) -> None:
    """Play a kept game on; what is played is kept in the file that it came from."""
    play_series(series_of(kept, others, limit, file), kept.record)


def series_of(
    kept: Kept,
    others: tuple[str | None, str | None] = (None, None),
    limit: str | None = None,
    file: Path | None = None,
) -> Series:
    """The players of a kept game that is not over, or others in their place.

    Raises:
        BadOption: it cannot go on here.
    """
    if kept.outcome is not None:
        raise BadOption(f"game {kept.id} is over: review it, or play another")
    if kept.settings.owners:
        raise BadOption(f"game {kept.id} is played on two screens: go on with it on the page")
    for word, seat, other in zip(("first", "second"), kept.settings.seats, others, strict=True):
        if other is None and names_program(seat):
            raise BadOption(f"this game names a program: give --{word} {quote(seat)} yourself")
    one, two = (other or seat for seat, other in zip(kept.settings.seats, others, strict=True))
    if HUMAN not in (one, two):
        raise BadOption("nobody of flesh and blood plays here: give --first human, for example")
    limit = limit or kept.settings.limit or None
    return Series((one, two), limit=limit, kept=kept, library=file)


@click.command()
@id_argument
@limit_option(
    "Work per move, by the time that it usually takes: 2s, 500ms.  [default: 1s]",
    Limit(seconds=study.REVIEW_SECONDS),
)
@db_option
@json_option
def review(name: str, limit: Limit, database: Path | None, as_json: bool) -> None:
    """Judge every move of a game, as `inarow review` does, and remember it for `stats`."""
    with open_library(database) as library:
        card = library.find(name)
        kept = library.load(card.id)
        record = study.reviewable(kept.as_played())
        found: list[ReviewedMove] = []
        try:
            reviewed(record, limit, None, found)
            losses = [(move.state.player, move.loss) for move in found]
            library.note_review(card.id, card.plies, losses)
        finally:  # also after Ctrl-C: what was judged so far is not lost
            result = Review.of(record, found)
            if found:
                click.echo(json.dumps(result.as_dict()) if as_json else str(result))
            if result.mistakes and not as_json:
                again = command_line("puzzle", "--mistakes", card.id)
                click.echo(f"Try the mistakes again with: {again}")
    if on_terminal() and not as_json:
        people = [player for player, seat in enumerate(kept.settings.seats) if seat == HUMAN]
        offer_again(mistakes(found, people[0] if len(people) == 1 else None))


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@db_option
def delete(names: tuple[str, ...], database: Path | None) -> None:
    """Put games into the bin; `restore` brings them back for 30 days."""
    with open_library(database) as library:
        found = [library.find(name).id for name in names]
        for name in found:
            library.delete(name)
    back = command_line("library", "restore", *found)
    click.echo(f"Deleted {counted(len(found), 'game')}. Bring back with: {back}")


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@db_option
def restore(names: tuple[str, ...], database: Path | None) -> None:
    """Bring deleted games back, by their whole ids."""
    with open_library(database) as library:
        for name in names:
            if not library.restore(name):
                raise BadOption(f"there is no deleted game {name!r}")
    click.echo(f"Brought back {counted(len(names), 'game')}.")
