"""Perturbed twins and the long-time scalars of a run (model section 6)."""

import numpy as np
import pytest

from headflow.core import Settings, Simulation, StepError, fields
from headflow.core.ensemble import Ensemble
from headflow.core.stability import coupled_distance, energy_bound, lipschitz_rate

SMALL = {"tokens": 6, "heads": 2, "arrangement": "uniform", "weight_scale": 0.3}


def go(simulation, steps):
    for _ in range(steps):
        simulation.step()
    return simulation


@pytest.mark.parametrize("schedule", ["oscillating", "ou"])
@pytest.mark.parametrize("kind", ["tokens", "weights"])
def test_twin_is_a_run_of_its_own(kind, schedule):
    """The twin moves as a run started from its tokens under its weights, along the same noise."""
    settings = Settings(**SMALL, schedule=schedule, perturb=kind, perturbation=0.1)
    simulation = Simulation(settings)
    start = simulation.twin.tokens
    shift = simulation.twin.weights - simulation.weights
    if kind == "tokens":
        alone = Simulation(settings.replace(perturb="nothing"), tokens=start)
        go(alone, 5)
        go(simulation, 5)
        np.testing.assert_array_equal(simulation.twin.tokens, alone.tokens)
        np.testing.assert_array_equal(simulation.twin.weights, alone.weights)
        return
    np.testing.assert_allclose(np.linalg.norm(shift, 2, axis=(1, 2)), 0.1, rtol=1e-12)
    go(simulation, 5)
    np.testing.assert_allclose(simulation.twin.weights - simulation.weights, shift, atol=1e-14)
    assert coupled_distance(simulation.tokens, simulation.twin.tokens) > 0


@pytest.mark.parametrize("kind", ["tokens", "weights"])
def test_distance_is_linear_in_epsilon(kind):
    """At a fixed time, twins at eps and eps/10 are ten times as close."""
    settings = Settings(**SMALL, perturb=kind)
    far, near = (
        go(Simulation(settings.replace(perturbation=eps)), 10).row()["twin_distance"] for eps in (1e-4, 1e-5)
    )
    assert far / near == pytest.approx(10, rel=1e-2)


def test_gronwall_bound_holds_and_is_the_integral_of_its_rate():
    """distance(t) <= e^{int L} distance(0); for frozen weights L is a constant."""
    simulation = Simulation(Settings(**SMALL, schedule="frozen", perturb="tokens", direction="ascent"))
    first = simulation.row()
    assert first["gronwall_bound"] == first["twin_distance"]
    assert first["twin_distance"] == pytest.approx(2 * np.sin(0.05 / 2), rel=1e-12)
    row = go(simulation, 10).row()
    rate = lipschitz_rate(simulation.weights)
    assert row["gronwall_bound"] == pytest.approx(first["twin_distance"] * np.exp(rate * 0.1), rel=1e-10)
    assert row["wasserstein2"] <= row["twin_distance"] <= row["gronwall_bound"]
    grown = first["twin_distance"] * np.exp(0.1 * row["growth_rate"])
    assert grown == pytest.approx(row["twin_distance"], rel=1e-12)
    assert row["growth_rate"] <= rate


def test_gronwall_rate_is_integrated_with_the_order_of_the_scheme():
    ends = []
    for dt in (0.1, 0.05, 0.0125):
        simulation = Simulation(Settings(**SMALL, schedule="relax", perturb="tokens", dt=dt))
        ends.append(go(simulation, round(0.2 / dt)).twin.exponent)
    coarse, fine = abs(ends[0] - ends[2]), abs(ends[1] - ends[2])
    assert coarse / fine == pytest.approx(16, rel=0.2)


def test_gronwall_bound_is_for_the_attention_flow_only():
    simulation = go(Simulation(Settings(**SMALL, perturb="tokens")), 1)
    assert "gronwall_bound" in simulation.row()
    simulation.change(flow="gradient")
    assert "gronwall_bound" not in go(simulation, 1).row()
    simulation.change(flow="attention")
    assert "gronwall_bound" not in go(simulation, 1).row()  # what was not bounded once stays so
    start = Settings(**SMALL, perturb="tokens", flow="gradient")
    assert "gronwall_bound" not in Simulation(start).row()


def test_energy_difference_is_within_its_bound():
    """|E_eps - E| <= (eps/2) e^{rho + eps} at the run's tokens."""
    simulation = Simulation(Settings(**SMALL, perturb="weights", perturbation=0.3))
    for _ in range(3):
        row = go(simulation, 3).row()
        X, D, shifted = simulation.tokens, simulation.weights, simulation.twin.weights
        assert row["energy_difference"] == pytest.approx(
            fields(X, shifted).energy - fields(X, D).energy, rel=1e-9
        )
        assert row["energy_bound"] == energy_bound(D, 0.3)
        assert abs(row["energy_difference"]) <= row["energy_bound"]


def test_energy_difference_of_moved_tokens():
    simulation = go(Simulation(Settings(**SMALL, perturb="tokens")), 2)
    energies = [fields(cloud.tokens, simulation.weights).energy for cloud in (simulation, simulation.twin)]
    assert simulation.row()["energy_difference"] == pytest.approx(energies[1] - energies[0], rel=1e-9)


def test_no_twin_variables_without_a_twin():
    assert not {"twin_distance", "wasserstein2", "energy_difference"} & set(
        Simulation(Settings(**SMALL)).row()
    )


def test_limit_of_frozen_weights_is_now():
    simulation = go(Simulation(Settings(**SMALL, schedule="frozen")), 2)
    row = simulation.row()
    assert row["limit_energy"] == pytest.approx(row["energy"], rel=1e-12)
    assert row["limit_slope"] ** 2 == pytest.approx(row["slope_squared"], rel=1e-12)
    assert "limit_energy" not in Simulation(Settings(**SMALL, schedule="oscillating")).row()


def test_gauge_of_one_sided_power_is_its_work():
    """int |P| = |int P| while P keeps its sign; frozen weights do no work at all."""
    relaxing = Settings(tokens=6, heads=2, schedule="relax", initial_weights="identity", weight_scale=2.0)
    books = go(Simulation(relaxing), 10).ledger
    assert books.gauge == pytest.approx(abs(books.explicit_work), rel=1e-12)
    assert go(Simulation(Settings(**SMALL, schedule="frozen")), 3).ledger.gauge == 0


def test_cluster_labels_last_and_follow_the_angle():
    simulation = go(Simulation(Settings(**SMALL)), 1)
    labels = simulation.cluster_labels()
    assert labels.shape == (6,)
    assert len(set(labels.tolist())) == simulation.row()["clusters"]
    np.testing.assert_array_equal(simulation.cluster_labels(), labels)
    simulation.change(cluster_angle=3.1)
    assert len(set(simulation.cluster_labels().tolist())) == 1
    assert simulation.row()["largest_cluster"] == 1


def test_weights_beyond_the_bound_are_refused():
    ensemble = Ensemble(np.eye(3), heads=1)
    many = np.tile(40 * np.eye(3), (1, 1, 1))
    assert ensemble.felt(many) is many
    with pytest.raises(StepError, match="spectral norms from 0 to .* got 800"):
        ensemble.felt(800 * np.eye(3)[None])
