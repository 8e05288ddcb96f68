"""A perturbed twin: a second cloud along the same weights path and noise (model section 6)."""

import math

import numpy as np

from .ensemble import Ensemble
from .schedules import perturb_weights
from .sphere import perturb
from .stability import coupled_distance, lipschitz_rate
from .streams import streams


class Twin(Ensemble):
    """Moved tokens exp_{x_i}(eps xi_i) under the run's weights, or the run's tokens under D_h + eps S_h.

    ``kind`` is "tokens" or "weights"; ``weights`` (H, d, d) are those that the twin feels now.
    """

    def __init__(self, settings, tokens, weights):
        self.kind, eps = settings.perturb, settings.perturbation
        sequence = streams(settings.seed).perturbation
        if self.kind == "tokens":
            super().__init__(perturb(tokens, eps, np.random.default_rng(sequence)), len(weights))
        else:
            super().__init__(tokens, len(weights), perturb_weights(np.zeros_like(weights), eps, sequence))
        self.eps = eps
        self.distance_start = coupled_distance(tokens, self.tokens)
        self.exponent = 0.0 if settings.flow == "attention" else math.nan
        """int L dt, the exponent of the Gronwall bound so far; nan once the flow was not attention."""
        self._rate = self._rate_at = None  # L at the end of the last step, and the weights there
        self.feel(weights)

    def energy_of(self, tokens):
        """E of any ``tokens`` (n, d) under the weights of now."""
        return self._pairs.evaluate(tokens, self.weights).energy

    def feel(self, weights):
        """Take over the run's ``weights``."""
        self.weights = self.felt(weights)

    def lengthen(self, weights, leg, scheme, h, law):
        """Add the step's share of int L dt by the scheme's own quadrature."""
        if law.flow != "attention":
            self.exponent = math.nan
        rates = {c: lipschitz_rate(D) for c, D in leg.weights.items()}
        rates[0.0] = self._rate if self._rate_at is weights else lipschitz_rate(weights)
        self.exponent += h * sum(share * rates[c] for c, share in scheme.quadrature.items())
        self._rate, self._rate_at = rates[1.0], leg.end
