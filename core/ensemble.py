"""Tokens in motion: one cloud on the sphere, its pair sum and its steps."""

import math
from typing import NamedTuple

import numpy as np

from .flow import ito_power, motion, weights_power
from .inputs import largest_norm
from .kernels.motion import normalise_rows
from .pair_sum import PairSum
from .stability import spectral_bound

LARGE_STEP = 0.5
"""Radians: a token that moves further in one step is not followed along the flow any more."""


class StepError(ValueError):
    """A step that cannot be taken; the state before it is kept."""

    dataset = None
    """What ``Simulation.run`` had recorded before, where it was running."""


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

    ``shift`` (H, d, d), if any, is added to those weights throughout.
    """

    def __init__(self, tokens, heads, shift=None):
        self.tokens = tokens
        self.shift = shift
        n, d = tokens.shape
        self._pairs = PairSum(n, heads, d)
        self._allowed = largest_norm(n, heads)

    def felt(self, D):
        """The weights that the tokens feel where the run's are ``D``; StepError where E would overflow."""
        if self.shift is not None:
            D = D + self.shift
        # The norm of all entries bounds every head's spectral norm and costs half a microsecond.
        if not np.vdot(D, D) <= self._allowed**2 and not spectral_bound(D) <= self._allowed:
            raise StepError(
                f"weights must have spectral norms from 0 to {self._allowed:.6g}, so that the energy does "
                f"not overflow; got {spectral_bound(D):.6g}: lower noise, amplitude, offset or mean_scale."
            )
        return D

    def look(self, tokens, D, law, drift=None, sigma=None):
        """The motion at unit rows ``tokens`` and weights ``D``; StepError where its powers are not finite.

        ``drift`` is D' if the books ask for P; ``sigma`` adds Ito's term of noise of that size to it.
        """
        found = self._pairs.evaluate(tokens, self.felt(D), sigma is not None)
        explicit = 0.0 if drift is None else weights_power(found.coupling, drift, len(tokens))
        if sigma is not None:
            explicit += ito_power(found, sigma)
        result = motion(found, law, explicit)
        if not math.isfinite(found.energy + result.rates.sum()):
            raise StepError(
                "weights have grown so large that the powers of the books are not finite numbers."
            )
        return result

    def travel(self, scheme, leg, h, law, first):
        """The ``Trip`` of one step of ``scheme`` along ``leg`` from the motion ``first``."""

        def slope(c, Y):
            return self.look(to_sphere(Y), leg.weights[c], law, leg.drifts[c])

        move, earned = scheme.step(slope, self.tokens, first, h)
        longest = math.sqrt(np.einsum("nd,nd->n", move, move).max())
        return Trip(to_sphere(self.tokens + move), earned, max(longest, h * first.fastest))


def to_sphere(Y):
    """Y / |Y| row by row; StepError for a row that has no direction."""
    X = np.empty_like(Y)
    row = normalise_rows(Y, X)
    if row >= 0:
        raise StepError(f"the step sends token {row} to {Y[row]}, which has no direction on the sphere.")
    return X
