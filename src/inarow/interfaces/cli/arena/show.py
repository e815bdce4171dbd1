"""`inarow arena show` and `inarow arena plot`: an event as tables and as pictures."""

from __future__ import annotations

import json
from pathlib import Path

import click

from inarow.arena.ledger import Ledger
from inarow.arena.plots import PICTURES, SUFFIXES, check_picture, draw
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store, counted_results
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, json_option
from inarow.interfaces.render.event_table import event_data, event_text

store_argument = click.argument("store_path", metavar="STORE", type=FILE)
_KINDS = click.Choice([suffix.lstrip(".") for suffix in SUFFIXES])


def report(ledger: Ledger, as_json: bool) -> None:
    """Print what is known of an event."""
    click.echo(json.dumps(event_data(ledger)) if as_json else event_text(ledger))


@click.command()
@store_argument
@json_option
def show(store_path: Path, as_json: bool) -> None:
    """Standings with ratings and error bars, and the cross table, of the event in STORE.

    The event may still be running: then this is what is known so far. Games are numbered from 0
    in the order of the schedule; `inarow arena replay STORE` lists them.

    \b
    Examples:
      inarow arena show club.sqlite
      inarow arena show club.sqlite --json
    """
    with open_store(store_path) as store:
        report(count_store(store), as_json)


@click.command()
@store_argument
@click.argument("picture", required=False, type=click.Choice(PICTURES))
@click.option("--out", type=FILE, help="The file to write.")
@click.option(
    "--format", "kind", type=_KINDS, default="svg", show_default=True, help="Unless --out says so."
)
def plot(store_path: Path, picture: str | None, out: Path | None, kind: str) -> None:
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
            name: out or store_path.with_name(f"{store_path.stem}_{name}.{kind}")
            for name in (PICTURES if picture is None else (picture,))
        }
        for target in targets.values():
            check_output(target, "picture of an event", check_picture)
        for name, target in targets.items():
            draw(name, counted_results(store), target)
            click.echo(str(target))
