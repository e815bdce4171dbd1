"""What opens behind a bare `inarow` on a terminal: the full-screen app, or plain questions.

Plain questions suit screen readers, very old terminals, and whoever likes them: `--plain`, or the
variable INAROW_PLAIN for good.
"""

from __future__ import annotations

import os
import sys

import click

from inarow.interfaces.terminal.console import Console

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
