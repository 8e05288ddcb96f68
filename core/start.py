"""Where a run starts: drawn from its settings, or given by the caller and checked."""

import numpy as np

from .inputs import check_norm, checked_tokens, checked_weights
from .sphere import arrange
from .streams import streams


def start_tokens(settings):
    """(n, d) tokens in the settings' arrangement, from the seed's stream of tokens."""
    return arrange(settings, np.random.default_rng(streams(settings.seed).tokens))


def given_tokens(tokens, settings):
    """``tokens`` as a float array (n, d) of unit rows to 1e-6; ValueError says what is wrong."""
    X = checked_tokens(tokens, "tokens")
    shape = settings.tokens, settings.dimension
    if X.shape != shape:
        raise ValueError(f"tokens must have shape (tokens, dimension) = {shape}; got {X.shape}.")
    return X.copy()


def given_weights(weights, settings):
    """``weights`` as a float array (H, d, d) of symmetric matrices; ValueError says what is wrong."""
    D = checked_weights(weights, settings.dimension, "weights")
    if len(D) != settings.heads:
        raise ValueError(f"weights must have one matrix for each of {settings.heads} heads; got {len(D)}.")
    check_norm(D, settings.tokens, "weights")
    return (D + D.transpose(0, 2, 1)) / 2
