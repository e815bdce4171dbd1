"""`inarow arena report`: an event as one HTML file to hand out."""

from pathlib import Path

import click

from inarow.arena.result_keeping import JUDGED_MOVES
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store, counted_games
from inarow.errors import BadFile
from inarow.games.record_file import write_whole
from inarow.interfaces.cli.arena.show import store_argument
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE
from inarow.interfaces.render.report import MARK, event_report
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import Console


@click.command()
@store_argument
@click.option("--out", type=FILE, help="The file to write; default: the name of STORE with .html.")
@click.option(
    "--judge",
    "judged",
    type=click.IntRange(0, 100_000),
    default=JUDGED_MOVES,
    show_default=True,
    help="Moves of each player that are judged by proof.",
)
def report(store_path: Path, out: Path | None, judged: int) -> None:
    """Write the event in STORE as one HTML file to hand out.

    Leaderboard, cross table and pictures; for each player what went wrong and where, what it
    overlooked, how often it kept the result by proof, and its games, some of them as films. It
    needs no other file, and prints.

    \b
    Examples:
      inarow arena report club.sqlite
      inarow arena report club.sqlite --out report.html
    """
    path = out or store_path.with_suffix(".html")
    with open_store(store_path) as store:
        check_output(path, "report of an event", _check_report)
        with Console().busy("Judging moves ..." if judged else None), compiling_notices():
            text = event_report(count_store(store), list(counted_games(store)), judged)
    write_whole(path, text.encode())
    click.echo(str(path))


def _check_report(path: Path) -> None:
    if MARK not in path.read_text("utf-8", errors="replace"):
        raise BadFile(f"{path} is no report")
