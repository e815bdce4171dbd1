"""The screen of a game: the board on the left, and beside it players, moves, and what is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from inarow.errors import InarowError
from inarow.games.base import State, in_opening
from inarow.games.record import Record
from inarow.interfaces.app.adviser import Advice, Adviser
from inarow.interfaces.app.background import in_thread
from inarow.interfaces.app.board import Board
from inarow.interfaces.app.coaching import Coaching
from inarow.interfaces.app.dialogs import Ask, Choice, Choose
from inarow.interfaces.app.keys import HELP, Key, Keys
from inarow.interfaces.app.notice import Notice
from inarow.interfaces.app.panels import move_list, seat_lines
from inarow.interfaces.app.table import Table, TimeControl
from inarow.interfaces.terminal.game import move_numbers, write_new_file
from inarow.interfaces.terminal.series import Series
from inarow.live.game import Mover
from inarow.study.coach import switched

_TICK = 0.2
"""Seconds between two looks at the clocks."""


_KEYS = (
    Key("u", "undo", "screen.take_back"),
    Key("h", "hint", "screen.hint"),
    Key("c", "coach", "screen.coach"),
    Key("v", "values", "screen.values"),
    Key("w", "why", "screen.why"),
    Key("s", "save", "screen.save"),
    Key("t", "search", "screen.watch"),
    Key("Esc", "menu", "screen.leave"),
    HELP,
)


class GameScreen(Screen[bool]):
    """One game; it is left with whether another one is wanted, or None to review this one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back"),
        Binding("r", "redo"),
        Binding("h", "hint"),
        Binding("c", "coach"),
        Binding("v", "values"),
        Binding("w", "why"),
        Binding("m", "type_move"),
        Binding("s", "save"),
        Binding("t", "watch"),
        Binding("n", "again"),
        Binding("x", "resign"),
        Binding("number_sign", "numbers"),
        Binding("escape", "leave"),
    ]

    def __init__(
        self,
        series: Series,
        record: Record,
        unicode: bool,
        watch: Callable[[State], None],
        time: TimeControl | None = None,
    ) -> None:
        super().__init__()
        self._unicode, self._typed, self._numbered = unicode, "", False
        self._searches = watch
        self._saved: Path | None = None
        self._ready = False
        background = in_thread(self.call_later)
        self.table = Table(series, record, background, self._changed, self._say, time)
        self.adviser = Adviser(series.adviser(), background, self._advise)
        hooks = self._play_now, self._show, self._say
        self.coaching = Coaching(self, background, *hooks)
        self._advice = Advice("")
        if in_opening(record.state):
            self._advice = Advice(record.state.explanation)

    def compose(self) -> ComposeResult:
        with Horizontal():
            with ScrollableContainer(id="place", can_focus=False):
                yield Board(self.table.live.state, self._unicode)
            with Vertical(id="side"):
                yield Static(id="seats", markup=False)
                yield Static(id="status", markup=False)
                yield Static(id="said", markup=False)
                with VerticalScroll(id="moves_room", can_focus=False):
                    yield Static(id="moves", markup=False)
                with VerticalScroll(id="advice_room"):
                    yield Static(id="advice", markup=False)
        yield Notice()
        yield Keys(*_KEYS)

    def on_mount(self) -> None:
        """Let the game begin."""
        self.query_one(Board).focus()
        self._ready = True
        self.table.begin()
        self.set_interval(_TICK, self._tick)

    def on_unmount(self) -> None:
        """Nobody looks any more: a machine need not think, and the game is kept."""
        self.adviser.forget()
        self.coaching.forget()
        self.table.leave()

    @property
    def farewell(self) -> str:
        """What is told to somebody who leaves the app now."""
        return self.table.series.farewell(self.table.record, self.table.save())

    # Showing

    def _changed(self) -> None:
        """Something was played or taken back."""
        self.adviser.forget()
        self.coaching.forget()
        if not in_opening(self.table.live.state):
            self._advice = Advice("")
        self._typed = ""
        if self._ready:
            self._show()

    def _show(self) -> None:
        live = self.table.live
        numbers = move_numbers(live.record) if self._numbered else None
        playable = live.mover is Mover.PERSON
        self.query_one(Board).show(live.state, playable, self._advice.cells, numbers)
        typed = f"\nMove: {self._typed}_" if self._typed else ""
        status = "Looking at your move ..." if self.coaching.looking else self.table.status
        over = ""
        if live.outcome is not None:
            counted = f"{self.coaching.coach.words}\n" if self.table.series.coach else ""
            over = f"\n{counted}v: review it  n: again"
        self.query_one("#status", Static).update(f"{status}{over}{typed}")
        self.query_one("#said", Static).update(self.table.said)
        self.query_one("#moves", Static).update(move_list(live.record))
        self.query_one("#moves_room").scroll_end(animate=False)
        self.query_one("#advice", Static).update(self._advice.text)
        self._show_seats()

    def _show_seats(self) -> None:
        self.query_one("#seats", Static).update(seat_lines(self.table, self._unicode))

    def _advise(self, advice: Advice) -> None:
        self._advice = advice
        self._show()

    def _say(self, text: str) -> None:
        self.notify(text, markup=False, severity="warning")

    def _tick(self) -> None:
        self.table.tick()
        self._show_seats()

    # Playing

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Play at a cell; where none can be played, offer what can."""
        if self.table.live.mover is not Mover.PERSON:
            return
        if self._typed and self._play_typed(whole=True):
            return
        state, action = self.table.live.state, self.query_one(Board).action_of(event.cell)
        others = [one for one in state.legal_actions() if state.target(one) is None]
        if action is not None:
            self._play(action)
        elif others:
            lines = [Choice(state.game.format(one), state.game.format(one)) for one in others]
            self.app.push_screen(Choose("What do you play?", lines), self._play_text)
        else:
            self._say("That cannot be played.")

    def on_key(self, event: events.Key) -> None:
        """Digits name columns and cells; a move that could go on waits for the next key."""
        if self.table.live.mover is not Mover.PERSON or not event.character:
            return
        if event.key == "backspace":
            self._typed = self._typed[:-1]
            self._show()
        elif event.character.isdigit():
            self._typed += event.character
            self._play_typed()
            event.stop()

    def _play_typed(self, whole: bool = False) -> bool:
        """Play what was typed, if it is a move and no longer one begins so; whether played."""
        game, legal = self.table.live.state.game, self.table.live.state.legal_actions()
        names = {game.format(action): action for action in legal}
        longer = [name for name in names if name.startswith(self._typed) and name != self._typed]
        if self._typed in names and (whole or not longer):
            self._play(names[self._typed])
            return True
        if not longer:
            self._say(f"{self._typed} cannot be played; m lets you type any move.")
            self._typed = ""
        self._show()
        return False

    def _play(self, action: int) -> None:
        """Play a move, which the coach looks at first, if there is one."""
        live = self.table.live
        legal = action in live.state.legal_actions()  # an illegal move is no slip
        if self.table.series.coach and legal and live.mover is Mover.PERSON:
            self.coaching.look(live.state, action)
        else:
            self._play_now(action)

    def _play_now(self, action: int) -> None:
        try:
            self.table.play(action)
        except InarowError as error:
            self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _play_text(self, text: str | None) -> None:
        if text is not None:
            self._play(self.table.live.state.game.parse(text))

    def action_type_move(self) -> None:
        """Ask for a move by its name."""
        state = self.table.live.state
        if self.table.live.mover is Mover.PERSON:
            examples = ", ".join(state.game.format(one) for one in state.legal_actions()[:6])
            self.app.push_screen(
                Ask(f"Your move ({examples}, ...)", check=self._legal), self._play_text
            )

    def _legal(self, text: str) -> None:
        state = self.table.live.state
        state.play(state.game.parse(text))

    def action_take_back(self) -> None:
        """Take back the last decision."""
        if not self.table.take_back():
            self._say("There is nothing to take back.")

    def action_redo(self) -> None:
        """Play again what was taken back."""
        if not self.table.redo():
            self._say("There is nothing to play again.")

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self.table.live.outcome is None and self.table.live.people:
            sure = Choose("Resign this game?", [Choice("", "no, play on"), Choice("yes", "yes")])
            self.app.push_screen(sure, lambda answer: self.table.resign() if answer else None)

    def action_watch(self) -> None:
        """Searches of this position, step by step."""
        self._searches(self.table.live.state)

    def action_again(self) -> None:
        """A new game with the same players, who keep their seats."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Let a machine move at once, or stop looking for an answer; else back to the menu."""
        if not self.table.move_now() and not self.adviser.stop():
            self.dismiss(False)

    # Asking

    def _asks(self) -> bool:
        return self.table.live.mover is Mover.PERSON

    def action_hint(self) -> None:
        """The best moves."""
        if self._asks():
            self.adviser.hint(self.table.live.state)

    def action_coach(self) -> None:
        """Be warned of mistakes before they count, or no longer."""
        series = self.table.series
        series.coach = not series.coach
        self.notify(switched(self.coaching.coach if series.coach else None), markup=False)

    def action_values(self) -> None:
        """Every move; when the game is over, those that were played."""
        if self.table.live.outcome is not None:
            self.dismiss(None)
        elif self._asks():
            self.adviser.values(self.table.live.state)

    def action_why(self) -> None:
        """Reasons for and against the move at the cursor."""
        board = self.query_one(Board)
        action = board.action_of(board.cursor)
        if self._asks() and action is not None:
            self.adviser.why(self.table.live.state, action)

    def action_numbers(self) -> None:
        """Stones as the numbers of their moves, or as stones again."""
        self._numbered = not self._numbered
        self._show()

    def action_save(self) -> None:
        """Write the game to a file."""
        title = "Save the game so far as (.txt, .json, .sgf or .psq):"
        self.app.push_screen(Ask(title, str(self._saved or "game.txt"), self._write), self._told)

    def _write(self, name: str) -> None:
        self._saved = write_new_file(self.table.record, name, self._saved)

    def _told(self, name: str | None) -> None:
        if name is not None:
            self.notify(f"Saved as {name}.", markup=False)
