"""Sums and products of lanes, points and row blocks."""

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .lanes import (
    LANES,
    WIDTH,
    WORD,
    Lanes,
    constant,
    first_lanes,
    fused,
    pack,
    splat,
    tuple_of,
    twin,
    unpack,
)


def define(symbol, instruction):
    """Give Lanes an arithmetic operator."""

    def generator(typing, a, b):
        return LANES(a, b), lambda context, builder, signature, arguments: getattr(builder, instruction)(
            *arguments
        )

    emit = intrinsic(generator)

    @overload(symbol)
    def typed(a, b):
        if isinstance(a, Lanes) and isinstance(b, Lanes):
            return lambda a, b: emit(a, b)
        return None


define(operator.add, "fadd")
define(operator.sub, "fsub")
define(operator.mul, "fmul")
define(operator.truediv, "fdiv")


@twin(lambda number: np.full(WIDTH, number))
def repeat(typing, number):
    """One number in all lanes."""
    return LANES(types.float64), lambda context, builder, signature, arguments: splat(builder, arguments[0])


@twin(lambda block: tuple(np.zeros(WIDTH) for r in block))
def zeros(typing, block):
    """A zero for each entry of ``block``."""
    result = tuple_of(LANES, len(block))
    return result(block), lambda context, builder, signature, arguments: context.get_constant_null(result)


@twin(lambda block, axes: tuple(tuple(np.zeros(WIDTH) for k in axes) for r in block))
def zero_points(typing, block, axes):
    """A zero point for each row of ``block``."""
    result = tuple_of(LANES, len(block), len(axes))
    return result(block, axes), lambda context, builder, signature, arguments: context.get_constant_null(
        result
    )


@twin(lambda a, b, c: a * b + c)
def fma(typing, a, b, c):
    """a b + c for lanes, rounded once."""
    return LANES(a, b, c), lambda context, builder, signature, arguments: fused(builder, *arguments)


def _dots(y, x):
    return tuple(sum(a * b for a, b in zip(row, x, strict=True)) for row in y)


@twin(_dots)
def dots(typing, y, x):
    """y_r . x for each row r of a block of points and a point x."""
    result = tuple_of(LANES, len(y))

    def generate(context, builder, signature, arguments):
        y, x = (unpack(builder, argument) for argument in arguments)
        sums = [builder.fmul(row[0], x[0]) for row in y]
        for k in range(1, len(x)):
            sums = [fused(builder, row[k], x[k], part) for row, part in zip(y, sums, strict=True)]
        return pack(context, builder, result, sums)

    return result(y, x), generate


@twin(lambda s, u, x: tuple(a + b * x for a, b in zip(s, u, strict=True)))
def plus_products(typing, s, u, x):
    """s_r + u_r x for each row r; x is one lanes."""

    def generate(context, builder, signature, arguments):
        s, u, x = (unpack(builder, argument) for argument in arguments)
        sums = [fused(builder, b, x, a) for a, b in zip(s, u, strict=True)]
        return pack(context, builder, signature.return_type, sums)

    return s(s, u, x), generate


def _plus_outer(w, u, x):
    return tuple(tuple(a + b * c for a, c in zip(row, x, strict=True)) for row, b in zip(w, u, strict=True))


@twin(_plus_outer)
def plus_outer(typing, w, u, x):
    """w_r + u_r x for each row r; w_r and x are points."""

    def generate(context, builder, signature, arguments):
        w, u, x = (unpack(builder, argument) for argument in arguments)
        sums = [
            [fused(builder, b, c, a) for a, c in zip(row, x, strict=True)]
            for row, b in zip(w, u, strict=True)
        ]
        return pack(context, builder, signature.return_type, sums)

    return w(w, u, x), generate


@twin(lambda s, u: tuple(a + b for a, b in zip(s, u, strict=True)))
def plus(typing, s, u):
    """s_r + u_r for each row r."""

    def generate(context, builder, signature, arguments):
        s, u = (unpack(builder, argument) for argument in arguments)
        sums = [builder.fadd(a, b) for a, b in zip(s, u, strict=True)]
        return pack(context, builder, signature.return_type, sums)

    return s(s, u), generate


def _plus_live(s, u, live):
    return tuple(a + np.where(np.arange(WIDTH) < live, b, 0.0) for a, b in zip(s, u, strict=True))


@twin(_plus_live)
def plus_live(typing, s, u, live):
    """s_r + u_r in the first ``live`` lanes, s_r in the others, which hold padding and not tokens."""

    def generate(context, builder, signature, arguments):
        s, u, live = (unpack(builder, argument) for argument in arguments)
        mask = first_lanes(builder, live)
        sums = [builder.select(mask, builder.fadd(a, b), a) for a, b in zip(s, u, strict=True)]
        return pack(context, builder, signature.return_type, sums)

    return s(s, u, live), generate


@twin(lambda v, live: np.where(np.arange(WIDTH) < live, v, 0.0))
def only(typing, v, live):
    """v in the first ``live`` lanes, 0 in the others."""

    def generate(context, builder, signature, arguments):
        v, live = arguments
        return builder.select(first_lanes(builder, live), v, constant(0.0))

    return LANES(v, live), generate


def pairwise(builder, values):
    """The sum of a list of LLVM values as a balanced tree."""
    while len(values) > 1:
        values = [builder.fadd(a, b) for a, b in zip(values[::2], values[1::2], strict=True)]
    return values[0]


@twin(lambda u: sum(u))
def across(typing, u):
    """sum_r u_r over a block of 4 or 8 rows."""
    return LANES(u), lambda context, builder, signature, arguments: pairwise(
        builder, unpack(builder, arguments[0])
    )


def products(builder, start, u, q):
    """start + sum_r u_r q_r in two chains, which halves the latency; two start where ``start`` is None."""
    half = len(u) // 2
    chains = []
    for part in (slice(half), slice(half, None)):
        value = start
        for a, b in zip(u[part], q[part], strict=True):
            value = builder.fmul(a, b) if value is None else fused(builder, a, b, value)
        chains.append(value)
        start = None
    return builder.fadd(*chains)


@twin(lambda a, u, q: a + sum(b * c for b, c in zip(u, q, strict=True)))
def gathered(typing, a, u, q):
    """a + sum_r u_r q_r for lanes."""

    def generate(context, builder, signature, arguments):
        return products(builder, *(unpack(builder, argument) for argument in arguments))

    return a(a, u, q), generate


def _gathered_points(a, u, q):
    return tuple(a[k] + sum(b * row[k] for b, row in zip(u, q, strict=True)) for k in range(len(a)))


@twin(_gathered_points)
def gathered_points(typing, a, u, q):
    """The point a + sum_r u_r q_r; a and q_r are points."""

    def generate(context, builder, signature, arguments):
        point, u, q = (unpack(builder, argument) for argument in arguments)
        for b, row in zip(u, q, strict=True):
            point = [fused(builder, b, c, a) for a, c in zip(point, row, strict=True)]
        return pack(context, builder, signature.return_type, point)

    return a(a, u, q), generate


@twin(lambda v: float(v.sum()))
def total(typing, v):
    """The sum of the eight lanes, in a fixed order."""

    def generate(context, builder, signature, arguments):
        (v,) = arguments
        for half in (4, 2, 1):
            low, high = (
                ir.Constant(ir.VectorType(WORD, half), list(range(start, start + half)))
                for start in (0, half)
            )
            v = builder.fadd(builder.shuffle_vector(v, v, low), builder.shuffle_vector(v, v, high))
        return builder.extract_element(v, WORD(0))

    return types.float64(v), generate
