"""How a run behaves: the same bits again, clear refusals, and a last good state when a step fails."""

import numpy as np
import pytest

from headflow.core import Settings, Simulation, StepError
from headflow.core.ensemble import to_sphere
from headflow.core.integrators import SCHEMES

SMALL = {"tokens": 6, "heads": 2}


def go(simulation, steps):
    for _ in range(steps):
        simulation.step()
    return simulation


def bits(simulation):
    twin = simulation.twin.tokens.tobytes() if simulation.twin else b""
    return (
        simulation.tokens.tobytes(),
        simulation.weights.tobytes(),
        twin,
        simulation.ledger,
        simulation.row(),
    )


@pytest.mark.parametrize("perturb", ["nothing", "tokens", "weights"])
@pytest.mark.parametrize("schedule", ["oscillating", "ou"])
@pytest.mark.parametrize("integrator", ["euler", "heun", "rk4"])
def test_restore_goes_on_with_the_same_bits(schedule, integrator, perturb):
    simulation = go(
        Simulation(Settings(**SMALL, schedule=schedule, integrator=integrator, perturb=perturb)), 3
    )
    simulation.change(noise=0.3, frequency=2.0)
    go(simulation, 2)
    state = simulation.state()
    simulation.change(reversion=2.0, direction="ascent", dt=0.02)
    first = bits(go(simulation, 5))
    events = list(simulation.events)
    for _ in range(2):
        simulation.restore(state)
        assert (simulation.steps, simulation.settings.dt) == (5, 0.01)
        simulation.change(reversion=2.0, direction="ascent", dt=0.02)
        assert bits(go(simulation, 5)) == first
        assert simulation.events == events


def test_same_settings_same_bits_other_seed_other_bits():
    settings = Settings(**SMALL, schedule="ou", perturb="tokens")
    one, same, other = (go(Simulation(s), 5) for s in (settings, settings, settings.replace(seed=1)))
    assert bits(one) == bits(same)
    assert not np.array_equal(one.weights, other.weights)
    assert not np.array_equal(one.tokens, other.tokens)


def test_run_in_two_parts_is_one_run():
    settings = Settings(**SMALL, schedule="ou")
    whole, parts = Simulation(settings), Simulation(settings)
    whole.run(until=0.4)
    parts.run(until=0.2)
    assert bits(whole) != bits(parts)
    parts.run(until=0.4)
    assert bits(whole) == bits(parts)


@pytest.mark.parametrize("schedule", ["oscillating", "ou"])
def test_run_lands_on_until(schedule):
    """The last step is shortened, even to almost nothing, and whole steps go on from there."""
    simulation = Simulation(Settings(**SMALL, schedule=schedule, dt=0.01))
    found = simulation.run(until=0.2537, every=0.1)
    np.testing.assert_allclose(found.time, [0, 0.1, 0.2, 0.2537], atol=1e-12)
    assert simulation.time == 0.2537
    simulation.run(until=0.2537 + 2e-10)
    simulation.step()
    assert simulation.time == pytest.approx(0.2637, abs=1e-9)
    assert simulation.steps == 26 + 1 + 1


def test_run_without_until_ends_at_the_horizon():
    found = Simulation(Settings(tokens=2, heads=1, dt=0.05, horizon=0.25)).run()
    np.testing.assert_allclose(found.time, [0, 0.1, 0.2, 0.25], atol=1e-12)


def test_run_can_be_cancelled():
    asked = []

    def cancelled():
        asked.append(True)
        return len(asked) > 12

    simulation = Simulation(Settings(**SMALL))
    found = simulation.run(until=5.0, every=0.1, cancelled=cancelled)
    assert simulation.steps == 12
    np.testing.assert_allclose(found.time, [0, 0.1])


def test_run_refuses_times_that_cannot_be():
    simulation = go(Simulation(Settings(**SMALL)), 3)
    with pytest.raises(ValueError, match="until must be a finite time from now, 0.03, on; got 0.01"):
        simulation.run(until=0.01)
    with pytest.raises(ValueError, match="every must be a finite time above 0; got 0"):
        simulation.run(until=1.0, every=0)


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        (np.ones((3, 3)) / np.sqrt(3), r"shape .*= \(6, 3\); got \(3, 3\)"),
        (np.zeros((6, 3)), "rows of norm 1 .*got norm 0 in row 0"),
        (np.full((6, 3), np.nan), "finite numbers; got .*nan.* in row 0"),
        (np.full((6, 3), 1.0), "rows of norm 1 .*got norm 1.73205081 in row 0"),
    ],
)
def test_bad_start_tokens_are_refused(tokens, words):
    with pytest.raises(ValueError, match=f"tokens must .*{words}"):
        Simulation(Settings(**SMALL), tokens=tokens)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (np.tile(np.eye(3), (3, 1, 1)), "one matrix for each of 2 heads; got 3"),
        (np.tile(np.eye(2), (2, 1, 1)), r"shape \(H, 3, 3\) .*got shape \(2, 2, 2\)"),
        (np.tile([[1.0, 1, 0], [0, 1, 0], [0, 0, 1]], (2, 1, 1)), "symmetric.* got a difference of 1 "),
        (np.full((2, 3, 3), np.inf), "finite numbers; got .*inf"),
        (np.tile(800 * np.eye(3), (2, 1, 1)), "spectral norms from 0 to .*; got 800"),
    ],
)
def test_bad_weights_are_refused(weights, words):
    with pytest.raises(ValueError, match=f"weights must .*{words}"):
        Simulation(Settings(**SMALL), weights=weights)


