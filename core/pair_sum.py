"""The fields of model section 2, evaluated by the direct pair sum: buffers, tasks, threads."""

import math
from typing import NamedTuple

import numpy as np

from .kernels.assembly import ROW_BLOCK, arrange, assemble, collect
from .kernels.lanes import FOUR, WIDTH
from .kernels.memory import aligned
from .kernels.symmetric import symmetric_sums
from .kernels.threads import cores, run
from .kernels.tiled import buffer_shape, tiled_sums


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
    """sum_{h,i,j} U^h_ij (1 + (x_i . x_j)^2), for the Ito book of model section 5; NaN where not asked."""


SHARE = 1e5
"""Pairs (i, j, head) that a thread must have to be woken: some 40 microseconds of work, several wake-ups."""
TASK = 5e4
"""Pairs in the smallest task, whose own overhead, 2 d + 1 sums a token, is then a few percent."""
TASKS, BLOCKS = 32, 16
"""Enough tasks for most machines; never more blocks a head, since each holds sums of its own."""
UNROLLED = 4
"""Largest dimension of the kernel whose coordinates are unrolled; above it, the tiled one."""


class PairSum:
    """The fields of n tokens in R^dimension under a number of heads, evaluated again and again.

    Holds about 8 n (blocks heads (2 d + 1) + heads + 3 d) bytes, blocks <= 16 and blocks heads at most 32
    or heads: O(n d H), nothing grows with n^2. How the sum is split depends on n and heads alone, so the
    result is the same, bit for bit, for any number of threads.
    """

    def __init__(self, n, heads, dimension, threads=None):
        """``threads``: how many may share the work, all cores by default; small sums use one in any case."""
        pairs = n * n * heads
        self.n, self.heads, self.dimension = n, heads, dimension
        self.threads = int(max(1, min(threads or cores(), pairs // SHARE)))
        width = WIDTH * (-(-n // WIDTH) | 1)  # an odd number of cache lines, so rows lie in different sets
        blocks = int(max(1, min(BLOCKS, TASKS // heads, n * n // TASK)))
        row_blocks = -(-n // ROW_BLOCK)
        self.sum_pieces = pieces(blocks * heads, self.threads)
        self.row_pieces = pieces(row_blocks, self.threads)
        self.axes = tuple(range(dimension))
        self.D = aligned(heads, dimension, -(-dimension // len(FOUR)) * len(FOUR))
        self.X = aligned(dimension + 1, width)
        self.sums = aligned(blocks, heads, 2 * dimension + 1, width)
        self.squares = np.zeros((blocks, heads))
        self.buffers = aligned(blocks, heads, *buffer_shape(dimension)) if dimension > UNROLLED else None
        self.means = aligned(2 * dimension + 1, width)
        self.partition = aligned(heads, width)
        self.couplings = np.zeros((row_blocks, heads, dimension, dimension))
        self.energies = np.zeros(row_blocks)

    def evaluate(self, X, D, ito=False):
        """The fields at tokens X (n, d) and weights D (H, d, d), float64, C-contiguous; nothing is checked.

        ``ito`` asks for ``ito_sum`` too, which costs a quarter more. The arrays returned are new and the
        caller's to keep. One evaluation at a time for each PairSum, whose buffers it fills.
        """
        n, heads, d = self.n, self.heads, self.dimension
        squares = self.squares if ito else None
        arrange(X, D, self.X, self.D)
        if self.threads == 1:
            self._sum(self.sum_pieces[0], squares)
            self._assemble(self.row_pieces[0])
        else:
            run(lambda piece: self._sum(piece, squares), self.sum_pieces, self.threads)
            run(self._assemble, self.row_pieces, self.threads)
        partition, coupling = np.empty((heads, n)), np.empty((heads, d, d))
        gradient, attention, inverse_mobility = np.empty((n, d)), np.empty((n, d)), np.empty(n)
        energy = collect(
            self.means,
            self.partition,
            self.couplings,
            self.energies,
            inverse_mobility,
            gradient,
            attention,
            partition,
            coupling,
        )
        ito_sum = 2.0 * heads * n * n * energy + float(squares.sum()) if ito else math.nan
        return Fields(partition, gradient, attention, inverse_mobility, coupling, energy, ito_sum)

    def _sum(self, piece, squares):
        if self.dimension <= UNROLLED:
            symmetric_sums(self.X, self.D, self.n, self.axes, *piece, self.sums, squares)
        else:
            tiled_sums(self.X, self.D, self.n, *piece, self.sums, self.buffers, squares)

    def _assemble(self, piece):
        parts = (self.means, self.partition, self.couplings, self.energies)
        assemble(self.X, self.D, self.n, *piece, self.sums, *parts)


def pieces(tasks, threads):
    """Ranges (first, last) of tasks, each half of a fair share of what is left: few calls, an even end."""
    first, ranges = 0, []
    while first < tasks:
        size = max(1, (tasks - first) // (2 * threads)) if threads > 1 else tasks
        ranges.append((first, first + size))
        first += size
    return ranges
