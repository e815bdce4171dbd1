"""A game move by move, each with its judgement: what it gained or gave away, and what was better.

The judge works from the last move back to the first, in the background; one can walk through the
game meanwhile, and every sentence appears as soon as it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inarow.errors import in_words
from inarow.games.base import State
from inarow.games.record import Record
from inarow.games.sides import player_name
from inarow.interfaces.app.background import Job, in_thread
from inarow.interfaces.app.board import Board
from inarow.interfaces.app.dialogs import Ask
from inarow.interfaces.app.keys import BACK, HELP, Key, Keys
from inarow.interfaces.app.notice import Notice
from inarow.interfaces.terminal.game import write_new_file
from inarow.search.limit import Limit
from inarow.study import review as study
from inarow.study.judge import Judge
from inarow.study.reviewed import MARKS, REVIEW_LINE, Review
from inarow.study.reviewed_move import MARKED, Grade, ReviewedMove

_REASONS = 3
_KEYS = (
    Key("<-", "back", "screen.step(-1)"),
    Key("->", "on", "screen.step(1)"),
    Key("m", "next mistake", "screen.mistake"),
    Key("p", "practise", "screen.practise"),
    Key("t", "search", "screen.watch"),
    Key("s", "save", "screen.save"),
    BACK,
    HELP,
)


class ReviewScreen(Screen[None]):
    """Judges the main line of a record.

    Args:
        record: the game.
        unicode: whether the terminal can show discs.
        judged: called with all moves once the review is complete.
        practise: asks the mistakes of the game as puzzles.
        watch: shows searches of a position.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", priority=True),
        Binding("right,down,space", "step(1)", priority=True),
        Binding("home", "go(0)", priority=True),
        Binding("end", "go(-1)", priority=True),
        Binding("m", "mistake"),
        Binding("p", "practise"),
        Binding("s", "save"),
        Binding("t", "watch"),
        Binding("escape", "leave"),
    ]

    def __init__(
        self,
        record: Record,
        unicode: bool,
        judged: Callable[[Sequence[ReviewedMove]], None],
        practise: Callable[[Sequence[ReviewedMove]], None],
        watch: Callable[[State], None],
    ) -> None:
        super().__init__()
        self._record, self._unicode = study.reviewable(record), unicode
        self._judged, self._practise, self._searches = judged, practise, watch
        self._states = [record.root.state, *(node.state for node in record.root.line())]
        self._actions = record.main_line()
        self._found: dict[int, ReviewedMove] = {}
        self._at = 0
        self._job: Job | None = None
        self._saved: Path | None = None

    def compose(self) -> ComposeResult:
        with Horizontal():
            with ScrollableContainer(id="place", can_focus=False):
                yield Board(self._states[0], self._unicode)
            with Vertical(id="side"):
                yield Static(id="status", markup=False)
                yield OptionList(id="line", markup=False)
                with VerticalScroll(id="advice_room", can_focus=False):
                    yield Static(id="advice", markup=False)
        yield Notice()
        yield Keys(*_KEYS)

    def on_mount(self) -> None:
        """Begin to judge; the first position is shown meanwhile."""
        line = self.query_one("#line", OptionList)
        line.add_options(
            [Option("the start"), *map(Option, map(self._row, range(len(self._actions))))]
        )
        line.focus()
        self._job = in_thread(self.call_later)(self._judge, self._done)
        self._go(0)

    def on_unmount(self) -> None:
        """Nobody waits for the rest."""
        if self._job is not None:
            self._job.drop()

    # Judging

    def _judge(self, stop: Event) -> None:
        limit = Limit(seconds=study.REVIEW_SECONDS, stop=stop)
        for move in study.review(self._record, Judge(seed=study.REVIEW_SEED), limit):
            self.call_later(self._hear, move)

    def _hear(self, move: ReviewedMove) -> None:
        self._found[move.number] = move
        agreed = {one.number: one for one in study.agreed(self._found.values())}
        line = self.query_one("#line", OptionList)
        for number, one in agreed.items():
            if one is not self._found[number] or one is move:
                self._found[number] = one
                line.replace_option_prompt_at_index(number + 1, self._row(number))
        self._show()

    def _done(self, result: Exception | None) -> None:
        self._job = None
        if isinstance(result, Exception):
            self.notify(in_words(result), severity="error", markup=False)
        elif len(self._found) == study.decisions(self._record):
            self._judged(list(self._found.values()))
        self._show()

    # Showing

    def _row(self, number: int) -> str:
        """A line of the list: the number, who moved, the move, and how good it was."""
        state, action = self._states[number], self._actions[number]
        found = self._found.get(number)
        mark = MARKS.get(found.grade, "") if found else ""
        who = "dice" if state.chance() else player_name(state, state.player)
        words = found.words if found else ""
        return f"{number + 1:>3} {who} {state.game.format(action)}{mark}  {words}"

    def _show(self) -> None:
        state, found = self._states[self._at], self._found.get(self._at - 1)
        cells = []
        if found is not None and found.grade is not Grade.BEST:
            cells = [found.state.target(found.best)]
        self.query_one(Board).show(state, playable=False, marked=filter(None, cells))
        total, done = study.decisions(self._record), len(self._found)
        judging = f", judging {done} of {total}" if self._job is not None else ""
        head = f"Move {self._at} of {len(self._actions)}{judging}"
        self.query_one("#status", Static).update(head)
        text = "" if found is None else _sentences(found)
        if self._at == 0 and self._job is None:
            moves = tuple(self._found[number] for number in sorted(self._found))
            text = "\n".join(Review(self._record, moves).totals())
        self.query_one("#advice", Static).update(text)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """A click on a move."""
        if event.option_index != self._at:
            self._at = event.option_index
            self._show()

    def _go(self, at: int) -> None:
        self._at = max(0, min(at, len(self._actions)))
        self.query_one("#line", OptionList).highlighted = self._at
        self._show()

    # Keys

    def action_step(self, by: int) -> None:
        """One move on or back."""
        self._go(self._at + by)

    def action_go(self, at: int) -> None:
        """To the start, or to the end."""
        self._go(at if at >= 0 else len(self._actions))

    def action_mistake(self) -> None:
        """To the next move that gave something away; behind the last one comes the first."""
        marked = [n + 1 for n, move in sorted(self._found.items()) if move.grade in MARKED]
        later = [at for at in marked if at > self._at]
        if marked:
            self._go((later or marked)[0])
        else:
            self.notify("No mistakes so far.", markup=False)

    def action_practise(self) -> None:
        """The mistakes as puzzles."""
        self._practise([self._found[number] for number in sorted(self._found)])

    def action_watch(self) -> None:
        """Searches of this position, step by step."""
        self._searches(self._states[self._at])

    def action_leave(self) -> None:
        """Stop judging; once more, leave."""
        if self._job is not None and not self._job.stop.is_set():
            self._job.stop.set()
        else:
            self.dismiss(None)

    def action_save(self) -> None:
        """Write the game with its judgements to a file."""
        title = "Save the game with the judgements as (.txt, .json or .sgf):"
        self.app.push_screen(Ask(title, str(self._saved or "reviewed.txt"), self._write))

    def _write(self, name: str) -> None:
        moves = tuple(self._found[number] for number in sorted(self._found))
        annotated = Review(self._record, moves).annotated()
        self._saved = write_new_file(annotated, name, self._saved)


def _sentences(move: ReviewedMove) -> str:
    """What is said of a move: the judgement, what stands for and against it, the better line."""
    write = move.state.game.format
    lines = [f"{write(move.action)}: {move.words}."]
    lines += [f"- {why.words}" for why in move.reasons[:_REASONS]]
    if move.best != move.action and len(move.line) > 1:
        lines.append("Better: " + " ".join(write(one) for one in move.line[:REVIEW_LINE]))
    return "\n".join(lines)
