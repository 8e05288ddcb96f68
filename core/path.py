"""The weights' way through time: schedule, noise path and the count of steps."""

import math
from typing import NamedTuple

import numpy as np

from .noise import WeightNoise
from .schedules import make_schedule


class Leg(NamedTuple):
    """The weights over a step [t, t + h]."""

    weights: dict
    """D (H, d, d) at t + c h for each node c of the scheme, and at c = 1."""
    drifts: dict
    """D' at the same times; under noise the drift at c = 1 alone, since D has no derivative to integrate."""
    noise: np.ndarray | None
    """sigma (W(t + h) - W(t)), (H, d, d); None without noise."""

    @property
    def end(self):
        return self.weights[1.0]


class WeightsPath:
    """Where the schedule takes the weights, and when.

    Steps are counted in stretches of equal dt: within one the time is origin + count dt, and the noise is one
    path that all halvings of dt share. A new dt, reversion or schedule, and a step shortened to land on a
    time, begin a new stretch.
    """

    def __init__(self, settings):
        self._origin, self._count, self._stretch = 0.0, 0, 0
        self.follow(settings)

    def follow(self, settings):
        """Go on under ``settings`` from the present weights."""
        self.settings = settings
        self.schedule = make_schedule(settings)
        self.sigma = settings.noise if self.schedule.noisy and settings.noise > 0 else None
        self._dt = settings.dt
        self._noise = None

    def begin(self, time):
        """Begin a stretch at ``time``."""
        self._origin, self._count, self._stretch = time, 0, self._stretch + 1
        self._noise = None

    @property
    def time(self):
        return self._origin + self._count * self._dt

    def tick(self):
        """One whole step is done."""
        self._count += 1

    def place(self):
        """Opaque: where the path is, for ``resume``."""
        return self._origin, self._count, self._stretch

    def resume(self, place):
        self._origin, self._count, self._stretch = place
        self._noise = None

    def drift(self, D):
        """D' (H, d, d) now, without the noise."""
        return self.schedule.drift(self.time, D)

    def leg(self, D, h, scheme):
        """The weights over the next step of width ``h`` from ``D`` now, at the nodes of ``scheme``."""
        if self.sigma is None:
            return self._smooth(D, h, scheme)
        if self._noise is None:
            # The path depends on the mantissa of dt only, which is in range where a short step is not.
            mantissa = math.frexp(h)[0]
            self._noise = WeightNoise(self.settings.replace(dt=mantissa), self._stretch)
        return self._noisy(D, h, scheme)

    def _smooth(self, D, h, scheme):
        schedule, t = self.schedule, self.time
        if scheme.exact_weights:
            weights = {c: schedule.advance(t, D, c * h) for c in scheme.nodes}
        else:
            weights = {1.0: D + h * schedule.drift(t, D)}
        return Leg(weights, {c: schedule.drift(t + c * h, weights[c]) for c in weights}, None)

    def _noisy(self, D, h, scheme):
        schedule, t, sigma = self.schedule, self.time, self.sigma
        if not scheme.exact_weights:  # Euler-Maruyama
            white, _ = self._noise.increments(self._count, h)
            D = D + h * schedule.drift(t, D) + sigma * white
            return Leg({1.0: D}, {1.0: schedule.drift(t + h, D)}, sigma * white)
        # A scheme with a node at the middle asks for the two halves of the cell, of the same path.
        parts = len(scheme.nodes)
        share, weights, total = h / parts, {}, 0.0
        for k, c in enumerate(scheme.nodes):
            white, filtered = self._noise.increments(self._count * parts + k, share)
            D = schedule.advance(t + k * share, D, share, filtered)
            weights[c], total = D, total + white
        drifts = dict.fromkeys(weights) | {1.0: schedule.drift(t + h, D)}
        return Leg(weights, drifts, sigma * total)
