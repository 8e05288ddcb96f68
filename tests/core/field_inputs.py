"""Random inputs of the fields, and the definition they are compared with."""

import numpy as np


def tokens(n, d, rng):
    """n points, uniform on the unit sphere of R^d."""
    X = rng.normal(size=(n, d))
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def weights(H, d, rng, norm):
    """Random symmetric weights, the largest spectral norm equal to ``norm``."""
    Z = rng.normal(size=(H, d, d))
    D = Z + Z.transpose(0, 2, 1)
    return D * (norm / np.abs(np.linalg.eigvalsh(D)).max())


def plain(X, D):
    """Model section 2 as it stands, in NumPy: m, gbar, abar, 1/b, C, E and the Ito sum."""
    n, H = len(X), len(D)
    U = np.exp(np.einsum("ia,hab,jb->hij", X, D, X, optimize=True))
    m = U.mean(axis=2)
    pull = np.einsum("hij,hab,jb->hia", U, D, X, optimize=True) / n
    g = pull - np.einsum("hia,ia->hi", pull, X)[..., None] * X
    C = np.einsum("hij,ia,jb->hab", U, X, X, optimize=True)
    a = (g / m[..., None]).mean(axis=0)
    ito = np.sum(U * (1 + (X @ X.T) ** 2))
    return m, g.mean(axis=0), a, (1 / m).mean(axis=0), C, U.sum() / (2 * H * n * n), ito


def disagreement(found, expected):
    """The largest difference of each field relative to that field's largest entry."""
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in zip(found, expected, strict=True))
