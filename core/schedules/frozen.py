"""Weights that do not move: D_h' = 0."""

import numpy as np

from ._base import Limit, Schedule


class Frozen(Schedule):
    """D_h(t) = D_h(0); the flow is autonomous."""

    def drift(self, t, D):
        return np.zeros_like(D)

    def advance(self, t, D, h):
        return D.copy()

    def limit(self, D):
        return Limit(D, 0.0)
