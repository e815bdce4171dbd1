"""`inarow library collect` and `read`: games with titles and notes as one file, and reading it."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

import click

from inarow.errors import BadOption
from inarow.games.record import Record, RecordNode
from inarow.games.record_file import load_records, write_whole
from inarow.games.sides import player_name
from inarow.interfaces.cli.library.common import db_option, game_title, open_library
from inarow.interfaces.cli.options import FILE
from inarow.interfaces.render import modern
from inarow.interfaces.terminal.console import Console, Leave, command_line, whole_number
from inarow.library.collection import (
    TITLE,
    Collection,
    chapter,
    chapter_title,
    collected,
    format_collection,
)
from inarow.options import counted

_HELP = "Enter: on, b: back, a number: to that chapter, e: leave."
_NARROW = 24
"""Letters of text beside a board; where there is less room it stands below."""


@click.command()
@click.argument("file", type=FILE)
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--title", default="", help="Of the collection.")
@click.option("--about", default="", help="What it is about.")
@click.option("--chapter", "heading", default="", help="The title of the chapter; of one game.")
@click.option("--text", default="", help="What the chapter begins with; of one game.")
@click.option(
    "--note", "notes", multiple=True, help="A note on a move, as 7=TEXT; repeatable; of one game."
)
@click.option("--begin", type=int, default=0, help="Leave out so many moves: begin there.")
@db_option
def collect(
    file: Path,
    names: tuple[str, ...],
    title: str,
    about: str,
    heading: str,
    text: str,
    notes: tuple[str, ...],
    begin: int,
    database: Path | None,
) -> None:
    """Add games to a collection: one file with titles and notes, to send to somebody.

    The file is made if it is missing; else the games become its next chapters. Comments that were
    made on the page come along.

    \b
    Examples:
      inarow library collect traps.txt Zr3k 9xwA --title "Three traps"
      inarow library collect traps.txt Zr3k --chapter "The open three" --note "7=Here it is lost."
      inarow library collect traps.txt Zr3k --begin 6 --text "Who wins?"
      inarow library read traps.txt
    """
    if len(names) > 1 and (heading or text or notes):
        raise BadOption("--chapter, --text and --note are about one game: add games one by one")
    before = _open(file).chapters if file.exists() else []
    if before and TITLE not in before[0].tags:
        raise BadOption(f"{file} exists and is no collection: name another file")
    with open_library(database) as library:
        games = [library.load(library.find(name).id).as_played() for name in names]
    fresh = [chapter(game, heading, text, _notes(notes), begin) for game in games]
    old = Collection(before) if before else None
    usual = old.title if old else file.stem
    found = collected([*before, *fresh], title or usual, about or (old.about if old else ""))
    write_whole(file, format_collection(found).encode())
    click.echo(f"{file}: {found.title}, {counted(len(found.chapters), 'chapter')}")
    click.echo(f"Read it with: {command_line('library', 'read', str(file))}")


def _notes(texts: tuple[str, ...]) -> dict[int, str]:
    found = {}
    for text in texts:
        number, _, words = text.partition("=")
        at = whole_number(number.strip())
        if at is None or not words:
            raise BadOption(f"a note is a number of a move and a text, 7=TEXT, not {text!r}")
        found[at] = words.strip()
    return found


@click.command()
@click.argument("file", type=FILE)
@click.option("--chapter", "first", type=int, default=1, help="Begin with this one.")
def read(file: Path, first: int) -> None:
    """Read a collection, or any file of games: the board with its text, move by move.

    In a pipe all of it is printed.

    \b
    Examples:
      inarow library read traps.txt
      inarow library read traps.txt --chapter 2
    """
    found = _open(file)
    if not 1 <= first <= len(found.chapters):
        raise BadOption(f"{file} has {counted(len(found.chapters), 'chapter')}, not {first}")
    console = Console()
    console.say(f"{found.title or file.name}: {counted(len(found.chapters), 'chapter')}")
    if found.about:
        console.say(found.about)
    if console.moves_cursor:
        console.say(_HELP)
    try:
        _lead(console, found, first - 1)
    except Leave:
        console.say("Goodbye.")


def _open(file: Path) -> Collection:
    return Collection(load_records(file))


def _lead(console: Console, found: Collection, at: int) -> None:
    """Through the chapters, as the person likes; in a pipe from the first to the last."""
    place = 0
    while at < len(found.chapters):
        record = found.chapters[at]
        line = [record.root, *record.root.line()]
        if not place:
            console.say(
                f"\n{at + 1}. {chapter_title(record, at + 1)} ({game_title(str(record.game))})"
            )
        _show(console, record, line[place])
        answer = console.ask("").lower() if console.moves_cursor else ""
        number = whole_number(answer)
        if number is not None and 1 <= number <= len(found.chapters):
            at, place = number - 1, 0
        elif answer in ("b", "back"):
            place = max(0, place - 1)
        elif answer:
            console.say(_HELP)
        elif place + 1 < len(line):
            place += 1
        else:
            at, place = at + 1, 0


def _show(console: Console, record: Record, node: RecordNode) -> None:
    """A position with its text beside it, or below where the screen is narrow."""
    drawn = modern.render(node.state, colour=console.colour, unicode=console.unicode).split("\n")
    plain = modern.render(node.state, colour=False, unicode=console.unicode).split("\n")
    wide = max(map(len, plain))
    said = [_played(record, node), *node.comment.splitlines()]
    room = get_terminal_size().columns - wide - 4
    if room < _NARROW:
        console.say("\n".join([*drawn, *said]))
        return
    beside = [line for text in said for line in (wrap(text, room) or [""])]
    rows = max(len(drawn), len(beside))
    for at in range(rows):
        left = drawn[at] + " " * (wide - len(plain[at])) if at < len(drawn) else " " * wide
        right = beside[at] if at < len(beside) else ""
        console.say(f"{left}   {right}".rstrip())


def _played(record: Record, node: RecordNode) -> str:
    """Which move led here, and what else was tried instead."""
    if node.parent is None or node.action is None:
        outcome = node.state.outcome
        return "" if outcome else f"{player_name(node.state, node.state.player)} to move."
    who = player_name(node.parent.state, node.parent.state.player)
    others = [
        f"{record.game.format(other.action)}{f' ({other.comment})' if other.comment else ''}"
        for other in node.parent.children
        if other is not node and other.action is not None
    ]
    also = f"  Or: {', '.join(others)}." if others else ""
    return f"{node.state.ply}. {who} plays {record.game.format(node.action)}.{also}"
