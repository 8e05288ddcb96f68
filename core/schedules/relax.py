"""Weights that relax to their mean without noise: D_h' = kappa (Dbar - D_h), Dbar = mean_scale I."""

import math

import numpy as np

from ._base import Limit, Schedule


class Relax(Schedule):
    """D_h(t + h) = Dbar + e^{-kappa h} (D_h(t) - Dbar). Integrable: the omega-limit theorem applies."""

    knobs = ("reversion", "mean_scale")

    def __init__(self, settings):
        super().__init__(settings)
        self.reversion = settings.reversion
        self.mean = settings.mean_scale * np.eye(settings.dimension)

    def drift(self, t, D):
        return self.reversion * (self.mean - D)

    def advance(self, t, D, h):
        decay = math.exp(-self.reversion * h)
        return decay * D + (1 - decay) * self.mean

    def limit(self, D):
        return Limit(self.mean[None], 0.0) if self.reversion else Limit(D, 0.0)
