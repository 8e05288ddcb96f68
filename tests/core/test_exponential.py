"""The kernels' exp2 against mpmath, in units in the last place."""

import math
import sys

import numba
import numpy as np
from mpmath import mp, mpf

from headflow.core.kernels.exponential import exp2
from headflow.core.kernels.memory import read, strip, write, write_strip

BOUND = 1.5 if numba.config.DISABLE_JIT else 1.0
"""The NumPy twin multiplies and adds with two roundings, so it is a little less exact."""


@numba.njit(error_model="numpy")
def powers(t, out, four):
    """out = 2^t for one row of a matrix, four vectors or one at a time."""
    block = (0, 1, 2, 3)
    if four:
        for j in range(0, t.shape[1], 32):
            write_strip(out, 0, j, exp2(strip(t, 0, block, j)))
    else:
        for j in range(0, t.shape[1], 8):
            write(out, 0, j, exp2((read(t, 0, j),))[0])


def evaluate(t, four=True):
    padded = np.zeros((1, -(-len(t) // 32) * 32))
    padded[0, : len(t)] = t
    out = np.empty_like(padded)
    powers(padded, out, four)
    return out[0, : len(t)]


def errors(t):
    """|2^t - exact| in units in the last place of the exact value."""
    mp.prec = 120
    exact = [mpf(2) ** mpf(float(x)) for x in t]
    return np.array(
        [abs(mpf(float(y)) - e) / mpf(math.ulp(float(e))) for y, e in zip(evaluate(t), exact, strict=True)],
        float,
    )


def test_within_one_ulp():
    rng = np.random.default_rng(0)
    t = np.concatenate(
        [
            rng.uniform(-0.5, 0.5, 6000),
            rng.uniform(-12, 12, 4000),
            rng.uniform(-1021, 1021, 4000),
            np.arange(-1021, 1022) + rng.choice([-0.4999999, 0.4999999, 0.0], 2043),
            rng.normal(size=500) * 1e-12,
        ]
    )
    assert errors(np.clip(t, -1021, 1021)).max() < BOUND


def test_whole_powers_are_exact():
    t = np.arange(-1021.0, 1022.0)
    assert np.array_equal(evaluate(t), np.ldexp(1.0, t.astype(int)))


def test_one_vector_and_four_give_the_same():
    t = np.random.default_rng(1).uniform(-300, 300, 320)
    assert np.array_equal(evaluate(t, four=True), evaluate(t, four=False))


def test_what_is_not_finite_gives_nan():
    t = np.zeros(32)
    t[3], t[8], t[20] = math.nan, math.inf, -math.inf
    y = evaluate(t)
    assert np.array_equal(np.isnan(y), ~np.isfinite(t))
    assert sys.float_info.max > y[0] == 1.0
