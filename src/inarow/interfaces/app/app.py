"""The app itself: which screens there are, the keys that work on all of them, and its end.

Games are kept move by move, so whatever ends the app loses nothing: a key, Ctrl-C, or a signal such
as SIGHUP when the terminal is closed. The terminal is given back, and one line says how to go on.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from inarow.errors import InarowError
from inarow.interfaces.app.dialogs import Tell
from inarow.interfaces.app.help import HELP
from inarow.interfaces.app.home import Door, Home
from inarow.interfaces.app.looks import ASCII_CSS, CSS, THEME
from inarow.interfaces.app.notice import hearing
from inarow.interfaces.terminal.interrupt import Signalled

if TYPE_CHECKING:  # a screen is imported when it is opened: the first one is there at once
    from inarow.games.record import Record
    from inarow.interfaces.app.new_game import Wish
    from inarow.interfaces.app.table import TimeControl
    from inarow.interfaces.terminal.series import Series

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class InarowApp(App[None]):
    """Everything, on a terminal; `unicode` says whether it can show discs and box lines."""

    TITLE = "inarow"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
        Binding("question_mark,f1", "help"),
    ]

    def __init__(self, unicode: bool = True) -> None:
        if not os.environ.get("NO_COLOR"):
            os.environ.pop("NO_COLOR", None)  # an empty one means nothing
        if not unicode:
            self.CSS = CSS + ASCII_CSS  # type: ignore[misc]
        super().__init__(ansi_color=True)
        self.unicode = unicode
        self.farewell = "Goodbye."
        self.signalled: int | None = None
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        """Open the first screen, and listen to signals."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):  # another thread
                    loop.add_signal_handler(number, self._leave_by, number)
        self.push_screen(Home(self._doors))

    def _leave_by(self, number: int) -> None:
        self.signalled = number
        self.run_worker(self.action_quit())

    async def action_quit(self) -> None:
        """Leave; whoever is in the middle of a game is told how to go on with it."""
        for screen in self.screen_stack:
            self.farewell = getattr(screen, "farewell", self.farewell)
        self.exit()

    def action_help(self) -> None:
        """What the keys do."""
        if not isinstance(self.screen, Tell):
            self.push_screen(Tell(HELP))

    def _doors(self) -> list[Door]:
        """What there is to do."""
        return [
            Door("New game", self._new_game),
            Door("Help: what the keys do", self.action_help),
            Door("Quit", self.exit),
        ]

    def _new_game(self) -> None:
        from inarow.games.record import Record
        from inarow.interfaces.app.new_game import NewGame

        def play(wish: Wish | None) -> None:
            if wish is not None:
                self.play(wish.series, Record(wish.game), wish.time)

        self.push_screen(NewGame(), play)

    def play(self, series: Series, record: Record, time: TimeControl | None = None) -> None:
        """Play a game, and others with the same players while these are wanted."""
        from inarow.interfaces.app.game_screen import GameScreen

        try:
            screen = GameScreen(series, record, self.unicode, time)
        except InarowError as error:
            self.notify(str(error), severity="error", markup=False)
            return

        def ended(again: bool | None) -> None:
            if screen.table.live.outcome is not None:
                series.follow(record.game, screen.table.live.outcome)
            if again:
                self.play(series, type(record)(record.game), time)

        self.push_screen(screen, ended)


def run_app(unicode: bool) -> str:
    """Show the app until it is left; how to go on, in one line.

    Raises:
        Signalled: a signal has ended it.
    """
    before = {name: signal.getsignal(getattr(signal, name)) for name in _SIGNALS}
    app = InarowApp(unicode)
    try:
        with hearing():
            app.run()
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
    if app.return_code:  # a mistake of ours: Textual has told it
        raise SystemExit(app.return_code)
    if app.signalled is not None:
        stop = Signalled(app.signalled)
        stop.add_note(app.farewell)
        raise stop
    return app.farewell
