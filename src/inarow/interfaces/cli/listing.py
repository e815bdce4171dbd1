"""`inarow games` and `inarow agents`: what there is, with options, ranges and defaults."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any, NotRequired, TypedDict, cast

import click

from inarow import registry
from inarow.agents.levels import Level, levels_of
from inarow.errors import AgentFailed, NotSupported, UnknownName
from inarow.games.base import Game
from inarow.interfaces.cli.options import complete_games, complete_players, json_option
from inarow.log import logger
from inarow.options import suggestion
from inarow.registry import Entry
from inarow.search.agent import require_support

log = logger(__name__)


class OptionData(TypedDict):
    """An option: its type, its default, what it accepts, and what it is for.

    `range` says in words what `low`, `high` and `choices` say.
    """

    name: str
    type: str
    default: str | int | float | bool | None
    low: float | None
    high: float | None
    choices: list[str]
    optional: bool
    help: str
    nested: bool
    range: str


class EntryData(TypedDict):
    """A game or a player with its options; the player `level` also with the levels of each game."""

    name: str
    summary: str
    options: list[OptionData]
    levels: NotRequired[dict[str, list[Annotated[dict[str, Any], Level]]]]


@click.command()
@click.argument("name", required=False, shell_complete=complete_games)
@json_option
def games(name: str | None, as_json: bool) -> None:
    """List the games with their options, or only NAME.

    \b
    Examples:
      inarow games
      inarow games gomoku
      inarow games --json
    """
    _show("game", registry.games(), name, as_json)


@click.command()
@click.argument("name", required=False, shell_complete=complete_players)
@click.option("--game", shell_complete=complete_games, help="Only players of this game.")
@json_option
def agents(name: str | None, game: str | None, as_json: bool) -> None:
    """List the players with their options, or only NAME.

    \b
    Examples:
      inarow agents
      inarow agents level
      inarow agents --game "mnk(rows=7,cols=7,k=5)"
      inarow agents --json
    """
    entries = registry.agents() | registry.programs()
    if game is None:
        _show("player", entries, name, as_json)
        return
    rules = registry.load_game(game)
    able = able_players(rules)
    if name is not None:
        (named,) = _named("player", entries, name)
        if named not in able:
            raise NotSupported(f"{named} cannot play {rules}")
    _show("player", able, name, as_json)


def _level_games() -> list[tuple[str, Game]]:
    """The games that have levels of their own, by the names that people know."""
    ours = (name for name, entry in registry.games().items() if not entry.plugin)
    named = {registry.load_game(name): name for name in ours}  # the last name counts
    return [(name, game) for game, name in named.items() if levels_of(game)[0].at_home]


def _show(kind: str, entries: Mapping[str, Entry], name: str | None, as_json: bool) -> None:
    if name is not None:
        entries = _named(kind, entries, name)
    if as_json:
        click.echo(json.dumps([_as_dict(entry) for entry in entries.values()], indent=2))
        return
    for entry in entries.values():
        click.echo(f"{click.style(entry.name, bold=True)}\n  {entry.summary}")
        for opt in entry.options():
            default = f"{opt.default:.4g}" if isinstance(opt.default, float) else opt.default
            click.echo(f"    {f'{opt.name}={default}':<24} {opt.help} ({opt.range})")
        if entry.name == "level":
            click.echo("  In Elo above the random player, with 95 % error bars:")
            for game_name, game in _level_games():
                lines = (f"      {level}" for level in levels_of(game))
                click.echo("\n".join([f"    {game_name}", *lines]))


def _named(kind: str, entries: Mapping[str, Entry], name: str) -> dict[str, Entry]:
    """The one entry that has a name, however a person writes it."""
    wanted = name.lower().replace("-", "_")
    found = {key: one for key, one in entries.items() if key.replace("-", "_") == wanted}
    if not found:
        raise UnknownName(f"there is no {kind} {name!r}; {suggestion(name, tuple(entries))}")
    return found


def _as_dict(entry: Entry) -> EntryData:
    options = [
        cast(OptionData, asdict(opt) | {"choices": [*opt.choices], "range": opt.range})
        for opt in entry.options()
    ]
    found: EntryData = {"name": entry.name, "summary": entry.summary, "options": options}
    if entry.name == "level":
        found["levels"] = {
            str(game): [asdict(one) for one in levels_of(game)] for _, game in _level_games()
        }
    return found


def able_players(game: Game) -> dict[str, Entry]:
    """The players that play a game, with their usual options."""
    found = {}
    for entry in working(registry.agents()):
        with suppress(NotSupported, AgentFailed):
            require_support(entry.build([]), game)
            found[entry.name] = entry
    return found


def working(entries: Mapping[str, Entry]) -> list[Entry]:
    """The entries that can be built; a broken plug-in must not take the others away."""
    found = []
    for entry in entries.values():
        try:
            entry.build([])
        except (Exception, SystemExit):
            log.exception("%s cannot be built", entry.name)
        else:
            found.append(entry)
    return found
