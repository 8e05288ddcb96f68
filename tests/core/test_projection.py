"""Principal axes: exact where tokens fill three dimensions, and without jumps where they move."""

import numpy as np

from headflow.core.projection import Projection, principal_axes


def cloud(n, d, seed=0):
    X = np.random.default_rng(seed).standard_normal((n, d))
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def test_three_dimensional_tokens_keep_all_their_distances():
    frame = np.linalg.qr(cloud(7, 7))[0][:3]
    X = cloud(50, 3) @ frame
    project = Projection()
    seen = project(X)
    np.testing.assert_allclose(seen @ seen.T, X @ X.T, atol=1e-12)
    assert np.isclose(project.share, 1.0)


def test_share_is_that_of_the_leading_eigenvalues():
    X = cloud(200, 6)
    axes, share = principal_axes(X)
    values = np.linalg.eigvalsh(X.T @ X / 200)
    np.testing.assert_allclose(share, values[-3:].sum(), rtol=1e-12)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)


def test_picture_does_not_jump():
    """A slow rotation of R^5 moves no drawn token by more than a few times what it moves a token."""
    X, project = cloud(300, 5), Projection()
    turn = np.linalg.qr(np.eye(5) + 0.01 * np.triu(cloud(5, 5), 1) - 0.01 * np.triu(cloud(5, 5), 1).T)[0]
    turn *= np.sign(np.diag(turn))
    last = project(X)
    for _ in range(400):
        moved = X @ turn
        seen = project(moved)
        assert np.linalg.norm(seen - last, axis=1).max() < 0.12
        X, last = moved, seen
