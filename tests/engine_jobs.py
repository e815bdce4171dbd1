"""Work for other processes that misbehaves; they import it from here."""

from __future__ import annotations

import logging
import os
import signal
import struct
import sys
from pathlib import Path

from inarow.interfaces.web.engines.jobs import Desk
from inarow.interfaces.web.engines.pool import ENGINE_LIMITS

__all__ = ["begin_answer", "double", "grumble", "hog", "stumble", "think"]


def hog(desk: Desk) -> int:
    """Want more memory than an engine may have."""
    return len(bytearray(2 * ENGINE_LIMITS.memory * 2**20))


def double(number: int, desk: Desk) -> int:
    """Do something that is done at once."""
    return 2 * number


def think(desk: Desk) -> int:
    """Take all the time there is."""
    desk.stop.wait()
    return 0


def stumble(desk: Desk) -> float:
    """Complain, and fail."""
    print("I feel unwell", file=sys.stderr, flush=True)
    return 1 / 0


def grumble() -> int:
    """Write to stderr in two ways; returns who did it."""
    print("what a day", file=sys.stderr, flush=True)
    logging.getLogger("inarow.grumble").warning("and the weather")
    return os.getpid()


def begin_answer(done: Path) -> None:
    """Write the length of an answer as a worker of a pool does, and nothing more."""
    results = sys._getframe(1).f_locals["result_queue"]
    os.write(results._writer.fileno(), struct.pack("!i", 1000))
    done.touch()
    signal.pause()
