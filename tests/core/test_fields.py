"""The fields of model section 2: agreement with a plain evaluation, and robustness at large norms."""

import itertools
import math

import numpy as np
import pytest
from field_inputs import disagreement, plain, tokens, weights

from headflow.core import fields
from headflow.core.fields import PairSum, softmax_attention
from headflow.core.inputs import largest_norm


def test_agrees_with_a_plain_evaluation_at_200_random_inputs():
    rng = np.random.default_rng(1)
    for case in range(200):
        n, d, H = int(rng.integers(2, 60)), 2 + case % 15, int(rng.integers(1, 6))
        X, D = tokens(n, d, rng), weights(H, d, rng, rng.uniform(0.1, 8.0))
        found = PairSum(n, H, d).evaluate(X, D, ito=True)
        assert disagreement(found, plain(X, D)) < 1e-12, (n, d, H)


@pytest.mark.parametrize(
    ("n", "d"), [*itertools.product((1, 2, 7, 8, 9, 31, 33), (2, 3, 4, 5, 16)), (513, 3)]
)
def test_any_number_of_tokens(n, d):
    rng = np.random.default_rng(n)
    X, D = tokens(n, d, rng), weights(2, d, rng, 3.0)
    f, expected = fields(X, D), plain(X, D)
    assert np.abs(f.partition / expected[0] - 1).max() < 1e-13
    assert np.abs(f.gradient - expected[1]).max() < 1e-13 * np.abs(expected[0]).max()
    assert np.abs(f.attention - expected[2]).max() < 1e-13
    assert np.abs(f.coupling - expected[4]).max() < 1e-13 * np.abs(expected[4]).max()
    assert math.isnan(f.ito_sum)


def test_results_are_the_callers_to_keep():
    rng = np.random.default_rng(2)
    pairs, D = PairSum(20, 2, 3), weights(2, 3, rng, 2.0)
    first = pairs.evaluate(tokens(20, 3, rng), D)
    kept = [np.copy(part) for part in first]
    pairs.evaluate(tokens(20, 3, rng), D)
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(first, kept, strict=True))


def test_fields_without_those_of_each_head():
    rng = np.random.default_rng(3)
    X, D = tokens(20, 3, rng), weights(2, 3, rng, 2.0)
    f = fields(X, D, per_head=False)
    assert f.partition is None
    assert f.coupling is None
    assert np.array_equal(f.attention, fields(X, D).attention)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(("n", "d"), [(1, 2), (9, 3), (33, 5)])
def test_the_largest_norm_neither_overflows_nor_counts_the_padding(sign, n, d):
    """All tokens equal, D = +-rho I: m = e^+-rho, g = 0, C = n^2 m x x^T. With -rho, m is e^-700: anything
    that padding adds to a sum would be far larger."""
    rho = largest_norm(n, 2)
    X = np.zeros((n, d))
    X[:, 0] = 1.0
    f = PairSum(n, 2, d).evaluate(X, np.stack([sign * rho * np.eye(d)] * 2), ito=True)
    assert all(np.isfinite(part).all() for part in f)
    m = math.exp(sign * rho)
    assert np.allclose(f.partition, m, rtol=1e-12, atol=0)
    assert np.allclose(f.inverse_mobility, 1 / m, rtol=1e-12, atol=0)
    assert np.abs(f.attention).max() <= 1e-12 * rho
    assert f.energy == pytest.approx(m / 2, rel=1e-12)
    assert f.coupling[0, 0, 0] == pytest.approx(n * n * m, rel=1e-12)
    assert f.ito_sum == pytest.approx(4.0 * n * n * m, rel=1e-12)


def test_norms_of_the_allowed_size_agree_with_shifted_softmax():
    rng = np.random.default_rng(4)
    X, D = tokens(37, 3, rng), weights(3, 3, rng, 600.0)
    assert np.abs(fields(X, D).attention - softmax_attention(X, D)).max() < 1e-9 * 600


def test_softmax_attention_takes_any_finite_weights():
    """At huge norms each token attends to the maximum of its logits alone."""
    rng = np.random.default_rng(5)
    X, D = tokens(20, 3, rng), weights(1, 3, rng, 1e300)
    best = np.argmax(X @ (D[0] / 1e300) @ X.T, axis=1)
    pull = X[best] @ D[0]
    expected = pull - np.sum(pull * X, axis=1, keepdims=True) * X
    assert np.abs(softmax_attention(X, D) / 1e300 - expected / 1e300).max() < 1e-12
    small = weights(2, 3, rng, 2.0)
    assert np.abs(softmax_attention(X, small) - fields(X, small).attention).max() < 1e-14


def test_not_a_number_is_not_hidden():
    """numba's fast-math flag made NaN vanish; the kernels do not use it."""
    rng = np.random.default_rng(6)
    X, D = tokens(20, 3, rng), weights(2, 3, rng, 2.0)
    X[4, 1] = math.nan
    f = PairSum(20, 2, 3).evaluate(X, D)
    assert math.isnan(f.energy)
    assert np.isnan(f.partition).all()
