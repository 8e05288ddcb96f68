"""Tokens in motion: one cloud on the sphere, its pair sum and its last evaluation."""

import math
from typing import NamedTuple

import numpy as np

from . import flow
from .fields import fields

LARGE_STEP = 0.5
"""Radians: a token that moves further in one step is not followed along the flow any more."""


class StepError(ValueError):
    """A step that cannot be taken; the state before it is kept."""


class Trip(NamedTuple):
    """A step worked out but not yet taken."""

    tokens: np.ndarray
    """(n, d) at its end."""
    earned: np.ndarray
    """(7,) integrals of RATES over it."""
    reach: float
    """Longest way of a token, in radians: of the first slope or of the whole step, whichever is longer, so
    that a scheme in trouble cannot hide it."""


class Ensemble:
    """A cloud of tokens (n, d) moving under weights that someone else owns.

    ``shift`` (H, d, d) is added to those weights throughout; ``audited`` says whether the powers of the
    books are worked out along the way.
    """

    def __init__(self, tokens, shift=None, audited=True):
        self.tokens = tokens
        self.shift = shift
        self.audited = audited

    def energy_at(self, tokens, D):
        """E of any ``tokens`` (n, d) under these weights."""
        return fields(tokens, D if self.shift is None else D + self.shift).energy

    def look(self, tokens, D, law, drift=None, sigma=None):
        """The motion at unit rows ``tokens`` and weights ``D``; StepError where it is not finite.

        ``drift`` is D' if the books ask for P; ``sigma`` adds Ito's term of noise of that size to it.
        """
        if self.shift is not None:
            D = D + self.shift
        found = fields(tokens, D)
        speed = flow.velocity(found, law)
        if not self.audited:
            return self._finite(flow.Motion(found, speed, 0.0))
        explicit = 0.0 if drift is None else flow.explicit_power(found, drift)
        if sigma is not None:
            explicit += flow.ito_power(found, ito_sum(tokens, D), sigma)
        return self._finite(flow.Motion(found, speed, flow.rates(found, speed, law.sign, explicit)))

    @staticmethod
    def _finite(motion):
        if not math.isfinite(motion.fields.energy + np.sum(motion.rates)):
            raise StepError(
                "weights have grown so large that the energy or its powers are not finite numbers."
            )
        return motion

    def travel(self, scheme, leg, h, law, first):
        """The ``Trip`` of one step of ``scheme`` along ``leg`` from the motion ``first``."""

        def slope(c, Y):
            return self.look(to_sphere(Y), leg.weights[c], law, leg.drifts[c])

        move, earned = scheme.step(slope, self.tokens, first, h)
        reach = max(np.sqrt(flow.squares(move).max()), h * np.sqrt(flow.squares(first.velocity).max()))
        return Trip(to_sphere(self.tokens + move), earned, float(reach))


def to_sphere(Y):
    """Y / |Y| row by row; StepError for a row that has no direction."""
    square = flow.squares(Y)
    if not (square.min() > 0 and square.max() < np.inf):  # also catches NaN
        row = int(np.argmin((square > 0) & (square < np.inf)))
        raise StepError(f"the step sends token {row} to {Y[row]}, which has no direction on the sphere.")
    return Y / np.sqrt(square)[:, None]


def ito_sum(X, D):
    """sum_{h,i,j} U^h_ij (1 + (x_i . x_j)^2)."""
    return np.vdot(np.exp(np.einsum("ia,hab,jb->hij", X, D, X, optimize=True)).sum(0), 1 + (X @ X.T) ** 2)
