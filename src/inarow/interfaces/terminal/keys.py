"""Keys of a terminal: single ones without Enter, and those that are pressed while nothing is asked.

Nothing that was typed ahead is lost.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|.", re.DOTALL)
"""Arrows and the like send several letters at once."""
_CHUNK = 64


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """A function that waits for a key and returns it; "" at the end of the input.

    Ctrl-C still interrupts.
    """
    if termios is None:
        yield click.getchar
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSADRAIN)
    try:
        yield partial(next, _keys(keyboard), "")
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


@contextmanager
def unseen_keys() -> Iterator[None]:
    """What is typed meanwhile is not shown, but kept for the next question.

    A line that is rewritten again and again would mix with it.
    """
    keyboard = _own_keyboard()
    if keyboard is None:
        yield
        return
    before = termios.tcgetattr(keyboard)
    unseen = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(keyboard, termios.TCSADRAIN, unseen)
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


def _keys(keyboard: int) -> Iterator[str]:
    while chunk := os.read(keyboard, _CHUNK):
        yield from _KEY.findall(chunk.decode(errors="replace"))
