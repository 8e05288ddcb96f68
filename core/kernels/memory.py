"""Lanes from and to C-contiguous float64 matrices.

Row k of a matrix holds coordinate k of all tokens; no bounds are checked.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from .lanes import FOUR, LANES, LONG, VECTOR, WIDTH, WORD, pack, splat, tuple_of, twin, unpack


def aligned(*shape):
    """Zeros that start at a multiple of 64 bytes: a vector across two cache lines takes twice as long."""
    size = int(np.prod(shape))
    store = np.zeros(size + WIDTH)
    start = -store.ctypes.data % (8 * WIDTH) // 8
    return store[start : start + size].reshape(shape)


def place(context, builder, kind, matrix, row, column):
    """Pointer to matrix[row, column]."""
    view = context.make_array(kind)(context, builder, matrix)
    return cgutils.get_item_pointer(context, builder, kind, view, (row, column), wraparound=False)


def vector_at(builder, pointer, kind=VECTOR):
    """The pointer, as one to a vector."""
    return builder.bitcast(pointer, kind.as_pointer())


@twin(lambda X, k, j: X[k, j : j + WIDTH].copy())
def read(typing, X, k, j):
    """X[k, j:j+8]."""

    def generate(context, builder, signature, arguments):
        return builder.load(
            vector_at(builder, place(context, builder, signature.args[0], *arguments)), align=8
        )

    return LANES(X, k, j), generate


def _write(X, k, j, value):
    X[k, j : j + WIDTH] = value


@twin(_write)
def write(typing, X, k, j, value):
    """X[k, j:j+8] = value."""

    def generate(context, builder, signature, arguments):
        *where, value = arguments
        target = vector_at(builder, place(context, builder, signature.args[0], *where))
        builder.store(value, target, align=8)
        return context.get_dummy_value()

    return types.void(X, k, j, value), generate


@twin(lambda X, axes, j: tuple(X[k, j : j + WIDTH].copy() for k in axes))
def load(typing, X, axes, j):
    """The point X[:d, j:j+8]; d is the length of ``axes`` = (0, .., d-1)."""
    result = tuple_of(LANES, len(axes))

    def generate(context, builder, signature, arguments):
        X, _, j = arguments
        places = [place(context, builder, signature.args[0], X, LONG(k), j) for k in range(len(result))]
        values = [builder.load(vector_at(builder, source), align=8) for source in places]
        return pack(context, builder, result, values)

    return result(X, axes, j), generate


def _store(X, axes, j, point):
    for k in axes:
        X[k, j : j + WIDTH] = point[k]


@twin(_store)
def store(typing, X, axes, j, point):
    """X[:d, j:j+8] = point."""

    def generate(context, builder, signature, arguments):
        X, _, j, point = arguments
        for k, value in enumerate(unpack(builder, point)):
            target = vector_at(builder, place(context, builder, signature.args[0], X, LONG(k), j))
            builder.store(value, target, align=8)
        return context.get_dummy_value()

    return types.void(X, axes, j, point), generate


@twin(lambda X, k, block, i: tuple(np.full(WIDTH, X[k, i + r]) for r in block))
def spread(typing, X, k, block, i):
    """The row block X[k, i], X[k, i+1], ..: one number in all lanes of each row."""
    result = tuple_of(LANES, len(block))

    def generate(context, builder, signature, arguments):
        X, k, _, i = arguments
        rows = [builder.add(i, LONG(r)) for r in range(len(result))]
        places = [place(context, builder, signature.args[0], X, k, row) for row in rows]
        return pack(context, builder, result, [splat(builder, builder.load(source)) for source in places])

    return result(X, k, block, i), generate


@twin(lambda X, axes, block, i: tuple(tuple(np.full(WIDTH, X[k, i + r]) for k in axes) for r in block))
def rows(typing, X, axes, block, i):
    """The row block of points X[:d, i], X[:d, i+1], ..: one token in all lanes of each row."""
    result = tuple_of(LANES, len(block), len(axes))

    def generate(context, builder, signature, arguments):
        X, _, _, i = arguments
        values = []
        for r in range(len(result)):
            row = builder.add(i, LONG(r))
            places = [place(context, builder, signature.args[0], X, LONG(k), row) for k in range(len(axes))]
            values.append([splat(builder, builder.load(source)) for source in places])
        return pack(context, builder, result, values)

    return result(X, axes, block, i), generate


@twin(lambda X, k, block, j: tuple(X[k + r, j : j + WIDTH].copy() for r in block))
def stack(typing, X, k, block, j):
    """The tuple X[k, j:j+8], X[k+1, j:j+8], .. of neighbouring rows of the matrix."""
    result = tuple_of(LANES, len(block))

    def generate(context, builder, signature, arguments):
        X, k, _, j = arguments
        lines = [builder.add(k, LONG(r)) for r in range(len(result))]
        places = [place(context, builder, signature.args[0], X, line, j) for line in lines]
        values = [builder.load(vector_at(builder, source), align=8) for source in places]
        return pack(context, builder, result, values)

    return result(X, k, block, j), generate


@twin(lambda X, k, block, j: tuple(X[k, j + WIDTH * r : j + WIDTH * (r + 1)].copy() for r in block))
def strip(typing, X, k, block, j):
    """The tuple X[k, j:j+8], X[k, j+8:j+16], .. from one row of the matrix."""
    result = tuple_of(LANES, len(block))

    def generate(context, builder, signature, arguments):
        X, k, _, j = arguments
        columns = [builder.add(j, LONG(WIDTH * r)) for r in range(len(result))]
        places = [place(context, builder, signature.args[0], X, k, column) for column in columns]
        values = [builder.load(vector_at(builder, source), align=8) for source in places]
        return pack(context, builder, result, values)

    return result(X, k, block, j), generate


def _write_strip(X, k, j, values):
    for r, value in enumerate(values):
        X[k, j + WIDTH * r : j + WIDTH * (r + 1)] = value


@twin(_write_strip)
def write_strip(typing, X, k, j, values):
    """Write a tuple to X[k, j:j+8], X[k, j+8:j+16], .. ."""

    def generate(context, builder, signature, arguments):
        X, k, j, values = arguments
        for r, value in enumerate(unpack(builder, values)):
            column = builder.add(j, LONG(WIDTH * r))
            target = vector_at(builder, place(context, builder, signature.args[0], X, k, column))
            builder.store(value, target, align=8)
        return context.get_dummy_value()

    return types.void(X, k, j, values), generate


def _add_totals(X, k, i, values):
    X[k, i : i + len(values)] += [value.sum() for value in values]


@twin(_add_totals)
def add_totals(typing, X, k, i, values):
    """X[k, i + r] += the sum of the lanes of values[r], r = 0..3: four sums for the shuffles of two."""
    if len(values) != len(FOUR):
        return None

    def generate(context, builder, signature, arguments):
        def joined(a, b, first, second):
            masks = (ir.Constant(ir.VectorType(WORD, 4), order) for order in (first, second))
            return builder.fadd(*(builder.shuffle_vector(a, b, mask) for mask in masks))

        *where, values = arguments
        a, b, c, d = (joined(row, row, [0, 1, 2, 3], [4, 5, 6, 7]) for row in unpack(builder, values))
        ab, cd = (joined(*pair, [0, 4, 2, 6], [1, 5, 3, 7]) for pair in ((a, b), (c, d)))
        sums = joined(ab, cd, [0, 1, 4, 5], [2, 3, 6, 7])
        target = vector_at(builder, place(context, builder, signature.args[0], *where), sums.type)
        builder.store(builder.fadd(builder.load(target, align=8), sums), target, align=8)
        return context.get_dummy_value()

    return types.void(X, k, i, values), generate
