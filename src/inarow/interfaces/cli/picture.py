"""`inarow picture`: a position or a whole game as an SVG file."""

from pathlib import Path

import click

from inarow.errors import BadFile
from inarow.games.record_file import read_plain_text
from inarow.interfaces.cli.arguments import check_output, named_game
from inarow.interfaces.cli.options import FILE, Whole
from inarow.interfaces.render.picture import FORMS, LARGEST, SMALLEST, Form
from inarow.interfaces.render.picture import picture as draw


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE | [GAME] MOVES]")
@click.option("--form", type=click.Choice(FORMS), default="board", help="What is drawn.")
@click.option("--size", type=Whole(SMALLEST, LARGEST), help="Pixels of a cell.")
@click.option("--out", "out_path", type=FILE, help="Write it here instead of printing it.")
def picture(words: tuple[str, ...], form: Form, size: int | None, out_path: Path | None) -> None:
    """Draw a position or a game as SVG: a board, a strip of boards, or a film.

    FILE is a saved game: text, JSON, SGF or PSQ. A film plays by itself wherever a browser shows
    pictures; on paper, and for who asked for less motion, it is the last position.

    \b
    Examples:
      inarow picture 4453 --out board.svg
      inarow picture game.sgf --form film --out game.svg
      inarow picture tic_tac_toe b2a3c3 --form strip
    """
    drawn = draw(named_game(words), form=form, size=size)
    if out_path is None:
        click.echo(drawn.svg, nl=False)
        return
    check_output(out_path, "picture", _read)
    drawn.save(out_path)


def _read(path: Path) -> None:
    if "<svg" not in read_plain_text(path)[:1000]:
        raise BadFile(f"{path} is no picture")
