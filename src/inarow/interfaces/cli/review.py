"""`inarow review`: every move of a game judged, as a table, as JSON or as an annotated record."""

import json
import os
import re
from pathlib import Path

import click

from inarow.agents.ready import make_ready
from inarow.errors import BadOption, UnknownName
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.sides import player_name, side_names
from inarow.interfaces.cli.arguments import NamedPosition, check_record_output
from inarow.interfaces.cli.options import FILE, json_option, limit_option, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.options import counted, suggestion
from inarow.registry import games
from inarow.search.limit import Limit
from inarow.spec import names_game
from inarow.study import review as study
from inarow.study.advice import PERCENTAGES
from inarow.study.judge import Judge
from inarow.text import clean

_PATH = re.compile(r"[./\\]")
_TAGS = ("First", "Second")
_MARKS = {study.Grade.INACCURACY: "?!", study.Grade.MISTAKE: "?", study.Grade.BLUNDER: "??"}


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
    as branches.

    \b
    Examples:
      inarow review game.txt
      inarow review 444354 --json
      inarow review tic_tac_toe b2b1a1c3 --out reviewed.txt
    """
    if len(words) == 1 and _is_file(words[0]):
        if game or moves or position:
            raise click.UsageError("name a FILE or a game and its moves, not both")
        record = read_game(Path(words[0]))
    else:
        record = _with_moves(NamedPosition.named(words, game, moves, position).record())
    if out_path is not None:
        check_record_output(out_path, record)
    found: list[study.ReviewedMove] = []
    try:
        reviewed(record, limit, seed, found)
    finally:  # also after Ctrl-C: what was judged so far is not lost
        found = study.agreed(found)
        if as_json:
            click.echo(json.dumps(study.review_dict(record, found)))
        elif found:
            _print(record, found)
        if out_path is not None and found:
            save_record(study.annotated(record, found), out_path)


def _is_file(word: str) -> bool:
    """Whether a word names a file: one that is there, or one that looks like it."""
    name = word.partition("(")[0].lower().replace("-", "_")
    if os.path.isfile(word) or _PATH.search(name):  # unlike a Path it bears very long words
        return True
    if names_game(word) and name not in games():
        raise UnknownName(f"there is no file and no game {word!r}; {suggestion(name, [*games()])}")
    return False


def read_game(file: Path) -> Record:
    """The game of a file; it must have a move."""
    return _with_moves(load_record(file))


def _with_moves(record: Record) -> Record:
    if not record.main_line():
        raise BadOption("there is no move to review: name a FILE or the moves")
    if not study.decisions(record):
        raise BadOption("there is no move to review: only dice have moved so far")
    return record


def reviewed(
    record: Record, limit: Limit, seed: int | None, found: list[study.ReviewedMove]
) -> None:
    """Review a game with a progress line; `found` gets each judgement as soon as it is there."""
    judge = Judge(seed=study.REVIEW_SEED if seed is None else seed)
    with compiling_notices():
        make_ready(judge, record.game)
        with Progress("reviewing", len(record.main_line())) as progress:
            for move in study.review(record, judge, limit):
                found.append(move)
                progress(len(found))


def _print(record: Record, found: list[study.ReviewedMove]) -> None:
    format_move = record.game.format
    width = max(len(format_move(move.action)) for move in found)
    movers = [player_name(move.state, move.state.player) for move in found]
    room = max(map(len, movers))
    for mover, move in zip(movers, found, strict=True):
        mark = _MARKS.get(move.grade, "")
        name = f"{format_move(move.action):>{width}}{mark}"
        click.echo(f"{move.number + 1:>4}  {mover:<{room}}  {name:<{width + 2}}  {move.words}")
    click.echo()
    sides = side_names(record.end_of_main_line())
    for side, tag, counts in zip(sides, _TAGS, study.summary(found).values(), strict=True):
        who = clean(record.tags.get(tag, ""))
        grades = ", ".join(_counted(grade, counts[str(grade)]) for grade in study.Grade)
        click.echo(f"{side}{f' ({who})' if who else ''}: {grades}")
    if any("%" in move.words for move in found):
        click.echo(PERCENTAGES)


def _counted(grade: study.Grade, count: int) -> str:
    """How many moves got a grade; the first two are adjectives and have no plural."""
    if count == 1 or grade in (study.Grade.BEST, study.Grade.FINE):
        return f"{count} {grade}"
    return counted(count, str(grade), "inaccuracies" if grade is study.Grade.INACCURACY else "")
