"""From fields to motion: the velocity of the two flows and the powers of the energy books."""

from typing import NamedTuple

import numpy as np

from .kernels.motion import follow
from .pair_sum import Fields

SIGN = {"descent": -1.0, "ascent": 1.0}

RATES = (
    "explicit_power",
    "transport_power",
    "slope_squared",
    "speed_squared",
    "defect_rate",
    "published_slope_squared",
    "gauge_rate",
)
"""The powers of a motion, in this order; the ledger's integrals keep it."""


class Law(NamedTuple):
    """Which way tokens go: the flow ("attention" or "gradient") and the sign s (-1 descent, +1 ascent)."""

    flow: str
    sign: float


class Motion(NamedTuple):
    """Tokens under a law at one instant."""

    fields: Fields
    velocity: np.ndarray
    """(n, d), tangential: s abar(i) in the attention flow, s gbar(i) invb(i) in the gradient flow (model 3).
    """
    rates: np.ndarray
    """(7,) in the order of RATES."""
    fastest: float
    """Largest |x_i'|, radians per unit t."""


def motion(fields, law, explicit=0.0):
    """The ``Motion`` of tokens that feel ``fields`` and obey ``law``; ``explicit`` is the weights' power P.

    Each power is summed from its own definition in model 4, none from the others, so that the balances can
    fail. The authors' G^2 is b |v|^2 of the velocity v that they follow, abar in a layer: the metric speed,
    which equals the metric slope for one head or along the gradient flow, and only there may stand for it.
    """
    velocity = np.empty_like(fields.gradient)
    transport, slope, speed, defect, fastest = follow(
        fields.gradient,
        fields.attention,
        fields.inverse_mobility,
        law.flow == "attention",
        law.sign,
        velocity,
    )
    rates = np.array([explicit, transport, slope, speed, defect, speed, abs(explicit)])
    return Motion(fields, velocity, rates, fastest)


def weights_power(coupling, change, n):
    """sum_h <C_h, D_h'> / (2 H n^2): P for a drift D' (H, d, d), work for a change of weights (model 4)."""
    return np.vdot(coupling, change) / (2 * len(coupling) * n * n)


def ito_power(fields, sigma):
    """(sigma^2 / 4) sum U^h_ij (1 + (x_i . x_j)^2) / (2 H n^2), Ito's second-order term (model 5)."""
    heads, n = fields.partition.shape
    return sigma**2 / 4 * fields.ito_sum / (2 * heads * n * n)


def variation_rate(coupling, sigma, n):
    """d<M>/dt = sigma^2 sum_h |C_h|_F^2 / (4 H^2 n^4) (model 5)."""
    return sigma**2 * np.vdot(coupling, coupling) / (2 * len(coupling) * n * n) ** 2
