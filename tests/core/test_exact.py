"""Exact solutions, invariances and bounds of model section 7, on whole runs."""

import numpy as np
import pytest
from scipy.linalg import expm

from headflow.core import Settings, Simulation
from headflow.core.flow import SIGN

FLOWS = [(flow, direction) for flow in ("attention", "gradient") for direction in ("descent", "ascent")]


def symmetric(rng, heads, d, size=1.0):
    Z = rng.normal(size=(heads, d, d))
    return size * (Z + Z.transpose(0, 2, 1)) / 2


def unit(rng, n, d):
    Z = rng.normal(size=(n, d))
    return Z / np.linalg.norm(Z, axis=1)[:, None]


def go(settings, tokens=None, weights=None, steps=40):
    simulation = Simulation(settings, tokens=tokens, weights=weights)
    for _ in range(steps):
        simulation.step()
    return simulation


def frozen(n, heads, d, **values):
    return Settings(tokens=n, heads=heads, dimension=d, schedule="frozen", **values)


@pytest.mark.parametrize("d", [2, 3, pytest.param(16, marks=pytest.mark.jit)])
@pytest.mark.parametrize("direction", ["descent", "ascent"])
def test_one_token(d, direction):
    """n = 1, attention, frozen: x(t) = e^{s t Dm} x_0 / |.|, Dm = mean_h D_h."""
    rng = np.random.default_rng(d)
    x, D = unit(rng, 1, d), symmetric(rng, 3, d)
    simulation = go(frozen(1, 3, d, direction=direction), x, D, steps=100)
    end = expm(SIGN[direction] * simulation.time * D.mean(0)) @ x[0]
    np.testing.assert_allclose(simulation.tokens[0], end / np.linalg.norm(end), atol=1e-9)


@pytest.mark.jit
@pytest.mark.parametrize(("flow", "direction"), FLOWS)
@pytest.mark.parametrize("d", [2, 3, 4, 8])
def test_rotation(d, flow, direction):
    """(Q X, Q D Q^T) flows to (Q X', Q D' Q^T), with the same books."""
    rng = np.random.default_rng(d)
    X, D = unit(rng, 7, d), symmetric(rng, 3, d)
    Q, _ = np.linalg.qr(rng.normal(size=(d, d)))
    settings = Settings(tokens=7, heads=3, dimension=d, schedule="relax", flow=flow, direction=direction)
    still, turned = go(settings, X, D), go(settings, X @ Q.T, Q @ D @ Q.T)
    np.testing.assert_allclose(turned.tokens, still.tokens @ Q.T, atol=1e-12)
    np.testing.assert_allclose(turned.weights, Q @ still.weights @ Q.T, atol=1e-12)
    np.testing.assert_allclose(turned.ledger, still.ledger, atol=1e-12)


@pytest.mark.jit
@pytest.mark.parametrize(("flow", "direction"), FLOWS)
def test_permutation(flow, direction):
    """The order of tokens and of heads changes nothing."""
    rng = np.random.default_rng(5)
    X, D = unit(rng, 9, 3), symmetric(rng, 4, 3)
    settings = Settings(tokens=9, heads=4, schedule="relax", flow=flow, direction=direction)
    swap, mix = rng.permutation(9), rng.permutation(4)
    one, other = go(settings, X, D), go(settings, X[swap], D[mix])
    np.testing.assert_allclose(other.tokens, one.tokens[swap], atol=1e-13)
    np.testing.assert_allclose(other.ledger, one.ledger, atol=1e-12)


@pytest.mark.jit
@pytest.mark.parametrize(("flow", "direction"), FLOWS)
def test_equal_heads_are_one_head(flow, direction):
    rng = np.random.default_rng(6)
    X, D = unit(rng, 9, 3), symmetric(rng, 1, 3)
    values = {"schedule": "relax", "flow": flow, "direction": direction}
    one = go(Settings(tokens=9, heads=1, **values), X, D)
    five = go(Settings(tokens=9, heads=5, **values), X, np.tile(D, (5, 1, 1)))
    np.testing.assert_allclose(five.tokens, one.tokens, atol=1e-13)
    np.testing.assert_allclose(five.ledger, one.ledger, atol=1e-12)
    assert five.ledger.defect < 1e-25
    assert abs(five.ledger.published_residual - five.ledger.balance_residual) < 1e-12


