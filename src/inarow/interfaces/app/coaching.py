"""The coach beside a person at a board: looks at a move before it is played, and asks at a slip.

What it finds, says and counts is that of the terminal (`study/coach.py`); here it looks in the
background, and its question is a dialog.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from textual.screen import Screen

from inarow.errors import in_words
from inarow.games.base import State
from inarow.interfaces.app.background import Background, Job
from inarow.interfaces.app.dialogs import Choice, Choose
from inarow.study.coach import Coach
from inarow.study.hints import HINTS
from inarow.study.reviewed_move import ReviewedMove


class Coaching:
    """Lets a move through at once, or after a question.

    Args:
        screen: over which it asks.
        background: begins work that is not waited for.
        play: plays a move.
        changed: called when it begins or ends to look.
        tell: hears why it could not look.
    """

    def __init__(
        self,
        screen: Screen[bool],
        background: Background,
        play: Callable[[int], None],
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self._screen, self._background = screen, background
        self._play, self._changed, self._tell = play, changed, tell
        self.coach = Coach()
        self._job: Job | None = None

    @property
    def looking(self) -> bool:
        """Whether a move is being looked at."""
        return self._job is not None

    def look(self, state: State, action: int) -> None:
        """Play a move, unless it is a slip and the person wants to try again."""
        self.forget()

        def work(stop: Event) -> ReviewedMove:
            return self.coach.look(state, action)

        def looked(move: ReviewedMove | Exception) -> None:
            self._job = None
            if isinstance(move, ReviewedMove) and self.coach.is_slip(move):
                self._changed()
                self._ask(move, action, self.coach.warning(move, state.game.format(action)), 0)
                return
            if isinstance(move, ReviewedMove):
                self.coach.count(move)
            else:
                self._tell(f"The coach cannot judge this: {in_words(move)}")
            self._play(action)

        self._job = self._background(work, looked)
        self._changed()

    def forget(self) -> None:
        """The position has changed: nobody plays that move any more."""
        if self._job is not None:
            self._job.drop()
            self._job = None

    def _ask(self, move: ReviewedMove, action: int, said: str, hints: int) -> None:
        """Try again, hear a hint and be asked once more, or insist."""
        hint = [Choice("hint", "another hint" if hints else "a hint")] if hints < HINTS else []
        choices = [Choice("again", "try again"), *hint, Choice("play", "play it all the same")]

        def answered(answer: str | None) -> None:
            if answer == "hint":
                self._ask(move, action, f"{said}\n{self.coach.hint(move, hints)}", hints + 1)
                return
            self.coach.count(move, taken_back=answer != "play")
            if answer == "play":
                self._play(action)

        self._screen.app.push_screen(Choose(said, choices), answered)
