"""Asking and telling on a terminal or in a pipe.

In a pipe the answers that were read are printed behind their question, so that a transcript reads
the same as on a terminal. `e`, `exit`, `q` and `quit` leave from every question, and so does the
end of the input.
"""

import contextlib
import io
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import NamedTuple

import click

from inarow.errors import InarowError
from inarow.games.base import State
from inarow.interfaces.render import modern
from inarow.interfaces.terminal.compiling import compiling_notices, hide_notices
from inarow.interfaces.terminal.keys import typed_line
from inarow.interfaces.terminal.progress import can_show, waiting

GOODBYE = "Goodbye."
"""What is said to whoever leaves, and all of it where nothing can be gone on with."""
_LEAVE = {"e", "exit", "q", "quit"}


def on_terminal() -> bool:
    """Whether a person sits at both ends: keyboard and screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def paragraph(text: str, head: str = "") -> str:
    """A text in lines that fit into the terminal, indented behind its head."""
    width = max(40, get_terminal_size().columns - 1)
    return fill(text, width, initial_indent=head, subsequent_indent=" " * len(head))


def whole_number(text: str) -> int | None:
    """The number that a person typed, or None; more than nine digits are a slip."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


class MenuLine(NamedTuple):
    """A line of a menu, and the names by which it may be called."""

    line: str
    names: Sequence[str]


class Leave(Exception):
    """The person wants to go."""


class Console:
    """One place that reads lines and prints text."""

    def __init__(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are a wrong answer
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # gives `input` its line editing

    @property
    def moves_cursor(self) -> bool:
        """Whether the output is a terminal that can do more than print lines."""
        return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def colour(self) -> bool:
        """Whether colours are welcome: a real terminal, and neither NO_COLOR nor TERM=dumb."""
        return self.moves_cursor and not os.environ.get("NO_COLOR")

    @property
    def unicode(self) -> bool:
        """Whether the output can show discs and box lines."""
        return can_show("●○│", sys.stdout.encoding)

    def say(self, text: str = "") -> None:
        """Print a text and a newline."""
        hide_notices()
        click.echo(text)

    def draw(self, state: State) -> None:
        """Print a board."""
        self.say(modern.render(state, colour=self.colour, unicode=self.unicode))

    @contextlib.contextmanager
    def busy(self, text: str | None) -> Iterator[None]:
        """Show a line while something takes long, on a terminal only; it disappears afterwards.

        While kernels are compiled, that is said instead.
        """
        with compiling_notices() as compiling, waiting(text, lambda: compiling.visible):
            yield

    def ask(self, question: str) -> str:
        """Ask until a line is typed and return it without blanks around it.

        Raises:
            Leave: the person typed an exit word, or the input ended.
        """
        sys.stdout.flush()
        try:
            with typed_line():
                answer = input(question).strip()
        except EOFError:
            click.echo()
            raise Leave from None
        except KeyboardInterrupt:
            with contextlib.suppress(OSError):  # the terminal may be gone
                click.echo()  # whatever is said next begins a line
            raise
        if not sys.stdin.isatty():
            click.echo(answer)
        if answer.lower() in _LEAVE:
            raise Leave
        return answer

    def ask_until(self, question: str, answers: Collection[str], complaint: str) -> str:
        """Ask until one of some answers is typed, in small or in capital letters."""
        while (answer := self.ask(question).lower()) not in answers:
            self.say(complaint)
        return answer

    def choose(
        self,
        question: str,
        choices: Sequence[MenuLine],
        default: int = 0,
        read: Callable[[str], str] | None = None,
    ) -> str:
        """Let the person pick one of several lines by number, name or Enter; its first name.

        Args:
            question: what is asked below the lines.
            choices: the lines.
            default: the index that Enter means.
            read: gets every other answer; its errors are told, and the question is asked again.
        """
        margin = len(str(len(choices))) + 4
        for number, choice in enumerate(choices, start=1):
            self.say(paragraph(choice.line, f"{number:>{margin - 2}}. "))
        known = {name.lower(): choice for choice in choices for name in choice.names}
        known |= {str(number): choice for number, choice in enumerate(choices, start=1)}
        while True:
            answer = self.ask(f"{question} [{default + 1}]: ")
            if not answer:
                return choices[default].names[0]
            if answer.lower() in known:
                return known[answer.lower()].names[0]
            try:
                if read is not None:
                    return read(answer)
                self.say(f"Type a number from 1 to {len(choices)}, or e to leave.")
            except InarowError as error:
                self.say(str(error))


def command_line(*words: str) -> str:
    """A command of ours as text for a shell, which can be typed as it stands.

        inarow ...                 where the folder of the command is on the PATH
        .venv/bin/inarow ...       where it is not
        scripts/inarow ...         the script says so itself, in INAROW_COMMAND
        python -m inarow ...       with the Python that runs now

    >>> command_line("play", "mnk(4,4,3)").endswith(" play 'mnk(4,4,3)'")
    True
    """
    return shlex.join([*_program(os.environ.get("INAROW_COMMAND") or sys.argv[0]), *words])


def _program(started: str) -> Sequence[str]:
    """The words that start this program again."""
    if Path(started).name == "__main__.py":
        names = ("python", "python3", Path(sys.executable).name)
        named = [name for name in names if _is_found(name, sys.executable)]
        return [named[0] if named else sys.executable, "-m", "inarow"]
    name = Path(started).stem
    return [name if started == name or _is_found(name, started) else started]


def _is_found(name: str, path: str) -> bool:
    """Whether the shell finds this very file by its name alone."""
    found = shutil.which(name)
    return found is not None and Path(found).absolute() == Path(path).absolute()