@pytest.mark.parametrize(("flow", "direction"), FLOWS)
def test_all_tokens_at_an_eigenvector_stay(flow, direction):
    rng = np.random.default_rng(7)
    D = symmetric(rng, 1, 4)
    x = np.linalg.eigh(D[0])[1][:, 1]
    simulation = go(frozen(6, 1, 4, flow=flow, direction=direction), np.tile(x, (6, 1)), D)
    np.testing.assert_allclose(simulation.tokens, np.tile(x, (6, 1)), atol=1e-14)


@pytest.mark.parametrize(("flow", "direction"), FLOWS)
def test_antipodal_pair_stays(flow, direction):
    """x and -x under D = beta I."""
    x = unit(np.random.default_rng(8), 1, 3)
    pair = np.vstack([x, -x])
    simulation = go(
        frozen(2, 2, 3, flow=flow, direction=direction), pair, np.tile(1.5 * np.eye(3), (2, 1, 1))
    )
    np.testing.assert_allclose(simulation.tokens, pair, atol=1e-14)


@pytest.mark.parametrize(("n", "d"), [(2, 2), (3, 3), (4, 6)])
def test_equiangular_start(n, d):
    """x_i . x_j = gamma stays one number, gamma' = rate(gamma) as in model 7."""
    beta, dt, steps = 1.3, 0.01, 100
    settings = frozen(
        n, 1, d, arrangement="equiangular", spread=1.4, initial_weights="identity", weight_scale=beta
    ).replace(direction="ascent", dt=dt)

    def rate(gamma):
        pull = np.exp(beta * gamma)
        return 2 * beta * pull * (1 - gamma) * ((n - 1) * gamma + 1) / (np.exp(beta) + (n - 1) * pull)

    gamma = np.cos(1.4)
    for _ in range(steps):
        a = rate(gamma)
        b = rate(gamma + dt / 2 * a)
        c = rate(gamma + dt / 2 * b)
        gamma += dt / 6 * (a + 2 * b + 2 * c + rate(gamma + dt * c))
    tokens = go(settings, steps=steps).tokens
    angles = (tokens @ tokens.T)[np.triu_indices(n, 1)]
    np.testing.assert_allclose(angles, gamma, atol=1e-9)


@pytest.mark.jit
@pytest.mark.parametrize("direction", ["descent", "ascent"])
@pytest.mark.parametrize("integrator", ["euler", "heun", "rk4"])
def test_gradient_flow_is_monotone_under_frozen_weights(direction, integrator):
    """E falls all the way in descent and rises in ascent."""
    settings = Settings(
        tokens=30, heads=3, schedule="frozen", flow="gradient", direction=direction, integrator=integrator
    )
    found = Simulation(settings.replace(weight_scale=0.5)).run(until=1.0, every=0.01)
    assert (SIGN[direction] * np.diff(found.energy) > 0).all()


@pytest.mark.jit
@pytest.mark.parametrize("direction", ["descent", "ascent"])
@pytest.mark.parametrize("schedule", ["relax", "oscillating"])
def test_gradient_flow_is_monotone_but_for_the_work_of_the_weights(schedule, direction):
    """E - int P falls all the way in descent and rises in ascent; E alone need not, while weights relax."""
    settings = Settings(tokens=30, heads=3, schedule=schedule, flow="gradient", direction=direction)
    found = Simulation(settings.replace(weight_scale=0.5)).run(until=1.0, every=0.01)
    assert (SIGN[direction] * np.diff(found.energy - found.explicit_work) > 0).all()


@pytest.mark.jit
@pytest.mark.parametrize("schedule", ["oscillating", "ou", "relax", "decaying", "frozen"])
def test_energy_bounds(schedule):
    """e^{-rho} / 2 <= E <= e^rho / 2, rho = max_h |D_h|_2, at any time of any run."""
    simulation = Simulation(Settings(tokens=20, heads=3, schedule=schedule, dt=0.05))
    for _ in range(40):
        simulation.step()
        rho = np.linalg.norm(simulation.weights, 2, axis=(1, 2)).max()
        assert np.exp(-rho) / 2 <= simulation.ledger.energy <= np.exp(rho) / 2
