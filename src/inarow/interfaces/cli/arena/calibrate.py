"""`inarow arena calibrate`: measure the levels and write the ratings file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from inarow.agents.levels import LADDERS
from inarow.arena.calibrate import (
    CALIBRATION_ROUNDS,
    calibration_store,
    ladder_event,
    measured,
    read_ratings,
    write_ratings,
)
from inarow.arena.crews import Pool, Serial
from inarow.arena.event import ARENA_MOST_ROUNDS
from inarow.arena.tournament import run_event
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import Whole
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.event_progress import EventProgress
from inarow.options import MAX_THREADS
from inarow.registry import load_game


@click.command()
@click.option("--game", "games", multiple=True, help="Which games; default: all that have levels.")
@click.option(
    "--rounds",
    type=Whole(1, ARENA_MOST_ROUNDS),
    default=CALIBRATION_ROUNDS,
    show_default=True,
    help="Pairs of games of each meeting.",
)
@click.option("--seed", type=Whole(min=0), default=0, help="Of everything random.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("calibration"),
    show_default=True,
    help="Where the games are kept.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("ratings.json"),
    show_default=True,
    help="The ratings file.",
)
@click.option(
    "--workers",
    type=Whole(0, MAX_THREADS),
    help="Processes; default: one per core; 0: play in this process.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def calibrate(
    games: tuple[str, ...],
    rounds: int,
    seed: int,
    folder: Path,
    out: Path,
    workers: int | None,
    as_json: bool,
) -> None:
    """Measure how strong the levels are, and write the ratings file.

    Every level plays the two above it, in pairs of games from the same opening with sides swapped.
    After Ctrl-C the same command goes on where it was.

    \b
    Examples:
      inarow arena calibrate --game tic_tac_toe --rounds 20
      inarow arena calibrate --rounds 100 --out src/inarow/data/ratings.json
    """
    events = [ladder_event(game, rounds, seed) for game in games or LADDERS]
    check_output(out, "ratings file", read_ratings)
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, Any] = {}
    for event in events:
        name = load_game(event.game)
        path = folder / f"{name}.sqlite"
        with compiling_notices(), calibration_store(path, event) as store:
            crew = Serial() if workers == 0 else Pool(workers)
            with EventProgress() as progress:
                ledger = run_event(store, crew, progress)
        results[event.game] = measured(event, ledger.tally)
        write_ratings(out, event.game, results[event.game])
        if not as_json:
            click.echo(f"{level_table(event.game, results[event.game])}\n")
    if as_json:
        click.echo(json.dumps(results, indent=2))
    else:
        click.echo(f"Written to {out}.")


def level_table(game: str, found: dict[str, Any]) -> str:
    """The measured levels of a game as a table."""
    lines = [
        f"{game}: {found['games']:,} games, openings {found['openings']}",
        "level    Elo   +-   step   +-  games  player",
    ]
    lines += [
        f"{row['level']:>5} {row['elo']:>6} {row['error']:>4} {row['step']:>6} "
        f"{row['step_error']:>4} {row['games']:>6}  {row['player']}"
        for row in found["levels"]
    ]
    return "\n".join(lines)
