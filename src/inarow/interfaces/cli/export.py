"""`inarow export`: what we know, in forms that other programs read."""

import re
from pathlib import Path

import click
from rich.filesize import decimal

from inarow.errors import BadOption
from inarow.interfaces.cli import Group
from inarow.interfaces.cli.arguments import check_output, one_game
from inarow.interfaces.cli.export_kaggle import kaggle
from inarow.interfaces.cli.options import FILE, Whole, complete_games, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.options import counted
from inarow.registry import load_game
from inarow.study.position_export import export_positions, work_file
from inarow.study.positions import KINDS, load_positions, require_form

_FORMS = ("npz", "jsonl", "refmoves")


@click.group(cls=Group)
def export() -> None:
    """Files for other programs: data and players.

    \b
    Examples:
      inarow export positions --count 1000 --out positions.npz
      inarow export kaggle perfect --out submission.py
    """


@export.command()
@click.argument("word", required=False, metavar="[GAME]", shell_complete=complete_games)
@click.option("--game", help="The game.  [default: connect_four]", shell_complete=complete_games)
@click.option("--count", type=Whole(1), default=1000, help="How many positions.")
@click.option("--kind", type=click.Choice(KINDS), default=KINDS[0], help="Where they come from.")
@click.option("--plies", metavar="FIRST-LAST", help="When they are taken, as in 8-20.")
@seed_option("The same seed, the same positions.  [default: 0]")
@click.option("--out", type=FILE, required=True, help="The file to write.")
@click.option("--format", "form", type=click.Choice(_FORMS), help="By default as FILE is named.")
def positions(
    word: str | None,
    game: str | None,
    count: int,
    kind: str,
    plies: str | None,
    seed: int | None,
    out: Path,
    form: str | None,
) -> None:
    """Positions with the proven value of every move: to train on, or to test players.

    Random positions come from random games. Critical ones come from games of a weak player, and
    the choice of the move matters. Connect Four is solved, small boards are searched to the end,
    moves on nine boards are proven; on large boards of Gomoku wins by force are proven, and of
    other moves nothing is said. Ctrl-C keeps what is done; run it again to go on.

    \b
    Examples:
      inarow export positions --count 1000 --out positions.npz
      inarow export positions tic_tac_toe --count 100 --kind critical --out small.jsonl
      inarow export positions --plies 12-24 --seed 7 --format refmoves --out refmoves.jsonl
      inarow export positions "connect_four(rows=5,cols=6)" --out small_board.npz
    """
    rules = load_game(one_game([word] if word else [], game) or "connect_four")
    form = form or out.suffix.lstrip(".").lower()
    if form not in _FORMS:
        raise BadOption(f"--out ends with .npz or .jsonl, or --format says what {out} is to be")
    require_form(rules, form)
    span = None if plies is None else _span(plies)
    check_output(out, "file of positions", load_positions)
    progress = Progress("making positions", count)
    try:
        with compiling_notices(), progress:
            made = export_positions(
                *(rules, count, out, form),
                kind=kind,
                seed=seed or 0,
                plies=span,
                on_progress=progress,
            )
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped; the same command goes on with what is in {work_file(out)}")
        raise
    click.echo(f"{out}: {counted(len(made), 'position')}, {decimal(out.stat().st_size)}")


export.add_command(kaggle)


def _span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text.strip())
    if found is None or int(found[1]) > int(found[2]):
        raise BadOption(f"--plies is written FIRST-LAST, as in 8-20, not {text!r}")
    return int(found[1]), int(found[2])
