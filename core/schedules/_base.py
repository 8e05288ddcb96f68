"""What every weight schedule gives: start, drift, exact solution over a step, limit law if there is one."""

from typing import ClassVar, NamedTuple

import numpy as np

from ._weights import initial_weights


class Limit(NamedTuple):
    """The law of the weights as t -> infinity: mean_h + sqrt(variance) (Z + Z^T) / 2, Z standard normal.

    With a variance above 0 the heads are taken as many: a mean over heads is an expectation.
    """

    mean: np.ndarray
    """(H, d, d), or (1, d, d) where all heads have one mean."""
    variance: float
    """Variance of a diagonal entry; an off-diagonal entry has half of it."""


class Schedule:
    """A linear matrix equation D_h' = f(t, D_h), with its exact solution operator from any state.

    Because a step starts from the state it is given, a change of schedule or knob in mid-run goes on from the
    present weights.
    """

    knobs: ClassVar[tuple[str, ...]] = ()
    """The settings that this schedule reads besides dimension, heads, seed and the initial weights."""
    noisy: ClassVar[bool] = False
    """True where ``advance`` takes a random innovation."""

    def __init__(self, settings):
        """Read the knobs of ``settings`` (Settings)."""
        self.settings = settings
        self.dimension = settings.dimension
        self.heads = settings.heads

    def start(self):
        """D(0), (H, d, d) symmetric."""
        return initial_weights(self.settings)

    def drift(self, t, D):
        """The drift D' (H, d, d) at time t and weights D (H, d, d)."""
        raise NotImplementedError

    def advance(self, t, D, h):
        """D(t + h) (H, d, d), exactly, from the weights D (H, d, d) at t; without noise."""
        raise NotImplementedError

    def limit(self, D):
        """The ``Limit`` of the weights that are now D (H, d, d); None where they do not converge in law."""
