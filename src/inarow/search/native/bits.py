"""Tricks with the bits of a 64-bit word, random numbers, and steps that threads may share.

Words are signed 64-bit ints everywhere. Boards leave the top bit free, so that shifting right never
brings in ones; the random generator masks them off.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.extending import intrinsic

from inarow.search.native.jit import part


@part
def popcount(word: int) -> int:
    """How many bits are set: the compiler makes one instruction of this loop."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@part
def nth_bit(word: int, n: int) -> int:
    """The n-th set bit (from 0, lowest first) on its own; the word must have that many."""
    for _ in range(n):
        word &= word - 1
    return word & -word


@part
def next_random(word: int) -> int:
    """The successor of a random word (xorshift64, Marsaglia 2003)."""
    word ^= word << 13
    word ^= (word >> 7) & 0x01FFFFFFFFFFFFFF
    word ^= word << 17
    return word


@part
def draw(word: int, n: int) -> int:
    """A number from 0 to n - 1 from the upper half of a random word, all equally likely."""
    return (((word >> 32) & 0xFFFFFFFF) * n) >> 32


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask the processor to bring an array element into its cache; changes nothing else."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _prefetch(builder, _pointer(context, builder, sig, args), writes=1)
        return context.get_dummy_value()

    return signature(types.void, array, index), generate


@intrinsic  # type: ignore[untyped-decorator]
def prefetch_address(typingctx: Any, address: Any) -> Any:
    """The same for the memory at an address that will only be read."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _prefetch(builder, builder.inttoptr(args[0], ir.IntType(8).as_pointer()), writes=0)
        return context.get_dummy_value()

    return signature(types.void, types.int64), generate


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def add_shared(typingctx: Any, array: Any, index: Any, field: Any, amount: Any) -> Any:
    """Add to a field of an array of records in one step that no other thread can split.

    Gives the value before.
    """
    kind = array.dtype.typeof(field.literal_value)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _field(context, builder, sig, args, kind)
        value = context.cast(builder, args[3], sig.args[3], kind)
        operation = "fadd" if isinstance(kind, types.Float) else "add"
        return builder.atomic_rmw(operation, pointer, value, "seq_cst")

    plain = types.int64 if isinstance(amount, types.Integer) else amount
    return signature(kind, array, types.int64, field, plain), generate


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def load_shared(typingctx: Any, array: Any, index: Any, field: Any) -> Any:
    """Read a field that another thread may be changing by `add_shared`.

    Whatever that thread wrote before it added is visible after this read: the processor may not
    bring later reads forward. (x86 never does, ARM would.)
    """
    kind = array.dtype.typeof(field.literal_value)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _field(context, builder, sig, args, kind)
        return builder.load_atomic(pointer, "acquire", kind.bitwidth // 8)

    return signature(kind, array, types.int64, field), generate


@intrinsic  # type: ignore[untyped-decorator]
def swap_shared(typingctx: Any, array: Any, index: Any, expected: Any, new: Any) -> Any:
    """Replace an array element if it still holds what is expected; says whether it did."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, sig, args)
        dtype = sig.args[0].dtype
        old = context.cast(builder, args[2], sig.args[2], dtype)
        value = context.cast(builder, args[3], sig.args[3], dtype)
        result = builder.cmpxchg(pointer, old, value, "seq_cst", "seq_cst")
        return builder.extract_value(result, 1)

    return signature(types.boolean, array, index, expected, new), generate


@intrinsic  # type: ignore[untyped-decorator]
def uncounted(typingctx: Any, array: Any) -> Any:
    """The same array for the parts of a kernel, which then need not count who is using it.

    Counting is one step that no other thread can split, and takes longer than a move. The caller of
    the kernel holds the array anyway.
    """

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        same = context.make_array(sig.args[0])(context, builder, args[0])
        same.meminfo = cgutils.get_null_value(same.meminfo.type)
        return same._getvalue()

    return signature(array, array), generate


def _prefetch(builder: Any, pointer: Any, writes: int) -> None:
    pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
    word = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
    call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(call, [pointer, word(writes), word(3), word(1)])


def _field(context: Any, builder: Any, sig: Any, args: Any, kind: Any) -> Any:
    """The address of `array[index].field`, for arrays of records."""
    pointer = _pointer(context, builder, sig, args)
    pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
    offset = sig.args[0].dtype.offset(sig.args[2].literal_value)
    pointer = builder.gep(pointer, [context.get_constant(types.intp, offset)])
    return builder.bitcast(pointer, context.get_data_type(kind).as_pointer())


def _pointer(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """The address of `array[index]`, for arrays of one dimension."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    index = context.cast(builder, args[1], sig.args[1], types.intp)
    return cgutils.get_item_pointer(
        context, builder, sig.args[0], array, [index], wraparound=False, boundscheck=False
    )