def test_settings_that_need_a_restart_are_named():
    simulation = go(Simulation(Settings(**SMALL)), 1)
    before = bits(simulation)
    with pytest.raises(ValueError, match="heads, seed cannot change in mid-run"):
        simulation.change(heads=4, frequency=2.0, seed=3)
    with pytest.raises(ValueError, match="frequency must be a number from 0 to 100; got -1"):
        simulation.change(frequency=-1)
    with pytest.raises(ValueError, match="speed is not a setting"):
        simulation.change(speed=1)
    assert bits(simulation) == before
    assert simulation.settings == Settings(**SMALL)
    assert simulation.events == []


def test_callers_settings_are_copied():
    settings = Settings(**SMALL)
    simulation = Simulation(settings)
    settings.dt = 0.5
    go(simulation, 1)
    assert simulation.time == 0.01


def test_too_large_a_step_is_flagged():
    simulation = Simulation(Settings(**SMALL, dt=5.0, arrangement="uniform"))
    assert not simulation.large_step
    found = simulation.run(until=10.0, every=5.0)
    assert simulation.large_step
    assert simulation.largest_move > 0.5
    assert found.large_step.values.tolist() == [0, 1, 1]
    np.testing.assert_allclose(np.linalg.norm(simulation.tokens, axis=1), 1, atol=1e-12)


def test_a_large_step_between_records_is_not_missed():
    simulation = Simulation(Settings(**SMALL, dt=0.4, arrangement="uniform", weight_scale=3.0))
    simulation.step()
    assert simulation.large_step  # the first step is the wildest of this run
    found = Simulation(simulation.settings).run(until=8.0, every=8.0)
    assert found.large_step.values.tolist() == [0, 1]


def test_a_step_to_the_origin_is_refused_and_the_state_kept(monkeypatch):
    """An update of exactly -x leaves no direction to normalise."""
    simulation = go(Simulation(Settings(**SMALL, perturb="tokens")), 2)
    before = bits(simulation)

    def vanish(slope, X, first, h):
        slope(1.0, X + h * first.velocity)
        return -X, h * first.rates

    with monkeypatch.context() as patch:
        patch.setattr(simulation, "_scheme", SCHEMES["rk4"]._replace(step=vanish))
        with pytest.raises(StepError, match=r"sends token 0 to \[0. 0. 0.\]"):
            simulation.step()
    assert bits(simulation) == before
    assert simulation.steps == 2
    undisturbed = go(Simulation(simulation.settings), 4)
    assert bits(go(simulation, 2)) == bits(undisturbed)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0, 1e200, 1e-160])
def test_rows_without_a_direction_are_refused(bad):
    Y = np.ones((3, 2))
    Y[1] = bad
    with pytest.raises(StepError, match="token 1 to"):
        to_sphere(Y)


def test_weights_too_large_for_the_energy():
    """exp overflows near 710; for the powers it may be earlier."""
    simulation = Simulation(Settings(**SMALL, schedule="ou", reversion=0.0, noise=20.0, dt=5.0))
    with pytest.raises(StepError, match="weights"):
        go(simulation, 10_000)
    assert np.isfinite(simulation.ledger).all()
    assert np.isfinite(simulation.tokens).all()
    assert np.isfinite(list(simulation.row().values())).all()


@pytest.mark.jit
@pytest.mark.parametrize("perturb", ["nothing", "tokens"])
def test_moved_token_leaves_the_books_closed(perturb):
    simulation = go(Simulation(Settings(tokens=20, heads=3, perturb=perturb)), 10)
    residual, energy = simulation.ledger.balance_residual, simulation.fields.energy
    simulation.move(4, [0.0, 0.0, 2.0])
    np.testing.assert_array_equal(simulation.tokens[4], [0.0, 0.0, 1.0])
    assert abs(simulation.fields.energy - energy) > 1e-3  # E has jumped
    assert simulation.ledger.balance_residual == pytest.approx(residual, abs=1e-14)
    assert simulation.events[-1].name == "token"
    state = simulation.state()
    first = bits(go(simulation, 20))
    assert abs(simulation.ledger.balance_residual) < 1e-7
    simulation.restore(state)
    assert bits(go(simulation, 20)) == first


@pytest.mark.parametrize(
    ("token", "place"), [(20, [1, 0, 0]), (-1, [1, 0, 0]), (1.5, [1, 0, 0]), (0, [0, 0, 0]), (0, [1, 0])]
)
def test_moves_that_cannot_be_are_refused(token, place):
    simulation = Simulation(Settings(tokens=20, heads=1))
    with pytest.raises(ValueError, match="token must be|place must be"):
        simulation.move(token, place)


def test_one_token():
    found = Simulation(Settings(tokens=1, heads=2)).run(until=0.5)
    assert np.isfinite(found.to_dataarray().values).all()
    assert (found.clusters == 1).all()
    assert np.abs(found.balance_residual).max() < 1e-8


def test_equal_tokens_stay_equal():
    x = np.tile([0.6, 0.8, 0.0], (5, 1))
    for flow in ("attention", "gradient"):
        simulation = go(Simulation(Settings(tokens=5, heads=2, flow=flow), tokens=x), 20)
        assert np.ptp(simulation.tokens, axis=0).max() < 1e-13
        assert abs(simulation.ledger.balance_residual) < 1e-6


@pytest.mark.jit
def test_norms_after_many_steps():
    """Points must not drift off the sphere (geomstats 2050), nor the count of steps off the time."""
    simulation = go(Simulation(Settings(tokens=3, heads=1, integrator="euler", dt=1e-3)), 100_000)
    np.testing.assert_allclose(np.linalg.norm(simulation.tokens, axis=1), 1, atol=1e-12)
    assert simulation.time == pytest.approx(100, abs=1e-9)
