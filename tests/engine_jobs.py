"""Jobs for an engine process that misbehave; a process of the test imports them from here."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.interfaces.web.engines.jobs import Desk, ShortJob
from inarow.interfaces.web.engines.pool import ENGINE_LIMITS

__all__ = ["Double", "Hog"]


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
