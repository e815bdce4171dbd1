"""`inarow play`: any game, any two players, on a terminal or in a pipe."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from inarow.agents.base import Agent
from inarow.agents.human import Human
from inarow.arena.match import play_match
from inarow.errors import NotSupported
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import format_record_json
from inarow.interfaces.terminal.console import Console, Leave
from inarow.interfaces.terminal.game import TerminalGame, leave_message
from inarow.interfaces.terminal.styles import STYLES, make_style
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

__all__ = ["play", "play_on_terminal"]


@click.command()
@click.argument("game", default="connect_four")
@click.option("--first", default="human", show_default=True, help="The player who begins.")
@click.option("--second", default="random", show_default=True, help="The other player.")
@click.option("--moves", default="", help="Moves already played, for example 4453.")
@click.option("--seed", type=click.IntRange(min=0), help="Make players and dice repeatable.")
@click.option("--limit", "limit_text", help="Thinking per move: 2s, 500ms, 1000nodes, 1000sims.")
@click.option(
    "--style", type=click.Choice(STYLES), default="modern", show_default=True, help="The drawing."
)
@click.option("--load", "load_path", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option("--save", "save_path", type=click.Path(path_type=Path), help="Save the game here.")
@click.option("--json", "as_json", is_flag=True, help="Two machines: print only the record.")
def play(
    game: str,
    first: str,
    second: str,
    moves: str,
    seed: int | None,
    limit_text: str | None,
    style: str,
    load_path: Path | None,
    save_path: Path | None,
    as_json: bool,
) -> None:
    """Play GAME, for example tic_tac_toe or "connect_four(rows=7,cols=8,k=5)".

    At your turn type a move, undo, redo, moves, resign, help or exit.

    \b
    Examples:
      inarow play
      inarow play gomoku --second human
      inarow play tic_tac_toe --first random --second random --seed 1
      inarow play connect_four --moves 4453 --save game.txt
    """
    record = load_record(load_path) if load_path else Record(load_game(game))
    record.push_moves(moves)
    agents = load_players(record, first, second, seed)
    limit = Limit.parse(limit_text) if limit_text else Limit()
    if as_json:
        _play_silently(record, agents, limit, seed)
        if save_path:
            save_record(record, save_path)
    else:
        play_on_terminal(record, agents, style, limit, seed, save_path)


def load_players(record: Record, first: str, second: str, seed: int | None) -> tuple[Agent, Agent]:
    """The two players of a record, seeded and checked, with their names in the record's tags."""
    agents = (
        load_agent(first, derived_seed(seed, "first")),
        load_agent(second, derived_seed(seed, "second")),
    )
    for tag, agent in zip(("First", "Second"), agents, strict=True):
        if not agent.supports(record.game):
            raise NotSupported(f"{agent.name} cannot play {record.game}")
        record.tag(tag, agent.name)
    return agents


def play_on_terminal(
    record: Record,
    agents: tuple[Agent, Agent],
    style: str,
    limit: Limit,
    seed: int | None,
    save_path: Path | None = None,
) -> None:
    """Play a record to its end, or until somebody leaves; a game that is left is saved as well."""
    console = Console()
    dressed = make_style(style, record.game, console.colour, console.unicode)
    rng = Random(derived_seed(seed, "dice"))
    interrupted = False
    try:
        TerminalGame(record, agents, dressed, console, limit, rng).run()
    except (Leave, KeyboardInterrupt) as ending:
        interrupted = isinstance(ending, KeyboardInterrupt)
        console.say(("\n" if interrupted else "") + leave_message(record))
    if save_path:
        _save(record, save_path, console)
    if interrupted:
        raise KeyboardInterrupt


def _save(record: Record, path: Path, console: Console) -> None:
    try:
        save_record(record, path)
    except OSError:
        console.say(f"The game could not be saved; its moves are {record.moves or 'none'}.")
        raise


def _play_silently(
    record: Record, agents: tuple[Agent, Agent], limit: Limit, seed: int | None
) -> None:
    if any(isinstance(agent, Human) for agent in agents):
        raise click.UsageError("--json is for two machines: name both with --first and --second")
    play_match(record.game, agents, limit=limit, seed=derived_seed(seed, "dice"), record=record)
    click.echo(format_record_json(record))
