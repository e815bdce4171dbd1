"""`inarow book`: make and check opening books of Connect Four."""

import json
from pathlib import Path
from typing import TypedDict

import click
from rich.filesize import decimal

from inarow.errors import BadFile, NotSupported
from inarow.games.connect_four import ConnectFour
from inarow.interfaces.cli import Group
from inarow.interfaces.cli.arguments import check_folder
from inarow.interfaces.cli.options import FILE, NO_FOLDER, Whole, json_option, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.options import counted
from inarow.registry import load_game
from inarow.search.solver.book import Book, load_book, shipped_book


class BookData(TypedDict):
    """What a book holds: a board, the plies, and how many positions are won, drawn and lost."""

    rows: int
    cols: int
    plies: int
    positions: int
    wins: int
    draws: int
    losses: int


@click.group(cls=Group)
def book() -> None:
    """Opening books: exact scores of every position of the first plies.

    \b
    Examples:
      inarow book info
      inarow book build --plies 6 --game "connect_four(rows=5,cols=6)" --out book_5x6.npz
      inarow book verify --sample 1000
    """


@book.command()
@click.option("--game", default="connect_four", help="The board: up to 64 bits.")
@click.option("--plies", type=Whole(0, 16), required=True, help="How many plies deep.")
@click.option("--out", type=FILE, required=True, help="The file to write.")
@click.option("--workers", type=Whole(1, 256), help="Processes; default: one per core.")
def build(game: str, plies: int, out: Path, workers: int | None) -> None:
    """Solve every position of the first plies. Ctrl-C keeps what is done; run it again to go on.

    Small boards take seconds, the usual one hours: 6 x 7 with 8 plies has 129,498 positions.
    A file that is there already must be a book, or it is left alone.

    \b
    Examples:
      inarow book build --game "connect_four(rows=4,cols=5)" --plies 4 --out book_4x5.npz
      inarow book build --game "connect_four(rows=5,cols=6)" --plies 6 --out book_5x6.npz
    """
    from inarow.search.solver.book_build import build_book, work_file

    rules = _board(game)
    check_folder(out)
    if out.exists():
        old = load_book(out)  # anything but a book is not overwritten
        if (old.rows, old.cols, old.plies) == (*rules.shape, plies):
            click.echo(f"{out} is that book already: {counted(len(old), 'position')}")
            return
    progress = Progress("solving")
    try:
        with compiling_notices(), progress:
            made = build_book(rules, plies, out, workers, progress)
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped; what is done is kept in {work_file(out)}")
        raise
    held = f"{counted(len(made), 'position')} of the first {counted(plies, 'ply', 'plies')}"
    click.echo(f"{out}: {held}, {decimal(out.stat().st_size)}")


@book.command()
@click.argument("file", required=False, type=NO_FOLDER)
@click.option("--sample", type=Whole(1), default=1000, help="How many positions to solve again.")
@seed_option("Which positions are drawn.")
def verify(file: Path | None, sample: int, seed: int | None) -> None:
    """Solve positions of a book (the shipped one, or FILE) again, without it.

    \b
    Examples:
      inarow book verify --sample 10
      inarow book verify book_5x6.npz
    """
    from inarow.search.solver.book_build import check_book

    found = _find(file)
    progress = Progress("solving again")
    try:
        with compiling_notices(), progress:
            wrong = check_book(found, sample, seed or 0, progress)
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped; solved again before: {counted(progress.done, 'position')}")
        raise
    for line in wrong:
        click.echo(line)
    if wrong:
        raise BadFile(f"{len(wrong)} of {min(sample, len(found))} are wrong")
    held = counted(len(found), "position")
    click.echo(f"{min(sample, len(found)):,} of {held} solved again: all right")


@book.command()
@click.argument("file", required=False, type=NO_FOLDER)
@json_option
def info(file: Path | None, as_json: bool) -> None:
    """What a book (the shipped one, or FILE) holds.

    \b
    Examples:
      inarow book info
      inarow book info --json
    """
    import numpy as np

    found = _find(file)
    count, scores = len(found), found.scores
    data: BookData = {
        "rows": found.rows,
        "cols": found.cols,
        "plies": found.plies,
        "positions": count,
        "wins": int(np.count_nonzero(scores > 0)),
        "draws": int(np.count_nonzero(scores == 0)),
        "losses": int(np.count_nonzero(scores < 0)),
    }
    if as_json:
        click.echo(json.dumps(data))
        return
    click.echo(
        f"Connect Four {found.rows} x {found.cols}: {counted(count, 'position')}, all of the first "
        f"{counted(found.plies, 'ply', 'plies')}, mirror images once"
    )
    click.echo(
        f"the player to move wins {data['wins']:,}, draws {data['draws']:,} and loses "
        f"{data['losses']:,} of them"
    )


def _find(file: Path | None) -> Book:
    if file is not None:
        return load_book(file)
    found = shipped_book(*ConnectFour().shape)
    if found is None:
        raise BadFile("no book comes with this version: name a file")
    return found


def _board(game: str) -> ConnectFour:
    rules = load_game(game)
    if type(rules) is not ConnectFour or rules.k != 4:
        raise NotSupported(f"books are for Connect Four with four in a row, not for {rules}")
    if rules.cols * (rules.rows + 1) > 64:
        raise NotSupported(f"a book needs cols * (rows + 1) <= 64, which {rules} has not")
    return rules
