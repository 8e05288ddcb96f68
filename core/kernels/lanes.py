"""Eight float64 numbers at once: the vocabulary in which the pair sum is written.

``Lanes`` is a numba type for one vector of eight float64; the operations below emit LLVM vector instructions
(one AVX-512 register, two AVX2 or four SSE2 registers, as the machine has), so no loop depends on what the
auto-vectoriser makes of it and no fast-math flag is needed: every operation rounds as IEEE says, in the order
written, on every machine with fused multiply-add.

Tuples carry the sizes that are known at compile time: a *point* is a tuple of d lanes (coordinate k of eight
tokens), a *row block* a tuple of ROWS points whose lanes all hold the same token. With NUMBA_DISABLE_JIT=1
the NumPy twins beside the generators are used instead (lanes are then arrays of eight numbers).
"""

import operator

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

WIDTH = 8
"""Lanes in a vector: one 512-bit register of float64."""
ROWS = 4
"""Tokens i handled together against each vector of tokens j; 4 fill the 32 registers of AVX-512."""

DOUBLE, LONG, WORD = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
VECTOR, INDEX = ir.VectorType(DOUBLE, WIDTH), ir.VectorType(LONG, WIDTH)


class Lanes(types.Type):
    """The numba type of eight float64."""

    def __init__(self):
        super().__init__("Lanes")


LANES = Lanes()


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, VECTOR)


def twin(plain):
    """Use ``plain``, a NumPy function, for the decorated code generator where the JIT is off."""
    return lambda generator: plain if config.DISABLE_JIT else intrinsic(generator)


# --- pieces of LLVM code, used by the generators ---


def constant(number):
    return ir.Constant(VECTOR, [number] * WIDTH)


def fused(builder, a, b, c):
    """a b + c, rounded once."""
    kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.fma.v8f64"), (a, b, c))


def splat(builder, scalar):
    first = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), scalar, WORD(0))
    return builder.shuffle_vector(
        first, ir.Constant(VECTOR, ir.Undefined), ir.Constant(ir.VectorType(WORD, WIDTH), [0] * WIDTH)
    )


def first_lanes(builder, live):
    """The mask of the first ``live`` lanes."""
    bound = builder.bitcast(splat(builder, builder.bitcast(live, DOUBLE)), INDEX)
    return builder.icmp_signed("<", ir.Constant(INDEX, list(range(WIDTH))), bound)


def address(context, builder, kind, array, *indices):
    """Pointer to array[indices] of a C-contiguous float64 array; no bounds are checked."""
    view = context.make_array(kind)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kind, view, indices, wraparound=False)


def vector_at(builder, pointer, kind=VECTOR):
    return builder.bitcast(pointer, kind.as_pointer())


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


def tuple_of(kind, *counts):
    for count in reversed(counts):
        kind = types.UniTuple(kind, count)
    return kind


# --- reading and writing ---


@twin(lambda X, axes, j: tuple(X[k, j : j + WIDTH].copy() for k in axes))
def load(typing, X, axes, j):
    """The point of tokens j..j+7 from X (d, padded n); ``axes`` = (0, .., d-1) gives d by its length."""
    result = tuple_of(LANES, len(axes))

    def generate(context, builder, signature, arguments):
        X, axes, j = arguments
        values = []
        for k in range(len(signature.args[1])):
            place = address(context, builder, signature.args[0], X, LONG(k), j)
            values.append(builder.load(vector_at(builder, place), align=8))
        return pack(context, builder, result, values)

    return result(X, axes, j), generate


def _store(X, axes, j, point):
    for k in axes:
        X[k, j : j + WIDTH] = point[k]


@twin(_store)
def store(typing, X, axes, j, point):
    """Write a point to X[:, j:j+8]."""

    def generate(context, builder, signature, arguments):
        X, axes, j, point = arguments
        for k, value in enumerate(unpack(builder, point)):
            place = address(context, builder, signature.args[0], X, LONG(k), j)
            builder.store(value, vector_at(builder, place), align=8)
        return context.get_dummy_value()

    return types.void(X, axes, j, point), generate


@twin(lambda x, j: x[j : j + WIDTH].copy())
def read(typing, x, j):
    """x[j:j+8] of a one-dimensional array."""

    def generate(context, builder, signature, arguments):
        place = address(context, builder, signature.args[0], *arguments)
        return builder.load(vector_at(builder, place), align=8)

    return LANES(x, j), generate


def _write(x, j, value):
    x[j : j + WIDTH] = value


