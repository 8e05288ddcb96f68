"""Three coordinates to draw by where tokens live in more than three dimensions."""

import numpy as np


def principal_axes(X):
    """Axes (d, 3) that hold most of the squared length of the rows of ``X`` (n, d), and the share they hold.

    They are the leading eigenvectors of mean x x^T, not of the covariance, so the origin stays the centre.
    """
    values, vectors = np.linalg.eigh(X.T @ X / len(X))
    return vectors[:, :-4:-1], values[-3:].sum() / values.sum()


class Projection:
    """The three principal axes of tokens that move, turned and blended so that the picture does not jump.

    Eigenvectors have no sign, and change places where eigenvalues cross. So the axes are taken from a
    running mean of the projectors, and among all bases of that space the one nearest to the last is used.
    """

    def __init__(self, blend=0.15):
        self.blend = blend
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
        if self.axes is not None:
            mean = (1 - self.blend) * self.axes @ self.axes.T + self.blend * axes @ axes.T
            axes = np.linalg.eigh(mean)[1][:, -3:]
            left, _, right = np.linalg.svd(axes.T @ self.axes)
            axes = axes @ left @ right
        self.axes = axes
        seen = X @ axes
        self.share = np.vdot(seen, seen) / np.vdot(X, X)
        return seen
