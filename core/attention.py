"""Who attends to whom: the softmax weights behind the attention flow."""

import numpy as np


def attention_weights(X, D, rows=slice(None)):
    """A^h_ij = exp(x_i . D_h x_j) / sum_k exp(x_i . D_h x_k), (H, r, n): each row sums to 1 (model 2, 3).

    Parameters
    ----------
    X : (n, d) unit rows
    D : (H, d, d) symmetric
    rows : the tokens i asked about, r of them: a slice or a list of indices
    """
    X = np.asarray(X, float)
    logits = X[rows] @ np.asarray(D, float) @ X.T
    logits -= logits.max(-1, keepdims=True)  # exp cannot overflow, and the quotient is the same
    weights = np.exp(logits, out=logits)
    weights /= weights.sum(-1, keepdims=True)
    return weights
