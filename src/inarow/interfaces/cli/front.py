"""What opens on a terminal: the full-screen app, or plain questions.

Plain questions suit screen readers, very old terminals, and whoever likes them: `--plain`, or the
variable INAROW_PLAIN for good.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from inarow.interfaces.terminal.console import Console, on_terminal

if TYPE_CHECKING:  # the app opens at once
    from inarow.games.record import Record
    from inarow.interfaces.terminal.series import Series

PLAIN = "INAROW_PLAIN"
"""The variable that asks for plain questions everywhere."""


def wants_plain(plain: bool) -> bool:
    """Whether questions are to be asked line by line."""
    able = Console().moves_cursor and sys.stderr.isatty()  # it is drawn there
    return plain or bool(os.environ.get(PLAIN)) or not able


def open_front(plain: bool) -> None:
    """Open the app, or the menu of plain questions."""
    if wants_plain(plain):
        from inarow.interfaces.cli.menu import run_menu

        run_menu()
        return
    from inarow.interfaces.app.app import run_app

    click.echo(run_app(Console().unicode))


def play_series(series: Series, record: Record, plain: bool = False) -> None:
    """Play a game, and further ones: in the app where a person sits at a terminal, else by prompts.

    The styles of the original programs are prompts.
    """
    from inarow.interfaces.terminal.series import has_person
    from inarow.search.limit import limit_of

    series.seat(record)
    person = has_person(series.agents) and series.style == "modern"
    if not person or not on_terminal() or wants_plain(plain):
        series.run(record)
        return
    from inarow.interfaces.app.app import run_app

    limit_of(series.limit)  # whatever is wrong is said before there is a screen
    series.adviser()
    click.echo(run_app(Console().unicode, lambda app: app.play(series, record)))
