"""Eigenvalues of the heads' matrices, in a bounded number of lines."""

import numpy as np

LINES = 8
"""Most lines for each rank of eigenvalue."""


def spectrum(D, lines=LINES):
    """Eigenvalues of the symmetric D (H, d, d), largest first: (min(H, lines), d).

    A row is a head, or, where there are more heads than ``lines``, one of ``lines`` quantiles over the heads
    at equal distances, from the least (first row) to the largest (last row) of each rank.
    """
    values = np.linalg.eigvalsh(D)[:, ::-1]
    if len(values) <= lines:
        return values
    return np.quantile(values, np.linspace(0, 1, lines), axis=0)
