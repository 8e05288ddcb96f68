"""Dense evaluations of the same fields, to measure the pair sum against."""

import numpy as np

from .pair_sum import Fields


class DenseNumpy:
    """NumPy at its best: float64 matrix products, and the exponential in place in one n x n buffer."""

    def __init__(self, n, heads, dimension):
        self.U = np.empty((n, n))
        self.ones = np.ones((n, dimension + 1))

    def evaluate(self, X, D):
        """The ``Fields`` at tokens X (n, d) and weights D (H, d, d)."""
        n, d = X.shape
        heads = len(D)
        partition, coupling = np.empty((heads, n)), np.empty_like(D)
        gradient, attention, inverse_mobility = np.zeros((n, d)), np.zeros((n, d)), np.zeros(n)
        points = self.ones
        points[:, :d] = X
        for h in range(heads):
            U = np.matmul(X @ D[h], X.T, out=self.U)
            np.exp(U, out=U)
            mean = U @ points / n
            partition[h] = mean[:, d]
            coupling[h] = n * X.T @ mean[:, :d]
            pull = mean[:, :d] @ D[h]
            pull -= np.sum(pull * X, axis=1, keepdims=True) * X
            inverse = 1.0 / partition[h]
            gradient += pull
            attention += pull * inverse[:, None]
            inverse_mobility += inverse
        energy = 0.5 * float(partition.mean())
        means = (gradient / heads, attention / heads, inverse_mobility / heads)
        return Fields(partition, *means, coupling, energy)


class DenseTorch:
    """torch in float64, all heads in one batch: the way an attention layer is written there."""

    def __init__(self, n, heads, dimension):
        import torch  # never needed otherwise, and no dependency

        self.torch = torch

    def evaluate(self, X, D):
        """The ``Fields`` at tokens X (n, d) and weights D (H, d, d), as torch tensors' arrays."""
        torch = self.torch
        with torch.inference_mode():
            X, D = torch.from_numpy(X), torch.from_numpy(D)
            n = len(X)
            U = torch.exp_(X @ D @ X.T)
            partition = U.mean(dim=2)
            mean = U @ X / n
            coupling = n * X.T @ mean
            pull = mean @ D
            pull -= (pull * X).sum(dim=2, keepdim=True) * X
            inverse = 1.0 / partition
            arrays = (
                partition,
                pull.mean(dim=0),
                (pull * inverse[:, :, None]).mean(dim=0),
                inverse.mean(dim=0),
                coupling,
            )
            return Fields(*(array.numpy() for array in arrays), 0.5 * float(partition.mean()))


PEERS = {"numpy": DenseNumpy, "torch": DenseTorch}
