"""The direct pair sum in few dimensions, each pair of tokens evaluated once: U_ij = U_ji.

For head h and token i: s_i = sum_j U_ij and w_i = sum_j U_ij x_j, where U_ij = exp(x_i . D_h x_j).
"""

from .arithmetic import (
    across,
    dots,
    fma,
    gathered_points,
    plus,
    plus_live,
    plus_outer,
    repeat,
    total,
    zero_points,
    zeros,
)
from .compiled import compiled, inlined
from .exponential import LOG2E, exp2
from .lanes import FOUR, WIDTH
from .memory import add_totals, load, read, rows, store, write


@compiled
def padded_to(n):
    """n rounded up to whole vectors."""
    return (n + WIDTH - 1) // WIDTH * WIDTH


@compiled
def images(X, D, n, head, own):
    """Rows d+1.. of own become LOG2E D_h X, so that U_ij = 2^(y_i . x_j)."""
    d = D.shape[1]
    for k in range(d):
        for j in range(0, padded_to(n), WIDTH):
            y = repeat(0.0)
            for l in range(d):
                y = fma(repeat(LOG2E * D[head, k, l]), read(X, l, j), y)
            write(own, d + 1 + k, j, y)


@inlined
def squared(X, axes, i, x, u):
    """sum over rows i..i+3 of U_ij (x_i . x_j)^2 at the columns x."""
    p = dots(rows(X, axes, FOUR, i), x)
    return across((u[0] * p[0] * p[0], u[1] * p[1] * p[1], u[2] * p[2] * p[2], u[3] * p[3] * p[3]))


@inlined
def meet(X, Y, own, axes, i, j):
    """Rows i..i+3 meet columns j..j+7: U, which the rows still have to take in, has gone into the columns' sums."""
    x = load(X, axes, j)
    u = exp2(dots(rows(Y, axes, FOUR, i), x))
    store(own, axes, j, gathered_points(load(own, axes, j), u, rows(X, axes, FOUR, i)))
    write(own, len(axes), j, read(own, len(axes), j) + across(u))
    return x, u


@compiled
def symmetric_sums(X, D, n, axes, first, last, sums, squares):
    """Tasks first..last-1; task t has the pairs of head t % H whose row group is t // H modulo the blocks.

    X (d + 1, n or more), zero beyond n; axes (0, .., d-1); sums (blocks, H, 2 d + 1, n or more) gets w in the
    first d rows of the task's own [block, head], then s, then scratch. With ``squares`` (blocks, H), not
    None, its own entry becomes sum_ij U_ij (x_i . x_j)^2.

    Rows go in groups of 8: the 8 x 8 block on the diagonal in full, columns to its right once, for both
    sides. Padding stays out of every token's sum: a padded x_j is 0, so its U_ij = 1 adds 0 to w and to the
    squares, ``plus_live`` keeps it out of s, and padded rows meet no columns but those of their own group.
    (A large negative bias on padding would not do: m may itself be e^-700.)

    The row block is read from memory at each use: it costs a memory operand, where sixteen sums and the
    polynomial leave no register for it.
    """
    d, whole, padded = len(axes), n // WIDTH * WIDTH, padded_to(n)
    blocks, heads = sums.shape[:2]
    for task in range(first, last):
        block, head = task // heads, task % heads
        own = sums[block, head]
        own[: d + 1] = 0.0
        Y = own[d + 1 :]
        images(X, D, n, head, own)
        twice, once = repeat(0.0), repeat(0.0)
        for start in range(WIDTH * block, padded, WIDTH * blocks):
            for i in range(start, start + WIDTH, len(FOUR)):
                x = load(X, axes, start)
                u = exp2(dots(rows(Y, axes, FOUR, i), x))
                s = plus_live(zeros(FOUR), u, n - start)
                w = plus_outer(zero_points(FOUR, axes), u, x)
                square = repeat(0.0)
                if squares is not None:
                    once = once + squared(X, axes, i, x, u)
                for j in range(start + WIDTH, whole, WIDTH):
                    x, u = meet(X, Y, own, axes, i, j)
                    s = plus(s, u)
                    w = plus_outer(w, u, x)
                    if squares is not None:
                        square = square + squared(X, axes, i, x, u)
                if start < whole < padded:
                    x, u = meet(X, Y, own, axes, i, whole)
                    s = plus_live(s, u, n - whole)
                    w = plus_outer(w, u, x)
                    if squares is not None:
                        square = square + squared(X, axes, i, x, u)
                twice = twice + square
                add_totals(own, d, i, s)
                for k in range(d):
                    add_totals(own, k, i, (w[0][k], w[1][k], w[2][k], w[3][k]))
        if squares is not None:
            squares[block, head] = 2.0 * total(twice) + total(once)
