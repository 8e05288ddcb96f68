"""Orders of convergence, fitted over nested steps, as diffrax does for its solvers (its test_sde1.py).

With smooth weights each scheme has its textbook order, in the tokens and in the balances alike. With noisy
weights tokens see a path that is only Hoelder-1/2: the strong order (root mean square over paths, each
refined without being redrawn) is 1 for every scheme here, since local errors are of size h^{3/2} with mean
zero up to h^2. The Stratonovich books then close with order 1, the Ito books with order 1/2.
"""

import functools

import numpy as np
import pytest

from headflow.core import Settings, Simulation

pytestmark = pytest.mark.jit

SMOOTH = [
    (schedule, integrator, order)
    for schedule in ("oscillating", "decaying", "relax", "frozen")
    for integrator, order in (("euler", 1), ("heun", 2), ("rk4", 4))
]

NOISY = [("euler", 1), ("heun", 1), ("rk4", 1)]

PATHS = 24

FLOWS = [("attention", "descent"), ("gradient", "ascent")]


def settings(**values):
    return Settings(tokens=8, heads=3, dimension=3, arrangement="uniform", weight_scale=0.4, seed=1, **values)


def run(base, dt, until=1.0):
    simulation = Simulation(base.replace(dt=dt))
    for _ in range(round(until / dt)):
        simulation.step()
    return simulation


def slope(steps, errors):
    """Least-squares exponent p of errors ~ steps^p."""
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


@pytest.mark.parametrize(("flow", "direction"), FLOWS)
@pytest.mark.parametrize(("schedule", "integrator", "order"), SMOOTH)
def test_smooth_weights(schedule, integrator, order, flow, direction):
    base = settings(schedule=schedule, integrator=integrator, flow=flow, direction=direction)
    truth = run(base.replace(integrator="rk4"), 2.0**-8)
    steps = 2.0 ** -np.arange(4, 7)
    runs = [run(base, dt) for dt in steps]
    errors = {
        "tokens": [np.abs(r.tokens - truth.tokens).max() for r in runs],
        "balance": [abs(r.ledger.balance_residual) for r in runs],
        "de giorgi": [abs(r.ledger.de_giorgi_residual) for r in runs],
        "slope integral": [abs(r.ledger.slope_integral - truth.ledger.slope_integral) for r in runs],
        "published integral": [
            abs(r.ledger.published_integral - truth.ledger.published_integral) for r in runs
        ],
    }
    if schedule != "frozen":
        errors["explicit"] = [abs(r.ledger.explicit_work - truth.ledger.explicit_work) for r in runs]
    for what, error in errors.items():
        assert order - 0.2 < slope(steps, error) < order + 0.5, (what, error)


@functools.cache
def noisy_truth(seed):
    return run(noisy(seed, "rk4"), 2.0**-9).tokens


def noisy(seed, integrator):
    return settings(schedule="ou", integrator=integrator).replace(tokens=4, heads=2, dimension=2, seed=seed)


@pytest.mark.parametrize(("integrator", "order"), NOISY)
def test_noisy_weights(integrator, order):
    """OU weights: one path per seed, followed at every step size; root mean square over paths."""
    steps = 2.0 ** -np.arange(4, 8)
    names = "tokens", "balance_residual", "de_giorgi_residual", "ito_residual"
    errors = {name: np.zeros((PATHS, len(steps))) for name in names}
    for seed in range(PATHS):
        for k, dt in enumerate(steps):
            found = run(noisy(seed, integrator), dt)
            errors["tokens"][seed, k] = np.sqrt(np.mean((found.tokens - noisy_truth(seed)) ** 2))
            for name in names[1:]:
                errors[name][seed, k] = getattr(found.ledger, name)
    for name, expected in zip(names, (order, 1, 1, 0.5), strict=True):
        size = np.sqrt(np.mean(errors[name] ** 2, axis=0))
        assert slope(steps, size) == pytest.approx(expected, abs=0.25), (name, size)
