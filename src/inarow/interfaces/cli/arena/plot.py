"""`inarow arena plot`: the results of an event as pictures."""

from __future__ import annotations

from pathlib import Path

import click

from inarow.arena.plots import PICTURES, SUFFIXES, check_picture, draw
from inarow.arena.store import open_store
from inarow.arena.tournament import counted_results
from inarow.interfaces.cli.arguments import check_output


@click.command()
@click.argument("store_path", metavar="STORE", type=click.Path(path_type=Path))
@click.argument("picture", required=False, type=click.Choice(PICTURES))
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option(
    "--format",
    "suffix",
    type=click.Choice([suffix.lstrip(".") for suffix in SUFFIXES]),
    default="svg",
    show_default=True,
    help="Of the files, unless --out says so.",
)
def plot(store_path: Path, picture: str | None, out: Path | None, suffix: str) -> None:
    """Draw PICTURE, or all pictures, of the event in STORE.

    ratings: Elo with error bars; scores: the score matrix; lengths: of games; times: per move.
    Without --out each picture gets its name behind that of the store: club_ratings.svg.

    \b
    Examples:
      inarow arena plot club.sqlite
      inarow arena plot club.sqlite ratings --out ratings.png
    """
    if out is not None and picture is None:
        raise click.UsageError("--out is for one picture: say which one")
    with open_store(store_path) as store:
        targets = {
            name: out or store_path.with_name(f"{store_path.stem}_{name}.{suffix}")
            for name in (PICTURES if picture is None else (picture,))
        }
        for target in targets.values():
            check_output(target, "picture of an event", check_picture)
        for name, target in targets.items():
            draw(name, counted_results(store), target)
            click.echo(str(target))
