"""`inarow arena`: tournaments, their results and their games."""

import click

from inarow.interfaces.cli import LazyGroup

__all__ = ["arena"]

_COMMANDS = {
    "run": ("run", "Play an event that a file or options describe."),
    "resume": ("run", "Go on with an event that was interrupted."),
    "compare": ("compare", "Say which of two players is stronger."),
    "show": ("show", "Table, ratings and cross table of an event."),
    "report": ("report", "Write an event as one HTML file to hand out."),
    "replay": ("replay", "Look at games of an event, move by move."),
    "plot": ("show", "Draw the results of an event."),
    "calibrate": ("calibrate", "Measure how strong the levels are."),
    "export": ("show", "Write the games of an event as text, CSV or JSON."),
}


@click.group(cls=LazyGroup, table=_COMMANDS, package=__name__)
def arena() -> None:
    """Tournaments between any players, on one machine or many.

    Every finished game is kept at once: after Ctrl-C, or worse, resume goes on.

    \b
    Examples:
      inarow arena run --game connect_four --player random --player "mcts(simulations=100)"
      inarow arena compare "level(3)" "level(4)"
      inarow arena run club.toml --workers 4
      inarow arena resume club.sqlite
      inarow arena show club.sqlite
      inarow arena report club.sqlite
      inarow arena replay club.sqlite 17
    """