@twin(_write)
def write(typing, x, j, value):
    """x[j:j+8] = value."""

    def generate(context, builder, signature, arguments):
        x, j, value = arguments
        place = address(context, builder, signature.args[0], x, j)
        builder.store(value, vector_at(builder, place), align=8)
        return context.get_dummy_value()

    return types.void(x, j, value), generate


@twin(lambda X, axes, i: tuple(tuple(np.full(WIDTH, X[k, i + r]) for k in axes) for r in range(ROWS)))
def rows(typing, X, axes, i):
    """The row block of tokens i..i+3: each coordinate repeated over the lanes."""
    result = tuple_of(LANES, ROWS, len(axes))

    def generate(context, builder, signature, arguments):
        X, axes, i = arguments
        values = []
        for r in range(ROWS):
            row = builder.add(i, LONG(r))
            places = [
                address(context, builder, signature.args[0], X, LONG(k), row)
                for k in range(len(signature.args[1]))
            ]
            values.append([splat(builder, builder.load(place)) for place in places])
        return pack(context, builder, result, values)

    return result(X, axes, i), generate


@twin(lambda X, axes, i: tuple(np.full(WIDTH, X[k, i]) for k in axes))
def column(typing, X, axes, i):
    """The point whose coordinate k is X[k, i] in all lanes."""
    result = tuple_of(LANES, len(axes))

    def generate(context, builder, signature, arguments):
        X, axes, i = arguments
        places = [address(context, builder, signature.args[0], X, LONG(k), i) for k in range(len(result))]
        return pack(context, builder, result, [splat(builder, builder.load(place)) for place in places])

    return result(X, axes, i), generate


@twin(lambda number: np.full(WIDTH, number))
def repeat(typing, number):
    """One number in all lanes."""
    return LANES(types.float64), lambda context, builder, signature, arguments: splat(builder, arguments[0])


@twin(lambda axes: tuple(np.zeros(WIDTH) for k in axes))
def zero_point(typing, axes):
    """The point 0."""
    result = tuple_of(LANES, len(axes))
    return result(axes), lambda context, builder, signature, arguments: context.get_constant_null(result)


@twin(lambda: tuple(np.zeros(WIDTH) for r in range(ROWS)))
def zero_rows(typing):
    """A zero for each row of a block."""
    result = tuple_of(LANES, ROWS)
    return result(), lambda context, builder, signature, arguments: context.get_constant_null(result)


@twin(lambda axes: tuple(tuple(np.zeros(WIDTH) for k in axes) for r in range(ROWS)))
def zero_points(typing, axes):
    """A zero point for each row of a block."""
    result = tuple_of(LANES, ROWS, len(axes))
    return result(axes), lambda context, builder, signature, arguments: context.get_constant_null(result)


# --- arithmetic ---


def _operator(symbol, instruction):
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


_operator(operator.add, "fadd")
_operator(operator.sub, "fsub")
_operator(operator.mul, "fmul")
_operator(operator.truediv, "fdiv")


@twin(lambda a, b, c: a * b + c)
def fma(typing, a, b, c):
    """a b + c for lanes, rounded once."""
    return LANES(a, b, c), lambda context, builder, signature, arguments: fused(builder, *arguments)


def _dots(y, x):
    return tuple(sum(a * b for a, b in zip(row, x, strict=True)) for row in y)


@twin(_dots)
def dots(typing, y, x):
    """y_r . x for each row r of a block."""
    result = tuple_of(LANES, ROWS)

    def generate(context, builder, signature, arguments):
        y, x = (unpack(builder, argument) for argument in arguments)
        sums = [builder.fmul(row[0], x[0]) for row in y]
        for k in range(1, len(x)):
            sums = [fused(builder, row[k], x[k], part) for row, part in zip(y, sums, strict=True)]
        return pack(context, builder, result, sums)

    return result(y, x), generate


@twin(lambda x, z: sum(a * b for a, b in zip(x, z, strict=True)))
def inner(typing, x, z):
    """x . z for two points."""

    def generate(context, builder, signature, arguments):
        x, z = (unpack(builder, argument) for argument in arguments)
        value = builder.fmul(x[0], z[0])
        for a, b in zip(x[1:], z[1:], strict=True):
            value = fused(builder, a, b, value)
        return value

    return LANES(x, z), generate


