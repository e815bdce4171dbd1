"""The log of the package: every module has a logger under `inarow`, and nothing is shown by itself.

    inarow --verbose play ...       a person wants to see it
    logging.getLogger("inarow")     a program that uses the package does with it what it likes

A process that works for another one writes its log to stderr, and the process that started it adds
that to its own log (`processes/`). So one log covers all processes.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PACKAGE = logging.getLogger("inarow")
_FOR_PEOPLE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_FOR_PARENT = "%(levelname)s %(name)s: %(message)s"


PACKAGE.addHandler(logging.NullHandler())  # without any handler Python itself prints warnings


def logger(name: str) -> logging.Logger:
    """The logger of a module, which shows nothing unless asked."""
    return logging.getLogger(name)


@contextmanager
def log_shown() -> Iterator[None]:
    """Show everything on stderr for a while; asked for twice, it is still shown once."""
    if PACKAGE.level == logging.DEBUG:
        yield
        return
    handler = _add_handler(_FOR_PEOPLE, logging.DEBUG)
    try:
        yield
    finally:
        PACKAGE.removeHandler(handler)
        PACKAGE.setLevel(logging.NOTSET)


class _Teller(logging.Handler):
    """Gives every message to a function."""

    say: Callable[[str], object]

    def emit(self, record: logging.LogRecord) -> None:
        self.say(record.getMessage())


@contextmanager
def warnings_told(name: str, say: Callable[[str], object]) -> Iterator[None]:
    """Say the warnings of one module to a person, who must know of them without asking."""
    handler = _Teller(logging.WARNING)
    handler.say = say
    logger(name).addHandler(handler)
    try:
        yield
    finally:
        logger(name).removeHandler(handler)


def log_for_parent(level: int = logging.WARNING) -> None:
    """Write the log of this process to stderr, where the process that started it reads it."""
    _add_handler(_FOR_PARENT, level)


def _add_handler(form: str, level: int) -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(form))
    PACKAGE.addHandler(handler)
    PACKAGE.setLevel(level)
    return handler
