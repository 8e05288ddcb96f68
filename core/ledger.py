"""The energy books of model sections 4 and 5: integrals from t = 0 and the three balances they must keep."""

import math
from typing import NamedTuple

import numpy as np

from .flow import RATES, variation_rate, weights_power

EXPLICIT, SLOPE, SPEED, DEFECT, PUBLISHED, GAUGE = (
    RATES.index(name)
    for name in (
        "explicit_power",
        "slope_squared",
        "speed_squared",
        "defect_rate",
        "published_slope_squared",
        "gauge_rate",
    )
)


class Ledger(NamedTuple):
    """The books at one instant. Every term is its own integral; only the residuals are differences.

    With noisy weights ``explicit_work`` is the Stratonovich work (trapezoid over each step) and
    ``ito_work + martingale`` is the Ito book (left-point sums); otherwise both are int P.
    """

    energy: float
    energy_start: float
    """E at t = 0, and what hands that moved tokens have added to E since."""
    explicit_work: float
    """int P dt, or the Stratonovich work of noisy weights."""
    transport_work: float
    """int T dt."""
    slope_integral: float
    """int |dE|^2 dt."""
    speed_integral: float
    """int |mu'|^2 dt."""
    defect: float
    """int delta dt, the gradient-flow defect."""
    published_integral: float
    """int G^2 dt."""
    gauge: float
    """int |P| dt: bounded where the omega-limit theorem applies (model 6)."""
    signed_dissipation: float
    """int s (|mu'|^2 / 2 + |dE|^2 / 2 - delta) dt with the sign s of each instant."""
    signed_published: float
    """int s G^2 dt."""
    ito_work: float
    """int (P_drift + ito) dt."""
    martingale: float
    """M_t, the work of the noise."""
    martingale_variation: float
    """<M>_t, the quadratic variation of M."""
    signed_defect: float
    """int s delta dt."""

    @property
    def martingale_band(self):
        """sqrt <M>_t: M_t lies within two of these at a given t with a probability of about 95 %."""
        return math.sqrt(self.martingale_variation)

    @property
    def energy_change(self):
        """E_t - E_0."""
        return self.energy - self.energy_start

    @property
    def balance_residual(self):
        """(a) E_t - E_0 - explicit work - transport work."""
        return self.energy_change - self.explicit_work - self.transport_work

    @property
    def de_giorgi_residual(self):
        """(b) E_t - E_0 - explicit work - int s (|mu'|^2 / 2 + |dE|^2 / 2 - delta)."""
        return self.energy_change - self.explicit_work - self.signed_dissipation

    @property
    def published_residual(self):
        """(c) E_t - E_0 - the Ito book - int s G^2: does not vanish for attention with several heads."""
        return self.energy_change - self.ito_work - self.martingale - self.signed_published

    @property
    def ito_residual(self):
        """E_t - E_0 - int (P_drift + ito) - M_t - transport work, of order sqrt(dt) in a run."""
        return self.energy_change - self.ito_work - self.martingale - self.transport_work


INTEGRALS = Ledger._fields[2:]


class Accounts:
    """Running totals behind the ledger, in the order of INTEGRALS."""

    def __init__(self, energy_start):
        self.energy_start = energy_start
        self.totals = np.zeros(len(INTEGRALS))

    def enter(self, earned, sign):
        """Add the integrals of RATES over a step under smooth weights in the direction ``sign``."""
        self._enter(earned, sign)
        self.totals[9] += earned[EXPLICIT]

    def enter_noisy(self, earned, sign, first, couplings, change, noise, sigma, h):
        """The same under noisy weights, whose work is written into both books.

        ``first`` is the motion at the step's start, ``couplings`` the C_h (H, d, d) at its two ends,
        ``change`` that of the weights, ``noise`` their sigma dW and ``h`` the step.
        """
        power, n = first.rates[EXPLICIT], len(first.velocity)
        earned[EXPLICIT] = weights_power((couplings[0] + couplings[1]) / 2, change, n)
        earned[GAUGE] = h * abs(power)
        self._enter(earned, sign)
        martingale = weights_power(couplings[0], noise, n)
        self.totals[9:12] += h * power, martingale, h * variation_rate(couplings[0], sigma, n)

    def _enter(self, earned, sign):
        totals = self.totals
        totals[: len(RATES)] += earned
        totals[7] += sign * (0.5 * (earned[SPEED] + earned[SLOPE]) - earned[DEFECT])
        totals[8] += sign * earned[PUBLISHED]
        totals[12] += sign * earned[DEFECT]

    def read(self, energy):
        return Ledger(energy, self.energy_start, *self.totals.tolist())
