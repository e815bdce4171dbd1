"""What the solver has proven so far: a table of one-word entries that threads may share.

    63                          18 17     12 11      6 5       0
    +-----------------------------+---------+---------+---------+
    | tag: 46 bits of the key     | lowest  | highest | work    |      one entry
    +-----------------------------+---------+---------+---------+

`lowest` and `highest` bound the score (32 is added, so that they are never negative), `work` is the
logarithm of the positions that the proof took, from 1; an empty entry is 0.

**No entry is ever taken for another position.** The key is mixed by steps that can be undone, so
different keys stay different in all 64 bits. The upper bits choose the bucket, at least 18 of them
(so a table has 8 MB or more), and the lower 46 are the tag: together they are the whole key.

**A word is read and written in one piece**, so threads need no locks: an entry that another thread
has just replaced is either the old one or the new one.

**It grows with the work.** A search of one thread begins with the first 8 MB, which stay in the
caches far better than a gigabyte does, and doubles them when there has been more work than they can
hold, up to the size that it was given.

A bucket has four entries, half a cache line. A new entry replaces the one of least work. The record
of a search holds the address of the table: a record cannot hold an array of any length, and passing
an array costs seven words in every call.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing import signature
from numba.extending import intrinsic

from inarow.search.native.bits import prefetch_address
from inarow.search.native.jit import Struct, kernel, part

WAYS = 4
"""Entries of a bucket."""
BUSY_WORDS = 4096
"""Length of the list of positions that threads are at."""
ZERO_SCORE = 32
LEAST_BITS = 18
"""Bits that choose a bucket in the smallest table."""
ROOM = 16
"""Positions visited for each entry before a table grows."""

_FIRST_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SECOND_FACTOR = np.uint64(0xD1B54A32D192ED03)
_HALF = np.uint64(32)


@intrinsic  # type: ignore[untyped-decorator]
def read_word(typingctx: Any, address: Any) -> Any:
    """The 64-bit word at an address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(pointer)

    return signature(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def write_word(typingctx: Any, address: Any, word: Any) -> Any:
    """Write a 64-bit word to an address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[1], pointer)
        return context.get_dummy_value()

    return signature(types.void, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _empty_line(typingctx: Any, address: Any) -> Any:
    """Write 64 bytes of zeros past the caches; the address must be a multiple of 64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        half = ir.VectorType(ir.IntType(64), 4)
        past_caches = builder.module.add_metadata([ir.IntType(32)(1)])
        pointer = builder.inttoptr(args[0], half.as_pointer())
        for n in range(2):
            place = builder.gep(pointer, [ir.IntType(64)(n)])
            store = builder.store(ir.Constant(half, [0] * 4), place, align=32)
            store.set_metadata("nontemporal", past_caches)
        return context.get_dummy_value()

    return signature(types.void, types.int64), generate


@kernel
def clear(address: int, size: int) -> None:
    """Empty a table of this many bytes.

    The zeros go straight to memory. Written in the usual way they would fill the caches, and throw
    out everything else that the next search needs.
    """
    for start in range(address, address + size, 64):
        _empty_line(start)


@part
def grow(st: Struct) -> None:
    """Double the table; every entry keeps its place among the buckets, which are in order of keys.

    From the last bucket to the first, so that none is overwritten before it was read: the entries
    of bucket n go to 2 n and 2 n + 1, as the next bit of their keys says.
    """
    next_bit = 81 - (64 - st.shift)
    for number in range((1 << (64 - st.shift)) - 1, -1, -1):
        old, new = st.table + 8 * WAYS * number, st.table + 16 * WAYS * number
        a, b, c, d = read_word(old), read_word(old + 8), read_word(old + 16), read_word(old + 24)
        for place in range(new, new + 16 * WAYS, 8):
            write_word(place, 0)
        for way, word in enumerate((a, b, c, d)):
            half = (word >> next_bit) & 1
            write_word(new + 8 * WAYS * half + 8 * way, word)
    st.shift -= 1
    st.room = room_of(st.shift)


@part
def room_of(shift: int) -> int:
    """How many positions may be visited before a table of this size grows."""
    return (ROOM * WAYS) << (64 - shift)


@part
def mix(key: int) -> int:
    """Spread the bits of a key over the word, so that no two keys meet.

    Multiplying by an odd number and xoring with the own upper half can both be undone.
    """
    word = np.uint64(key) * _FIRST_FACTOR
    word ^= word >> _HALF
    word *= _SECOND_FACTOR
    mixed: int = np.int64(word)  # type: ignore[assignment]
    return mixed


@part
def _bucket(st: Struct, mixed: int) -> int:
    """The address of the bucket of a mixed key: its upper bits times 32 bytes."""
    number = np.int64(np.uint64(mixed) >> np.uint64(st.shift))
    address: int = st.table + number * (8 * WAYS)
    return address


@part
def fetch(st: Struct, mixed: int) -> None:
    """Ask the processor to bring a bucket into its cache while we do something else.

    A table does not fit into the cache, and a miss costs as much as all other work on a position.
    """
    prefetch_address(_bucket(st, mixed))


@part
def probe(st: Struct, mixed: int) -> int:
    """The entry of a position, or 0."""
    bucket = _bucket(st, mixed)
    for way in range(WAYS):
        word: int = read_word(bucket + 8 * way)
        if (word ^ (mixed << 18)) >> 18 == 0 and word & 63:
            return word
    return 0


@part
def lowest_of(word: int) -> int:
    """The lower bound of an entry."""
    return ((word >> 12) & 63) - ZERO_SCORE


@part
def highest_of(word: int) -> int:
    """The upper bound of an entry."""
    return ((word >> 6) & 63) - ZERO_SCORE


@part
def store(st: Struct, mixed: int, lowest: int, highest: int, work: int) -> None:
    """Keep two bounds of a position, and how much work it took to prove them."""
    size = 1
    while work > 1 and size < 63:
        work >>= 1
        size += 1
    bucket = _bucket(st, mixed)
    place, least = bucket, 64
    for way in range(WAYS):
        word = read_word(bucket + 8 * way)
        if (word ^ (mixed << 18)) >> 18 == 0 and word & 63:
            place = bucket + 8 * way
            lowest = max(lowest, lowest_of(word))
            highest = min(highest, highest_of(word))
            size = max(size, word & 63)
            break
        if word & 63 < least:
            least = word & 63
            place = bucket + 8 * way
    bounds = ((lowest + ZERO_SCORE) << 12) | ((highest + ZERO_SCORE) << 6)
    write_word(place, (mixed << 18) | bounds | size)


@part
def is_busy(st: Struct, mixed: int) -> bool:
    """Whether a thread is at this position now. A wrong answer costs time and nothing else."""
    busy: bool = read_word(st.busy + 8 * (mixed & (BUSY_WORDS - 1))) == mixed
    return busy


@part
def set_busy(st: Struct, mixed: int, word: int) -> None:
    """Note that a thread begins with a position (`word` is its mixed key) or leaves it (0)."""
    write_word(st.busy + 8 * (mixed & (BUSY_WORDS - 1)), word)
