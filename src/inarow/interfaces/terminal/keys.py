"""Keys of a terminal: single ones without Enter, and those that are pressed while nothing is asked.

Nothing that was typed ahead is lost.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import Protocol

import click

from inarow.interfaces.terminal.interrupt import noticing_signals

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|.", re.DOTALL)
"""Arrows and the like send several letters at once."""
_CHUNK = 64


NO_KEY = "no key"
"""What is returned when none was pressed in time."""


class NextKey(Protocol):
    """Waits for a key and returns it; "" at the end of the input."""

    def __call__(self, seconds: float | None = None) -> str:
        """`NO_KEY` if none is pressed for so long, as far as the system can tell."""


@contextmanager
def single_keys() -> Iterator[NextKey]:
    """A function that waits for a key. Ctrl-C still interrupts."""
    if termios is None:
        yield lambda seconds=None: click.getchar()
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSADRAIN)
    try:
        with noticing_signals():
            yield _Keys(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


@contextmanager
def unseen_keys() -> Iterator[None]:
    """What is typed meanwhile is not shown, but kept for the next question.

    A line that is rewritten again and again would mix with it.
    """
    with _changed_keyboard(without=_flag("ECHO")):
        yield


@contextmanager
def typed_line() -> Iterator[None]:
    """While a line is typed: Ctrl-C leaves, whatever moment it strikes.

    A terminal throws the keys before Ctrl-C away. `readline`, which was told of a key a moment
    earlier, would wait for that key, and no signal can stop it there.
    """
    keyboard = _own_keyboard()
    with _changed_keyboard(added=_flag("NOFLSH")), noticing_signals():
        try:
            yield
        except KeyboardInterrupt:
            if keyboard is not None:  # what was typed is not for the shell
                termios.tcflush(keyboard, termios.TCIFLUSH)
            raise


def _flag(name: str) -> int:
    return getattr(termios, name, 0)  # there are none on Windows


@contextmanager
def _changed_keyboard(added: int = 0, without: int = 0) -> Iterator[None]:
    """Change local flags of the terminal that we read from, and put them back afterwards."""
    keyboard = _own_keyboard()
    if keyboard is None:
        yield
        return
    before = termios.tcgetattr(keyboard)
    changed = [*before[:3], (before[3] | added) & ~without, *before[4:]]
    termios.tcsetattr(keyboard, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _own_keyboard() -> int | None:
    """The terminal that we read from, unless a shell has put us into the background."""
    try:
        keyboard = sys.stdin.fileno()
        return keyboard if termios and os.tcgetpgrp(keyboard) == os.getpgrp() else None
    except (AttributeError, OSError, ValueError):  # it is no terminal, or closed
        return None


class _Keys:
    """The keys of a terminal; what is typed ahead waits here."""

    def __init__(self, keyboard: int) -> None:
        self._keyboard = keyboard
        self._ahead: list[str] = []

    def __call__(self, seconds: float | None = None) -> str:
        if not self._ahead:
            if seconds is not None and not select([self._keyboard], [], [], seconds)[0]:
                return NO_KEY
            chunk = os.read(self._keyboard, _CHUNK)
            self._ahead = _KEY.findall(chunk.decode(errors="replace"))
        return self._ahead.pop(0) if self._ahead else ""
