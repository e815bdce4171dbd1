"""The menu behind a bare `inarow` on a terminal: a game, two players, off we go."""

from __future__ import annotations

from inarow import registry
from inarow.games.record import Record
from inarow.interfaces.cli.play import load_players, play_on_terminal
from inarow.interfaces.terminal.console import Console, Leave
from inarow.search.limit import Limit

__all__ = ["run_menu"]


def run_menu() -> None:
    """Ask for a game and two players, then play."""
    console = Console()
    try:
        console.say("inarow: k in a row. Press Enter for the choice in brackets, e to leave.\n")
        games = list(registry.games().values())
        lines = [f"{entry.name:<14} {entry.summary}" for entry in games]
        game = games[console.choose("Game", lines)].name
        players = list(registry.agents().values())
        lines = [f"{entry.name:<14} {entry.summary}" for entry in players]
        console.say()
        first = players[console.choose("Who begins", lines)].name
        second = players[console.choose("And the other player", lines, 1)].name
    except (Leave, KeyboardInterrupt):
        console.say("Goodbye.")
        return
    record = Record(registry.load_game(game))
    play_on_terminal(record, load_players(record, first, second, None), "modern", Limit(), None)
