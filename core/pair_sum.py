"""The fields of model section 2, evaluated by the direct pair sum: buffers, tasks, threads."""

import math
from typing import NamedTuple

import numpy as np

from .kernels.assembly import ROW_BLOCK, arrange, assemble, collect
from .kernels.compiled import compiled
from .kernels.lanes import WIDTH
from .kernels.symmetric import pair_sums
from .kernels.threads import POOL, cores


class Fields(NamedTuple):
    """The fields of n tokens under H heads in R^d. U^h_ij = exp(x_i . D_h x_j); P_x = I - x x^T."""

    partition: np.ndarray | None
    """(H, n) partition functions m_h(i) = (1/n) sum_j U^h_ij, also each head's mobility."""
    gradient: np.ndarray
    """(n, d) mean over heads of g_h(i) = P_{x_i} (1/n) sum_j U^h_ij D_h x_j, E's tangential gradient."""
    attention: np.ndarray
    """(n, d) mean over heads of g_h / m_h, the projected softmax attention output."""
    inverse_mobility: np.ndarray
    """(n,) mean over heads of 1 / m_h; the mobility b is its reciprocal."""
    coupling: np.ndarray | None
    """(H, d, d) C_h = sum_ij U^h_ij x_i x_j^T, so that dE/dD_h = C_h / (2 H n^2)."""
    energy: float
    """E = (1 / 2 H n^2) sum_{h,i,j} U^h_ij."""
    ito_sum: float = math.nan
    """sum_{h,i,j} U^h_ij (1 + (x_i . x_j)^2), for the Ito book of model section 5; NaN if not asked for."""


SPLIT = 2e5
"""Pairs (i, j, head) above which threads pay: below, waking one costs more than it saves."""
TASK = 1e5
"""Pairs in a task at which its own overhead, 2 d + 1 sums a token, is about one percent."""
TASKS, BLOCKS = 64, 16
"""Enough tasks for as many cores; never more blocks a head, since each holds sums of its own."""


@compiled
def evaluate_alone(
    tokens, D, axes, X, sums, squares, means, partition, couplings, energies, invb, gbar, abar, m, C
):
    """All tasks of an evaluation on one thread."""
    n = len(tokens)
    arrange(tokens, X)
    for block in range(len(sums)):
        for head in range(len(D)):
            pair_sums(X, D, n, axes, head, block, len(sums), sums, squares)
    for block in range(len(energies)):
        assemble(X, D, n, axes, block, sums, means, partition, couplings, energies)
    return collect(means, partition, couplings, energies, invb, gbar, abar, m, C)


class PairSum:
    """The fields of n tokens in R^dimension under a number of heads, evaluated again and again.

    Holds about 8 n (blocks heads (2 d + 1) + heads + 3 d) bytes, blocks <= 16, blocks heads <= max(64,
    heads): O(n d H), nothing grows with n^2. How the sum is split depends on n and heads alone, so the
    result is the same, bit for bit, for any number of threads.
    """

    def __init__(self, n, heads, dimension, threads=None):
        self.n, self.heads, self.dimension = n, heads, dimension
        pairs = n * n * heads
        self.threads = (cores() if threads is None else threads) if pairs > SPLIT else 1
        padded = -(-n // WIDTH) * WIDTH
        self.blocks = int(max(1, min(BLOCKS, TASKS // heads, n * n // TASK)))
        self.row_blocks = -(-padded // ROW_BLOCK)
        self.axes = tuple(range(dimension))
        self.X = np.zeros((dimension, padded))
        self.sums = np.zeros((self.blocks, heads, 2 * dimension + 1, padded))
        self.squares = np.zeros((self.blocks, heads))
        self.means = np.zeros((2 * dimension + 1, padded))
        self.partition = np.zeros((heads, padded))
        self.couplings = np.zeros((self.row_blocks, heads, dimension, dimension))
        self.energies = np.zeros(self.row_blocks)

    def evaluate(self, X, D, ito=False):
        """The fields at tokens X (n, d) and weights D (H, d, d), float64, C-contiguous; nothing is checked.

        ``ito`` asks for ``ito_sum`` too, which costs a quarter more. The arrays returned are new and the
        caller's to keep. One evaluation at a time for each PairSum, whose buffers it fills.
        """
        n, heads, d = self.n, self.heads, self.dimension
        partition, coupling = np.empty((heads, n)), np.empty((heads, d, d))
        gradient, attention, inverse_mobility = np.empty((n, d)), np.empty((n, d)), np.empty(n)
        squares = self.squares if ito else None
        parts = (self.means, self.partition, self.couplings, self.energies)
        out = (inverse_mobility, gradient, attention, partition, coupling)
        if self.threads == 1:
            energy = evaluate_alone(X, D, self.axes, self.X, self.sums, squares, *parts, *out)
        else:
            energy = self._evaluate_split(X, D, squares, parts, out)
        ito_sum = 2.0 * heads * n * n * energy + float(self.squares.sum()) if ito else math.nan
        return Fields(partition, gradient, attention, inverse_mobility, coupling, energy, ito_sum)

    def _evaluate_split(self, X, D, squares, parts, out):
        arrange(X, self.X)

        def sum_task(number):
            block, head = divmod(number, self.heads)
            pair_sums(self.X, D, self.n, self.axes, head, block, self.blocks, self.sums, squares)

        def row_task(block):
            assemble(self.X, D, self.n, self.axes, block, self.sums, *parts)

        POOL.run(sum_task, self.blocks * self.heads, self.threads)
        POOL.run(row_task, self.row_blocks, self.threads)
        return collect(*parts, *out)
