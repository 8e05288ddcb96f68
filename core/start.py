"""Where a run starts: drawn from its settings, or given by the caller and checked."""

import numpy as np

from .sphere import arrange
from .streams import streams

UNIT = 1e-6
"""How far from 1 the norm of a given token may be: single-precision unit vectors are welcome."""


def start_tokens(settings):
    """(n, d) tokens in the settings' arrangement, from the seed's stream of tokens."""
    return arrange(settings, np.random.default_rng(streams(settings.seed).tokens))


def given_tokens(tokens, settings):
    """``tokens`` as a float array (n, d) of unit rows to 1e-6; ValueError says what is wrong."""
    X = np.array(tokens, float)
    shape = settings.tokens, settings.dimension
    if X.shape != shape:
        raise ValueError(f"tokens must have the shape (tokens, dimension) = {shape}; got {X.shape}.")
    norms = np.linalg.norm(X, axis=1)
    bad = np.flatnonzero(~(np.abs(norms - 1) <= UNIT))
    if len(bad):
        row = bad[0]
        raise ValueError(f"tokens must be finite unit vectors to {UNIT:g}; got {X[row]} in row {row}.")
    return X


def given_weights(weights, settings):
    """``weights`` as a float array (H, d, d) of symmetric matrices; ValueError says what is wrong."""
    D = np.array(weights, float)
    shape = settings.heads, settings.dimension, settings.dimension
    if D.shape != shape:
        raise ValueError(
            f"weights must have the shape (heads, dimension, dimension) = {shape}; got {D.shape}."
        )
    if not np.isfinite(D).all():
        raise ValueError(f"weights must be finite; got {D[~np.isfinite(D)][0]}.")
    gap = np.abs(D - D.transpose(0, 2, 1)).max()
    if gap > 1e-12 * max(1.0, np.abs(D).max()):
        raise ValueError(
            f"weights must be symmetric, (D + D^T) / 2 makes them so; got entries that differ by {gap:.3g}."
        )
    return (D + D.transpose(0, 2, 1)) / 2
