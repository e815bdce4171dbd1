"""Small questions over a screen: a line to type, a list to choose from, a text to read.

Each is answered by Enter or the mouse and left by Escape, which answers None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inarow.errors import InarowError, in_words

_ESCAPE = Binding("escape", "dismiss(None)", "Back")


class Choice(NamedTuple):
    """A line of a list, and what it stands for."""

    value: str
    line: str


class Ask(ModalScreen[str]):
    """Asks for a line of text.

    Args:
        title: the question.
        text: what stands there at first.
        check: refuses an answer by raising an error, which is shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [_ESCAPE]

    def __init__(
        self, title: str, text: str = "", check: Callable[[str], object] | None = None
    ) -> None:
        super().__init__()
        self._title, self._text, self._check = title, text, check

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._title, markup=False)
            yield Input(self._text, compact=True)
            yield Static("Enter: done   Esc: back", id="complaint", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, unless what was typed is wrong."""
        try:
            if self._check is not None:
                self._check(event.value)
        except (InarowError, OSError) as error:
            self.query_one("#complaint", Static).update(in_words(error))
            return
        self.dismiss(event.value)


class Choose(ModalScreen[str]):
    """Lets a person choose one of several lines."""

    BINDINGS: ClassVar[list[BindingType]] = [_ESCAPE]

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._title, markup=False)
            yield OptionList(*(Option(one.line) for one in self._choices), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(self._choices[event.option_index].value)


class Tell(ModalScreen[None]):
    """A text to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "dismiss(None)", "Close")
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog page"):
            yield Static(self._text, markup=False)
            yield Static("\nEsc: close", markup=False)
