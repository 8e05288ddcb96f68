"""From the pair sums to the fields of model section 2."""

import numpy as np

from .arithmetic import fma, only, plus_products, repeat, total, zeros
from .compiled import compiled
from .lanes import FOUR, WIDTH
from .memory import read, spread, stack, write, write_strip
from .symmetric import padded_to

ROW_BLOCK = 512
"""Tokens of one assembly task: its running means stay in the first-level cache."""


@compiled
def arrange(tokens, weights, X, D):
    """Tokens (n, d) as columns of X (d + 1, n or more), its last row 1; weights (H, d, d) as D (H, d, d or
    more).

    What lies beyond n and d is left as it was: zero.
    """
    n, d = tokens.shape
    for i in range(n):
        for k in range(d):
            X[k, i] = tokens[i, k]
        X[d, i] = 1.0
    for h in range(len(weights)):
        for k in range(d):
            for l in range(d):
                D[h, k, l] = weights[h, k, l]


@compiled
def assemble(X, D, n, first, last, sums, means, partition, couplings, energies):
    """Tasks first..last-1: the fields of ROW_BLOCK tokens each, from the sums of all heads and blocks.

    means (2 d + 1, n or more): abar, gbar, invb; partition (H, n or more): m_h; couplings (row blocks, H, d,
    d) and energies (row blocks): this block's shares of C_h / n and of sum_{h,i} m_h(i). Heads are added in
    their order. Sums are divided by n first, so that none overflows where the fields themselves do not.
    """
    heads, d = D.shape[:2]
    Z = np.empty((1, WIDTH * D.shape[2]))
    share, reciprocal = repeat(1.0 / heads), repeat(1.0 / n)
    for task in range(first, last):
        start = task * ROW_BLOCK
        stop = min(start + ROW_BLOCK, padded_to(n))
        energy = repeat(0.0)
        means[:, start:stop] = 0.0
        for h in range(heads):
            own, D_h = sums[0, h], D[h]
            for j in range(start, stop, WIDTH):
                for k in range(d + 1):
                    value = read(own, k, j)
                    for b in range(1, len(sums)):
                        value = value + read(sums[b, h], k, j)
                    write(own, k, j, value * reciprocal)
                m = read(own, d, j)
                inverse = repeat(1.0) / m
                write(partition, h, j, m)
                energy = energy + only(m, n - j)
                for k in range(0, d, len(FOUR)):
                    z = zeros(FOUR)
                    for l in range(d):
                        z = plus_products(z, spread(D_h, l, FOUR, k), read(own, l, j))
                    write_strip(Z, 0, WIDTH * k, z)
                along = repeat(0.0)
                for k in range(d):
                    along = fma(read(Z, 0, WIDTH * k), read(X, k, j), along)
                for k in range(d):
                    g = (read(Z, 0, WIDTH * k) - along * read(X, k, j)) * share
                    write(means, k, j, fma(g, inverse, read(means, k, j)))
                    write(means, d + k, j, read(means, d + k, j) + g)
                write(means, 2 * d, j, fma(share, inverse, read(means, 2 * d, j)))
            for k in range(d):
                # Four columns of C_h at once; those past d - 1 read s and scratch, and are dropped.
                for l in range(k, d, len(FOUR)):
                    c = zeros(FOUR)
                    for j in range(start, stop, WIDTH):
                        c = plus_products(c, stack(own, l, FOUR, j), read(X, k, j))
                    for r in range(min(len(FOUR), d - l)):
                        couplings[task, h, k, l + r] = total(c[r])
                        couplings[task, h, l + r, k] = couplings[task, h, k, l + r]
        energies[task] = total(energy)


@compiled
def collect(means, partition, couplings, energies, inverse_mobility, gradient, attention, m, C):
    """Add the row blocks in their order and lay the fields out as (n, d), (H, n) and (H, d, d); returns E."""
    n, d = gradient.shape
    heads = len(C)
    for i in range(n):
        for k in range(d):
            attention[i, k] = means[k, i]
            gradient[i, k] = means[d + k, i]
        inverse_mobility[i] = means[2 * d, i]
    for h in range(heads):
        for i in range(n):
            m[h, i] = partition[h, i]
    for h in range(heads):
        for k in range(d):
            for l in range(d):
                value = 0.0
                for block in range(len(couplings)):
                    value += couplings[block, h, k, l]
                C[h, k, l] = n * value
    energy = 0.0
    for block in range(len(energies)):
        energy += energies[block]
    return energy / (2.0 * heads * n)
