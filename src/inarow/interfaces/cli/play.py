"""`inarow play`: any game, any two players, on a terminal or in a pipe."""

from __future__ import annotations

from pathlib import Path

import click

from inarow.agents.human import Human
from inarow.agents.level import LevelPlayer, refuse_adapting
from inarow.agents.ready import make_ready
from inarow.errors import BadOption, NotSupported, UnknownName
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import format_record_json
from inarow.interfaces.cli.arguments import Place, check_output, names_game, refuse_given, was_given
from inarow.interfaces.cli.options import FILE, HINT_AGENT, seed_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import on_terminal
from inarow.interfaces.terminal.series import Series
from inarow.interfaces.terminal.styles import OWN_STYLES, STYLES
from inarow.live.match import play_match
from inarow.registry import agent_entry, load_agent
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.seeds import derived_seed


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME] [MOVES]")
@click.option("--first", default="human", help="The player who begins.")
@click.option("--second", default="normal", help="The other player.")
@click.option("--moves", help="Moves already played, for example 4453.")
@click.option("--position", help="Where to begin: rows from the top and who is to move.")
@seed_option("Make players and dice repeatable.")
@click.option("--limit", "limit_text", help="Thinking per move: 2s, 500ms, 1000nodes, 1000sims.")
@click.option("--style", type=click.Choice(list(STYLES)), default="modern")
@click.option("--hints", default=HINT_AGENT, help="Who gives hints.")
@click.option("--load", "load_path", type=FILE, help="Continue a saved game, same players.")
@click.option("--save", "save_path", type=FILE, help="Save the game here.")
@click.option("--json", "as_json", is_flag=True, help="Two machines: print only the record.")
@click.pass_context
def play(
    ctx: click.Context,
    words: tuple[str, ...],
    first: str,
    second: str,
    moves: str | None,
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
      inarow play connect_four --second "level(5)"
      inarow play connect_four --moves 4453 --save game.txt
      inarow play --load game.txt
    """
    if on_terminal() and not any(was_given(ctx, name) for name in ctx.params):
        from inarow.interfaces.cli.menu import run_menu

        run_menu()
        return
    if as_json:
        refuse_given(ctx, ("style", "hints"), "does nothing beside --json")
    record = _record(words, moves, position, load_path)
    if load_path:
        first = first if was_given(ctx, "first") else _saved_player(record, "First", first)
        second = second if was_given(ctx, "second") else _saved_player(record, "Second", second)
    if save_path:
        check_output(save_path, "saved game")
    agents = load_players(record, first, second, seed)
    limit = Limit.parse(limit_text) if limit_text else Limit()
    if as_json:
        _play_silently(record, agents, limit, seed, save_path)
    else:
        if not _has_person(agents):
            refuse_given(ctx, ("hints",), "is for people, and none plays here")
        adviser = _adviser(hints, seed)
        tell_strengths(agents, record.game, style)
        seats = _options_again(ctx, {"first": first, "second": second}, always=bool(load_path))
        more = {"style": style, "limit_text": limit_text or "", "hints": hints}
        options = _options_again(ctx, more)
        Series(agents, style, limit, adviser, seed, save_path, seats=seats, options=options).run(
            record
        )


def _adviser(spec: str, seed: int | None) -> Agent:
    adviser = load_agent(spec, derived_seed(seed, "hints"))
    if isinstance(adviser, Human):
        raise NotSupported("a human cannot give hints: name a machine with --hints")
    refuse_adapting(adviser)
    return adviser


def _options_again(
    ctx: click.Context, values: dict[str, str], always: bool = False
) -> tuple[str, ...]:
    """The options that a person gave, as they are written; or all of them."""
    given = (name for name in values if always or was_given(ctx, name))
    return tuple(
        word for name in given for word in (f"--{name.removesuffix('_text')}", values[name])
    )


def _record(
    words: tuple[str, ...], moves: str | None, position: str | None, load_path: Path | None
) -> Record:
    """The game of a file or a new one, with the moves already played."""
    if load_path and (any(names_game(word) for word in words) or position):
        raise click.UsageError("name a game or a file to --load, not both")
    place = Place.named(words, None, moves, position)
    if not load_path:
        return place.record()
    record = load_record(load_path)
    record.push_moves(place.moves)
    return record


def seated(specs: tuple[str, str], seed: int | None) -> tuple[Agent, Agent]:
    """The two players that specs name, each with a seed of its own."""
    first = load_agent(specs[0], derived_seed(seed, "first"))
    return first, load_agent(specs[1], derived_seed(seed, "second"))


def load_players(record: Record, first: str, second: str, seed: int | None) -> tuple[Agent, Agent]:
    """The two players of a record, seeded and checked, with their specs in the record's tags."""
    agents = seated((first, second), seed)
    for tag, spec, agent in zip(("First", "Second"), (first, second), agents, strict=True):
        if not agent.supports(record.game):
            raise NotSupported(f"{agent.name} cannot play {record.game}")
        if not _has_person(agents):
            refuse_adapting(agent)
        if not (isinstance(agent, Human) and _is_person(record.tags.get(tag))):
            record.tag(tag, spec)
    return agents


def _has_person(agents: tuple[Agent, Agent]) -> bool:
    return any(isinstance(agent, Human) for agent in agents)


def _saved_player(record: Record, tag: str, default: str) -> str:
    """Who sat in a seat of a saved game: a player of ours, or a person under any name."""
    name = record.tags.get(tag)
    if name is None:
        return default
    return "human" if _is_person(name) else name


def _is_person(name: str | None) -> bool:
    """Whether a name is that of no player of ours, and so a person's, for example Ada Lovelace."""
    try:
        return name is not None and not agent_entry(name)
    except (BadOption, UnknownName):
        return True


def tell_strengths(players: tuple[Agent, Agent], game: Game, style: str) -> None:
    """Say how strong the levels are, in our own style; the older programs did not know."""
    for agent in players:
        if isinstance(agent, LevelPlayer) and style in OWN_STYLES:
            about = agent.about(game)
            click.echo(f"{about[:1].upper()}{about[1:]}.")


def _play_silently(
    record: Record,
    agents: tuple[Agent, Agent],
    limit: Limit,
    seed: int | None,
    save_path: Path | None,
) -> None:
    if _has_person(agents):
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
