"""`inarow play`: any game, any two players, on a terminal or in a pipe."""

from pathlib import Path
from shlex import quote

import click

from inarow.agents.levels import usual_opponent
from inarow.agents.ready import make_ready, start_program
from inarow.errors import BadOption
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import format_record_json
from inarow.interfaces.cli.arguments import (
    NamedPosition,
    check_record_output,
    refuse_given,
    was_given,
)
from inarow.interfaces.cli.front import open_front, play_series
from inarow.interfaces.cli.options import (
    FILE,
    Number,
    complete_games,
    complete_players,
    seed_option,
)
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import on_terminal
from inarow.interfaces.terminal.series import (
    FIRST,
    HINTS,
    Series,
    has_person,
    is_person,
    seat_players,
)
from inarow.interfaces.terminal.styles import STYLES
from inarow.live.match import play_match
from inarow.registry import names_program
from inarow.search.limit import Limit
from inarow.seeds import derived_seed
from inarow.spec import names_game


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME] [MOVES]", shell_complete=complete_games)
@click.option(
    "--first", default=FIRST, help="The player who begins.", shell_complete=complete_players
)
@click.option(
    "--second",
    help="The other player.  [default: a level that suits newcomers]",
    shell_complete=complete_players,
)
@click.option("--moves", help="Moves already played, for example 4453.")
@click.option("--position", help="Where to begin: rows from the top and who is to move.")
@seed_option("Make players and dice repeatable.")
@click.option("--limit", help="Thinking per move: 2s, 500ms, 1000nodes, 1000sims.")
@click.option("--style", type=click.Choice(list(STYLES)), default="modern")
@click.option("--names", nargs=2, metavar="FIRST SECOND", help="What the players are called.")
@click.option("--colours", type=click.Choice(("RY", "YR")), help="Style versus: who is R, who Y.")
@click.option("--pace", type=Number(0, 60), help="Two machines: seconds between moves.")
@click.option("--hints", default=HINTS, help="Who gives hints.", shell_complete=complete_players)
@click.option("--coach", is_flag=True, help="Warn of your mistakes before they count.")
@click.option("--load", "load_path", type=FILE, help="Continue a saved game, same players.")
@click.option("--save", "save_path", type=FILE, help="Save the game here.")
@click.option("--json", "as_json", is_flag=True, help="Two machines: print only the record.")
@click.option("--plain", is_flag=True, help="Lines and questions instead of a full screen.")
@click.pass_context
def play(
    ctx: click.Context,
    words: tuple[str, ...],
    first: str,
    second: str | None,
    moves: str | None,
    position: str | None,
    seed: int | None,
    limit: str | None,
    style: str,
    names: tuple[str, str] | None,
    colours: str | None,
    pace: float | None,
    hints: str,
    coach: bool,
    load_path: Path | None,
    save_path: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Play GAME, for example tic_tac_toe or "connect_four(rows=7,cols=8,k=5)".

    On a terminal this is a full-screen app. With --plain, other styles or in a pipe type a
    move, hint, why MOVE, coach, undo, redo, moves, save FILE, resign, help or exit.

    \b
    Examples:
      inarow play connect_four
      inarow play gomoku --second human
      inarow play connect_four --first hard --second "mcts(simulations=2000)"
      inarow play tic_tac_toe --first random --second random --seed 1
      inarow play connect_four --second "level(5)"
      inarow play connect_four --second my_player.py
      inarow play connect_four --moves 4453 --save game.txt
      inarow play --load game.txt
    """
    others = ctx.params.keys() - {"plain"}
    if on_terminal() and not any(was_given(ctx, name) for name in others):
        open_front(plain)
        return
    _refuse_useless(ctx, style, as_json)
    record = _record(words, moves, position, load_path)
    if load_path and not was_given(ctx, "first"):
        first = saved_player(record, "First", first)
    if second is None:
        second = saved_player(record, "Second", usual_opponent(record.game))
    if save_path:
        check_record_output(save_path, record)
    if as_json:
        _play_silently(record, (first, second), limit, seed, save_path)
        return
    if "human" not in (first, second):
        refuse_given(ctx, ("hints", "coach"), "is for people, and none plays here")
    else:
        refuse_given(ctx, ("pace",), "is for two machines")
    symbols = (colours[0], colours[1]) if colours else None
    seats = first, second
    series = Series(seats, style, limit, hints, seed, save_path, names, symbols, pace=pace)
    series.coach = coach
    play_series(series, record, plain)


def _refuse_useless(ctx: click.Context, style: str, as_json: bool) -> None:
    if as_json:
        unheard = ("style", "names", "colours", "pace", "hints", "coach")
        refuse_given(ctx, unheard, "does nothing beside --json")
    if style != "versus":
        refuse_given(ctx, ("colours",), "is for --style versus")


def _record(
    words: tuple[str, ...], moves: str | None, position: str | None, load_path: Path | None
) -> Record:
    """The game of a file or a new one, with the moves already played."""
    if load_path and (any(names_game(word) for word in words) or position):
        raise click.UsageError("name a game or a file to --load, not both")
    place = NamedPosition.named(words, None, moves, position)
    if not load_path:
        return place.record()
    record = load_record(load_path)
    record.push_moves(place.moves)
    return record


def saved_player(record: Record, tag: str, default: str) -> str:
    """Who sat in a seat of a saved game: a player of ours, or a person under any name."""
    name = record.tags.get(tag)
    if name is None:
        return default
    if names_program(name):
        raise BadOption(
            f"the saved game names a program: give --{tag.lower()} {quote(name)} yourself"
        )
    return "human" if is_person(name) else name


def _play_silently(
    record: Record,
    players: tuple[str, str],
    limit: str | None,
    seed: int | None,
    save_path: Path | None,
) -> None:
    agents = seat_players(record, players, seed)
    if has_person(agents):
        raise click.UsageError("--json is for two machines: name both with --first and --second")
    bound = Limit() if limit is None else Limit.parse(limit)
    dice = derived_seed(seed, "dice")
    try:
        with compiling_notices():
            for seat, agent in enumerate(agents):
                start_program(agent, record.game, seat)
                make_ready(agent, record.game)
            play_match(record.game, agents, limit=bound, seed=dice, record=record)
        click.echo(format_record_json(record))
    finally:
        if save_path:
            save_record(record, save_path)
