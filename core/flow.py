"""From fields to motion: the velocity of the two flows and the powers of the energy books."""

from typing import NamedTuple

import numpy as np

from .fields import Fields

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
"""What ``rates`` returns, in this order; the ledger's integrals keep it."""


class Law(NamedTuple):
    """Which way tokens go: the flow ("attention" or "gradient") and the sign s (-1 descent, +1 ascent)."""

    flow: str
    sign: float


class Motion(NamedTuple):
    """Tokens under a law at one instant."""

    fields: Fields
    velocity: np.ndarray
    """(n, d) tangential."""
    rates: np.ndarray | float
    """(7,) in the order of RATES; 0.0 where nobody audits."""


def velocity(fields, law):
    """x_i' (n, d): s abar(i) for the attention flow, s gbar(i) invb(i) for the gradient flow (model 3)."""
    if law.flow == "attention":
        return law.sign * fields.attention
    return (law.sign * fields.inverse_mobility)[:, None] * fields.gradient


def explicit_power(fields, drift):
    """P = sum_h <C_h, D_h'> / (2 H n^2) for weights moving with ``drift`` D' (H, d, d) (model 4)."""
    heads, n = fields.partition.shape
    return np.vdot(fields.coupling, drift) / (2 * heads * n * n)


def ito_power(fields, ito_sum, sigma):
    """(sigma^2 / 4) sum U^h_ij (1 + (x_i . x_j)^2) / (2 H n^2), Ito's second-order term (model 5)."""
    heads, n = fields.partition.shape
    return sigma**2 / 4 * ito_sum / (2 * heads * n * n)


def rates(fields, speed, sign, explicit):
    """The powers of model 4 for tokens moving with ``speed`` (n, d), in the order of RATES.

    ``explicit`` is the power P of the weights. Each of the others is a mean over tokens of its own
    definition; none is got from the rest, so that the balances can fail.

    The authors' G^2 is b |v|^2 of the velocity v that they follow, abar in a layer. That is the metric speed,
    which equals the metric slope for one head or along the gradient flow, and only there may stand for it.
    """
    n = len(speed)
    gradient, inverse = fields.gradient, fields.inverse_mobility
    mobility = 1 / inverse
    published = mobility @ squares(speed) / n
    astray = speed - (sign * inverse)[:, None] * gradient  # from the gradient flow's velocity
    return np.array(
        [
            explicit,
            np.vdot(gradient, speed) / n,
            inverse @ squares(gradient) / n,
            published,
            0.5 * (mobility @ squares(astray)) / n,
            published,
            abs(explicit),
        ]
    )


def squares(V):
    """|V_i|^2 of each row, (n,)."""
    return np.einsum("nd,nd->n", V, V)
