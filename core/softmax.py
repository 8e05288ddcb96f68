"""The attention field where the energy itself would overflow."""

import math

import numpy as np

from .inputs import checked_tokens, checked_weights

CHUNK = 1 << 20
"""Logits held at once by ``softmax_attention``: 8 MB."""


def softmax_attention(X, D):
    """abar (n, d), the projected attention output of model section 2, for any finite symmetric weights.

    Each token's logits are shifted by their maximum, so no exponential overflows however large D is. Rows
    go in chunks: memory is O(n (n_chunk + d)). Plain NumPy; ``fields`` is the fast way where it applies.
    """
    X = checked_tokens(X)
    D = checked_weights(D, X.shape[1])
    attention = np.zeros_like(X)
    rows = max(1, CHUNK // len(X))
    scale = math.ldexp(1.0, math.frexp(np.abs(D).max())[1] - 1)  # a power of two: dividing by it is exact
    for start in range(0, len(X), rows):
        x = X[start : start + rows]
        for D_h in D:
            logits = x @ (D_h / scale) @ X.T
            logits -= logits.max(axis=1, keepdims=True)
            logits *= scale
            U = np.exp(logits, out=logits)
            pull = (U @ X) / U.sum(axis=1, keepdims=True) @ D_h
            attention[start : start + rows] += pull - np.sum(pull * x, axis=1, keepdims=True) * x
    return attention / len(D)
