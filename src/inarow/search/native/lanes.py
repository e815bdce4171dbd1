"""All four directions of a board at once, in the four lanes of a vector register.

A line runs up, right, up-right or down-right, and each direction asks the same of the stones with
another step. So one instruction can do it for all four of them:

    lane         0      1        2            3
    step         1      stride   stride + 1   stride - 1      (stride: from a column to the next)
    stones       s      s        s            s
    shifted      s>>1   s>>7     s>>8         s>>6            on six rows

This is written for the compiler itself, since Numba has no such registers. Its readable twins are
`four_in_a_row` and `winning_cells_of_four` in `words.py`; the tests compare them. For words of 128
bits (`wide.py`) there are no such registers: they are left to the twins.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.extending import intrinsic

LANES = 4


@intrinsic  # type: ignore[untyped-decorator]
def four_in_lanes(typingctx: Any, stones: Any, stride: Any) -> Any:
    """Whether the stones hold four in a row; a shift by three steps must stay within a word."""

    def generate(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, step = _spread(builder, args[0]), _steps(builder, args[0].type, args[1])
        pairs = builder.and_(word, builder.lshr(word, step))
        fours = builder.and_(pairs, builder.lshr(pairs, builder.add(step, step)))
        return builder.icmp_unsigned("!=", _joined(builder, fours), args[0].type(0))

    return signature(types.boolean, stones, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def closing_lanes(typingctx: Any, stones: Any, stride: Any) -> Any:
    """Every cell that completes a line of these stones, and some that are taken already."""

    def generate(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, step = _spread(builder, args[0]), _steps(builder, args[0].type, args[1])
        two = builder.add(step, step)
        three = builder.add(two, step)
        below, above = builder.shl(word, step), builder.lshr(word, step)
        left = builder.and_(below, builder.shl(word, two))
        left = builder.and_(left, builder.or_(builder.shl(word, three), above))
        right = builder.and_(above, builder.lshr(word, two))
        right = builder.and_(right, builder.or_(builder.lshr(word, three), below))
        return _joined(builder, builder.or_(left, right))

    return signature(stones, stones, types.int64), generate


def _spread(builder: Any, word: Any) -> Any:
    """A vector with the word in every lane."""
    kind = ir.VectorType(word.type, LANES)
    first = builder.insert_element(kind(ir.Undefined), word, ir.IntType(32)(0))
    everywhere = ir.VectorType(ir.IntType(32), LANES)([0] * LANES)
    return builder.shuffle_vector(first, kind(ir.Undefined), everywhere)


def _steps(builder: Any, kind: Any, stride: Any) -> Any:
    """The step of each direction: 1, stride, stride + 1, stride - 1."""
    vector = ir.VectorType(kind, LANES)
    wide = stride if kind.width == stride.type.width else builder.zext(stride, kind)
    sideways = builder.and_(_spread(builder, wide), vector([0, -1, -1, -1]))
    return builder.add(sideways, vector([1, 0, 1, -1]))


def _joined(builder: Any, vector: Any) -> Any:
    """All lanes in one word."""
    word = vector.type.element
    kind, name = ir.FunctionType(word, [vector.type]), f"llvm.vector.reduce.or.v4i{word.width}"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [vector])
