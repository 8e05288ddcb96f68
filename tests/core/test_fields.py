"""The fields of model section 2: agreement with a plain evaluation, invariances, and refusals."""

import math

import numpy as np
import pytest

from headflow.core import fields
from headflow.core.fields import PairSum


def tokens(n, d, rng):
    X = rng.normal(size=(n, d))
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def weights(H, d, rng, norm):
    """Random symmetric weights, the largest spectral norm equal to ``norm``."""
    Z = rng.normal(size=(H, d, d))
    D = Z + Z.transpose(0, 2, 1)
    return D * (norm / np.abs(np.linalg.eigvalsh(D)).max())


def plain(X, D):
    """Model section 2 as it stands, in NumPy: partition, gradient, attention, 1/b, C, E, and the Ito sum."""
    n, H = len(X), len(D)
    U = np.exp(np.einsum("ia,hab,jb->hij", X, D, X))
    m = U.mean(axis=2)
    pull = np.einsum("hij,hab,jb->hia", U, D, X) / n
    g = pull - np.einsum("hia,ia->hi", pull, X)[..., None] * X
    C = np.einsum("hij,ia,jb->hab", U, X, X)
    ito = np.sum(U * (1 + (X @ X.T) ** 2))
    a = (g / m[..., None]).mean(axis=0)
    return m, g.mean(axis=0), a, (1 / m).mean(axis=0), C, U.sum() / (2 * H * n * n), ito


def disagreement(found, expected):
    """Largest difference of each field relative to that field's largest entry."""
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in zip(found, expected, strict=True))


def test_agrees_with_a_plain_evaluation_at_200_random_inputs():
    rng = np.random.default_rng(1)
    for case in range(200):
        n, d, H = int(rng.integers(2, 60)), 2 + case % 4, int(rng.integers(1, 6))
        X, D = tokens(n, d, rng), weights(H, d, rng, rng.uniform(0.1, 8.0))
        found = PairSum(n, H, d).evaluate(X, D, ito=True)
        assert disagreement(found, plain(X, D)) < 1e-12, (n, d, H)


@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 31, 33, 513])
@pytest.mark.parametrize("d", [2, 3, 5])
def test_any_number_of_tokens(n, d):
    rng = np.random.default_rng(n)
    X, D = tokens(n, d, rng), weights(2, d, rng, 3.0)
    assert disagreement(PairSum(n, 2, d).evaluate(X, D, ito=True)[:1], plain(X, D)[:1]) < 1e-13
    f = fields(X, D)
    assert np.abs(f.attention - plain(X, D)[2]).max() < 1e-13
    assert math.isnan(f.ito_sum)
