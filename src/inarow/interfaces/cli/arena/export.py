"""`inarow arena export`: the games of an event for other programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import IO

import click

from inarow.arena.job import PlayedGame
from inarow.arena.schedule import Pairing
from inarow.arena.store import Store, open_store
from inarow.arena.tournament import count_store, counted_game
from inarow.errors import BadFile
from inarow.games.record_text import format_record
from inarow.interfaces.cli.arena.show import store_argument
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, Whole
from inarow.options import counted

_KINDS = click.Choice(["text", "csv", "json"])


@click.command()
@store_argument
@click.option("--format", "kind", type=_KINDS, help="Default: by the name of --out.")
@click.option("--out", type=FILE, help="The file to write; default: stdout.")
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
    head, write = _FORMATS[form]
    with open_store(store_path) as store:
        if number is not None:
            games, total = iter([counted_game(store, number)]), 1
        else:
            ledger = count_store(store)
            games = (game for game in store.games() if ledger.has_counted(game.pairing))
            total = ledger.tally.total
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


def _row(game: PlayedGame) -> dict[str, object]:
    """One game as numbers and words."""
    row = asdict(game.pairing) | {"moves": game.moves, "plies": game.plies}
    row |= {"score": game.result.score, "reason": str(game.reason), "comment": game.comment}
    for name, seat in (("first", 0), ("second", 1)):
        moves, seconds, nodes = game.thinking(seat)
        row |= {f"{name}_moves": moves, f"{name}_seconds": seconds, f"{name}_nodes": nodes}
    return row


def _write_json(store: Store, games: Iterable[PlayedGame], file: IO[str]) -> None:
    """One object; games are written one by one, however many there are."""
    names = ("name", "spec", "version")
    players = [dict(zip(names, player, strict=True)) for player in store.players()]
    head = {"event": asdict(store.event), "players": players, "openings": store.openings}
    file.write(json.dumps(head)[:-1] + ', "games": [')
    for number, game in enumerate(games):
        row = _row(game) | {"seats": game.seats, "seconds": game.seconds}
        row |= {"nodes": game.nodes, "values": game.values}
        file.write((",\n" if number else "\n") + json.dumps(row))
    file.write("\n]}\n")


_FORMATS = {
    "text": ('[Game "', _write_text),
    "csv": (",".join(column.name for column in fields(Pairing)), _write_csv),
    "json": ('{"event": ', _write_json),
}
"""How a file that we wrote begins, and how it is written."""
