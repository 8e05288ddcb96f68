"""Eight float64 numbers at once: the type in which the pair sum is written.

``Lanes`` is a numba type for one vector of eight float64. Operations on it (``memory``, ``arithmetic``,
``exponential``) emit LLVM vector instructions - one AVX-512 register, two AVX2 or four SSE2 registers, as
the machine has - so no loop depends on what an auto-vectoriser makes of it, and no fast-math flag is
needed: every operation rounds as IEEE says and sums are taken in the order written.

Tuples carry the sizes that are known at compile time. A *point* is a tuple of d lanes: each coordinate of
eight neighbouring tokens. A *row block* is a tuple of points (or lanes) of a few tokens, each repeated over
its lanes. With NUMBA_DISABLE_JIT=1 each operation is its NumPy twin, and lanes are arrays of eight numbers.
"""

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

WIDTH = 8
"""Lanes in a vector: one 512-bit register of float64."""

FOUR, EIGHT = tuple(range(4)), tuple(range(8))
"""The numbers of rows in a block, as tuples: their types carry the length."""

DOUBLE, LONG, WORD = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
VECTOR, INDEX = ir.VectorType(DOUBLE, WIDTH), ir.VectorType(LONG, WIDTH)


class Lanes(types.Type):
    """The numba type of eight float64."""

    def __init__(self):
        super().__init__("Lanes")


LANES = Lanes()


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):
    """Lanes are one LLVM vector."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, VECTOR)


def twin(plain):
    """Decorate a code generator; where the JIT is off, the NumPy function ``plain`` takes its place."""
    return lambda generator: plain if config.DISABLE_JIT else intrinsic(generator)


def tuple_of(kind, *counts):
    """The type of a (nested) tuple with these lengths, outermost first."""
    for count in reversed(counts):
        kind = types.UniTuple(kind, count)
    return kind


def unpack(builder, value):
    """Nested lists of the LLVM values in a (nested) tuple."""
    if not isinstance(value.type, ir.ArrayType):
        return value
    return [unpack(builder, part) for part in cgutils.unpack_tuple(builder, value)]


def pack(context, builder, kind, values):
    """The tuple of type ``kind`` made of nested lists of LLVM values."""
    if not isinstance(values, list):
        return values
    parts = [pack(context, builder, part, value) for part, value in zip(kind, values, strict=True)]
    return context.make_tuple(builder, kind, parts)


def constant(number):
    """A number in all lanes, known at compile time."""
    return ir.Constant(VECTOR, [number] * WIDTH)


def splat(builder, scalar):
    """A scalar in all lanes."""
    undefined = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, scalar, WORD(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(WORD, WIDTH), [0] * WIDTH))


def fused(builder, a, b, c):
    """a b + c, rounded once."""
    kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.fma.v8f64"), (a, b, c))


def first_lanes(builder, live):
    """The mask of the first ``live`` lanes."""
    bound = builder.bitcast(splat(builder, builder.bitcast(live, DOUBLE)), INDEX)
    return builder.icmp_signed("<", ir.Constant(INDEX, list(range(WIDTH))), bound)
