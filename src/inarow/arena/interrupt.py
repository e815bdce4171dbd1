"""Ctrl-C that waits for the next moment at which nothing is half done.

A game that was received but not yet stored would be lost if Ctrl-C could strike anywhere. Pressed
once it is only noted, and whoever works looks at the note; pressed a second time it strikes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread


@contextmanager
def noted_ctrl_c() -> Iterator[Event]:
    """An event that is set when Ctrl-C is pressed for the first time."""
    pressed = Event()
    if current_thread() is not main_thread():
        yield pressed  # only the main thread hears of Ctrl-C
        return

    def note(_signal: int, _frame: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
