"""Puzzles: find the move; try, take a hint, see the solution, go on to the next.

A wrong move costs nothing but the point for the first try. The first answer to a puzzle with a
rating moves that of the person, as in `inarow puzzle` and on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import Screen
from textual.widgets import Static

from inarow.games.base import State
from inarow.interfaces.app.board import Board
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.keys import BACK, HELP, Key, Keys
from inarow.interfaces.terminal.quiz import rating_words, solution_words
from inarow.library.solving import Solving
from inarow.study.puzzles import Puzzle

_KEYS = (
    Key("Enter", "try", "screen.try"),
    Key("h", "hint", "screen.hint"),
    Key("u", "take back", "screen.take_back"),
    Key("s", "solution", "screen.solution"),
    Key("n", "next", "screen.next"),
    Key("t", "search", "screen.watch"),
    BACK,
    HELP,
)


class PuzzleScreen(Screen[None]):
    """Asks one puzzle after another.

    Args:
        puzzles: with their numbers; the first is asked at once.
        mine: where the answers count; it is closed with the screen.
        unicode: whether the terminal can show discs.
        watch: shows searches of a position.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint"),
        Binding("u", "take_back"),
        Binding("s", "solution"),
        Binding("n", "next"),
        Binding("m", "type_move"),
        Binding("t", "watch"),
        Binding("escape", "dismiss(None)"),
    ]

    def __init__(
        self,
        puzzles: Iterator[tuple[int, Puzzle]],
        mine: Solving,
        unicode: bool,
        watch: Callable[[State], None],
    ) -> None:
        super().__init__()
        self._searches = watch
        self._puzzles, self._mine, self._unicode = puzzles, mine, unicode
        self.number, self.puzzle = next(puzzles)
        self._asked = self._solved = 0
        self._begin()

    def _begin(self) -> None:
        self._hints = self._tries = 0
        self._tried: int | None = None
        self._over = False
        self._words = list[str]()

    def compose(self) -> ComposeResult:
        with Horizontal():
            with ScrollableContainer(id="place", can_focus=False):
                yield Board(self.puzzle.state, self._unicode)
            with Vertical(id="side"):
                yield Static(id="seats", markup=False)
                yield Static(id="status", markup=False)
                yield Static(id="advice", markup=False)
        yield Keys(*_KEYS)

    def on_mount(self) -> None:
        """Ask the first one."""
        self.query_one(Board).focus()
        self._show()

    def on_unmount(self) -> None:
        """Let go of the file."""
        self._mine.__exit__()

    def _show(self) -> None:
        puzzle, state = self.puzzle, self.puzzle.state
        level = "" if puzzle.level is None else f", level {puzzle.level}"
        rating = "" if puzzle.rating is None else f", rating {puzzle.rating}"
        score = f"Solved at the first try: {self._solved} of {self._asked}"
        self.query_one("#seats", Static).update(f"Puzzle {self.number}{level}{rating}\n{score}")
        self.query_one("#status", Static).update(f"{puzzle.goal[:1].upper()}{puzzle.goal[1:]}.")
        self.query_one("#advice", Static).update("\n\n".join(self._words))
        shown = state if self._tried is None else state.play(self._tried)
        self.query_one(Board).show(shown, playable=self._tried is None)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Try the move of a cell."""
        action = self.query_one(Board).action_of(event.cell)
        if self._tried is None and action is not None:
            self._try(action)

    def on_key(self, event: events.Key) -> None:
        """A digit tries the move of that name."""
        state = self.puzzle.state
        names = {state.game.format(action): action for action in state.legal_actions()}
        if self._tried is None and event.character in names:
            self._try(names[event.character])
            event.stop()

    def _try(self, action: int) -> None:
        verdict = self.puzzle.check(action)
        self._tries += 1
        self._count(verdict.right and not self._hints)
        self._tried, self._over = action, verdict.right or self._over
        after = "n: next puzzle" if verdict.right else "u: take back and try again"
        self._words = [verdict.words, *self._words[1:], after]
        self._show()

    def _count(self, solved: bool) -> None:
        """Only the first answer to a puzzle counts."""
        self._words = [""]
        if self._tries != 1 or self._over:
            return
        self._asked += 1
        self._solved += solved
        if self.puzzle.rating is not None:
            self._words.append(rating_words(self._mine, self.puzzle, solved))

    def action_try(self) -> None:
        """Play at the cursor."""
        self.query_one(Board).action_choose()

    def action_hint(self) -> None:
        """Give a little more away."""
        self._words = [self.puzzle.hint(self._hints)]
        self._hints += 1
        self._show()

    def action_watch(self) -> None:
        """Searches of the position, step by step; before the answer they are a hint."""
        self._hints += 1
        self._searches(self.puzzle.state)

    def action_take_back(self) -> None:
        """Take the move back that was tried."""
        self._tried = None
        self._words = []
        self._show()

    def action_solution(self) -> None:
        """Tell the solution; the puzzle counts as not solved unless it was."""
        self._tries += 1
        self._count(False)
        self._over, self._tried = True, self.puzzle.solutions[0]
        self._words = [solution_words(self.puzzle), *self._words[1:], "n: next puzzle"]
        self._show()

    def action_next(self) -> None:
        """The next puzzle; this one counts as not solved unless it was tried."""
        self._tries += 1
        self._count(False)
        following = next(self._puzzles, None)
        if following is None:
            self.notify("That was the last one.", markup=False)
            return
        self.number, self.puzzle = following
        self._begin()
        self._show()

    def action_type_move(self) -> None:
        """Ask for a move by its name."""
        if self._tried is None:
            self.app.push_screen(Ask("Your move", check=self._legal), self._typed)

    def _legal(self, text: str) -> None:
        self.puzzle.check(self.puzzle.state.game.parse(text))

    def _typed(self, text: str | None) -> None:
        if text is not None:
            self._try(self.puzzle.state.game.parse(text))
