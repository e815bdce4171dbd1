"""Seeds from a seed: every player, worker and die gets a random stream of its own."""

from random import Random
from typing import TypeVar

_WORD = (1 << 64) - 1
_Seed = TypeVar("_Seed", int, None, int | None)


def derived_seed(seed: _Seed, label: str) -> _Seed:
    """A seed that depends on both arguments only; None stays None.

    >>> derived_seed(1, "first") == derived_seed(1, "first") != derived_seed(1, "second")
    True
    """
    return None if seed is None else Random(f"{seed}/{label}").getrandbits(32)


def seed_word(seed: int) -> int:
    """A well mixed start for the generator of kernels, never 0: the finisher of SplitMix64."""
    word = (seed + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
    word = (word ^ word >> 31) or 1
    return word - (1 << 64) if word >> 63 else word
