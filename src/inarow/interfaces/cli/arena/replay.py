"""`inarow arena replay`: any game of any cell of the cross table, move by move."""

from dataclasses import replace
from pathlib import Path

import click

from inarow.arena.job import PlayedGame
from inarow.arena.results import FAULTS, Seats
from inarow.arena.store import Store, open_store
from inarow.arena.tournament import counted_game, counted_games
from inarow.errors import BadOption
from inarow.games.base import Outcome
from inarow.games.record import Record
from inarow.games.record_reader import result_word
from inarow.games.sides import player_name, side_names
from inarow.interfaces.cli.arena.show import store_argument
from inarow.interfaces.cli.options import Whole
from inarow.interfaces.render import modern
from inarow.interfaces.terminal.console import Console, Leave, on_terminal, whole_number
from inarow.interfaces.terminal.keys import single_keys
from inarow.options import suggestion

_LEAVE = ("q", "e", "\x1b", "\x04", "")
_KEYS = "Enter or n: next, b: back, f: first, l: last, q: leave"


@click.command()
@store_argument
@click.argument("number", required=False, type=Whole(min=0))
@click.option("--between", nargs=2, metavar="PLAYER PLAYER", help="List the games of these two.")
@click.option("--failed", is_flag=True, help="List the games that a player lost by failing.")
def replay(store_path: Path, number: int | None, between: Seats | None, failed: bool) -> None:
    """Show game NUMBER of the event in STORE, or list games to choose from.

    On a terminal one key steps through the game; in a pipe all positions are printed. Games are
    numbered from 0 in the order of the schedule, here as in `show` and `export`.

    \b
    Examples:
      inarow arena replay club.sqlite
      inarow arena replay club.sqlite 17
      inarow arena replay club.sqlite --between quick random
      inarow arena replay club.sqlite --failed
    """
    console = Console()
    with open_store(store_path) as store:
        if number is None:
            number = _choose(store, between, failed, console)
        if number is not None:
            game = counted_game(store, number)
            # What went wrong belongs to the result, and not to the last move before it.
            record = replace(game, comment="").record(store.event)
            _show(record, game.comment, console)


def _choose(store: Store, between: Seats | None, failed: bool, console: Console) -> int | None:
    """List games; on a terminal the number of the one that the person wants."""
    names, listed = [entrant.name for entrant in store.event.players], 0
    for name in between or ():
        if name not in names:
            raise BadOption(f"there is no player {name!r} in this event; {suggestion(name, names)}")
    for game in counted_games(store, between):
        if not failed or game.reason in FAULTS:
            listed += 1
            console.say(_line(game))
    if not listed:
        console.say("There are no such games.")
    if not listed or not on_terminal():
        return None
    try:
        while (number := whole_number(console.ask("Which game (e to leave): "))) is None:
            console.say("Type the number of a game, or e to leave.")
    except Leave:
        return None
    return number


def _line(game: PlayedGame) -> str:
    pairing = game.pairing
    result = result_word(Outcome(game.winner, game.reason))
    words = f"{pairing.number:>6}  {pairing.first} - {pairing.second}  {result}  {game.reason}"
    return f"{words}, {game.plies} plies" + (f"  ({game.comment})" if game.comment else "")


def _show(record: Record, ending: str, console: Console) -> None:
    tags = record.tags
    first, second = side_names(record.end_of_main_line())
    console.say(f"game {tags['Number']}: {tags['First']} ({first}) - {tags['Second']} ({second})")
    record.to_start()
    _draw(record, ending, console)
    if not on_terminal():
        while record.redo() is not None:
            _draw(record, ending, console)
    else:
        console.say(_KEYS)
        _step(record, ending, console)


def _step(record: Record, ending: str, console: Console) -> None:
    """Go forward and back as the person likes."""
    back, start, end = record.undo, record.to_start, record.to_end
    moves = {"b": back, "\x1b[D": back, "f": start, "l": end}
    with single_keys() as next_key:
        while (key := next_key()) not in _LEAVE:
            moves.get(key, record.redo)()
            _draw(record, ending, console)


def _draw(record: Record, ending: str, console: Console) -> None:
    """The position at the cursor, the move that led there, and at the end the result."""
    node = record.current
    if node.parent is not None and node.action is not None:
        before = node.parent.state
        mover = player_name(before, before.player)
        said = f" ({node.comment})" if node.comment else ""
        console.say(f"\n{len(record.actions)}. {mover} {record.game.format(node.action)}{said}")
    console.say(modern.render(node.state, colour=console.colour, unicode=console.unicode))
    if not node.children:
        outcome = record.final_outcome()
        words = f"{result_word(outcome)} {outcome.reason if outcome else ''}".strip()
        console.say(words + (f" ({ending})" if ending else ""))
