"""`inarow arena export`: the games of an event for other programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import IO, Any

import click

from inarow.arena.game_record import game_record
from inarow.arena.job import PlayedGame
from inarow.arena.schedule import Pairing
from inarow.arena.store import Store, open_store
from inarow.arena.tournament import count_store, counted_game
from inarow.errors import BadFile
from inarow.games.record_text import format_record
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import Whole
from inarow.options import counted

_FORMATS = ("text", "csv", "json")


@click.command()
@click.argument("store_path", metavar="STORE", type=click.Path(path_type=Path))
@click.option(
    "--format", "kind", type=click.Choice(_FORMATS), help="Default: by the name of --out."
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; default: stdout.")
@click.option("--game", "number", type=Whole(min=0), help="Only the game of this number.")
def export(store_path: Path, kind: str | None, out: Path | None, number: int | None) -> None:
    """Write the games of the event in STORE, one after the other.

    text: one record after the other, each as `inarow play --load` reads it (take one with --game);
    csv: one line a game; json: the event and all games with times, nodes and values of every move.
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
    writers: dict[str, Callable[[Store, Iterable[PlayedGame], IO[str]], None]] = {
        "text": _write_text,
        "csv": _write_csv,
        "json": _write_json,
    }
    write = writers[form]
    with open_store(store_path) as store:
        games, total = _chosen(store, number)
        if out is None:
            write(store, games, sys.stdout)
            return
        check_output(out, "export", lambda path: _check_export(path, form))
        with out.open("w", encoding="utf-8", newline="") as file:
            write(store, games, file)
        click.echo(f"{out}: {counted(total, 'game')}")


def _chosen(store: Store, number: int | None) -> tuple[Iterable[PlayedGame], int]:
    """The game of a number, or all that count; and how many they are."""
    if number is not None:
        return [counted_game(store, number)], 1
    ledger = count_store(store)
    games = (game for game in store.games() if ledger.has_counted(game.pairing))
    return games, ledger.tally.total


_COLUMNS = ",".join(column.name for column in fields(Pairing))
_HEADS = {"text": '[Game "', "csv": _COLUMNS, "json": '{"event": '}
"""How a file that we wrote begins."""


def _check_export(path: Path, form: str) -> None:
    head = _HEADS[form].encode()
    with path.open("rb") as file:
        if file.read(len(head)) != head:
            raise BadFile(f"{path} is no export")


def _write_text(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    for number, game in enumerate(games):
        file.write("\n" if number else "")
        file.write(format_record(game_record(store.event, game)))


def _write_csv(_: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    writer: Any = None
    for row in map(_row, games):
        if writer is None:
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)


def _row(game: PlayedGame) -> dict[str, object]:
    """One game as numbers and words."""
    row: dict[str, object] = {
        **asdict(game.pairing),
        "moves": game.moves,
        "plies": game.plies,
        "score": game.result.score,
        "reason": str(game.reason),
        "comment": game.comment,
    }
    for name, seat in (("first", 0), ("second", 1)):
        moves, seconds, nodes = game.thinking(seat)
        row |= {f"{name}_moves": moves, f"{name}_seconds": seconds, f"{name}_nodes": nodes}
    return row


def _write_json(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    """One object; games are written one by one, however many there are."""
    head = {
        "event": json.loads(store.event.to_json()),
        "players": [
            {"name": name, "spec": spec, "version": version}
            for name, spec, version in store.players()
        ],
        "openings": store.openings,
    }
    file.write(json.dumps(head)[:-1] + ', "games": [')
    for piece in _pieces(games):
        file.write(piece)
    file.write("\n]}\n")


def _pieces(games: Iterable[PlayedGame]) -> Iterator[str]:
    for number, game in enumerate(games):
        moves = [game.seats, game.seconds, game.nodes, game.values]
        thinking = dict(zip(("seats", "seconds", "nodes", "values"), moves, strict=True))
        yield (",\n" if number else "\n") + json.dumps({**_row(game), **thinking})
