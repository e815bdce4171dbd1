"""`inarow library explore` and `stats`: what was played in a position, and how my games went."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypedDict

import click

from inarow.agents.ready import make_ready
from inarow.games.record import Record
from inarow.games.sides import player_name
from inarow.interfaces.cli.arguments import NamedPosition, place_options
from inarow.interfaces.cli.library.common import (
    db_option,
    game_title,
    open_library,
    wanted_options,
)
from inarow.interfaces.cli.options import FILE, json_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import Console
from inarow.library.explore import SHOWN, Tried, explored, record_visits, symmetries_of
from inarow.library.find import SOURCES, Wanted
from inarow.library.sources import read_source
from inarow.library.statistics import Statistics, Tally
from inarow.options import counted
from inarow.registry import load_agent
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.study.analysis import analyse

VALUE_SECONDS = 1.0
"""How long values are looked for."""
_BAR = 20
"""Letters of a bar of 100 %."""


class TriedData(TypedDict):
    """A move that was played; results are those of who played it, `players` counts their games."""

    move: str
    games: int
    won: int
    drawn: int
    lost: int
    players: dict[str, int]
    ids: list[str]


class ExploredData(TypedDict):
    """What was played in a position; `proven` has the value of a move in words."""

    game: str
    moves: str
    total: int
    played: list[TriedData]
    proven: dict[str, str]


class TallyData(TypedDict):
    """Results of some games; `score` and `accuracy` are shares from 0 to 1."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    accuracy: float | None


class StatisticsData(TypedDict):
    """How my games went, and groups of them; `periods` are days or months."""

    total: TallyData
    games: list[TallyData]
    opponents: list[TallyData]
    seats: list[TallyData]
    periods: list[TallyData]


@click.command()
@place_options()
@click.option(
    "--over",
    "files",
    type=FILE,
    multiple=True,
    help="An event or a file, not my games; repeatable.",
)
@click.option("--opponent", default="", help="A part of a player's name, or of the event's.")
@click.option("--source", type=click.Choice(SOURCES), help="Where my games come from.")
@click.option("--no-values", is_flag=True, help="Do not look for proven values.")
@db_option
@json_option
def explore(
    place: NamedPosition,
    files: tuple[Path, ...],
    opponent: str,
    source: str | None,
    no_values: bool,
    database: Path | None,
    as_json: bool,
) -> None:
    """What was played in a position, by whom, with which results, and what is proven of it.

    Other orders of moves and symmetric copies count. Results are those of who moved.

    \b
    Examples:
      inarow library explore
      inarow library explore 4453
      inarow library explore gomoku h8 --over club.sqlite
    """
    record = place.record()
    if files:
        records = chain.from_iterable((game for _, game in read_source(file)) for file in files)
        moves, total = explored(record, record_visits(record, records))
    else:
        wanted = Wanted(text=opponent, source=source or "")
        with open_library(database) as library:
            moves, total = library.explore(record, wanted)
    values = {} if no_values or record.state.outcome else _proven(record, as_json)
    if as_json:
        click.echo(json.dumps(_explored_data(record, moves, total, values)))
    else:
        _show_explored(record, moves, total, values)


def _proven(record: Record, silent: bool) -> Mapping[int, str]:
    """What is proven of the moves of a position, as far as it is found in a moment."""
    judge, state = load_agent("judge"), record.state
    if not judge.supports(state.game) or state.chance():
        return {}
    with Console().busy(None if silent else "Looking for proven values ..."), compiling_notices():
        make_ready(judge, state.game, state)
        found = analyse(state, judge, Limit(seconds=VALUE_SECONDS))
    return {
        move.action: move.value.words
        for move in found.moves
        if move.value is not None and move.value.kind is Kind.PROVEN
    }


