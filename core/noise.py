"""The Brownian paths of the weights, as an object that every halving of the step queries on one same path.

As in diffrax's VirtualBrownianTree, the path is a binary tree over time whose nodes are drawn when they are
asked for, from counters of their own; here a cell also carries what an exact Ornstein-Uhlenbeck step needs.
"""

import math

import numpy as np
from scipy.special import exprel

from .streams import head_sequence, streams

ROOT_DEPTH = 4
"""A root cell is 2^4 m wide, where dt = m 2^e with 1/2 <= m < 1: wider than the largest dt allowed, and the
same for every dt 2^-k."""

CHUNK = 3
"""Levels of the tree whose normals are drawn together: setting a counter costs 3 microseconds a head, so
drawing seven nodes at once makes it small."""


class WeightNoise:
    """W_h = (B_h + B_h^T) / 2 for each head, B_h a d x d standard Brownian motion (model section 5).

    Time is cut into cells [k h, (k+1) h], k = 0, 1, .., from the start of the epoch. Two cells are the halves
    of their parent and add up to it, whatever was asked before: the path is a function of the seed, the head,
    the epoch, kappa and the mantissa of dt alone. Adding heads keeps the paths of the others, bit for bit.
    """

    def __init__(self, settings, epoch=0):
        """Paths for ``settings`` (heads, dimension, seed, reversion, dt).

        A live change of reversion or dt, or a step of another length, begins a new ``epoch`` (a whole number
        >= 0) of independent paths at the present time, from where cells are counted anew.
        """
        self.heads, self.dimension, self.epoch = settings.heads, settings.dimension, epoch
        self.reversion = settings.reversion
        self.root = math.ldexp(math.frexp(settings.dt)[0], ROOT_DEPTH)
        noise = streams(settings.seed).noise
        self._bits = [np.random.Philox(head_sequence(noise, h)) for h in range(self.heads)]
        self._states = [bits.state for bits in self._bits]
        self._normals = [np.random.Generator(bits).standard_normal for bits in self._bits]
        upper = np.triu_indices(self.dimension)
        self._entries = len(upper[0])
        self._scale = np.where(upper[0] == upper[1], 1.0, math.sqrt(0.5))  # of (Z + Z^T) / 2
        self._unpack = np.empty((self.dimension, self.dimension), int)
        self._unpack[upper] = self._unpack[upper[::-1]] = np.arange(self._entries)
        self._laws, self._cells, self._chunks = {}, {}, {}

    def increments(self, k, h):
        """(dW, I) of the cell [k h, (k+1) h], both (H, d, d) symmetric.

        dW is the Brownian increment and I = int e^{-kappa ((k+1) h - s)} dW_s. Diagonal entries have
        variances h and (1 - e^{-2 kappa h}) / 2 kappa and covariance (1 - e^{-kappa h}) / kappa; entries off
        the diagonal have half of these.
        ``h`` must be the root's width over a power of two, such as dt and dt/2; ValueError otherwise.
        """
        fraction, exponent = math.frexp(self.root / h)
        if fraction != 0.5 or exponent < 1 or k < 0:
            raise ValueError(
                f"h must be {self.root:g} / 2^j with a whole j >= 0, and k a whole number >= 0; "
                f"got h {h!r}, k {k!r}."
            )
        W, Z = self._cell(exponent - 1, k)
        return W[:, self._unpack], (W - self.reversion * Z)[:, self._unpack]

    def _cell(self, level, k):
        # (2, H, entries): W and Z = int phi(h - s) dW, phi(u) = (1 - e^{-kappa u}) / kappa. The pair (W, Z)
        # stays well conditioned as kappa h -> 0, where I = W - kappa Z would become W.
        parent = k >> 1
        if self._cells.get(level, (None,))[0] != parent:
            self._cells[level] = (
                parent,
                self._roots(parent) if level == 0 else self._halves(level - 1, parent),
            )
        return self._cells[level][1][k & 1]

    def _roots(self, pair):
        factor = np.linalg.cholesky(covariance(self.reversion, self.root))
        return [_mix(factor, self._draw(0, 2 * pair + side, root=True)) for side in (0, 1)]

    def _halves(self, level, k):
        # The first half given the whole, then the second as what is left of the whole.
        gain, factor, carry = self._law(level)
        whole = self._cell(level, k)
        first = _mix(gain, whole) + _mix(factor, self._draw(level, k))
        return first, whole - _mix(carry, first)

    def _law(self, level):
        if level not in self._laws:
            self._laws[level] = halving(self.reversion, self.root / 2**level)
        return self._laws[level]

    def _draw(self, level, k, root=False):
        # The node's normals (2, H, entries), scaled; the CHUNK levels under one ancestor share a counter.
        depth = level % CHUNK
        top, ancestor = level - depth, k >> depth
        if root:
            top, ancestor = -1, k >> CHUNK
        if self._chunks.get(top, (None,))[0] != ancestor:
            self._chunks[top] = ancestor, self._draw_chunk(top + 1, ancestor)
        node = k % 2**CHUNK if root else 2**depth - 1 + k % 2**depth
        return self._chunks[top][1][node]

    def _draw_chunk(self, plane, ancestor):
        normals = np.empty((self.heads, 2**CHUNK, 2, self._entries))
        for h in range(self.heads):
            state = self._states[h]
            # Word 0 counts the draws within; the others name the chunk.
            state["state"]["counter"][:] = 0, ancestor, plane, self.epoch
            state["buffer_pos"] = 4
            self._bits[h].state = state
            self._normals[h](out=normals[h])
        return np.ascontiguousarray(normals.transpose(1, 2, 0, 3) * self._scale)


def _mix(matrix, pair):
    # A 2 x 2 matrix on the pair (W, Z) of every head and entry.
    return (matrix @ pair.reshape(2, -1)).reshape(pair.shape)  # np.tensordot takes five times as long


def covariance(kappa, h):
    """Covariance (2, 2) of W_h, with Var W_h = h, and Z_h = int_0^h phi(h - s) dW_s.

    phi(u) = (1 - e^{-kappa u}) / kappa, so that int_0^h e^{-kappa (h - s)} dW_s = W_h - kappa Z_h.
    """
    x = kappa * h
    if x < 0.5:  # closed forms cancel; 16 terms of their series are exact to rounding here
        k = np.arange(3, 19)
        terms = (-x) ** (k - 3) / np.array([math.factorial(i) for i in k], float)
        mixed = 0.5 - x * terms.sum()
        square = -(terms * (2 - 2.0 ** (k - 1))).sum()
    else:
        mixed = (x + math.expm1(-x)) / x**2
        square = (x + 2 * math.expm1(-x) - math.expm1(-2 * x) / 2) / x**3
    return np.array([[h, h**2 * mixed], [h**2 * mixed, h**3 * square]])


def halving(kappa, h):
    """(gain, factor, carry), each (2, 2): the law of (W, Z) on the first half of a cell given the whole.

    The cell has width h; first = gain whole + factor z, z standard normal; second = whole - carry first, as
    W = W_1 + W_2 and Z = Z_2 + phi(h/2) W_1 + e^{-kappa h/2} Z_1.
    """
    half = covariance(kappa, h / 2)
    x = -kappa * h / 2
    carry = np.array([[1.0, 0.0], [h / 2 * exprel(x), math.exp(x)]])  # exprel(x) = (e^x - 1) / x
    across = half @ carry.T
    gain = np.linalg.solve(covariance(kappa, h), across.T).T
    return gain, np.linalg.cholesky(half - gain @ across.T), carry
