"""`inarow sweep`: one option of a player, a list of values, a score with error bars for each."""

import json
from pathlib import Path

import click

from inarow.arena.exam import SCORE_SEED
from inarow.arena.sweep import PAIRS, POSITIONS, Plan, Sweep, read_findings
from inarow.errors import BadOption
from inarow.interfaces.cli.arguments import check_folder, check_output, one_game, refuse_given
from inarow.interfaces.cli.options import (
    FILE,
    Whole,
    complete_games,
    complete_players,
    json_option,
    limit_option,
    seed_option,
)
from inarow.interfaces.render.plot import check_kind, check_picture, save_plot
from inarow.interfaces.render.sweep_plot import sweep_lines, sweep_plot
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import command_line
from inarow.interfaces.terminal.progress import Progress
from inarow.search.limit import Limit


@click.command()
@click.argument("player", required=False, shell_complete=complete_players)
@click.argument("words", nargs=-1, metavar="[GAME]", shell_complete=complete_games)
@click.option("--game", help="The game.  [default: connect_four]", shell_complete=complete_games)
@click.option("--positions", type=Whole(1), default=POSITIONS, help="Proven positions to ask.")
@click.option("--against", help="Play games against this player instead.")
@click.option("--games", type=Whole(2), default=2 * PAIRS, help="With --against: for each value.")
@limit_option("Work per move: 200sims, 1000nodes.  [default: what the player takes]")
@seed_option(f"Of all random numbers.  [default: {SCORE_SEED}]")
@click.option("--out", type=FILE, help="Draw the plot: .svg, or .png and .pdf with matplotlib.")
@click.option("--file", type=FILE, help="Keep it here; the same command goes on.")
@json_option
@click.pass_context
def sweep(
    ctx: click.Context,
    player: str | None,
    words: tuple[str, ...],
    game: str | None,
    positions: int,
    against: str | None,
    games: int,
    limit: Limit,
    seed: int | None,
    out: Path | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """How good is a player with each value of one option? A score with error bars.

    PLAYER has a list of values in curly brackets. Each value is asked the same positions, whose
    every move is proven: the score is the share of moves that keep the result. With --against it
    plays pairs of games, an opening with both sides, and the score is its share of the points.
    Ctrl-C tells what is known so far; with --file alone the sweep of that file goes on.

    \b
    Examples:
      inarow sweep "mcts(simulations=200,exploration={0.5,1,1.4,2})" --out plot.svg
      inarow sweep "alphabeta(depth={1,2,3,4},seconds=none)" connect_four --positions 300
      inarow sweep "mcts(simulations={50,200,800})" tic_tac_toe --against random --games 20
      inarow sweep "learned(search={mcts,alphabeta})" --file learned.json --json
    """
    if against is None:
        refuse_given(ctx, ("games",), "does nothing without --against")
    else:
        refuse_given(ctx, ("positions",), "does nothing beside --against")
    if out is not None:
        check_kind(out)
        check_output(out, "picture of ours", check_picture)
    if file is not None:
        check_folder(file)
    name, seed = one_game(words, game) or "connect_four", SCORE_SEED if seed is None else seed
    if player is None:
        plan = _kept_plan(ctx, file)
    else:
        plan = Plan(player, name, positions, against or "", games, limit.text, seed)
    found = Sweep(plan, file)
    try:
        with compiling_notices(), Progress("parts done", found.all_parts) as progress:
            found.run(lambda sweep: progress(sweep.done_parts, sweep.all_parts))
    except KeyboardInterrupt as stop:
        kept = f". Go on with: {go_on_command(file)}" if file else ""
        parts = f"{found.done_parts:,} of {found.all_parts:,} parts"
        stop.add_note(f"inarow: stopped after {parts}{kept}")
        raise
    finally:  # also after Ctrl-C: what is known so far is told
        if found.done_parts:
            click.echo(json.dumps(found.as_dict()) if as_json else "\n".join(sweep_lines(found)))
            if out is not None:
                save_plot(sweep_plot(found), out)
                if not as_json:
                    click.echo(f"{out}: the plot")


def go_on_command(file: Path) -> str:
    """What a person types to go on with a sweep."""
    return command_line("sweep", "--file", str(file))


def _kept_plan(ctx: click.Context, file: Path | None) -> Plan:
    """What the file of a sweep asks, if no player is named."""
    if file is None:
        raise BadOption(
            "name a player, such as mcts(exploration={0.5,1,2}), or the --file of a sweep"
        )
    asked = ("words", "game", "positions", "against", "games", "limit", "seed")
    refuse_given(ctx, asked, f"is said by {file} already")
    return read_findings(file).plan
