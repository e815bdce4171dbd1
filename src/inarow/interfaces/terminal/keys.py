"""Single keys from a terminal, without Enter; nothing that was typed ahead is lost."""

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


def _keys(keyboard: int) -> Iterator[str]:
    while chunk := os.read(keyboard, _CHUNK):
        yield from _KEY.findall(chunk.decode(errors="replace"))
