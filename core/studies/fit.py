"""Power laws y = c x^p fitted on logarithmic axes, with an interval from resampled paths."""

from typing import NamedTuple

import numpy as np

RESAMPLES = 2000
"""Bootstrap samples: the ends of a 95 % interval then wander by a few hundredths of its length."""
LEVEL = 0.95
FEW = 20
"""Paths below which the interval is too narrow: for the mean of n normal numbers it holds the true one with the
probability that Student's t is below 1.96 sqrt(1 - 1/n), 84 % for 5, 93 % for 20."""
BLOCK = 2**20
"""Counts held at a time: 8 MB."""
ROUNDING = 1e-20
"""A mean square not above this is the rounding of 0, such as the defect of a single head."""


class PowerLaw(NamedTuple):
    """y = c x^p with the bootstrap interval of p."""

    exponent: float
    low: float
    """nan where there are fewer than two paths."""
    high: float
    coefficient: float


def power_law(x, samples):
    """Fit ``samples`` (x, path), averaged over paths, by c x^p: least squares of the logarithms.

    The interval holds 95 % of the exponents of 2000 resamplings of whole paths (columns), which keeps what
    the values of one path have in common. Paths with a missing value are left out, and so are values of x
    whose mean is 0 to rounding; with fewer than two left there is no exponent: nan.
    """
    x, samples = np.asarray(x, float), np.asarray(samples, float)
    samples = samples[:, np.isfinite(samples).all(axis=0)]
    paths = samples.shape[1]
    missing = PowerLaw(*[float("nan")] * 4)
    if paths == 0:
        return missing
    told = samples.mean(axis=1) > ROUNDING
    x, samples = x[told], samples[told]
    if len(np.unique(x)) < 2:
        return missing
    exponent, level = line(np.log(x), np.log(samples.mean(axis=1)))
    if paths == 1:
        return missing._replace(exponent=float(exponent), coefficient=float(np.exp(level)))
    means = resampled_means(samples)
    exponents, _ = line(np.log(x), np.log(means[:, (means > 0).all(axis=0)]))
    low, high = np.quantile(exponents, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return PowerLaw(float(exponent), float(low), float(high), float(np.exp(level)))


def resampled_means(samples):
    """Means (x, 2000) of ``samples`` (x, path) over paths drawn with replacement; the same at every call."""
    paths, rng, means = samples.shape[1], np.random.default_rng(0), []
    for start in range(0, RESAMPLES, step := max(1, BLOCK // paths)):
        draws = min(step, RESAMPLES - start)
        # How often each path is drawn is multinomial, so a mean is a product with these counts.
        means.append(samples @ rng.multinomial(paths, np.full(paths, 1 / paths), size=draws).T / paths)
    return np.concatenate(means, axis=1)


def line(x, y):
    """(slope, intercept) of the least-squares lines through ``x`` (n,) and ``y`` (n,) or (n, many)."""
    away = x - x.mean()
    slope = away @ (y - y.mean(axis=0)) / (away @ away)
    return slope, y.mean(axis=0) - slope * x.mean()
