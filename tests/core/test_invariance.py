"""What must not change the fields: rotation, order, repeated heads, number of threads (model section 7)."""

from unittest import mock

import numpy as np
import pytest
from field_inputs import tokens, weights
from hypothesis import given, settings
from hypothesis import strategies as st

from headflow.core import fields, pair_sum
from headflow.core.fields import PairSum

seeds, dimensions, sizes = st.integers(0, 2**32 - 1), st.integers(2, 8), st.integers(1, 70)
examples = settings(max_examples=60, deadline=None)


def draw(seed, d, n, H):
    rng = np.random.default_rng(seed)
    return rng, tokens(n, d, rng), weights(H, d, rng, 3.0)


@given(seeds, dimensions, sizes)
@examples
def test_rotation(seed, d, n):
    rng, X, D = draw(seed, d, n, 2)
    Q = np.linalg.qr(rng.normal(size=(d, d)))[0]
    f = fields(X, D)
    g = fields(X @ Q.T, (Q @ D @ Q.T + (Q @ D @ Q.T).transpose(0, 2, 1)) / 2)
    assert np.abs(g.partition / f.partition - 1).max() < 1e-12
    assert np.abs(g.attention - f.attention @ Q.T).max() < 1e-12
    assert np.abs(g.gradient - f.gradient @ Q.T).max() < 1e-12 * f.partition.max()
    assert np.abs(g.coupling - Q @ f.coupling @ Q.T).max() < 1e-12 * np.abs(f.coupling).max() * d


@given(seeds, dimensions, sizes)
@examples
def test_order_of_tokens_and_of_heads(seed, d, n):
    rng, X, D = draw(seed, d, n, 3)
    token, head = rng.permutation(n), rng.permutation(3)
    f, g = fields(X, D), fields(X[token], D[head])
    assert np.abs(g.partition / f.partition[head][:, token] - 1).max() < 1e-12
    assert np.abs(g.attention - f.attention[token]).max() < 1e-12
    assert np.abs(g.coupling - f.coupling[head]).max() < 1e-12 * np.abs(f.coupling).max()
    assert abs(g.energy / f.energy - 1) < 1e-12


@given(seeds, dimensions, sizes, st.integers(2, 9))
@examples
def test_equal_heads_are_one_head(seed, d, n, H):
    _, X, D = draw(seed, d, n, 1)
    f, g = fields(X, D), fields(X, np.repeat(D, H, axis=0))
    assert np.abs(g.attention - f.attention).max() < 1e-13
    assert np.abs(g.gradient - f.gradient).max() < 1e-13 * f.partition.max()
    assert abs(g.energy / f.energy - 1) < 1e-13


@pytest.mark.jit
@given(seeds, dimensions, sizes)
@examples
def test_any_number_of_threads_gives_the_same_bits(seed, d, n):
    _, X, D = draw(seed, d, n, 3)
    with mock.patch.multiple(pair_sum, SHARE=1, TASK=500):  # small sums are split too
        one, *others = (PairSum(n, 3, d, threads=count).evaluate(X, D, ito=True) for count in (1, 2, 3, 8))
    for other in others:
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@given(seeds, dimensions, sizes)
@examples
def test_gradient_and_coupling_are_derivatives_of_the_energy(seed, d, n):
    """dE along tangents V and symmetric S: (1/n) sum_i gbar(i) . V_i + sum_h <C_h, S_h> / (2 H n^2)."""
    rng, X, D = draw(seed, d, n, 2)
    V, S = rng.normal(size=(n, d)), weights(2, d, rng, 1.0)
    V -= np.sum(V * X, axis=1, keepdims=True) * X

    def energy(step):
        moved = X + step * V
        return fields(moved / np.linalg.norm(moved, axis=1, keepdims=True), D + step * S).energy

    f = fields(X, D)
    assert np.array_equal(f.coupling, f.coupling.transpose(0, 2, 1))
    assert np.abs(np.sum(f.gradient * X, axis=1)).max() < 1e-13 * f.partition.max()
    slope = np.sum(f.gradient * V) / n + np.sum(f.coupling * S) / (2 * 2 * n * n)
    h = 1e-4
    assert abs((energy(h) - energy(-h)) / (2 * h) - slope) < 1e-5 * f.energy
