"""`inarow library`: my games, wherever they were played."""

import click

from inarow.interfaces.cli import LazyGroup

__all__ = ["library"]

_COMMANDS = {
    "list": ("games:list_games", "Find games, the newest first."),
    "show": ("games", "A game: its board, moves and result."),
    "resume": ("games", "Go on with a game that is not over."),
    "review": ("games", "Judge every move of a game, and remember how it went."),
    "delete": ("games", "Put games into the bin."),
    "restore": ("games", "Bring deleted games back."),
    "explore": ("count", "What was played in a position, by whom, with which results."),
    "stats": ("count", "How my games went, by game, opponent, seat and over time."),
    "import": ("files:import_games", "Copy games from files or events."),
    "export": ("files", "Write games as text, JSON, SGF or PSQ."),
    "collect": ("collection", "Add games with titles and notes to one file for others."),
    "read": ("collection", "Read such a file: the board with its text, move by move."),
}


@click.group(cls=LazyGroup, table=_COMMANDS, package=__name__)
def library() -> None:
    """My games: those of the page and of the terminal, of events, and from files.

    A game is named by its id, of which the beginning is enough.

    \b
    Examples:
      inarow library list --opponent "level 3" --result lost
      inarow library list --moves 4453
      inarow library resume Zr3k
      inarow library review Zr3k
      inarow library explore 4453
      inarow library stats
      inarow library import club.sqlite games.sgf
      inarow library export Zr3k --out game.sgf
      inarow library collect traps.txt Zr3k --chapter "The open three"
      inarow library read traps.txt
    """
