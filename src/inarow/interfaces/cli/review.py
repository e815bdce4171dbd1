"""`inarow review`: every move of a game judged, as a table, as JSON or as an annotated record."""

import json
from pathlib import Path

import click

from inarow.agents.ready import make_ready
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.interfaces.cli.arguments import check_record_output, named_game
from inarow.interfaces.cli.options import FILE, json_option, limit_option, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import on_terminal
from inarow.interfaces.terminal.progress import Progress
from inarow.interfaces.terminal.quiz import offer_again
from inarow.search.limit import Limit
from inarow.study import review as study
from inarow.study.judge import Judge
from inarow.study.puzzles import mistakes
from inarow.study.reviewed import Review
from inarow.study.reviewed_move import ReviewedMove


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE | [GAME] MOVES]")
@click.option("--game", help="The game, if no FILE says it.  [default: connect_four]")
@click.option("--moves", help="The moves of the game, if there is no FILE.")
@click.option("--position", help="Where the game began: rows from the top and who is to move.")
@limit_option(
    "Work per move, by the time that it usually takes: 2s, 500ms.  [default: 1s]",
    Limit(seconds=study.REVIEW_SECONDS),
)
@seed_option("Other random games for estimates; without it, the same ones each time.")
@click.option("--out", "out_path", type=FILE, help="Write it as a record.")
@json_option
def review(
    words: tuple[str, ...],
    game: str | None,
    moves: str | None,
    position: str | None,
    limit: Limit,
    seed: int | None,
    out_path: Path | None,
    as_json: bool,
) -> None:
    """Judge every move of a game: best, fine, inaccuracy, mistake or blunder.

    FILE is a saved game: text, JSON, SGF or PSQ. A blunder is proven to change the result; what is
    only estimated says so. --out writes the game with the judgements as comments and better moves
    as branches. On a terminal you may then try again where a mistake or a blunder was made.

    \b
    Examples:
      inarow review game.txt
      inarow review 444354 --json
      inarow review tic_tac_toe b2b1a1c3 --out reviewed.txt
    """
    record = study.reviewable(named_game(words, game, moves, position))
    if out_path is not None:
        check_record_output(out_path, record)
    found: list[ReviewedMove] = []
    try:
        reviewed(record, limit, seed, found)
    finally:  # also after Ctrl-C: what was judged so far is not lost
        result = Review.of(record, found)
        if as_json:
            click.echo(json.dumps(result.as_dict()))
        elif found:
            click.echo(str(result))
        if out_path is not None and found:
            save_record(result.annotated(), out_path)
    if on_terminal() and not as_json:
        offer_again(mistakes(found))


def read_game(file: Path) -> Record:
    """The game of a file; it must have a move."""
    return study.reviewable(load_record(file))


def reviewed(record: Record, limit: Limit, seed: int | None, found: list[ReviewedMove]) -> None:
    """Review a game with a progress line; `found` gets each judgement as soon as it is there."""
    judge = Judge(seed=study.REVIEW_SEED if seed is None else seed)
    with compiling_notices():
        make_ready(judge, record.game)
        with Progress("reviewing", len(record.main_line())) as progress:
            for move in study.review(record, judge, limit):
                found.append(move)
                progress(len(found))
