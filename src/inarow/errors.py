"""Every error that a person can cause, with a message written for that person.

All of them derive from `InarowError`, so an interface needs one `except` to turn any of them
into one clear line.
"""

import shlex
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NoReturn

from inarow.text import clean

LONGEST_MESSAGE = 2000
"""Letters of the longest message that is shown."""


class InarowError(Exception):
    """Base of all errors whose message is meant to be read by a person.

    The message may quote foreign text, so it is cleaned before it is shown.
    """

    def __str__(self) -> str:
        return clean(super().__str__(), LONGEST_MESSAGE)


class IllegalMove(InarowError, ValueError):
    """The move exists in this game but may not be played in this position."""


class BadNotation(InarowError, ValueError):
    """A text does not name a move, a list of moves or a board."""


class BadOption(InarowError, ValueError):
    """An option of a game or a player has a wrong name, type or range."""


class UnknownName(InarowError, LookupError):
    """No game or player of that name is known."""


class BadRecord(InarowError, ValueError):
    """A game record is damaged; the message names the line."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        self.problem = clean(problem, LONGEST_MESSAGE // 2)
        super().__init__(f"line {line}: {self.problem}")


class BadFile(InarowError, ValueError):
    """A file is not what it should be, or damaged."""


class AgentFailed(InarowError):
    """A player raised an error when it was asked for a move."""


class NotSupported(InarowError):
    """A player was asked to play a game that it cannot play."""


class NotAvailable(InarowError):
    """The machine said no: a folder, a port or a package is missing or taken, a file is in use."""


class MissingPackage(NotAvailable, ImportError):
    """A package that only some people need is not installed.

    >>> str(MissingPackage("pictures need", "matplotlib")).endswith(" -m pip install matplotlib")
    True
    """

    def __init__(self, need: str, package: str) -> None:
        # Not an extra of inarow: its name alone would mean nothing to pip in a copy of the project.
        command = shlex.join([sys.executable, "-m", "pip", "install", package])
        super().__init__(f"{need} {package}, which is not installed: {command}")


class WorkersLost(NotAvailable):
    """The processes or machines that play an event are gone; what was finished is stored."""


def one_line(error: BaseException) -> str:
    """An error in someone else's code, in one line.

    >>> one_line(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    try:
        text = str(error)
    except (Exception, SystemExit):  # an error that cannot even be printed
        text = ""
    return clean(f"{type(error).__name__}: {text}".rstrip(": "))


def in_words(error: BaseException) -> str:
    """What people are told of an error: ours speak for themselves, others are named.

    >>> in_words(BadOption("too large")), in_words(ValueError("too large"))
    ('too large', 'ValueError: too large')
    """
    return clean(str(error)) if isinstance(error, InarowError) else one_line(error)


class Advises:
    """Base of what people meet at Python's prompt: a name that it has not got is answered with what
    would be right, if `_advice` knows it.
    """

    __slots__ = ()
    _advice: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # a type checker knows every name there is

        def __getattr__(self, name: str) -> NoReturn:
            hint = f": {self._advice[name]}" if name in self._advice else ""
            missing = f"{type(self).__name__} has no {name!r}{hint}"
            raise AttributeError(missing, name=name, obj=self)
