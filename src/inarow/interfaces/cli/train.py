"""`inarow train`: a player of one's own, learned from games with itself."""

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

import click
from rich.filesize import decimal

from inarow.arena.schooling import Schooling, work_file
from inarow.errors import BadOption, MissingPackage
from inarow.games.record_file import write_whole
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, Number, Whole, complete_games
from inarow.interfaces.render.curve import check_curve, curve_line, draw_curve
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import clear_line, rewrite
from inarow.options import options_of
from inarow.processes.locks import alone_with
from inarow.registry import load_game
from inarow.search.learned.plan import ENDLESS, Checkpoint, Training
from inarow.search.native.from_state import has_numba
from inarow.spec import format_spec

_MINUTES = 5.0


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _training_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """An option of the command for every option of a training."""
    for one in reversed(options_of(Training)):
        low, high = one.low, one.high
        kind = Whole(_whole(low), _whole(high)) if one.type == "int" else Number(low, high)
        told = f"{one.help[0].upper()}{one.help[1:]}."
        command = click.option(f"--{one.name}", type=kind, default=one.default, help=told)(command)
    return command


@click.command()
@click.argument("game", default="connect_four", metavar="[GAME]", shell_complete=complete_games)
@click.option("--out", type=FILE, required=True, help="The file of the network.")
@click.option("--minutes", type=Number(0.01), help=f"How long.  [default: {_MINUTES:g}]")
@click.option("--games", type=Whole(1), help="Instead of a time: so many games.")
@click.option("--plot", type=FILE, help="The curve as an SVG file.  [default: beside the network]")
@_training_options
def train(
    game: str,
    out: Path,
    minutes: float | None,
    games: int | None,
    plot: Path | None,
    **options: Any,
) -> None:
    """Train a player of your own in minutes: it learns from games with itself.

    It begins with nothing but the rules. While it learns, each line tells how many games it has
    learned from; how often its moves keep the result, without looking ahead, in positions whose
    every move is proven; and how strong it is, from games against our levels. These lines are a
    curve, which is drawn as a picture in the end. Ctrl-C keeps what was learned; the same command
    goes on.

    \b
    Examples:
      inarow train --out my.npz
      inarow train --minutes 20 --threads 2 --out strong.npz
      inarow train "connect_four(rows=5,cols=6)" --games 200000 --out small.npz
      inarow train nine_board --minutes 2 --out nine.npz --plot nine.svg
      inarow score 'learned(file="my.npz")'
      inarow play --second 'learned(file="my.npz")'
    """
    if minutes is not None and games is not None:
        raise BadOption("--games and --minutes: one of them ends the training")
    if not has_numba():
        raise MissingPackage("training needs", "numba")
    from inarow.search.learned.network import load_network

    plot = plot or out.with_suffix(".svg")
    check_output(out, "network", load_network)
    check_output(plot, "curve", check_curve)
    rules = load_game(game)
    training = Training(str(rules), games or ENDLESS, **options)
    seconds = None if games is not None else 60 * (minutes or _MINUTES)
    with alone_with(out):
        with compiling_notices():
            schooling = Schooling(training, out, seconds)
        _learn(schooling)
        write_whole(plot, draw_curve(f"Training of {rules}", schooling.lessons.curve).encode())
    player = format_spec("learned", {"file": str(out)})
    click.echo(f"{out}: {schooling.lessons.done:,} games, {decimal(out.stat().st_size)}")
    click.echo(f"{plot}: the curve")
    click.echo(f"try it: inarow play {quote(str(rules))} --second {quote(player)}")


def _learn(schooling: Schooling) -> None:
    """Train, and tell how it goes."""
    if schooling.lessons.done:
        for point in schooling.lessons.curve:
            _tell(point)
        click.echo(f"goes on after {schooling.lessons.done:,} games")
    try:
        schooling.run(_tell_round, _tell)
    except KeyboardInterrupt as stop:
        clear_line()
        schooling.save()
        kept = work_file(schooling.path)
        stop.add_note(f"inarow: stopped; the same command goes on with what is in {kept}")
        raise


def _tell_round(schooling: Schooling) -> None:
    lessons = schooling.lessons
    rewrite(f"learning: {lessons.done:,} games, {100 * schooling.share:.0f} % (Ctrl-C stops)")


def _tell(point: Checkpoint) -> None:
    clear_line()
    minutes, seconds = divmod(round(point.seconds), 60)
    done = f"{point.games:12,} games   {point.speed:7,.0f} per s"
    click.echo(f"{minutes:3}:{seconds:02} {done}   {curve_line(point)}")
