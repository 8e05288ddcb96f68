"""Attention weights against the fields they make up."""

import numpy as np

from headflow.core import fields
from headflow.core.attention import attention_weights


def start(n=15, d=3, heads=4, seed=1):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    Z = rng.standard_normal((heads, d, d))
    return X / np.linalg.norm(X, axis=1, keepdims=True), Z + Z.transpose(0, 2, 1)


def test_they_make_the_attention_output():
    """abar(i) = mean_h P_{x_i} sum_j A^h_ij D_h x_j (model 2)."""
    X, D = start()
    out = np.einsum("hij,hkl,jl->ik", attention_weights(X, D), D, X) / len(D)
    out -= np.sum(out * X, 1, keepdims=True) * X
    np.testing.assert_allclose(out, fields(X, D).attention, rtol=1e-9, atol=1e-12)


def test_rows_sum_to_one_even_under_huge_weights():
    X, D = start()
    weights = attention_weights(X, 1000 * D, [3, 7])
    assert weights.shape == (4, 2, 15)
    np.testing.assert_allclose(weights.sum(-1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(
        attention_weights(X, D)[:, [3, 7]], attention_weights(X, D, [3, 7]), rtol=1e-14
    )
