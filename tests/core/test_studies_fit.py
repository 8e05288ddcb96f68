"""Power-law fits: exact laws are found, and the interval holds the truth as often as it says."""

import numpy as np
import pytest

from headflow.core.studies.fit import power_law

X = np.array([1.0, 3.0, 10.0, 30.0])


def test_an_exact_power_law_is_found():
    fit = power_law(X, np.repeat(2.5 * X[:, None] ** -1.25, 4, axis=1))
    assert (fit.exponent, fit.coefficient) == pytest.approx((-1.25, 2.5))
    assert (fit.low, fit.high) == pytest.approx((-1.25, -1.25))


def test_the_interval_holds_the_exponent_about_95_times_in_100():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(100):
        noise = np.exp(0.3 * rng.standard_normal((len(X), 30)))
        fit = power_law(X, X[:, None] ** -1.0 * noise)
        hits += fit.low <= -1.0 <= fit.high
    # Binomial(100, 0.95) has a standard deviation of 2.2; a bootstrap over 30 paths is a little narrow.
    assert 86 <= hits <= 100


def test_what_a_path_has_in_common_does_not_widen_the_interval():
    common = np.exp(np.random.default_rng(2).standard_normal(20))
    fit = power_law(X, X[:, None] ** -1.0 * common)
    assert fit.high - fit.low < 1e-12


def test_one_path_has_no_interval_and_zeros_no_logarithm():
    fit = power_law(X, X[:, None] ** -1.0)
    assert fit.exponent == pytest.approx(-1) and np.isnan([fit.low, fit.high]).all()
    assert np.isnan(power_law(X, np.zeros((4, 3)))).all()
    values = np.repeat(X[:, None] ** -2.0, 3, axis=1)
    values[0] = 1e-33  # the defect of one head is 0 to rounding
    assert power_law(X, values).exponent == pytest.approx(-2)


def test_paths_that_failed_are_left_out():
    values = np.repeat(X[:, None] ** -1.0, 3, axis=1)
    values[2, 1] = np.nan
    assert power_law(X, values).exponent == pytest.approx(-1)
    assert np.isnan(power_law(X, np.full((4, 3), np.nan))).all()
