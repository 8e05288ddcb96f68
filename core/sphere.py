"""The unit sphere S^{d-1}: where tokens start, how they stay on it, how a perturbed start is drawn.

Tokens are the rows of X, shape (n, d). Functions take and return plain float64 arrays.
"""

import numpy as np

CAPS = 5
"""Caps of the "caps" arrangement: the authors' runs on the circle start from five."""

CANDIDATES = 64
"""Random candidates among which each next cap centre is the farthest from the centres so far: in d = 3
the five centres were then at least 61 degrees apart in all of 10,000 draws."""


def normalise(X):
    """The rows of ``X`` (n, d) scaled to length 1; ValueError names the first zero or non-finite row."""
    X = np.asarray(X, float)
    lengths = np.sqrt(np.einsum("ij,ij->i", X, X))
    good = (lengths > 0) & (lengths < np.inf)
    if not good.all():
        i = int(np.argmin(good))
        raise ValueError(
            f"tokens must be non-zero and finite to be put on the sphere; got {X[i]} in row {i}."
        )
    return X / lengths[:, None]


def project(X, V):
    """The tangential part of ``V`` (n, d) at ``X`` (n, d): P_x v = v - (x . v) x."""
    return V - np.einsum("ij,ij->i", X, V)[:, None] * X


def exponential_map(X, V):
    """exp_x(v) = cos|v| x + sin|v| v / |v|: the end of the geodesic that leaves x with tangent v.

    ``X`` and ``V`` (n, d), V tangential; |v| is the angle travelled in radians.
    """
    angle = np.linalg.norm(V, axis=1)[:, None]
    return normalise(np.cos(angle) * X + np.sinc(angle / np.pi) * V)


def perturb(X, eps, rng):
    """x_i^eps = exp_{x_i}(eps xi_i) with xi_i a random unit tangent, uniform in direction (model section 6).

    Every token moves by exactly the angle ``eps`` (radians).
    """
    return exponential_map(X, eps * normalise(project(X, rng.standard_normal(X.shape))))


def arrange(settings, rng):
    """Start tokens (n, d): ``settings.arrangement`` of ``settings.tokens`` points.

    Every arrangement but the equiangular one is a base point per token plus normal noise of standard
    deviation ``settings.spread`` in R^d, normalised; the same ``rng`` state gives the same tokens.
    """
    n, d = settings.tokens, settings.dimension
    if settings.arrangement == "uniform":
        return normalise(rng.standard_normal((n, d)))  # the normal law has no preferred direction
    if settings.arrangement == "equiangular":
        return equiangular(n, d, settings.spread)
    base = {"cross-polytope": _cross_polytope, "caps": _caps, "ring": _ring}[settings.arrangement](n, d, rng)
    return normalise(base + settings.spread * rng.standard_normal((n, d)))


def _cross_polytope(n, d, rng):
    # The authors' caps: each token at a vertex +-e_i chosen at random.
    vertices = np.concatenate([np.eye(d), -np.eye(d)])
    return vertices[rng.integers(2 * d, size=n)]


def _caps(n, d, rng):
    return cap_centres(d, rng)[rng.integers(CAPS, size=n)]


def cap_centres(d, rng):
    """(5, d) unit vectors: equispaced on the circle (the authors' start), else random and well apart."""
    if d == 2:
        return _circle(2 * np.pi * np.arange(CAPS) / CAPS, d)
    centres = normalise(rng.standard_normal((1, d)))
    while len(centres) < CAPS:
        candidates = normalise(rng.standard_normal((CANDIDATES, d)))
        nearest = (candidates @ centres.T).max(axis=1)
        centres = np.vstack([centres, candidates[np.argmin(nearest)]])
    return centres


def _ring(n, d, rng):
    return _circle(rng.uniform(0, 2 * np.pi, n), d)


def _circle(angles, d):
    # Points of the great circle through e_1 and e_2.
    X = np.zeros((len(angles), d))
    X[:, 0], X[:, 1] = np.cos(angles), np.sin(angles)
    return X


def equiangular(n, d, angle):
    """(n, d) unit rows, every two at the same ``angle`` (radians): x_i = a e_i + b (e_1 + .. + e_n).

    Such points exist for n <= d and cos(angle) >= -1/(n-1); ValueError otherwise.
    """
    gamma = np.cos(angle)
    rest = 1 + (n - 1) * gamma  # eigenvalue of the Gram matrix along (1, .., 1); the others are 1 - gamma
    if n > d or rest < -1e-12:
        raise ValueError(
            f"an equiangular start needs tokens <= dimension and cos(spread) >= -1/(tokens - 1); "
            f"got tokens {n}, dimension {d}, spread {angle:g}."
        )
    a = np.sqrt(1 - gamma)
    b = (np.sqrt(max(rest, 0.0)) - a) / n
    X = np.zeros((n, d))
    X[:, :n] = a * np.eye(n) + b
    return normalise(X)
