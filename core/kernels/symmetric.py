"""The direct pair sum, each pair of tokens evaluated once: U_ij = U_ji.

For head h and token i it forms s_i = sum_j U_ij and w_i = sum_j U_ij x_j, U_ij = exp(x_i . D_h x_j).
"""

from .compiled import compiled
from .exponential import LOG2E, exp2
from .lanes import (
    ROWS,
    WIDTH,
    across,
    add_totals,
    dots,
    fma,
    gathered,
    load,
    plus_live,
    read,
    repeat,
    rows,
    store,
    total,
    weighted,
    write,
    zero_points,
    zero_rows,
)


@compiled
def images(X, D, axes, head, Y):
    """Y = LOG2E D_h X, so that U_ij = 2^(y_i . x_j)."""
    for k in range(len(axes)):
        for j in range(0, X.shape[1], WIDTH):
            y = repeat(0.0)
            for l in range(len(axes)):
                y = fma(repeat(LOG2E * D[head, k, l]), read(X[l], j), y)
            write(Y[k], j, y)


@compiled
def pair_sums(X, D, n, axes, head, block, blocks, sums, squares):
    """One task: the pairs of head ``head`` whose row group is ``block`` modulo ``blocks``.

    X (d, padded n), zero beyond n; axes (0, .., d-1); sums (blocks, H, 2 d + 1, padded n) gets w in the
    first d rows of its own [block, head], then s, then scratch. With ``squares`` (blocks, H), not None, its
    own entry becomes sum_ij U_ij (x_i . x_j)^2.

    Rows go in groups of 8: the 8 x 8 block on the diagonal in full, columns to its right once, for both
    sides. Padding stays out of every token's sum: a padded x_j is 0, so it adds 0 to w and to the squares
    whatever its U_ij = 1, ``plus_live`` keeps it out of s, and padded rows meet no column but those of
    their own group.
    """
    d = len(axes)
    padded = X.shape[1]
    own = sums[block, head]
    own[:] = 0.0
    Y = own[d + 1 :]
    images(X, D, axes, head, Y)
    twice, once = repeat(0.0), repeat(0.0)
    for start in range(WIDTH * block, padded, WIDTH * blocks):
        for i in range(start, start + WIDTH, ROWS):
            q = rows(X, axes, i)
            y = rows(Y, axes, i)
            x = load(X, axes, start)
            u = exp2(dots(y, x))
            s = plus_live(zero_rows(), u, n - start)
            w = weighted(zero_points(axes), u, x)
            if squares is not None:
                p = dots(q, x)
                for r in range(ROWS):
                    once = fma(u[r] * p[r], p[r], once)
            for j in range(start + WIDTH, padded, WIDTH):
                x = load(X, axes, j)
                u = exp2(dots(y, x))
                s = plus_live(s, u, n - j)
                w = weighted(w, u, x)
                store(own, axes, j, gathered(load(own, axes, j), u, q))
                write(own[d], j, read(own[d], j) + across(u))
                if squares is not None:
                    p = dots(q, x)
                    for r in range(ROWS):
                        twice = fma(u[r] * p[r], p[r], twice)
            add_totals(own[d], i, s)
            for k in range(d):
                add_totals(own[k], i, (w[0][k], w[1][k], w[2][k], w[3][k]))
    if squares is not None:
        squares[block, head] = 2.0 * total(twice) + total(once)
