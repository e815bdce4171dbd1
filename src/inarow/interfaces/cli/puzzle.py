"""`inarow puzzle`: solve puzzles, list them, make new ones, or learn from your own mistakes."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import click

from inarow.errors import BadFile, BadOption, NotSupported
from inarow.games.base import SYMBOLS, Game
from inarow.games.record import Record
from inarow.games.record_file import read_with_end, write_whole
from inarow.games.sides import side_names
from inarow.interfaces.cli.arguments import check_output, refuse_given, was_given
from inarow.interfaces.cli.library.common import open_library
from inarow.interfaces.cli.options import FILE, Whole, complete_games, limit_option, seed_option
from inarow.interfaces.cli.review import read_game, reviewed
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.interfaces.terminal.quiz import ask_near_my_rating, ask_puzzles
from inarow.library.rows import usual_file
from inarow.options import counted
from inarow.registry import load_game
from inarow.search.limit import Limit
from inarow.study.puzzle_maker import make_puzzles
from inarow.study.puzzles import Puzzle, format_puzzles, mistakes, parse_puzzles, shipped_puzzles
from inarow.study.review import REVIEW_SECONDS, reviewable
from inarow.study.reviewed_move import ReviewedMove

PUZZLES_MADE = 10
"""Puzzles that are made for a game without a ready set."""

_WHO = click.Choice((*SYMBOLS, "black", "white"), case_sensitive=False)
_IDLE = (
    ("record_file", ("word", "game", "level", "file", "wanted", "out_path"), "beside --mistakes"),
    ("file", ("word", "game", "wanted", "out_path"), "beside --file"),
    ("out_path", ("number", "as_json"), "beside --out"),
    ("as_json", ("number",), "beside --json"),
)
"""A parameter that is given, and those that would do nothing beside it."""


@click.command()
@click.argument("word", required=False, metavar="[GAME]", shell_complete=complete_games)
@click.option("--game", help="The game.  [default: connect_four]", shell_complete=complete_games)
@click.option("--level", type=Whole(1, 5), help="Only puzzles of this level, 1 (easy) to 5 (hard).")
@click.option("--number", type=Whole(1), help="Begin with this puzzle of the set.")
@seed_option("The order of the puzzles, or what is made.")
@click.option("--file", type=FILE, help="Puzzles from a file.")
@click.option(
    "--mistakes",
    "record_file",
    type=FILE,
    help="Your mistakes in a saved game: a file, or its id in the library.",
)
@click.option("--player", type=_WHO, help="With --mistakes: whose, in the words of the game.")
@limit_option("With --mistakes: thinking per move.", Limit(seconds=REVIEW_SECONDS))
@click.option("--make", "wanted", type=Whole(1, 10000), help="Make this many new puzzles.")
@click.option("--out", "out_path", type=FILE, help="Write the new ones here.")
@click.option(
    "--json", "as_json", is_flag=True, help="List the puzzles as JSON, solutions included."
)
@click.pass_context
def puzzle(
    ctx: click.Context,
    word: str | None,
    game: str | None,
    level: int | None,
    number: int | None,
    seed: int | None,
    file: Path | None,
    record_file: Path | None,
    player: str | None,
    limit: Limit,
    wanted: int | None,
    out_path: Path | None,
    as_json: bool,
) -> None:
    """Solve puzzles: find the move that keeps the win or the draw.

    Connect Four, random drop, Gomoku, nine boards, Pop Out and ultimate tic-tac-toe come with
    ready sets, from which the next puzzle suits your rating; for other games some are made on the
    spot.
    With --mistakes the puzzles are the mistakes of one of your games.

    \b
    Examples:
      inarow puzzle
      inarow puzzle --level 3
      inarow puzzle tic_tac_toe --seed 1
      inarow puzzle --mistakes game.txt --player X
      inarow puzzle --make 50 --seed 7 --out puzzles.txt
      inarow puzzle --json
    """
    _check_options(ctx, out_path)
    rules = _rules(word, game)
    found: Iterable[Puzzle] = ()
    if record_file is not None:
        found = _from_game(record_file, player, limit, seed)
        if not found:
            click.echo("[]" if as_json else "No mistake was found in this game: well played.")
            return
    elif file is not None:
        found = _from_file(file)
    elif wanted is None and out_path is None:  # those that come along
        found = [one for one in shipped_puzzles(rules.name) if one.state.game == rules]
    if made := not found and file is None:
        found = _made(rules, wanted or PUZZLES_MADE, seed or 0)
    found = (one for one in found if level in (None, one.level))
    if made and out_path is None and not as_json and number is None:
        ask_puzzles(enumerate(found, start=1))  # each as soon as it is there
        return
    listed = sorted(found, key=lambda one: one.level or 0) if made else list(found)
    if not listed:
        raise NotSupported("there is no such puzzle")
    if out_path is not None:
        write_whole(out_path, format_puzzles(listed[0].state.game, listed).encode())
        click.echo(f"{out_path}: {counted(len(listed), 'puzzle')}")
    elif as_json:
        click.echo(json.dumps([one.as_dict() for one in listed]))
    else:
        _ask(ctx, listed)


def _ask(ctx: click.Context, found: list[Puzzle]) -> None:
    """Ask puzzles in the order of a game or a file, in any order, or as suits the person."""
    number, from_game = ctx.params["number"], was_given(ctx, "record_file")
    if not from_game and not any(
        was_given(ctx, one) for one in ("file", "level", "number", "seed")
    ):
        ask_near_my_rating(found)
    else:
        ask_puzzles(_in_order(found, number, ctx.params["seed"], shuffled=not from_game))


def _check_options(ctx: click.Context, out_path: Path | None) -> None:
    """Refuse options that would do nothing beside others, and a file that is not ours."""
    for given, idle, why in _IDLE:
        if was_given(ctx, given):
            refuse_given(ctx, idle, f"does nothing {why}")
    if not was_given(ctx, "record_file"):
        refuse_given(ctx, ("player", "limit"), "is for --mistakes FILE, a game of yours")
    if out_path is not None:
        check_output(out_path, "file of puzzles", _from_file)


def _in_order(
    found: list[Puzzle], number: int | None, seed: int | None, shuffled: bool
) -> list[tuple[int, Puzzle]]:
    """The puzzles with their numbers: from one on, or in any order."""
    if number is not None and number > len(found):
        raise NotSupported(f"there is no number {number}, only {counted(len(found), 'puzzle')}")
    numbered = list(enumerate(found, start=1))[(number or 1) - 1 :]
    if shuffled and number is None:
        Random(seed).shuffle(numbered)
    return numbered


def _rules(word: str | None, game: str | None) -> Game:
    """The game that the argument or the option names."""
    if word is not None and os.path.isfile(word):
        raise BadOption(
            f"is {word} a file of puzzles (--file {word}) or a game (--mistakes {word})?"
        )
    if word is not None and word.isdecimal():
        raise BadOption(f"{word} is no game; --number {word} begins with that puzzle of the set")
    if word is not None and game is not None:
        raise BadOption(f"the game is named twice: {word} and --game {game}")
    named = word if game is None else game
    return load_game("connect_four" if named is None else named)


def _from_game(path: Path, player: str | None, limit: Limit, seed: int | None) -> list[Puzzle]:
    """The mistakes of a saved game."""
    moves: list[ReviewedMove] = []
    record = _game_named(path)
    whose = None if player is None else _seat(record, player)
    reviewed(record, limit, seed, moves)
    return mistakes(moves, whose)


def _game_named(path: Path) -> Record:
    """The game of a file, or one of the library by its id."""
    if not path.exists() and usual_file() is not None and path.name == str(path):
        with suppress(BadOption), open_library(None) as library:
            return reviewable(library.load(library.find(str(path)).id).as_played())
    return read_game(path)


def _seat(record: Record, player: str) -> int:
    """The player of a game whom somebody calls X, O, black or white."""
    sides = side_names(record.end_of_main_line())
    if player in SYMBOLS:
        return SYMBOLS.index(player)
    if player not in sides:
        raise BadOption(f"--player is {sides[0]} or {sides[1]} in this game, not {player}")
    return sides.index(player)


def _from_file(path: Path) -> list[Puzzle]:
    try:
        return list(parse_puzzles(read_with_end(path).decode()))
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a text file") from None


def _made(rules: Game, wanted: int, seed: int) -> Iterator[Puzzle]:
    """New puzzles, with a line that says how far it is; Ctrl-C ends with those that are there."""
    new, made = make_puzzles(rules, wanted, seed), 0
    while True:
        try:
            with compiling_notices(), Progress("making puzzles", wanted, made):
                one = next(new, None)
        except KeyboardInterrupt:
            if not made:
                raise
            return
        if one is None:
            break
        made += 1
        yield one
    if not made:
        raise NotSupported(f"no puzzles can be made for {rules}: it takes too long to solve")
