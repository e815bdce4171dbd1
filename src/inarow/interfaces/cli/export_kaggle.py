"""`inarow export kaggle`: a player of ours as one file to submit."""

from pathlib import Path

import click
from rich.filesize import decimal

from inarow.adapters.kaggle.export import PLAYERS, kaggle_file, require_kaggle_file
from inarow.games.record_file import write_whole
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE


def _complete(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    return [name for name in PLAYERS if name.startswith(typed)]


@click.command()
@click.argument("player", metavar="PLAYER", shell_complete=_complete)
@click.option("--out", type=FILE, help="The file to write.  [default: print it]")
def kaggle(player: str, out: Path | None) -> None:
    """One of our players as one Python file for Kaggle ConnectX.

    PLAYER is perfect (opening book and alpha-beta), mcts, or learned: the network that comes with
    the package, or one of your own. The file needs NumPy at most, plays on boards of any size and
    answers within the time that the configuration allows.

    \b
    Examples:
      inarow export kaggle perfect --out submission.py
      inarow export kaggle mcts > submission.py
      inarow export kaggle 'learned(file="my.npz")' --out mine.py
    """
    source = kaggle_file(player)
    if out is None:
        click.echo(source, nl=False)
        return
    check_output(out, "agent that we made", require_kaggle_file)
    write_whole(out, source.encode())
    click.echo(f"{out}: {player}, {decimal(out.stat().st_size)}")
