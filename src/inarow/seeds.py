"""Seeds from a seed: every player, worker and die gets a random stream of its own."""

from __future__ import annotations

from random import Random
from typing import TypeVar

_Seed = TypeVar("_Seed", int, None, int | None)


def derived_seed(seed: _Seed, label: str) -> _Seed:
    """A seed that depends on both arguments only; None stays None.

    >>> derived_seed(1, "first") == derived_seed(1, "first") != derived_seed(1, "second")
    True
    """
    return None if seed is None else Random(f"{seed}/{label}").getrandbits(32)