@twin(lambda a, u, x: tuple(b + u * c for b, c in zip(a, x, strict=True)))
def scaled(typing, a, u, x):
    """The point a + u x."""

    def generate(context, builder, signature, arguments):
        a, u, x = (unpack(builder, argument) for argument in arguments)
        point = [fused(builder, u, c, b) for b, c in zip(a, x, strict=True)]
        return pack(context, builder, signature.return_type, point)

    return a(a, u, x), generate


@twin(lambda s, u: tuple(a + b for a, b in zip(s, u, strict=True)))
def plus(typing, s, u):
    """s_r + u_r for each row r."""

    def generate(context, builder, signature, arguments):
        s, u = (unpack(builder, argument) for argument in arguments)
        return pack(
            context, builder, signature.return_type, [builder.fadd(a, b) for a, b in zip(s, u, strict=True)]
        )

    return s(s, u), generate


def _plus_live(s, u, live):
    return tuple(a + np.where(np.arange(WIDTH) < live, b, 0.0) for a, b in zip(s, u, strict=True))


@twin(_plus_live)
def plus_live(typing, s, u, live):
    """s_r + u_r in the first ``live`` lanes, s_r in the others, which hold padding and not tokens."""

    def generate(context, builder, signature, arguments):
        s, u = (unpack(builder, argument) for argument in arguments[:2])
        mask = first_lanes(builder, arguments[2])
        sums = [builder.select(mask, builder.fadd(a, b), a) for a, b in zip(s, u, strict=True)]
        return pack(context, builder, signature.return_type, sums)

    return s(s, u, live), generate


def _weighted(w, u, x):
    return tuple(tuple(a + b * c for a, c in zip(row, x, strict=True)) for row, b in zip(w, u, strict=True))


@twin(_weighted)
def weighted(typing, w, u, x):
    """w_r + u_r x for each row r."""

    def generate(context, builder, signature, arguments):
        w, u, x = (unpack(builder, argument) for argument in arguments)
        sums = [
            [fused(builder, b, c, a) for a, c in zip(row, x, strict=True)]
            for row, b in zip(w, u, strict=True)
        ]
        return pack(context, builder, signature.return_type, sums)

    return w(w, u, x), generate


@twin(lambda u: sum(u))
def across(typing, u):
    """sum_r u_r."""

    def generate(context, builder, signature, arguments):
        a, b, c, d = unpack(builder, arguments[0])
        return builder.fadd(builder.fadd(a, b), builder.fadd(c, d))

    return LANES(u), generate


def _gathered(a, u, q):
    return tuple(a[k] + sum(b * row[k] for b, row in zip(u, q, strict=True)) for k in range(len(a)))


@twin(_gathered)
def gathered(typing, a, u, q):
    """The point a + sum_r u_r q_r."""

    def generate(context, builder, signature, arguments):
        point, u, q = (unpack(builder, argument) for argument in arguments)
        for b, row in zip(u, q, strict=True):
            point = [fused(builder, b, c, a) for a, c in zip(point, row, strict=True)]
        return pack(context, builder, signature.return_type, point)

    return a(a, u, q), generate


# --- sums over the lanes ---


@twin(lambda v, live: np.where(np.arange(WIDTH) < live, v, 0.0))
def only(typing, v, live):
    """v in the first ``live`` lanes, 0 in the others."""

    def generate(context, builder, signature, arguments):
        v, live = arguments
        return builder.select(first_lanes(builder, live), v, constant(0.0))

    return LANES(v, live), generate


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


def _add_totals(x, i, v):
    x[i : i + ROWS] += [part.sum() for part in v]


@twin(_add_totals)
def add_totals(typing, x, i, v):
    """x[i + r] += the sum of the lanes of v_r, for the rows of a block (a transposing sum)."""

    def generate(context, builder, signature, arguments):
        def joined(a, b, first, second):
            masks = (ir.Constant(ir.VectorType(WORD, 4), order) for order in (first, second))
            return builder.fadd(*(builder.shuffle_vector(a, b, mask) for mask in masks))

        x, i, v = arguments
        a, b, c, d = (joined(row, row, [0, 1, 2, 3], [4, 5, 6, 7]) for row in unpack(builder, v))
        ab, cd = (joined(*pair, [0, 4, 2, 6], [1, 5, 3, 7]) for pair in ((a, b), (c, d)))
        sums = joined(ab, cd, [0, 1, 4, 5], [2, 3, 6, 7])
        place = vector_at(builder, address(context, builder, signature.args[0], x, i), sums.type)
        builder.store(builder.fadd(builder.load(place, align=8), sums), place, align=8)
        return context.get_dummy_value()

    return types.void(x, i, v), generate
