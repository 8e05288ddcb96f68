"""Oscillating weights whose oscillation dies out: the target's amplitude falls as e^{-t / t_0}."""

from ._base import Limit
from .oscillating import Oscillating


class Decaying(Oscillating):
    """F_h(t) = offset I + e^{-t / t_0} (oscillation). Integrable: the omega-limit theorem applies."""

    knobs = (*Oscillating.knobs, "decay_time")

    def __init__(self, settings):
        super().__init__(settings)
        self.damping = 1 / settings.decay_time

    def limit(self, D):
        return Limit(self.offset[None], 0.0)
