"""The app itself: which screens there are, the keys that work on all of them, and its end.

Games are kept move by move, so whatever ends the app loses nothing: a key, Ctrl-C, or a signal such
as SIGHUP when the terminal is closed. The terminal is given back, and one line says how to go on.
Ctrl-C ends it as it ends every command: it has been stopped, and its exit code says so.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from inarow.errors import InarowError, in_words
from inarow.interfaces.app.dialogs import Tell
from inarow.interfaces.app.help import HELP
from inarow.interfaces.app.home import Door, Home
from inarow.interfaces.app.looks import ASCII_CSS, CSS, THEME
from inarow.interfaces.app.notice import hearing
from inarow.interfaces.terminal.console import GOODBYE
from inarow.interfaces.terminal.interrupt import Signalled

if TYPE_CHECKING:  # a screen is imported when it is opened: the first one is there at once
    from collections.abc import Callable, Iterator, Sequence

    from inarow.arena.event import Event
    from inarow.arena.sweep import Plan
    from inarow.games.base import State
    from inarow.games.record import Record
    from inarow.interfaces.app.events import Running
    from inarow.interfaces.app.new_game import Wish
    from inarow.interfaces.app.table import TimeControl
    from inarow.interfaces.terminal.series import Series
    from inarow.library.kept import Kept
    from inarow.study.reviewed_move import ReviewedMove

MENU_LIMIT = "5s"
"""The most that a player may think about a move, unless a game says otherwise."""
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class InarowApp(App[None]):
    """Everything, on a terminal.

    Args:
        unicode: whether it can show discs and box lines.
        begin: what is opened first, instead of the list of what there is to do.
    """

    TITLE = "inarow"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", priority=True),
        Binding("ctrl+c", "interrupt", priority=True),  # a key here: the app reads all of them
        Binding("ctrl+z", "suspend_process", priority=True),
        Binding("question_mark,f1", "help"),
    ]

    def __init__(
        self, unicode: bool = True, begin: Callable[[InarowApp], None] | None = None
    ) -> None:
        if not os.environ.get("NO_COLOR"):
            os.environ.pop("NO_COLOR", None)  # an empty one means nothing
        if not unicode:
            self.CSS = CSS + ASCII_CSS  # type: ignore[misc]
        super().__init__(ansi_color=True)
        self.unicode, self._begin = unicode, begin
        self.farewell = GOODBYE
        self.events: dict[Path, Running] = {}
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
        if self._begin is not None:
            with self.errors_told():
                self._begin(self)

    def _leave_by(self, number: int) -> None:
        self.signalled = number
        self.run_worker(self.action_quit())

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C leaves every command."""
        self._leave_by(signal.SIGINT)

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
        from inarow.interfaces.app.my_games import in_a_line, unfinished

        kept = unfinished()
        going_on = (
            [] if kept is None else [Door(f"Go on: {in_a_line(kept)}", partial(self.resume, kept))]
        )
        return [
            *going_on,
            Door("New game", self._new_game),
            Door("My games: find, play on, review", self._open_library),
            Door("Open a file: a game of any program", self._open_file),
            Door("Puzzles: find the move", self._choose_puzzles),
            Door("Searches: watch one think, step by step", self._watch_any),
            Door("Sweeps: which value of an option is best, live", self._open_sweeps),
            Door("Tournaments: who is stronger, live", self._open_events),
            Door("Help: what the keys do", self.action_help),
            Door("Quit", self.exit),
        ]

    def _new_game(self) -> None:
        from inarow.games.record import Record
        from inarow.interfaces.app.new_game import NewGame

        def play(wish: Wish | None) -> None:
            if wish is not None:
                with self.errors_told():
                    self.play(wish.series, Record(wish.game), wish.time)

        self.push_screen(NewGame(), play)

    def play(self, series: Series, record: Record, time: TimeControl | None = None) -> None:
        """Play a game, and others with the same players while these are wanted."""
        from inarow.interfaces.app.game_screen import GameScreen

        screen = GameScreen(series, record, self.unicode, self.searches, time)

        def ended(again: bool | None) -> None:
            if screen.table.live.outcome is not None:
                series.follow(record.game, screen.table.live.outcome)
            if again is None:
                self.review(record.played())
            elif again:
                series.number += 1
                self.play(series, type(record)(record.game), time)

        self.push_screen(screen, ended)

    def _open_library(self) -> None:
        from inarow.interfaces.app.library_screen import LibraryScreen
        from inarow.interfaces.cli.library.common import open_library

        with self.errors_told():
            library = open_library(None)
            self.push_screen(LibraryScreen(library, self.resume, self.review_kept))

    def resume(self, kept: Kept) -> None:
        """Go on with a game of the library, under the names that it has there."""
        from inarow.interfaces.cli.library.games import series_of

        with self.errors_told():
            first, second = kept.settings.names
            self.play(
                replace(series_of(kept, limit=MENU_LIMIT), names=(first, second)), kept.record
            )

    def review_kept(self, kept: Kept) -> None:
        """Review a game of the library, which remembers what was found."""
        from inarow.interfaces.app.my_games import remember_review

        self.review(kept.as_played(), partial(remember_review, kept))

    def review(
        self, record: Record, judged: Callable[[Sequence[ReviewedMove]], None] = lambda _: None
    ) -> None:
        """Judge every move of a game."""
        from inarow.interfaces.app.review_screen import ReviewScreen

        with self.errors_told():
            self.push_screen(
                ReviewScreen(record, self.unicode, judged, self.practise, self.searches)
            )

    def searches(self, state: State) -> None:
        """Searches of a position, step by step."""
        from inarow.interfaces.app.watch_screen import WatchScreen

        if state.outcome is None and not state.chance():
            self.push_screen(WatchScreen(state, self.unicode))
        else:
            self.notify("There is nothing to search here: nobody is to move.", markup=False)

    def _watch_any(self) -> None:
        from inarow.registry import load_game

        self.searches(load_game("tic_tac_toe").initial_state())

    def _choose_puzzles(self) -> None:
        from inarow.interfaces.app.dialogs import Choice, Choose
        from inarow.registry import games
        from inarow.study.puzzles import shipped_puzzles

        ready = [(name, one.title) for name, one in games().items() if shipped_puzzles(name)]
        lines = [Choice(name, title or name) for name, title in ready]
        self.push_screen(Choose("Puzzles of which game?", lines), self._ask_puzzles)

    def _ask_puzzles(self, game: str | None) -> None:
        from inarow.interfaces.app.puzzle_screen import PuzzleScreen
        from inarow.interfaces.terminal.quiz import suitable
        from inarow.library.rows import usual_file
        from inarow.library.solving import Solving
        from inarow.study.puzzles import shipped_puzzles

        if game is not None:
            mine = Solving(usual_file())
            found = suitable(shipped_puzzles(game), mine)
            self.push_screen(PuzzleScreen(found, mine, self.unicode, self.searches))

    def practise(self, moves: Sequence[ReviewedMove]) -> None:
        """The mistakes of a reviewed game as puzzles."""
        from inarow.interfaces.app.puzzle_screen import PuzzleScreen
        from inarow.library.solving import Solving
        from inarow.study.puzzles import mistakes

        found = mistakes(moves)
        if found:
            numbered = iter(list(enumerate(found, start=1)))
            self.push_screen(PuzzleScreen(numbered, Solving(None), self.unicode, self.searches))
        else:
            self.notify("No mistakes so far.", markup=False)

    def _open_events(self) -> None:
        from inarow.interfaces.app.event_screens import EventList

        show = EventList(Path(), self.events, self._new_event, self.show_event)
        self.push_screen(show)

    def _new_event(self) -> None:
        from inarow.interfaces.app.new_event import NewEvent, PlannedEvent

        def begin(plan: PlannedEvent | None) -> None:
            if plan is not None:
                self.run_tournament(plan.path, plan.event)
                self.show_event(plan.path)

        self.push_screen(NewEvent(Path.cwd()), begin)

    def run_tournament(self, path: Path, event: Event | None = None) -> Running:
        """Play an event in the background, or go on with that of a file."""
        from inarow.interfaces.app.events import RunningEvent

        return self._begin_work(RunningEvent(path, event))

    def _begin_work(self, running: Running) -> Running:
        from inarow.interfaces.app.background import in_thread

        self.events[running.path] = running
        running.begin(in_thread(self.call_later))
        return running

    def show_event(self, path: Path) -> None:
        """The table of an event, which may be played here."""
        from inarow.interfaces.app.event_screens import EventScreen
        from inarow.interfaces.app.events import StoredEvent

        found = self.events.get(path) or StoredEvent(path)
        self.push_screen(EventScreen(found, self.run_tournament))

    def _open_sweeps(self) -> None:
        from inarow.interfaces.app.sweep_screens import SweepList

        self.push_screen(SweepList(Path(), self.events, self._new_sweep, self.show_sweep))

    def _new_sweep(self) -> None:
        from inarow.interfaces.app.new_sweep import NewSweep, PlannedSweep

        def begin(planned: PlannedSweep | None) -> None:
            if planned is not None:
                self.run_sweep(planned.path, planned.plan)
                self.show_sweep(planned.path)

        self.push_screen(NewSweep(Path.cwd()), begin)

    def run_sweep(self, path: Path, plan: Plan | None = None) -> Running:
        """Do a sweep in the background, or go on with that of a file."""
        from inarow.interfaces.app.sweeps import RunningSweep

        return self._begin_work(RunningSweep(path, plan))

    def show_sweep(self, path: Path) -> None:
        """The values of a sweep, which may be done here."""
        from inarow.interfaces.app.sweep_screens import SweepScreen
        from inarow.interfaces.app.sweeps import StoredSweep

        found = self.events.get(path) or StoredSweep(path)
        self.push_screen(SweepScreen(found, self.run_sweep))

    def end_events(self) -> list[str]:
        """Stop what is measured here; how to go on with it, a line each."""
        running = [one for one in self.events.values() if one.running]
        for one in running:
            one.stop()
        for one in running:
            one.wait()
        return [one.farewell for one in running if not one.complete]

    def _open_file(self) -> None:
        from inarow.games.record_file import load_record
        from inarow.interfaces.app.dialogs import Ask

        def opened(name: str | None) -> None:
            if name is not None:
                record = load_record(Path(name))
                if record.outcome is None:
                    self._play_on(record)
                else:
                    self.review(record)

        question = "Which file? A text, JSON, SGF or PSQ game; one that is over is reviewed."
        self.push_screen(Ask(question, check=lambda name: load_record(Path(name))), opened)

    def _play_on(self, record: Record) -> None:
        """Go on with the game of a file; whoever sat there sits there again."""
        from inarow.agents.levels import usual_opponent
        from inarow.interfaces.cli.play import saved_player
        from inarow.interfaces.terminal.series import FIRST, Series

        with self.errors_told():
            first = saved_player(record, "First", FIRST)
            second = saved_player(record, "Second", usual_opponent(record.game))
            self.play(Series((first, second), limit=MENU_LIMIT), record)

    @contextmanager
    def errors_told(self) -> Iterator[None]:
        """Tell what cannot be done, and why."""
        try:
            yield
        except (InarowError, OSError) as error:
            self.notify(in_words(error), severity="error", markup=False)


def run_app(unicode: bool, begin: Callable[[InarowApp], None] | None = None) -> str:
    """Show the app until it is left; how to go on, in one line.

    Raises:
        Signalled: a signal has ended it.
    """
    before = {name: signal.getsignal(getattr(signal, name)) for name in _SIGNALS}
    app, kept = InarowApp(unicode, begin), list[str]()
    try:
        with hearing():
            app.run()
    finally:
        kept = app.end_events()
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
    if app.return_code:  # a mistake of ours: Textual has told it
        raise SystemExit(app.return_code)
    if app.signalled is None:
        return "\n".join([app.farewell, *kept])
    stop = Signalled(app.signalled)
    if app.farewell != GOODBYE:
        stop.add_note("\n".join([app.farewell, *kept]))
    elif kept:
        stop.add_note("\n".join(f"inarow: stopped; {line}" for line in kept))
    raise stop
