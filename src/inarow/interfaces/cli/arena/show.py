"""`inarow arena show`: the tables of an event, also while it runs."""

from __future__ import annotations

from pathlib import Path

import click

from inarow.arena.store import open_store
from inarow.arena.tournament import count_store
from inarow.interfaces.cli.arena.report import report


@click.command()
@click.argument("store_path", metavar="STORE", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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
