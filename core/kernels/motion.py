"""Velocity and powers of the tokens in one pass, and the way back to the sphere."""

import math

import numpy as np

from .compiled import compiled


@compiled
def follow(gradient, attention, inverse_mobility, by_heads, sign, velocity):
    """Fill ``velocity`` (n, d) and return (T, |dE|^2, |mu'|^2, delta, largest |x_i'|) of model section 4.

    ``by_heads``: the attention flow, whose heads each divide by their own partition function; otherwise the
    gradient flow. ``sign`` is s. Every power is the sum of its own definition over the velocity.
    """
    n, d = gradient.shape
    transport = slope = speed = defect = fastest = 0.0
    for i in range(n):
        inverse = inverse_mobility[i]
        gv = gg = vv = ww = 0.0
        for k in range(d):
            g = gradient[i, k]
            steepest = sign * inverse * g
            v = sign * attention[i, k] if by_heads else steepest
            velocity[i, k] = v
            w = v - steepest
            gv += g * v
            gg += g * g
            vv += v * v
            ww += w * w
        transport += gv
        slope += inverse * gg
        speed += vv / inverse
        defect += ww / inverse
        fastest = max(fastest, vv)
    return transport / n, slope / n, speed / n, 0.5 * defect / n, math.sqrt(fastest)


SHORTEST = 1e-300
"""Least |Y_i|^2 that is still summed to full precision: squares of shorter rows underflow."""


@compiled
def normalise_rows(Y, X):
    """X_i = Y_i / |Y_i| for each row; the first row that has no direction, or -1."""
    n, d = Y.shape
    for i in range(n):
        square = 0.0
        for k in range(d):
            square += Y[i, k] * Y[i, k]
        if not (square > SHORTEST and square < np.inf):  # also catches NaN
            return i
        scale = math.sqrt(square)
        for k in range(d):
            X[i, k] = Y[i, k] / scale
    return -1
