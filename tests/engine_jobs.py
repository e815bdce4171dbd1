"""Work for other processes that misbehaves; they import it from here."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import dataclass

from inarow.interfaces.web.engines.jobs import Desk, ShortJob
from inarow.interfaces.web.engines.pool import ENGINE_LIMITS

__all__ = ["Double", "Hog", "Stumble", "grumble"]


@dataclass(frozen=True, slots=True)
class Hog(ShortJob):
    """Wants more memory than an engine may have."""

    def run(self, desk: Desk) -> int:
        return len(bytearray(2 * ENGINE_LIMITS.memory * 2**20))


@dataclass(frozen=True, slots=True)
class Double(ShortJob):
    """Something that is done at once."""

    number: int

    def run(self, desk: Desk) -> int:
        return 2 * self.number


@dataclass(frozen=True, slots=True)
class Stumble(ShortJob):
    """Complains, and fails."""

    def run(self, desk: Desk) -> float:
        print("I feel unwell", file=sys.stderr, flush=True)
        return 1 / 0


def grumble() -> int:
    """Write to stderr in two ways; returns who did it."""
    print("what a day", file=sys.stderr, flush=True)
    logging.getLogger("inarow.grumble").warning("and the weather")
    return os.getpid()
