"""The direct pair sum in any dimension: as ``symmetric``, with loops over the coordinates at run time.

Unrolled, sixteen dimensions are slow to compile and leave no register free; here the exponentials of 8 rows
and TILE vectors of columns go through a buffer in the first-level cache, and each coordinate's sums are taken
from there.
"""

from .arithmetic import fma, gathered, plus_products, repeat, total, zeros
from .compiled import compiled
from .exponential import exp2
from .lanes import EIGHT, WIDTH
from .memory import add_totals, read, spread, strip, write, write_strip
from .symmetric import images, padded_to

TILE = 32
"""Vectors of columns in the buffer: with 8 rows 16 kB, half of the first-level cache."""


def buffer_shape(d):
    """Rows and columns of a task's buffer: TILE rows for exponentials, d + 1 for sums, 8 vectors in each."""
    return TILE + d + 1, len(EIGHT) * WIDTH


@compiled
def tiled_sums(X, D, n, first, last, sums, buffers, squares):
    """As ``symmetric_sums``, for any d; buffers (blocks, H, *buffer_shape(d)), each task's own.

    The last row of X is 1 for tokens and 0 for padding, so s is w's coordinate d and padding drops out of it.
    """
    d, padded = D.shape[1], padded_to(n)
    blocks, heads = sums.shape[:2]
    for task in range(first, last):
        block, head = task // heads, task % heads
        own, buffer = sums[block, head], buffers[block, head]
        own[: d + 1] = 0.0
        images(X, D, n, head, own)
        twice, once = repeat(0.0), repeat(0.0)
        for start in range(WIDTH * block, padded, WIDTH * blocks):
            buffer[TILE:] = 0.0
            beside, inside = repeat(0.0), repeat(0.0)
            for left in range(start, padded, TILE * WIDTH):
                right = min(left + TILE * WIDTH, padded)
                for j in range(left, right, WIDTH):
                    t = zeros(EIGHT)
                    for k in range(d):
                        t = plus_products(t, spread(own, d + 1 + k, EIGHT, start), read(X, k, j))
                    u = exp2(t)
                    write_strip(buffer, (j - left) // WIDTH, 0, u)
                    if j > start:
                        for k in range(d + 1):
                            write(own, k, j, gathered(read(own, k, j), u, spread(X, k, EIGHT, start)))
                    if squares is not None:
                        p = zeros(EIGHT)
                        for k in range(d):
                            p = plus_products(p, spread(X, k, EIGHT, start), read(X, k, j))
                        square = repeat(0.0)
                        for r in range(len(EIGHT)):
                            square = fma(u[r] * p[r], p[r], square)
                        if j > start:
                            beside = beside + square
                        else:
                            inside = inside + square
                for k in range(0, d, 2):  # two coordinates at once halve the reading of exponentials
                    v, w = strip(buffer, TILE + k, EIGHT, 0), strip(buffer, TILE + k + 1, EIGHT, 0)
                    for j in range(left, right, WIDTH):
                        u = strip(buffer, (j - left) // WIDTH, EIGHT, 0)
                        v, w = plus_products(v, u, read(X, k, j)), plus_products(w, u, read(X, k + 1, j))
                    write_strip(buffer, TILE + k, 0, v)
                    write_strip(buffer, TILE + k + 1, 0, w)
                if d % 2 == 0:
                    w = strip(buffer, TILE + d, EIGHT, 0)
                    for j in range(left, right, WIDTH):
                        w = plus_products(w, strip(buffer, (j - left) // WIDTH, EIGHT, 0), read(X, d, j))
                    write_strip(buffer, TILE + d, 0, w)
            for k in range(d + 1):
                w = strip(buffer, TILE + k, EIGHT, 0)
                add_totals(own, k, start, w[:4])
                add_totals(own, k, start + 4, w[4:])
            twice, once = twice + beside, once + inside
        if squares is not None:
            squares[block, head] = 2.0 * total(twice) + total(once)
