"""What the solver has proven so far: a table of one-word entries that threads may share.

    63                          18 17     12 11      6 5       0
    +-----------------------------+---------+---------+---------+
    | tag: 46 bits of the key     | lowest  | highest | work    |      one entry
    +-----------------------------+---------+---------+---------+

`lowest` and `highest` bound the score (32 is added, so that they are never negative), `work` is the
logarithm of the positions that the proof took, from 1; an empty entry is 0.

**No entry is ever taken for another position.** A key has as many bits as the board has cells and
guards, 49 on 6 x 7. It is mixed by steps that can be undone and leave it that long, so different
keys stay different. The upper bits choose the bucket, and there are at least so many of them that
the lower 46, the tag, are all the others: together they are the whole key.

**A word is read and written in one piece**, so threads need no locks: an entry that another thread
has just replaced is either the old one or the new one.

**Boards beyond 64 bits** have keys of up to 120, and entries of two words (`native/wide.py`) with
108 bits of tag and 7 bits for each bound, so the whole key is compared here, too. Several threads
may tear such an entry apart, which shows in all but one of 2**44 cases (`read_word`); with one
thread nothing is ever torn.

**It grows with the work.** A search of one thread begins with the first 2 MB (4 where entries have
two words, and more where a key is longer than 62 bits), which stay in the caches far better than a
gigabyte does, and doubles them when there has been more work than they can hold, up to the size
that it was given.

A bucket has four entries, half a cache line or a whole one. A new entry replaces the one of least
work. The record of a search holds the address of the table: a record cannot hold an array of any
length, and passing an array costs seven words in every call.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing import signature
from numba.extending import intrinsic

from inarow.search.native.bits import popcount, prefetch_address
from inarow.search.native.jit import Struct, inlined, kernel, part
from inarow.search.native.wide import full_bits, low_word, read_word, shifted_down, write_word

WAYS = 4
"""Entries of a bucket."""
TAG_BITS, WIDE_TAG_BITS = 46, 108
"""Bits of a key that an entry of one word has, and one of two words."""
BUSY_WORDS = 4096
"""Length of the list of positions that threads are at."""
LEAST_BITS = 16
"""Bits that choose a bucket in the table that a search begins with, if the tag has the others."""
ROOM = 32
"""Positions visited for each entry before a table grows."""

_FIRST_FACTOR = 0x9E3779B97F4A7C15 - 2**64
_SECOND_FACTOR = 0xD1B54A32D192ED03 - 2**64


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
def score_bits(word: int) -> int:
    """Bits for a bound of an entry: 6, or 7 on boards with more cells."""
    return 6 + (full_bits(word) >> 7)


@part
def grow(st: Struct) -> None:
    """Double the table; every entry keeps its place among the buckets, which are in order of keys.

    From the last bucket to the first, so that none is overwritten before it was read: the entries
    of bucket n go to 2 n and 2 n + 1, as the next bit of their keys says.
    """
    step, bits, none = full_bits(st.board) >> 3, st.key_bits - st.shift, st.board ^ st.board
    next_bit = st.shift - 1 + 2 * score_bits(st.board) + 6
    for number in range((1 << bits) - 1, -1, -1):
        old, new = st.table + step * WAYS * number, st.table + 2 * step * WAYS * number
        a, b = read_word(old, none), read_word(old + step, none)
        c, d = read_word(old + 2 * step, none), read_word(old + 3 * step, none)
        for way in range(2 * WAYS):
            write_word(new + step * way, none)
        for way, word in enumerate((a, b, c, d)):
            half = low_word(shifted_down(word, next_bit)) & 1
            write_word(new + step * (WAYS * half + way), word)
    st.shift -= 1
    st.room = room_of(bits + 1)


@part
def room_of(bits: int) -> int:
    """How many positions may be visited before a table of this size grows."""
    return (ROOM * WAYS) << bits


@part
def mix(st: Struct, key: int) -> int:
    """Spread the bits of a key over its length, so that no two keys meet.

    Multiplying by an odd number and xoring with the own upper half can both be undone.
    """
    spare = full_bits(key) - st.key_bits
    word = shifted_down((key * _FIRST_FACTOR) << spare, spare)
    word ^= shifted_down(word, st.key_bits >> 1)
    mixed: int = shifted_down((word * _SECOND_FACTOR) << spare, spare)
    return mixed


@part
def _bucket(st: Struct, mixed: int) -> int:
    """The address of the bucket of a mixed key: its upper bits times 32 bytes, or 64."""
    number = low_word(shifted_down(mixed, st.shift))
    address: int = st.table + number * ((full_bits(mixed) >> 3) * WAYS)
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
    bucket, rest = _bucket(st, mixed), 2 * score_bits(mixed) + 6
    for way in range(WAYS):
        word: int = read_word(bucket + (full_bits(mixed) >> 3) * way, mixed)
        if shifted_down(word, rest) == shifted_down(mixed << rest, rest) and low_word(word) & 63:
            return word
    return mixed ^ mixed


@part
def lowest_of(word: int) -> int:
    """The lower bound of an entry."""
    bits = score_bits(word)
    return ((low_word(word) >> (6 + bits)) & ((1 << bits) - 1)) - (1 << (bits - 1))


@part
def highest_of(word: int) -> int:
    """The upper bound of an entry."""
    bits = score_bits(word)
    return ((low_word(word) >> 6) & ((1 << bits) - 1)) - (1 << (bits - 1))


@inlined
def store(st: Struct, mixed: int, lowest: int, highest: int, work: int) -> None:
    """Keep two bounds of a position, and how much work it took to prove them."""
    for half in (1, 2, 4, 8, 16, 32):  # sets every bit below the highest one
        work |= work >> half
    size = max(1, popcount(work))
    bits = score_bits(mixed)
    bucket, rest, step = _bucket(st, mixed), 2 * bits + 6, full_bits(mixed) >> 3
    place, least = bucket, 64
    for way in range(WAYS):
        word = read_word(bucket + step * way, mixed)
        effort = low_word(word) & 63
        if shifted_down(word, rest) == shifted_down(mixed << rest, rest) and effort:
            place = bucket + step * way
            lowest = max(lowest, lowest_of(word))
            highest = min(highest, highest_of(word))
            size = max(size, effort)
            break
        if effort < least:
            least = effort
            place = bucket + step * way
    zero = 1 << (bits - 1)
    bounds = ((lowest + zero) << (6 + bits)) | ((highest + zero) << 6)
    write_word(place, (mixed << rest) | (bounds | size))


@part
def is_busy(st: Struct, mixed: int) -> bool:
    """Whether a thread is at this position now. A wrong answer costs time and nothing else."""
    word = low_word(mixed)
    busy: bool = read_word(st.busy + 8 * (word & (BUSY_WORDS - 1)), word) == word
    return busy


@part
def set_busy(st: Struct, mixed: int, now: bool) -> None:
    """Note that a thread begins with a position, or leaves it."""
    word = low_word(mixed)
    write_word(st.busy + 8 * (word & (BUSY_WORDS - 1)), word if now else 0)
