"""`inarow train`: a player of one's own, learned from games with itself."""

from pathlib import Path
from shlex import quote

import click
from rich.filesize import decimal

from inarow.arena.schooling import Checkpoint, Schooling, work_file
from inarow.errors import BadOption, MissingPackage
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, Number, Whole, complete_games, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import clear_line, rewrite
from inarow.options import MAX_THREADS
from inarow.registry import load_game
from inarow.search.native.from_state import has_numba
from inarow.spec import format_spec

_ENDLESS = 1 << 40
_MINUTES = 5.0


@click.command()
@click.argument("game", default="connect_four", metavar="[GAME]", shell_complete=complete_games)
@click.option("--out", type=FILE, required=True, help="The file of the network.")
@click.option("--minutes", type=Number(0.01), help=f"How long.  [default: {_MINUTES:g}]")
@click.option("--games", type=Whole(1), help="Instead of a time: so many games.")
@click.option("--tuples", type=Whole(1, 1000), default=70, help="Groups of cells to look at.")
@click.option("--length", type=Whole(2, 10), default=8, help="Cells of each group.")
@click.option("--step", type=Number(1e-6, 1), default=0.2, help="How fast it learns.")
@click.option("--fade", type=Number(0, 1), default=0.5, help="What is left of that.")
@click.option("--trace", type=Number(0, 1), default=0.8, help="The lambda of TD(lambda).")
@click.option("--explore", type=Number(0, 1), default=0.1, help="Share of random moves.")
@click.option("--opening", type=Whole(0, 1000), default=12, help="Random moves first, at most.")
@click.option("--threads", type=Whole(1, MAX_THREADS), default=1, help="Cores that learn.")
@seed_option("The same seed and number of games, the same network.  [default: 1]")
def train(
    game: str,
    out: Path,
    minutes: float | None,
    games: int | None,
    seed: int | None,
    threads: int,
    **options: float,
) -> None:
    """Train a player of your own in minutes: it learns from games with itself.

    It begins with nothing but the rules. While it learns, each line tells how many games it has
    learned from and how often its moves keep the result, without looking ahead, in positions whose
    every move is proven. Ctrl-C keeps what was learned; the same command goes on.

    \b
    Examples:
      inarow train --out my.npz
      inarow train --minutes 20 --threads 2 --out strong.npz
      inarow train "connect_four(rows=5,cols=6)" --games 200000 --out small.npz
      inarow train nine_board --minutes 2 --out nine.npz
      inarow score 'learned(file="my.npz")'
      inarow play --second 'learned(file="my.npz")'
    """
    if minutes is not None and games is not None:
        raise BadOption("--games and --minutes: one of them ends the training")
    if not has_numba():
        raise MissingPackage("training needs", "numba")
    from inarow.search.learned.network import load_network
    from inarow.search.learned.training import Training

    check_output(out, "network", load_network)
    rules = load_game(game)
    training = Training(str(rules), games or _ENDLESS, threads=threads, seed=seed or 1, **options)  # type: ignore[arg-type]
    seconds = None if games is not None else 60 * (minutes or _MINUTES)
    with compiling_notices():
        schooling = Schooling(training, out, seconds)
    if schooling.lessons.done:
        click.echo(f"goes on after {schooling.lessons.done:,} games")
    try:
        schooling.run(_tell_round, _tell)
    except KeyboardInterrupt as stop:
        clear_line()
        schooling.check()
        stop.add_note(f"inarow: stopped; the same command goes on with what is in {work_file(out)}")
        raise
    player = format_spec("learned", {"file": str(out)})
    click.echo(f"{out}: {schooling.lessons.done:,} games, {decimal(out.stat().st_size)}")
    click.echo(f"try it: inarow play {quote(str(rules))} --second {quote(player)}")


def _tell_round(schooling: Schooling) -> None:
    lessons = schooling.lessons
    rewrite(f"learning: {lessons.done:,} games, {100 * schooling.share:.0f} % (Ctrl-C stops)")


def _tell(checkpoint: Checkpoint) -> None:
    clear_line()
    minutes, seconds = divmod(round(checkpoint.seconds), 60)
    kept = ""
    if checkpoint.kept is not None:
        kept = f"   keeps the result {100 * checkpoint.kept:5.1f} %"
    done = f"{checkpoint.games:12,} games   {checkpoint.speed:9,.0f} per s"
    click.echo(f"{minutes:3}:{seconds:02}   {done}{kept}")
