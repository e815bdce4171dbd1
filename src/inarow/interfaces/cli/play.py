"""`inarow play`: any game, any two players, on a terminal or in a pipe."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from inarow import defaults
from inarow.agents.base import Agent
from inarow.agents.human import Human
from inarow.agents.ready import make_ready
from inarow.arena.match import play_match
from inarow.errors import NotSupported
from inarow.games.notation import parse_position
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import format_record_json
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import on_terminal
from inarow.interfaces.terminal.series import Series
from inarow.interfaces.terminal.styles import STYLES
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

__all__ = ["load_players", "play"]


@click.command()
@click.argument("game", required=False)
@click.option("--first", default="human", show_default=True, help="The player who begins.")
@click.option("--second", default="normal", show_default=True, help="The other player.")
@click.option("--moves", default="", help="Moves already played, for example 4453.")
@click.option("--position", help="Where to begin: rows from the top and who is to move.")
@click.option("--seed", type=click.IntRange(min=0), help="Make players and dice repeatable.")
@click.option("--limit", "limit_text", help="Thinking per move: 2s, 500ms, 1000nodes, 1000sims.")
@click.option("--style", type=click.Choice(list(STYLES)), default="modern", show_default=True)
@click.option("--hints", default=defaults.HINT_AGENT, show_default=True, help="Who gives hints.")
@click.option("--load", "load_path", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option("--save", "save_path", type=click.Path(path_type=Path), help="Save the game here.")
@click.option("--json", "as_json", is_flag=True, help="Two machines: print only the record.")
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    first: str,
    second: str,
    moves: str,
    position: str | None,
    seed: int | None,
    limit_text: str | None,
    style: str,
    hints: str,
    load_path: Path | None,
    save_path: Path | None,
    as_json: bool,
) -> None:
    """Play GAME, for example tic_tac_toe or "connect_four(rows=7,cols=8,k=5)".

    Without any argument on a terminal: a menu. At your turn type a move, hint, undo, redo, moves,
    resign, help or exit.

    \b
    Examples:
      inarow play connect_four
      inarow play gomoku --second human
      inarow play connect_four --first hard --second "mcts(simulations=2000)"
      inarow play tic_tac_toe --first random --second random --seed 1
      inarow play connect_four --moves 4453 --save game.txt
    """
    if on_terminal() and not any(_was_given(ctx, name) for name in ctx.params):
        from inarow.interfaces.cli.menu import run_menu

        run_menu()
        return
    if load_path and (game or position):
        raise click.UsageError("name a game or a file to --load, not both")
    record = load_record(load_path) if load_path else _new_record(game or "connect_four", position)
    record.push_moves(moves)
    agents = load_players(record, first, second, seed)
    limit = Limit.parse(limit_text) if limit_text else Limit()
    if as_json:
        _play_silently(record, agents, limit, seed, save_path)
    else:
        given = [name for name in ("first", "second", "style") if _was_given(ctx, name)]
        options = tuple(word for name in given for word in (f"--{name}", ctx.params[name]))
        adviser = load_agent(hints, derived_seed(seed, "hints"))
        if isinstance(adviser, Human):
            raise NotSupported("a human cannot give hints: name a machine with --hints")
        series = Series(agents, style, limit, adviser, seed, save_path, options=options)
        series.run(record)


def _was_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT


def _new_record(spec: str, position: str | None) -> Record:
    game = load_game(spec)
    return Record(game, parse_position(game, position) if position else None)


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


def _play_silently(
    record: Record,
    agents: tuple[Agent, Agent],
    limit: Limit,
    seed: int | None,
    save_path: Path | None,
) -> None:
    if any(isinstance(agent, Human) for agent in agents):
        raise click.UsageError("--json is for two machines: name both with --first and --second")
    dice = derived_seed(seed, "dice")
    try:
        with compiling_notices():
            for agent in agents:
                make_ready(agent, record.game)
            play_match(record.game, agents, limit=limit, seed=dice, record=record)
        click.echo(format_record_json(record))
    finally:
        if save_path:
            save_record(record, save_path)
