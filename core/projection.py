"""Three coordinates to draw by where tokens live in more than three dimensions."""

import numpy as np

BLEND, FASTEST = 0.15, 0.05
"""Share of the way to the present axes that the picture turns in one frame, and the most, in radians: a
quarter turn, as after a crossing of eigenvalues, takes a second at 30 frames a second."""


def principal_axes(X):
    """Axes (d, 3) that hold most of the squared length of the rows of ``X`` (n, d), and the share they hold.

    They are the leading eigenvectors of mean x x^T, not of the covariance, so the origin stays the centre. Of
    the two signs the one with the largest component positive is taken.
    """
    values, vectors = np.linalg.eigh(X.T @ X / len(X))
    axes = vectors[:, :-4:-1]
    largest = axes[np.abs(axes).argmax(axis=0), range(3)]
    return axes * np.sign(largest), values[-3:].sum() / values.sum()


def turn_towards(axes, target):
    """The frame ``axes`` (d, 3) turned a little way towards the space of ``target`` (d, 3), both orthonormal.

    It goes along the geodesic of the Grassmannian, so the picture does not spin within the space it shows.
    """
    left, cosines, right = np.linalg.svd(axes.T @ target)
    angles = np.arccos(np.minimum(cosines, 1.0))
    start = axes @ left
    across = target @ right.T - start * cosines
    across /= np.maximum(np.linalg.norm(across, axis=0), 1e-12)
    step = np.minimum(BLEND * angles, FASTEST)
    turned = start * np.cos(step) + across * np.sin(step)
    return turned @ left.T


class Projection:
    """The three principal axes of tokens that move, followed so that the picture does not jump.

    Eigenvectors have no sign, and change places where eigenvalues cross; the axes shown turn smoothly.
    """

    def __init__(self):
        self.axes = None
        """(d, 3) orthonormal columns, or None before the first tokens."""
        self.share = 1.0
        """Share of the tokens' squared length that the axes hold, 0..1."""

    def restart(self):
        """Forget the last axes: other tokens come."""
        self.axes = None

    def __call__(self, X):
        """Coordinates (n, 3) of the rows of ``X`` (n, d), d > 3, along the axes."""
        X = np.asarray(X, float)
        axes, _ = principal_axes(X)
        self.axes = axes if self.axes is None else turn_towards(self.axes, axes)
        seen = X @ self.axes
        self.share = np.vdot(seen, seen) / np.vdot(X, X)
        return seen
