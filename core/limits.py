"""Tokens judged by the weights' limit law: energy and metric slope at Theta_inf (model section 6)."""

from typing import NamedTuple

import numpy as np

from .fields import fields
from .sphere import project

BLOCK = 2**16
"""Pairs worked out at a time, for any number of tokens: arrays of 512 kB stay in the cache, which was measured
to take a third of the time that arrays of 8 MB take."""

LARGEST = 690.0
"""Largest exponent taken: e^690 times the weights and n^2 is still finite."""


class AtLimit(NamedTuple):
    """E(., Theta_inf) at the present tokens."""

    energy: float
    """E_inf(mu)."""
    gradient: np.ndarray
    """(n, d) tangential gradient n dE_inf/dx_i, zero at a stationary point."""
    slope: float
    """Metric slope |dE_inf| = sqrt(mean_i |gradient_i|^2 / b_i)."""


def at_limit(X, limit):
    """``AtLimit`` of the tokens ``X`` (n, d) for a schedule's ``Limit``.

    For limit weights without variance these are the ordinary fields at the mean. For the law of OU,

        E_inf(mu) = (1/2) mean_ij exp(x_i . Dbar x_j + (v/4) (1 + (x_i . x_j)^2)),  v = sigma^2 / (2 kappa),

    the expectation of E over the law; the mobility b_i is the mean of that kernel over j. This costs n^2
    exponentials. Where they overflow (kappa close to 0) the energy is infinite, the rest NaN.
    """
    if limit.variance == 0:
        found = fields(X, limit.mean)
        return _at_limit(found.energy, found.gradient, found.inverse_mobility)
    (mean,) = limit.mean
    v, n = limit.variance, len(X)
    if np.abs(np.linalg.eigvalsh(mean)).max() + v / 2 > LARGEST:
        return AtLimit(np.inf, np.full_like(X, np.nan), np.nan)
    partition, pull = np.empty(n), np.empty_like(X)
    for start in range(0, n, max(1, BLOCK // n)):
        rows = slice(start, start + max(1, BLOCK // n))
        cosine = X[rows] @ X.T
        U = np.exp(X[rows] @ mean @ X.T + (v / 4) * (1 + cosine**2))
        partition[rows] = U.mean(axis=1)
        pull[rows] = (U @ X @ mean + (v / 2) * (U * cosine) @ X) / n
    return _at_limit(0.5 * partition.mean(), project(X, pull), 1 / partition)


def _at_limit(energy, gradient, inverse_mobility):
    velocity = inverse_mobility[:, None] * gradient  # before the square, which could overflow
    slope = np.sqrt(np.vdot(velocity, gradient) / len(gradient))
    return AtLimit(float(energy), gradient, float(slope))


def late_share(times, gauge):
    """Share of the integrability gauge int_0^T |P| dt that the second half of the time has added.

    ``times``, ``gauge`` (k,) from time 0 on. It falls to 0 where |P| is integrable, so that the omega-limit
    theorem applies, and tends to 1/2 where the gauge grows linearly; 0 where the weights never work.
    """
    times, gauge = np.asarray(times, float), np.asarray(gauge, float)
    half = np.interp(times[-1] / 2, times, gauge)
    return float((gauge[-1] - half) / gauge[-1]) if gauge[-1] > 0 else 0.0
