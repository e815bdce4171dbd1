"""Words of 128 bits in kernels: whatever they compute, Python's whole numbers say the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from inarow.search.native.bits import popcount
from inarow.search.native.wide import (
    PAIR,
    WideArray,
    full_bits,
    low_word,
    read_word,
    shifted_down,
    write_word,
)
from kernel_helpers import compiled

ALL = 2**128 - 1
WORD = 2**64 - 1


def as_words(numbers: list[int]) -> Any:
    pairs = np.array([(number & WORD, number >> 64) for number in numbers], np.uint64)
    return pairs.view(PAIR).reshape(-1).view(WideArray)


def numbers_of(words: Any) -> list[int]:
    return [int(word["low"]) | int(word["high"]) << 64 for word in words.view(np.ndarray)]


@compiled
def compute(words: Any, count: int, out: Any, counts: Any) -> None:
    a, b = words[0], words[1]
    out[0], out[1], out[2] = a & b, a | b, a ^ b
    out[3], out[4], out[5] = a + b, a - b, a * b
    out[6], out[7], out[8], out[9] = a << count, a >> count, -a, ~a
    out[10] = shifted_down(a, count)
    c = a
    c &= b
    c |= 5
    c ^= b
    c += 3
    c -= b
    c <<= 2
    c >>= 1
    out[11] = c
    counts[0], counts[1], counts[2] = a == b, a != b, a < b
    counts[3] = popcount(a)
    counts[4] = 1 if a & b else 0
    counts[5], counts[6] = full_bits(a), full_bits(count)
    counts[7], counts[8] = low_word(a), low_word(count)


def test_operators() -> None:
    rng = Random(1)
    for number in range(300):
        a, b = rng.getrandbits(128), rng.getrandbits(128) >> rng.randrange(128)
        if number % 10 == 0:
            b = a
        count, out, counts = rng.randrange(64), as_words([0] * 12), np.zeros(9, np.int64)
        compute(as_words([a, b]), count, out, counts)
        c = ((((a & b | 5) ^ b) + 3 - b & ALL) << 2 & ALL) >> 1
        plain = [a & b, a | b, a ^ b, a + b, a - b, a * b, a << count, a >> count, -a, ~a]
        assert numbers_of(out) == [word & ALL for word in [*plain, a >> count, c]]
        low = (a & WORD) - (2**64 if a >> 63 & 1 else 0)
        told = [a == b, a != b, a < b, a.bit_count(), bool(a & b), 128, 64, low, count]
        assert counts.tolist() == told


@compiled
def keep(address: int, words: Any, out: Any) -> None:
    write_word(address, words[0])
    out[0] = read_word(address, words[0])


def test_what_is_written_is_read_again_and_half_of_it_shows() -> None:
    memory, rng = np.zeros(2, np.uint64), Random(2)
    for _ in range(100):
        number, out = rng.getrandbits(128), as_words([0])
        keep(memory.ctypes.data, as_words([number]), out)
        assert numbers_of(out) == [number]
        assert memory.tolist() == [(number ^ number >> 64) & WORD, number >> 64]
