"""`inarow library import` and `export`: games from files and events, and into files."""

from __future__ import annotations

from pathlib import Path

import click

from inarow.errors import BadOption
from inarow.games.record_file import format_games, write_whole
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.library.common import db_option, open_library, wanted_options
from inarow.interfaces.cli.options import FILE
from inarow.library.find import Wanted
from inarow.library.sources import imported, read_source
from inarow.options import counted

MOST = 10_000
"""Games that are exported at one go."""


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@db_option
def import_games(files: tuple[Path, ...], database: Path | None) -> None:
    """Copy the games of files into the library: records as text, JSON, SGF or PSQ, and events.

    A game that is there already is not copied again.

    \b
    Examples:
      inarow library import game.txt games.sgf
      inarow library import club.sqlite
    """
    with open_library(database) as library:
        for file in files:
            games = [imported(record, event) for event, record in read_source(file)]
            new = library.add(games)
            known = f", {len(games) - new} were there already" if new < len(games) else ""
            click.echo(f"{file}: {counted(new, 'new game')}{known}")


@click.command()
@click.argument("names", metavar="[ID...]", nargs=-1)
@wanted_options
@click.option("--out", "out_path", type=FILE, help="The file; its name says the form.")
@db_option
def export(
    names: tuple[str, ...], wanted: Wanted, out_path: Path | None, database: Path | None
) -> None:
    """Write games, named or chosen by options: text, or what the name of the file says.

    Text (`.txt`) and SGF (`.sgf`) hold any number of games, JSON and PSQ one.

    \b
    Examples:
      inarow library export Zr3k
      inarow library export Zr3k --out game.sgf
      inarow library export --game gomoku --since 2026-11-01 --out november.txt
    """
    with open_library(database) as library:
        found = [library.find(name).id for name in names]
        if not names:
            found = [card.id for card in library.search(wanted, MOST)[0]]
        records = [library.load(name).as_played() for name in found]
    if not records:
        raise BadOption("there are no such games")
    text = format_games(out_path or "games.txt", records)
    if out_path is None:
        click.echo(text, nl=False)
        return
    check_output(out_path, "saved game")
    write_whole(out_path, text.encode())
    click.echo(f"{out_path}: {counted(len(records), 'game')}")
