"""`inarow arena show`, `plot` and `export`: an event as tables, as pictures, and for programs."""

import csv
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import IO, Annotated, Any, TypedDict

import click

from inarow.arena.event import Event
from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.schedule import Pairing
from inarow.arena.store import Store, open_store
from inarow.arena.tournament import count_store, counted_game, counted_games, counted_results
from inarow.errors import BadFile, NotSupported
from inarow.games.base import Reason
from inarow.games.notation import is_versioned, renamed
from inarow.games.record_sgf import format_sgf
from inarow.games.record_text import format_record
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, Whole, json_option
from inarow.interfaces.render.event_plots import PICTURES, event_plot
from inarow.interfaces.render.event_table import WIDTH, event_data, event_text
from inarow.interfaces.render.plot import SUFFIXES, check_picture, save_plot
from inarow.interfaces.terminal.progress import columns
from inarow.options import counted

store_argument = click.argument("store_path", metavar="STORE", type=FILE)
_EXPORTS = click.Choice(["text", "csv", "json", "sgf", "pos"])
_KINDS = click.Choice([suffix.lstrip(".") for suffix in SUFFIXES])


class GameRow(TypedDict):
    """A game of an event as numbers and words; `score` is that of the first player."""

    number: int
    pair: int
    round: int
    first: str
    second: str
    opening: str
    seed: int
    dice: int
    moves: str
    plies: int
    score: float
    reason: Reason
    comment: str
    first_moves: int
    first_seconds: float
    first_nodes: int
    second_moves: int
    second_seconds: float
    second_nodes: int


class ExportedGame(GameRow):
    """The same with one item per move, the opening left out; a seat is null where dice moved."""

    seats: tuple[int | None, ...]
    seconds: tuple[float, ...]
    nodes: tuple[int, ...]
    values: tuple[str, ...]


class ExportedPlayer(TypedDict):
    """A player as it was when the event began."""

    name: str
    spec: str
    version: str


class ExportData(TypedDict):
    """An event with every game of it."""

    event: Annotated[dict[str, Any], Event]
    players: list[ExportedPlayer]
    openings: list[str]
    games: list[ExportedGame]


def report(ledger: Ledger, as_json: bool) -> None:
    """Print what is known of an event."""
    width = columns() if sys.stdout.isatty() else WIDTH
    click.echo(json.dumps(event_data(ledger)) if as_json else event_text(ledger, width))


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

    ratings: Elo with error bars; progress: Elo over games; scores: the score matrix; lengths: of
    games; times: per move. Without --out each picture gets its name behind that of the store:
    club_ratings.svg. PNG and PDF files need matplotlib, SVG needs nothing.

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
            save_plot(event_plot(name, counted_results(store)), target)
            click.echo(str(target))


@click.command()
@store_argument
@click.option("--format", "kind", type=_EXPORTS, help="Default: by the name of --out.")
@click.option("--out", type=FILE, help="The file to write; default: stdout.")
@click.option("--game", "number", type=Whole(min=0), help="Only the game of this number.")
def export(store_path: Path, kind: str | None, out: Path | None, number: int | None) -> None:
    """Write the games of the event in STORE, one after the other.

    text: one record after the other, each as `inarow play --load` reads it (take one with --game);
    csv: one line a game; json: the event and all games with times, nodes and values of every move;
    sgf: for other programs, games on free cells only; pos: their openings, for c-gomoku-cli.
    Games are numbered from 0 in the order of the schedule; `inarow arena replay STORE` lists them.

    \b
    Examples:
      inarow arena export club.sqlite > club.txt
      inarow arena export club.sqlite --game 17 --out game.txt
      inarow arena export club.sqlite --out club.csv
      inarow arena export club.sqlite --format json | jq .games[0].moves
    """
    suffix = out.suffix.lower().lstrip(".") if out else ""
    form = kind or (suffix if suffix in _FORMATS else "text")
    head, write = _FORMATS[form]
    with open_store(store_path) as store:
        if number is not None:
            games, total = iter([counted_game(store, number)]), 1
        else:
            games, total = counted_games(store), count_store(store).tally.total
        if out is None:
            write(store, games, sys.stdout)
            return
        check_output(out, "export", lambda path: _check_export(path, head.encode()))
        with out.open("w", encoding="utf-8", newline="") as file:
            write(store, games, file)
        click.echo(f"{out}: {counted(total, 'game')}")


def _check_export(path: Path, head: bytes) -> None:
    with path.open("rb") as file:
        if file.read(len(head)) != head:
            raise BadFile(f"{path} is no export")


def _write_text(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    for number, game in enumerate(games):
        file.write("\n" if number else "")
        file.write(format_record(game.record(store.event)))


def _write_csv(_: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    for number, row in enumerate(map(_row, games)):
        if not number:
            writer.writerow(row)
        writer.writerow(row.values())


def _row(game: PlayedGame) -> GameRow:
    """One game as numbers and words."""
    pairing, first, second = game.pairing, game.thinking(0), game.thinking(1)
    return {
        "number": pairing.number,
        "pair": pairing.pair,
        "round": pairing.round,
        "first": pairing.first,
        "second": pairing.second,
        "opening": pairing.opening,
        "seed": pairing.seed,
        "dice": pairing.dice,
        "moves": game.moves,
        "plies": game.plies,
        "score": game.result.score,
        "reason": game.reason,
        "comment": game.comment,
        "first_moves": first[0],
        "first_seconds": first[1],
        "first_nodes": first[2],
        "second_moves": second[0],
        "second_seconds": second[1],
        "second_nodes": second[2],
    }


def _write_json(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    """One object; games are written one by one, however many there are."""
    head: ExportData = {
        "event": asdict(store.event),
        "players": [
            {"name": name, "spec": spec, "version": version}
            for name, spec, version in store.players()
        ],
        "openings": store.openings,
        "games": [],
    }
    file.write(json.dumps(head).removesuffix("]}"))
    for number, game in enumerate(games):
        row: ExportedGame = {
            **_row(game),
            "seats": game.seats,
            "seconds": game.seconds,
            "nodes": game.nodes,
            "values": game.values,
        }
        file.write((",\n" if number else "\n") + json.dumps(row))
    file.write("\n]}\n")


def _write_sgf(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    """One collection; every program for SGF reads several games in one file."""
    for game in games:
        file.write(format_sgf(game.record(store.event)))


def _write_pos(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    """The openings of the games, once each, as c-gomoku-cli reads them: rows from the top."""
    if not is_versioned(store.event.rules):
        raise NotSupported(f"pos holds openings of games on free cells, not of {store.event.game}")
    for moves in filter(None, dict.fromkeys(game.pairing.opening for game in games)):
        file.write(renamed(store.event.rules, moves) + "\n")


_FORMATS = {
    "text": ('[Game "', _write_text),
    "sgf": ("(;FF[4]", _write_sgf),
    "pos": ("no file that is there is replaced", _write_pos),
    "csv": (",".join(column.name for column in fields(Pairing)), _write_csv),
    "json": ('{"event": ', _write_json),
}
"""How a file that we wrote begins, and how it is written."""
