"""The three balances of model section 4 and the two books of noisy weights of section 5."""

import numpy as np
import pytest

from headflow.core import Settings, Simulation
from headflow.core.flow import SIGN

FLOWS = [(flow, direction) for flow in ("attention", "gradient") for direction in ("descent", "ascent")]


def settings(**values):
    return Settings(**{"tokens": 12, "heads": 3, "arrangement": "uniform", "weight_scale": 0.4, **values})


def go(simulation, until):
    while simulation.time < until - 1e-9:
        simulation.step()
    return simulation


@pytest.mark.jit
@pytest.mark.parametrize(("flow", "direction"), FLOWS)
@pytest.mark.parametrize("d", [2, 3, 6])
def test_balances_close(d, flow, direction):
    """(a) and (b) for every flow; (c) for the gradient flow."""
    simulation = go(Simulation(settings(dimension=d, flow=flow, direction=direction)), 2.0)
    books = simulation.ledger
    assert abs(books.balance_residual) < 1e-7
    assert abs(books.de_giorgi_residual) < 1e-7
    assert books.defect >= 0
    if flow == "gradient":
        assert abs(books.published_residual) < 1e-7
        assert books.defect < 1e-25


@pytest.mark.jit
def test_published_form_closes_for_one_head_only():
    one = go(Simulation(settings(heads=1)), 2.0).ledger
    assert abs(one.published_residual) < 1e-7
    assert one.defect < 1e-25
    residuals = []
    for dt in (0.04, 0.02, 0.01):
        start = settings(heads=2, dt=dt, tokens=60, arrangement="cross-polytope", weight_scale=1.0)
        residuals.append(go(Simulation(start), 4.0).ledger.published_residual)
    assert abs(residuals[-1]) > 0.01  # and it stays as dt falls: no matter of steps
    assert abs(residuals[-1] - residuals[-2]) < 1e-5 * abs(residuals[-1])


@pytest.mark.jit
def test_published_residual_of_the_authors_scheme_has_a_limit():
    """Euler, as in model 4(c): with first order to a limit that is not 0, the one of RK4."""
    start = settings(heads=2, tokens=20, arrangement="cross-polytope", weight_scale=1.0)
    limit = go(Simulation(start), 2.0).ledger.published_residual
    gaps = []
    for dt in (0.02, 0.01, 0.005):
        euler = go(Simulation(start.replace(integrator="euler", dt=dt)), 2.0)
        gaps.append(euler.ledger.published_residual - limit)
    assert abs(limit) > 0.01
    np.testing.assert_allclose(np.divide(gaps[:-1], gaps[1:]), 2, atol=0.2)


def test_rates_are_those_of_the_definitions():
    """Each power against model 4 written out with loops."""
    simulation = Simulation(settings(heads=3, tokens=5))
    X, D, n, H = simulation.tokens, simulation.weights, 5, 3
    U = np.exp(np.einsum("ia,hab,jb->hij", X, D, X))
    m = U.mean(2)
    g = np.einsum("hij,hab,jb->hia", U, D, X) / n
    g -= np.einsum("hia,ia->hi", g, X)[:, :, None] * X
    gbar, abar, invb = g.mean(0), (g / m[:, :, None]).mean(0), (1 / m).mean(0)
    C = np.einsum("hij,ia,jb->hab", U, X, X)
    v = -abar
    astray = v + gbar * invb[:, None]
    drift = simulation.schedule.drift(0.0, D)
    row = simulation.row()
    assert row["explicit_power"] == pytest.approx((C * drift).sum() / (2 * H * n * n), rel=1e-12)
    assert row["transport_power"] == pytest.approx((gbar * v).sum() / n, rel=1e-12)
    assert row["slope_squared"] == pytest.approx((gbar**2 * invb[:, None]).sum() / n, rel=1e-12)
    assert row["speed_squared"] == pytest.approx((v**2 / invb[:, None]).sum() / n, rel=1e-12)
    assert row["defect_rate"] == pytest.approx((astray**2 / invb[:, None]).sum() / (2 * n), rel=1e-12)
    assert row["published_slope_squared"] == pytest.approx((abar**2 / invb[:, None]).sum() / n, rel=1e-12)


CHANGES = [
    {"direction": "ascent"},
    {"flow": "gradient"},
    {"schedule": "relax", "direction": "ascent"},
    {"frequency": 3.0, "phase_spread": 0.2, "amplitude": 0.5},
    {"offset": 1.0, "coupling": 0.2, "phases": "random"},
    {"schedule": "decaying", "decay_time": 0.5},
    {"schedule": "relax", "reversion": 3.0, "mean_scale": -1.0},
    {"horizon": 3.0, "cluster_angle": 1.0},
]


def test_every_live_knob_is_changed_somewhere_below():
    live = {name for name in Settings.names() if Settings.is_live(name)}
    assert set().union(*CHANGES) | {"dt", "integrator", "noise"} == live


@pytest.mark.jit
@pytest.mark.parametrize("knobs", CHANGES)
def test_changes_in_mid_run_keep_the_books_closed(knobs):
    """The residuals still fall 16 times when dt halves, through a change and the change back."""
    residuals = []
    for dt in (0.05, 0.025):
        simulation = go(Simulation(settings(dt=dt)), 0.5)
        before = simulation.ledger
        back = {name: getattr(simulation.settings, name) for name in knobs}
        simulation.change(**knobs)
        assert simulation.ledger == before  # E and every integral are continuous
        go(simulation, 1.0)
        simulation.change(**back)
        go(simulation, 1.5)
        books = simulation.ledger
        residuals.append([books.balance_residual, books.de_giorgi_residual])
        assert [event.name for event in simulation.events] == [*knobs, *knobs]
        assert [event.time for event in simulation.events] == pytest.approx(
            [0.5] * len(knobs) + [1.0] * len(knobs)
        )
    coarse, fine = np.abs(residuals)
    assert (fine < 1e-5).all()
    assert (fine < coarse / 10).all()


