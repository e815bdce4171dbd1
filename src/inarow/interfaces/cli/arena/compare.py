"""`inarow arena compare`: which of two players is stronger, in one sentence."""

import json
from pathlib import Path
from typing import Any, Self

import click

from inarow.arena.compare import (
    COMPARE_ELO,
    COMPARE_GAMES,
    Comparison,
    Finding,
    comparison,
    comparison_of,
)
from inarow.arena.store import create_store
from inarow.arena.tournament import EventRun, count_store, run_event
from inarow.interfaces.cli.arena.run import check_new_store, fit_event, make_crew, workers_option
from inarow.interfaces.cli.options import FILE, Whole, complete_games, complete_players, json_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.interrupt import exit_code
from inarow.interfaces.terminal.progress import clear_line, rewrite, rewrites_lines

CODES = {Finding.FIRST: 0, Finding.SECOND: 4, Finding.SAME: 5, Finding.OPEN: 6, Finding.FAILED: 3}
"""What the process ends with, so that a script can go by it."""
_LINES = 10
"""Lines that a comparison prints in a pipe at most."""


@click.command()
@click.argument("first", shell_complete=complete_players)
@click.argument("second", shell_complete=complete_players)
@click.option("--game", default="connect_four", show_default=True, shell_complete=complete_games)
@click.option(
    "--elo",
    type=click.FloatRange(5, 500),
    default=COMPARE_ELO,
    show_default=True,
    help="Smaller differences are none.",
)
@click.option("--games", type=Whole(2), default=COMPARE_GAMES, show_default=True, help="At most.")
@click.option("--limit", help="Thinking per move: 1000sims, 5000nodes, 100ms.")
@click.option("--openings", help="Where games start.  [default: random starts that differ]")
@click.option("--seed", type=int, help="Seed of everything random; default 0.")
@click.option("--out", type=FILE, help="Keep the games in this file, for show, report and replay.")
@workers_option
@json_option
def compare(
    first: str,
    second: str,
    game: str,
    elo: float,
    games: int,
    out: Path | None,
    workers: int | None,
    as_json: bool,
    **others: Any,
) -> None:
    """Say whether FIRST or SECOND is the stronger player, after as few games as that takes.

    Both play every start from both sides. A player is named as in `inarow arena run`. If the two
    differ by less than --elo, it says so in the end. Ctrl-C tells what is known so far.

    \b
    Exit code: 0 FIRST is stronger, 4 SECOND is, 5 no difference larger than --elo was found,
    6 not decided within --games, 3 a player failed too often, 130 interrupted, 2 wrong input,
    1 the machine said no.

    \b
    Examples:
      inarow arena compare "level(3)" "level(4)"
      inarow arena compare new.py old.py --game gomoku --elo 30
      inarow arena compare "mcts(simulations=200)" "alphabeta(depth=4)" --json
    """
    given = {key: value for key, value in others.items() if value is not None}
    players = _told_apart(first, second)
    event = comparison_of(players, game, elo=elo, games=games, folder=str(Path.cwd()), **given)
    if out is not None:
        check_new_store(out)
    event = fit_event(event)
    with compiling_notices():
        openings = event.make_openings()
    with create_store(out, event, openings) as store:
        try:
            with compiling_notices(), _Live() as live:
                ledger = run_event(store, make_crew(workers), live)
        except KeyboardInterrupt as stop:
            _tell(comparison(count_store(store)), str(event.rules), as_json)
            raise click.exceptions.Exit(exit_code(stop)) from None
    found = comparison(ledger)
    _tell(found, str(event.rules), as_json)
    raise click.exceptions.Exit(CODES[found.finding])


def _told_apart(first: str, second: str) -> list[str]:
    """Both players; two of the same name can be told apart by where they sit."""
    return [first, second] if first != second else [f"first={first}", f"second={second}"]


def _tell(found: Comparison, game: str, as_json: bool) -> None:
    click.echo(json.dumps(found.as_dict(game)) if as_json else f"{found.sentence}.")


class _Live:
    """What is known while games are played: a line that is rewritten, or a few lines in a pipe."""

    def __init__(self) -> None:
        self._tenths = 0

    def __enter__(self) -> Self:
        return self

    def __call__(self, run: EventRun) -> None:
        ledger = run.ledger
        words = comparison(ledger).sentence
        if rewrites_lines():
            rewrite(f"{words} (Ctrl-C stops)")
        elif (tenths := _LINES * ledger.tally.total // max(1, ledger.total)) > self._tenths:
            self._tenths = tenths
            click.echo(words, err=True)

    def __exit__(self, *_: object) -> None:
        clear_line()
