"""Stop rules: when an event knows enough before its last round."""

from __future__ import annotations

from typing import Protocol

from inarow.arena.results import Tally
from inarow.errors import UnknownName

__all__ = ["StopRule", "load_stop"]


class StopRule(Protocol):
    """Looks at the results after each round."""

    def verdict(self, tally: Tally) -> str | None:
        """Why to stop now, or None to go on."""


def load_stop(spec: str) -> StopRule:
    """The stop rule that a spec names."""
    raise UnknownName(f"there is no stop rule {spec!r}")