@pytest.mark.jit
def test_published_form_closes_for_the_gradient_flow_through_a_change_of_direction():
    simulation = go(Simulation(settings(flow="gradient", dt=0.01)), 0.5)
    simulation.change(direction="ascent")
    books = go(simulation, 1.0).ledger
    assert abs(books.published_residual) < 1e-7
    assert books.signed_published != pytest.approx(SIGN["ascent"] * books.published_integral)


@pytest.mark.jit
def test_change_of_step_and_scheme_in_mid_run():
    simulation = go(Simulation(settings(dt=0.01)), 0.5)
    simulation.change(dt=0.004, integrator="heun")
    assert simulation.time == 0.5
    books = go(simulation, 0.9).ledger
    assert simulation.time == pytest.approx(0.9, abs=1e-12)
    assert 0 < abs(books.balance_residual) < 1e-4


@pytest.mark.jit
def test_noise_switched_on_and_off():
    """Smooth, noisy, smooth again: Stratonovich residual as small as dt, and no jump in the Ito book."""
    simulation = go(Simulation(settings(dt=0.002)), 0.3)
    smooth = simulation.ledger
    assert smooth.ito_work == pytest.approx(smooth.explicit_work, rel=1e-12)
    assert smooth.martingale == 0
    simulation.change(schedule="ou")
    assert simulation.noisy
    noisy = go(simulation, 0.6).ledger
    assert noisy.martingale_variation > 0
    simulation.change(schedule="relax")
    end = go(simulation, 0.9).ledger
    assert end.martingale == noisy.martingale
    assert end.explicit_work - noisy.explicit_work == pytest.approx(end.ito_work - noisy.ito_work, rel=1e-9)
    assert abs(end.balance_residual) < 0.01
    assert abs(end.balance_residual - noisy.balance_residual) < 1e-7  # the smooth stretch adds nothing


@pytest.mark.jit
def test_noise_and_reversion_changed_in_mid_run_keep_both_books_closed():
    """On one path, through the changes: Stratonovich residual like dt, Ito's like sqrt(dt)."""
    steps = 2.0**-5, 2.0**-8
    residuals = np.empty((16, 2, 2))
    for seed in range(16):
        weights = []
        for k, dt in enumerate(steps):
            simulation = go(Simulation(settings(schedule="ou", tokens=4, heads=2, dt=dt, seed=seed)), 0.25)
            simulation.change(noise=0.5, mean_scale=-0.5)
            go(simulation, 0.5)
            simulation.change(reversion=3.0, noise=2.0, direction="ascent")
            books = go(simulation, 1.0).ledger
            residuals[seed, k] = books.balance_residual, books.ito_residual
            weights.append(simulation.weights)
        np.testing.assert_allclose(*weights, atol=1e-12)
    coarse, fine = np.sqrt(np.mean(residuals**2, axis=0))
    orders = np.log(coarse / fine) / np.log(8)
    np.testing.assert_allclose(orders, [1, 0.5], atol=0.25)


def test_ito_term_and_variation_are_those_of_model_5():
    simulation = Simulation(settings(schedule="ou", tokens=4, heads=2, noise=0.7))
    X, D, n, H, sigma = simulation.tokens, simulation.weights, 4, 2, 0.7
    U = np.exp(np.einsum("ia,hab,jb->hij", X, D, X))
    C = np.einsum("hij,ia,jb->hab", U, X, X)
    drift_power = (C * (np.eye(3) - D)).sum() / (2 * H * n * n)
    ito = (U * sigma**2 / 4 * (1 + (X @ X.T) ** 2)).sum() / (2 * H * n * n)
    assert simulation.row()["explicit_power"] == pytest.approx(drift_power + ito, rel=1e-12)
    variation = sigma**2 * (C**2).sum() / (4 * H**2 * n**4)
    simulation.step()
    assert simulation.ledger.ito_work == pytest.approx(0.01 * (drift_power + ito), rel=1e-12)
    assert simulation.ledger.martingale_variation == pytest.approx(0.01 * variation, rel=1e-12)


@pytest.mark.jit
def test_martingale_has_mean_zero_and_its_variation():
    """E M = 0 and E M^2 = E <M>, over independent paths."""
    ends = []
    for seed in range(300):
        start = settings(schedule="ou", tokens=2, heads=1, integrator="euler", dt=0.1, seed=seed)
        books = go(Simulation(start), 0.5).ledger
        ends.append((books.martingale, books.martingale_variation))
    M, variation = np.array(ends).T
    z = M / np.sqrt(variation.mean())
    assert abs(z.mean()) < 4 / np.sqrt(len(z))
    assert np.mean(M**2) == pytest.approx(variation.mean(), rel=4 * z.std() ** 2 * np.sqrt(3 / len(z)))


def test_noise_of_size_zero_is_relaxation():
    """ou with noise 0 is relax to the last bit, books included (the authors' `value or default` trap)."""
    quiet = go(Simulation(settings(schedule="ou", noise=0.0)), 0.3)
    relax = go(Simulation(settings(schedule="relax")), 0.3)
    assert np.array_equal(quiet.tokens, relax.tokens)
    assert quiet.ledger == relax.ledger
