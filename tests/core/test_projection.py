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


def test_signs_do_not_depend_on_the_library():
    X = cloud(100, 5)
    axes = principal_axes(X)[0]
    assert (axes.max(axis=0) >= -axes.min(axis=0)).all()
    np.testing.assert_array_equal(principal_axes(-X)[0], axes)


def test_frame_stays_orthonormal_and_settles_on_the_axes():
    X, project = cloud(100, 6), Projection()
    project(cloud(100, 6, seed=1))
    for _ in range(3000):
        project(X)
    np.testing.assert_allclose(project.axes.T @ project.axes, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(project.share, principal_axes(X)[1], rtol=1e-9)


def test_axes_that_change_places_are_followed():
    """Tokens in a cross-polytope whose third and fourth axes exchange their lengths: exactly orthogonal."""
    project, polytope = Projection(), np.vstack([np.eye(5), -np.eye(5)])
    before, after = polytope * [1, 0.9, 0.8, 0.3, 0.2], polytope * [1, 0.9, 0.3, 0.8, 0.2]
    project(before)
    last = project(after)
    for _ in range(90):
        seen = project(after)
        assert np.abs(seen - last).max() < 0.05
        last = seen
    assert np.isclose(project.share, principal_axes(after)[1])


def test_one_token_in_many_dimensions_is_drawn_at_its_length():
    X = cloud(1, 9)
    np.testing.assert_allclose(np.linalg.norm(Projection()(X)), 1)
