"""Oscillating weights: D_h' = rate (F_h(t) - D_h) towards a trigonometric target F_h (model section 5)."""

import cmath
import math

import numpy as np

from ..streams import head_stream, streams
from ._base import Limit, Schedule

RATE = 1.0
"""Rate of the relaxation towards the target; the authors' value."""

KEPT = 16
"""Step lengths whose coefficients are kept: a scheme asks for h and h/2, a live change of dt for others."""


class Oscillating(Schedule):
    """F_h(t) = offset I + e^{-damping t} Re(first_h e^{i omega t} + second_h e^{2 i omega t}).

    Linear with trigonometric forcing, hence solved in closed form: for the forcing e^{lambda t} and rate r,

        int_0^h r e^{-r (h - s)} e^{lambda (t + s)} ds = e^{lambda t} r h e^{-r h} phi((r + lambda) h),

    phi(z) = (e^z - 1)/z, which has no singularity at resonance, lambda = -r.
    """

    knobs = ("frequency", "amplitude", "offset", "coupling", "phases", "phase_spread")
    damping = 0.0

    def __init__(self, settings):
        super().__init__(settings)
        self.frequency = settings.frequency
        self.offset = settings.offset * np.eye(settings.dimension)
        first, second = frame(settings.dimension, settings.amplitude, settings.coupling)
        turn = np.exp(1j * head_phases(settings))[:, None, None]
        first, second = turn * first, turn**2 * second
        self._still = not (first.any() or second.any())
        # A real basis, so that a target is one product: weights 1 and cos, sin of omega t and 2 omega t.
        offset = np.broadcast_to(self.offset, first.shape)
        basis = np.stack([offset, first.real, -first.imag, second.real, -second.imag])
        self._basis = np.ascontiguousarray(basis.reshape(5, -1))
        self._responses = {}

    def target(self, t):
        """F_h(t), (H, d, d)."""
        turn = cmath.exp((1j * self.frequency - self.damping) * t)
        return self._combine(1.0, turn, cmath.exp((2j * self.frequency - self.damping) * t))

    def drift(self, t, D):
        return RATE * (self.target(t) - D)

    def advance(self, t, D, h):
        if h not in self._responses:
            if len(self._responses) == KEPT:
                self._responses.clear()
            self._responses[h] = self._response(h)
        keep, offset, first, second = self._responses[h]
        first *= cmath.exp((1j * self.frequency - self.damping) * t)
        second *= cmath.exp((2j * self.frequency - self.damping) * t)
        return keep * D + self._combine(offset.real, first, second)

    def limit(self, D):
        if self._still or self.frequency == 0.0:
            return Limit(self.target(0.0), 0.0)
        return None

    def _response(self, h):
        # What a step of length h keeps of D, and takes of each of the three forcings.
        keep = math.exp(-RATE * h)
        rates = (0.0, 1j * self.frequency - self.damping, 2j * self.frequency - self.damping)
        return keep, *(RATE * h * keep * _phi((RATE + rate) * h) for rate in rates)

    def _combine(self, offset, first, second):
        weights = np.array([offset, first.real, first.imag, second.real, second.imag])
        return (weights @ self._basis).reshape(self.heads, self.dimension, self.dimension)


def _phi(z):
    return complex(np.expm1(z) / z) if z != 0 else 1.0


def head_phases(settings):
    """phi_h, (H,), radians: 2 pi s h / H ("spread") or 2 pi s u_h with u_h uniform in [0, 1) ("random")."""
    heads = range(settings.heads)
    if settings.phases == "random":
        sequence = streams(settings.seed).phases
        share = np.array([head_stream(sequence, h).uniform() for h in heads])
    else:
        share = np.array(heads) / settings.heads
    return 2 * np.pi * settings.phase_spread * share


def frame(d, amplitude, coupling):
    """The authors' oscillation in R^d as complex symmetric (first, second), each (d, d).

    The target is c I + Re(first e^{i tau} + second e^{2 i tau}); sin tau = Re(-i e^{i tau}).
    """
    first, second = np.zeros((d, d), complex), np.zeros((d, d), complex)
    if d == 2:
        np.fill_diagonal(first, [amplitude, -amplitude])
        second[0, 1] = -1j * coupling
    elif d == 3:
        np.fill_diagonal(first, amplitude * np.array([1, -1j, np.exp(0.25j * np.pi)]))
        second[0, 1], first[0, 2], second[1, 2] = -1j * coupling, -1j * coupling, coupling
    else:
        np.fill_diagonal(first, amplitude * np.exp(2j * np.pi * np.arange(d) / d))
        pairs = d * (d - 1) // 2
        second[np.triu_indices(d, 1)] = -1j * coupling * np.exp(2j * np.pi * np.arange(pairs) / pairs)
    return first + np.triu(first, 1).T, second + np.triu(second, 1).T
