"""Ornstein-Uhlenbeck weights: dD_h = kappa (Dbar - D_h) dt + sigma dW_h (model section 5)."""

from ._base import Limit
from .relax import Relax


class OrnsteinUhlenbeck(Relax):
    """W_h = (B + B^T) / 2 with B a d x d Brownian motion: variance t on the diagonal, t/2 off it.

    Stationary law: normal about Dbar = mean_scale I; variance sigma^2 / (2 kappa) on the diagonal, half off.
    ``noise`` is sigma, a standard deviation (the authors' variance is sigma^2 = 2).
    """

    knobs = ("reversion", "noise", "mean_scale")
    noisy = True

    def __init__(self, settings):
        super().__init__(settings)
        self.noise = settings.noise

    def advance(self, t, D, h, innovation=None):
        """D(t + h) = Dbar + e^{-kappa h} (D - Dbar) + sigma I, I = int e^{-kappa (t + h - s)} dW_s.

        ``innovation`` is I (H, d, d), from ``WeightNoise.increments``; without it, the mean of D(t + h).
        """
        mean = super().advance(t, D, h)
        return mean if innovation is None else mean + self.noise * innovation

    def limit(self, D):
        if not self.noise:
            return super().limit(D)
        return Limit(self.mean[None], self.noise**2 / (2 * self.reversion)) if self.reversion else None
