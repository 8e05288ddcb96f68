"""From the pair sums to the fields of model section 2."""

from .compiled import compiled
from .lanes import (
    WIDTH,
    column,
    inner,
    load,
    only,
    read,
    repeat,
    scaled,
    store,
    total,
    write,
    zero_point,
)

ROW_BLOCK = 512
"""Tokens of one assembly task: its running means stay in the first-level cache."""


@compiled
def arrange(tokens, X):
    """Tokens (n, d) as columns of X (d, padded n); the padding stays 0."""
    for i in range(tokens.shape[0]):
        for k in range(tokens.shape[1]):
            X[k, i] = tokens[i, k]


@compiled
def assemble(X, D, n, axes, block, sums, means, partition, couplings, energies):
    """One task: the fields of tokens block ROW_BLOCK .. (block + 1) ROW_BLOCK from the sums of all heads.

    means (2 d + 1, padded n): abar, gbar, invb; partition (H, padded n): m_h; couplings (row blocks, H, d,
    d) and energies (row blocks): this block's shares of C_h and of sum_{h,i} m_h(i). Heads are added in
    their order.
    """
    d = len(axes)
    heads = len(D)
    start = block * ROW_BLOCK
    stop = min(start + ROW_BLOCK, X.shape[1])
    attention, gradient, inverse = means[:d], means[d : 2 * d], means[2 * d]
    means[:, start:stop] = 0.0
    share, reciprocal, energy = repeat(1.0 / heads), repeat(1.0 / n), repeat(0.0)
    for h in range(heads):
        own = sums[0, h]
        for j in range(start, stop, WIDTH):
            w, s = load(own, axes, j), read(own[d], j)
            for b in range(1, len(sums)):
                w = scaled(w, repeat(1.0), load(sums[b, h], axes, j))
                s = s + read(sums[b, h, d], j)
            store(own, axes, j, w)
            m = s * reciprocal
            write(partition[h], j, m)
            energy = energy + only(m, n - j)
            x = load(X, axes, j)
            z = zero_point(axes)
            for l in range(d):
                z = scaled(z, read(own[l], j), column(D[h], axes, l))
            z = scaled(z, repeat(0.0) - inner(x, z), x)
            inverse_m = repeat(1.0) / m
            store(gradient, axes, j, scaled(load(gradient, axes, j), share * reciprocal, z))
            store(attention, axes, j, scaled(load(attention, axes, j), share * reciprocal * inverse_m, z))
            write(inverse, j, read(inverse, j) + share * inverse_m)
        for k in range(d):
            c = zero_point(axes)
            for j in range(start, stop, WIDTH):
                c = scaled(c, read(X[k], j), load(own, axes, j))
            for l in range(k, d):
                couplings[block, h, k, l] = total(c[l])
                couplings[block, h, l, k] = couplings[block, h, k, l]
    energies[block] = total(energy)


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
    C[:] = couplings[0]
    energy = energies[0]
    for block in range(1, len(energies)):
        for h in range(heads):
            for k in range(d):
                for l in range(d):
                    C[h, k, l] += couplings[block, h, k, l]
        energy += energies[block]
    return energy / (2.0 * heads * n)
