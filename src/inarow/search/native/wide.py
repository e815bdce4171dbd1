"""Words of 128 bits, for boards that do not fit into 64: kernels compute with them as with others.

Numba has no such numbers, but LLVM has, and makes two instructions of one. So this file gives Numba
a type `WIDE` with the operators that kernels need, and a kernel that is called with wide arrays is
compiled a second time from the same source:

    own & filled, moves & -moves, word << 3 * step      one instruction each, or with `WIDE` two
                                                        or three

NumPy has no such numbers either. There a wide word is a pair of 64-bit words, the lower one first
(`PAIR`), and an array of them, or of records with some, is handed over as a `WideArray`:

    record = np.zeros(1, [("board", PAIR), ("cells", np.int64)]).view(WideArray)
    kernel(record)             record[0].board is WIDE in there, record[0].cells an int64

Wide words have no sign: shifting right brings in zeros. A shift by 128 or more is a mistake, as one
by 64 or more is for other words.

Where the source must know how wide a word is, it asks `full_bits`, which the compiler replaces by a
number.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel, RecordModel
from numba.core.typeconv import Conversion
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, lower_cast, register_model, typeof_impl
from numba.np.numpy_support import from_dtype

PAIR = np.dtype([("low", np.uint64), ("high", np.uint64)])
_WORD = ir.IntType(128)
_HALF = ir.IntType(64)


class WideArray(np.ndarray):
    """An array whose pairs are wide words for kernels."""

    __numba_array_subtype_dispatch__ = True  # Numba shall ask for its type, see `_type_of`


class _Wide(types.Type):  # type: ignore[misc]
    """The type of wide words."""

    bitwidth = 128

    def __init__(self) -> None:
        super().__init__(name="wide")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer) else None


class _WideRecord(types.Record):  # type: ignore[misc]
    """The type of a record with wide words in it; NumPy knows it by pairs."""

    def __init__(self, fields: Any, plain: Any) -> None:
        self._plain = plain.dtype
        super().__init__(fields, plain.size, plain.aligned)

    @property
    def dtype(self) -> Any:
        return self._plain


WIDE = _Wide()
register_model(_WideRecord)(RecordModel)


@register_model(_Wide)
class _WideModel(PrimitiveModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _WORD)


@typeof_impl.register(WideArray)  # type: ignore[untyped-decorator]
def _type_of(array: Any, _: Any) -> Any:
    return types.Array(_widened(from_dtype(array.dtype)), array.ndim, "C")


def _widened(kind: Any) -> Any:
    """The type of Numba with wide words in place of pairs."""
    if isinstance(kind, types.NestedArray):
        return types.NestedArray(_widened(kind.dtype), kind.shape)
    if not isinstance(kind, types.Record):
        return kind
    if kind.dtype == PAIR:
        return WIDE
    fields = [
        (name, {"type": _widened(f.type), "offset": f.offset, "alignment": f.alignment})
        for name, f in kind.fields.items()
    ]
    return _WideRecord(fields, kind)


def _offer(operators: tuple[Any, ...], build: Callable[..., Any], result: Any, count: int) -> None:
    """Offer an operator for wide words, with numbers made wide where there is one beside it."""

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, _: Any) -> Any:
            return signature(result, *[WIDE] * count) if WIDE in args else None

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return build(builder, *args)

    for one in operators:
        infer_global(one)(Template)
        lower_builtin(one, *[_Wide] * count)(lower)


def _compared(sign: str) -> Callable[..., Any]:
    return lambda builder, one, two: builder.icmp_unsigned(sign, one, two)


def _plain(name: str) -> Callable[..., Any]:
    return lambda builder, *args: getattr(builder, name)(*args)


_offer((operator.and_, operator.iand), _plain("and_"), WIDE, 2)
_offer((operator.or_, operator.ior), _plain("or_"), WIDE, 2)
_offer((operator.xor, operator.ixor), _plain("xor"), WIDE, 2)
_offer((operator.add, operator.iadd), _plain("add"), WIDE, 2)
_offer((operator.sub, operator.isub), _plain("sub"), WIDE, 2)
_offer((operator.mul, operator.imul), _plain("mul"), WIDE, 2)
_offer((operator.lshift, operator.ilshift), _plain("shl"), WIDE, 2)
_offer((operator.rshift, operator.irshift), _plain("lshr"), WIDE, 2)
_offer((operator.eq,), _compared("=="), types.boolean, 2)
_offer((operator.ne,), _compared("!="), types.boolean, 2)
_offer((operator.lt,), _compared("<"), types.boolean, 2)
_offer((operator.neg,), _plain("neg"), WIDE, 1)
_offer((operator.invert,), _plain("not_"), WIDE, 1)
_offer((bool,), lambda builder, word: builder.icmp_unsigned("!=", word, _WORD(0)), types.boolean, 1)


@lower_cast(types.Integer, _Wide)  # type: ignore[untyped-decorator]
def _from_number(_context: Any, builder: Any, kind: Any, _to: Any, number: Any) -> Any:
    return builder.sext(number, _WORD) if kind.signed else builder.zext(number, _WORD)


@lower_cast(types.IntegerLiteral, _Wide)  # type: ignore[untyped-decorator]
def _from_literal(_context: Any, _builder: Any, kind: Any, _to: Any, _value: Any) -> Any:
    return _WORD(kind.literal_value)


@intrinsic  # type: ignore[untyped-decorator]
def full_bits(typingctx: Any, word: Any) -> Any:
    """How many bits a word has: 64 or 128, known to the compiler."""
    bits = 128 if word == WIDE else 64
    return signature(types.int64, word), lambda *_: ir.IntType(64)(bits)


@intrinsic  # type: ignore[untyped-decorator]
def shifted_down(typingctx: Any, word: Any, count: Any) -> Any:
    """A word shifted right, with zeros brought in, whatever its sign."""

    def generate(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
        count = builder.zext(args[1], _WORD) if sig.args[0] == WIDE else args[1]
        return builder.lshr(args[0], count)

    return signature(word, word, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def low_word(typingctx: Any, word: Any) -> Any:
    """The lower 64 bits of a word."""

    def generate(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.trunc(args[0], _HALF) if sig.args[0] == WIDE else args[0]

    return signature(types.int64, word), generate


@intrinsic  # type: ignore[untyped-decorator]
def read_word(typingctx: Any, address: Any, like: Any) -> Any:
    """The word at an address, as wide as another one.

    A wide one is read in two pieces, and another thread may write in between. So its lower half is
    kept xored with its upper half: pieces that do not belong together give a lower half that looks
    like chance.
    """

    def generate(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], _HALF.as_pointer())
        low = builder.load(pointer)
        if sig.args[1] != WIDE:
            return low
        high = builder.load(builder.gep(pointer, [_HALF(1)]))
        upper = builder.shl(builder.zext(high, _WORD), _WORD(64))
        return builder.or_(upper, builder.zext(builder.xor(low, high), _WORD))

    return signature(like, types.int64, like), generate


@intrinsic  # type: ignore[untyped-decorator]
def write_word(typingctx: Any, address: Any, word: Any) -> Any:
    """Write a word to an address, as `read_word` reads it."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], _HALF.as_pointer())
        if sig.args[1] != WIDE:
            builder.store(args[1], pointer)
        else:
            high = builder.trunc(builder.lshr(args[1], _WORD(64)), _HALF)
            low = builder.trunc(args[1], _HALF)
            builder.store(builder.xor(low, high), pointer)
            builder.store(high, builder.gep(pointer, [_HALF(1)]))
        return context.get_dummy_value()

    return signature(types.void, types.int64, word), generate
