"""`inarow games` and `inarow agents`: what there is, with options, ranges and defaults."""

import json
from collections.abc import Mapping
from dataclasses import asdict

import click

from inarow import registry
from inarow.agents.levels import levels_of
from inarow.errors import UnknownName
from inarow.games.base import Game
from inarow.interfaces.cli.options import complete_games, complete_players, json_option
from inarow.options import suggestion
from inarow.registry import Entry


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
@json_option
def agents(name: str | None, as_json: bool) -> None:
    """List the players with their options, or only NAME.

    \b
    Examples:
      inarow agents
      inarow agents level
      inarow agents --json
    """
    _show("player", registry.agents() | registry.programs(), name, as_json)


def _level_games() -> list[tuple[str, Game]]:
    """The games that have levels of their own, by the names that people know."""
    ours = (name for name, entry in registry.games().items() if not entry.plugin)
    named = {registry.load_game(name): name for name in ours}  # the last name counts
    return [(name, game) for game, name in named.items() if levels_of(game)[0].at_home]


def _show(kind: str, entries: Mapping[str, Entry], name: str | None, as_json: bool) -> None:
    if name is not None:
        wanted, names = name.lower().replace("-", "_"), tuple(entries)
        entries = {key: one for key, one in entries.items() if key.replace("-", "_") == wanted}
        if not entries:
            raise UnknownName(f"there is no {kind} {name!r}; {suggestion(name, names)}")
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


def _as_dict(entry: Entry) -> dict[str, object]:
    options = [asdict(opt) | {"range": opt.range} for opt in entry.options()]
    found: dict[str, object] = {"name": entry.name, "summary": entry.summary, "options": options}
    if entry.name == "level":
        levels = {str(game): [asdict(one) for one in levels_of(game)] for _, game in _level_games()}
        return found | {"levels": levels}
    return found
