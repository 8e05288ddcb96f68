"""What the tokens feel under given weights: the fields of model section 2."""

from typing import NamedTuple

import numpy as np


class Fields(NamedTuple):
    """The fields of n tokens under H heads in R^d. U^h_ij = exp(x_i . D_h x_j); P_x = I - x x^T."""

    partition: np.ndarray
    """(H, n) partition functions m_h(i) = (1/n) sum_j U^h_ij, also each head's mobility."""
    gradient: np.ndarray
    """(n, d) mean over heads of g_h(i) = P_{x_i} (1/n) sum_j U^h_ij D_h x_j, E's tangential gradient."""
    attention: np.ndarray
    """(n, d) mean over heads of g_h / m_h, the projected softmax attention output."""
    inverse_mobility: np.ndarray
    """(n,) mean over heads of 1 / m_h; the mobility b is its reciprocal."""
    coupling: np.ndarray
    """(H, d, d) C_h = sum_ij U^h_ij x_i x_j^T, so that dE/dD_h = C_h / (2 H n^2)."""
    energy: float
    """E = (1 / 2 H n^2) sum_{h,i,j} U^h_ij."""


def fields(X, D, summation="auto", tolerance=1e-10, per_head=True):
    """Evaluate the fields at tokens ``X`` (n, d), unit rows, and weights ``D`` (H, d, d), symmetric.

    Placeholder of the compiled pair sum: a dense NumPy evaluation.
    """
    X, D = np.asarray(X, float), np.asarray(D, float)
    n, d = X.shape
    H = len(D)
    partition, coupling = np.empty((H, n)), np.empty((H, d, d))
    gradient, attention = np.zeros((n, d)), np.zeros((n, d))
    for h in range(H):
        U = np.exp(X @ D[h] @ X.T)
        partition[h] = U.mean(1)
        mean = U @ X / n
        coupling[h] = n * X.T @ mean
        pull = mean @ D[h]
        pull -= np.sum(pull * X, 1, keepdims=True) * X
        gradient += pull / H
        attention += pull / partition[h][:, None] / H
    return Fields(partition, gradient, attention, (1 / partition).mean(0), coupling, 0.5 * partition.mean())
