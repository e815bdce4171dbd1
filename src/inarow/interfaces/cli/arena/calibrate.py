"""`inarow arena calibrate`: measure the levels and write the ratings file."""

import json
from functools import partial
from pathlib import Path

import click

from inarow.agents.levels import LADDERS
from inarow.arena.calibrate import (
    CALIBRATION_ROUNDS,
    LadderData,
    calibration_store,
    ladder_event,
    measured,
    read_ratings,
    write_ratings,
)
from inarow.arena.event import ARENA_MOST_ROUNDS
from inarow.arena.tournament import run_event
from inarow.interfaces.cli.arena.run import make_crew, workers_option
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import NO_FOLDER, Whole, json_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.event_progress import EventDisplay
from inarow.registry import load_game

_ROUNDS = Whole(1, ARENA_MOST_ROUNDS)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_option = partial(click.option, show_default=True)


@click.command()
@click.option("--game", "games", multiple=True, help="Which games; default: all that have levels.")
@_option(
    "--rounds", type=_ROUNDS, default=CALIBRATION_ROUNDS, help="Pairs of games of each meeting."
)
@click.option("--seed", type=Whole(min=0), default=0, help="Seed of everything random.")
@click.option("--openings", help="Others than the usual ones, such as file(path=FILE).")
@_option("--folder", type=_FOLDER, default=Path("calibration"), help="Where the games are kept.")
@_option("--out", type=NO_FOLDER, default=Path("ratings.json"), help="The ratings file.")
@workers_option
@json_option
def calibrate(
    games: tuple[str, ...],
    rounds: int,
    seed: int,
    openings: str | None,
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
    events = [ladder_event(game, rounds, seed, openings) for game in games or LADDERS]
    check_output(out, "ratings file", read_ratings)
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, LadderData] = {}
    for event in events:
        name = load_game(event.game)
        path = folder / f"{name}.sqlite"
        with (
            compiling_notices(),
            calibration_store(path, event) as store,
            EventDisplay() as display,
        ):
            ledger = run_event(store, make_crew(workers), display)
        results[event.game] = measured(event, ledger.tally)
        write_ratings(out, event.game, results[event.game])
        if not as_json:
            click.echo(f"{level_table(event.game, results[event.game])}\n")
    if as_json:
        click.echo(json.dumps(results, indent=2))
    else:
        click.echo(f"Written to {out}.")


def level_table(game: str, found: LadderData) -> str:
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