def _show_explored(
    record: Record, moves: Sequence[Tried], total: int, values: Mapping[int, str]
) -> None:
    console, state = Console(), record.state
    console.draw(state)
    who = player_name(state, state.player)
    console.say(f"\n{counted(total, 'game')} came here; {who} is to move.")
    rows = [_explored_row(record, move, values) for move in moves]
    same, played = symmetries_of(record), {move.action for move in moves}
    rows += [
        (record.game.format(action), "0", "", "", words, "")
        for action, words in values.items()
        if action not in played and action == min(turned[action] for turned in same)
    ]
    _table(("move", "games", "won-drawn-lost", "points", "proven", "by"), rows)


def _explored_row(record: Record, move: Tried, values: Mapping[int, str]) -> tuple[str, ...]:
    return (
        record.game.format(move.action),
        str(move.games),
        f"{move.won}-{move.drawn}-{move.lost}",
        _percent(move.score),
        values.get(move.action, ""),
        ", ".join(name for name, _ in move.players.most_common(SHOWN)),
    )


def _explored_data(
    record: Record, moves: Sequence[Tried], total: int, values: Mapping[int, str]
) -> ExploredData:
    return {
        "game": str(record.game),
        "moves": record.moves,
        "total": total,
        "played": [
            {
                "move": record.game.format(move.action),
                "games": move.games,
                "won": move.won,
                "drawn": move.drawn,
                "lost": move.lost,
                "players": dict(move.players),
                "ids": move.ids,
            }
            for move in moves
        ],
        "proven": {record.game.format(action): words for action, words in values.items()},
    }


@click.command()
@wanted_options
@db_option
@json_option
def stats(wanted: Wanted, database: Path | None, as_json: bool) -> None:
    """How my games went: by game, opponent and seat, and over time.

    Games that are over count, in which I am the only person, or called --me. Accuracy is 100 % less
    what a move gave away on average, in games that were reviewed.

    \b
    Examples:
      inarow library stats
      inarow library stats --game connect_four --since 2026-11-01
    """
    with open_library(database) as library:
        found = library.statistics(wanted)
    if as_json:
        click.echo(json.dumps(_statistics_data(found)))
        return
    if not found.total.games:
        click.echo("There are no finished games of yours here.")
        return
    groups = (
        ("game", [_named(tally, game_title(tally.name)) for tally in found.games]),
        ("opponent", [_named(tally, tally.name) for tally in found.opponents]),
        ("seat", [_named(tally, tally.name) for tally in found.seats]),
        ("when", [(*_named(tally, tally.name), _bar(tally)) for tally in found.periods]),
        ("", [_named(found.total, "all")]),
    )
    for name, rows in groups:
        _table((name, "games", "won", "drawn", "lost", "points", "accuracy"), rows)
        click.echo()


def _named(tally: Tally, name: str) -> tuple[str, ...]:
    counts = (tally.games, tally.won, tally.drawn, tally.lost)
    return (name, *map(str, counts), _percent(tally.score), _percent(tally.accuracy))


def _bar(tally: Tally) -> str:
    return "#" * round(_BAR * tally.score)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns that fit; numbers on the right."""
    columns = zip(heads, *(row[: len(heads)] for row in rows), strict=True)
    widths = [max(map(len, column)) for column in columns]
    for row in (heads, *rows):
        cells = [
            text.ljust(width) if not at or at == len(heads) - 1 else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        click.echo("  ".join([*cells, *row[len(heads) :]]).rstrip())


def _statistics_data(found: Statistics) -> StatisticsData:
    return {
        "total": _tally_data(found.total),
        "games": list(map(_tally_data, found.games)),
        "opponents": list(map(_tally_data, found.opponents)),
        "seats": list(map(_tally_data, found.seats)),
        "periods": list(map(_tally_data, found.periods)),
    }


def _tally_data(tally: Tally) -> TallyData:
    return {
        "name": tally.name,
        "games": tally.games,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "score": round(tally.score, 4),
        "accuracy": None if tally.accuracy is None else round(tally.accuracy, 4),
    }
