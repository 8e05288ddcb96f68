"""The studies answer as the theory says where it speaks, and keep to what they measure."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import xarray as xr

from headflow.core import Settings, Simulation
from headflow.core.studies import (
    Axis,
    EpsilonStudy,
    HeadsStudy,
    IntegrabilityStudy,
    RegimesStudy,
    power_law,
    save,
)
from headflow.core.studies.measure import summary

SMALL = Settings(tokens=16, dt=0.05, horizon=8.0, integrator="heun")


def run(study):
    with ThreadPoolExecutor(1) as pool:
        return study.run(executor=pool, store=False)


def claims(dataset):
    return {claim: agrees for claim, _, agrees in json.loads(dataset.attrs["claims"])}


@pytest.mark.parametrize(("power", "agrees"), [(0.3, True), (0.0, True), (-0.5, False)])
def test_a_mean_that_grows_with_the_heads_does_not_fall(power, agrees):
    study = HeadsStudy(SMALL, heads=[1, 3, 10], paths=2, phase_laws=["locked"])
    means = np.array([[[heads**power] * 2 for heads in study.heads]])
    fits = {"published_slope_squared": {"locked": power_law(study.heads, means[0])}}
    ((claim, _, said),) = study.claims({"published_slope_squared": means}, fits)
    assert claim.endswith("does not fall with H") and said is agrees


@pytest.mark.jit
def test_under_ou_weights_the_slope_falls_as_one_over_the_heads():
    dataset = run(HeadsStudy(SMALL.replace(schedule="ou"), heads=[1, 4, 16], paths=8))
    fit = dataset.sel(law="ou", quantity="published_slope_squared")
    assert abs(fit.exponent + 1) < 0.2  # model section 6: -1
    assert fit.exponent_low < fit.exponent < fit.exponent_high
    assert dataset.defect_rate.sel(heads=1).max() < 1e-25  # a single head is a gradient flow
    assert dataset.energy_gap.mean("path").diff("heads").max() < 0


@pytest.mark.jit
def test_locked_phases_do_not_decay_and_spread_phases_do():
    # Model section 5: with equal phases Theta_t moves as much for any H; spread over a turn it nearly rests.
    study = HeadsStudy(SMALL.replace(horizon=12.0), heads=[1, 8], paths=2, phase_laws=["spread", "locked"])
    means = run(study).published_slope_squared.mean("path")
    assert float(means.sel(law="spread", heads=8) / means.sel(law="spread", heads=1)) < 0.02
    assert float(means.sel(law="locked", heads=8) / means.sel(law="locked", heads=1)) > 0.5


def test_time_means_are_the_ledgers_integrals():
    settings = SMALL.replace(heads=3, tokens=6, horizon=4.0)
    study = HeadsStudy(settings, heads=[3, 4], paths=1, phase_laws=["spread"])
    mean = float(run(study).published_slope_squared.sel(law="spread", heads=3, path=0))
    books = (
        Simulation(settings).run(every=2.0).published_integral.sel(time=[2.0, 4.0], method="nearest").values
    )
    assert mean == pytest.approx((books[1] - books[0]) / 2, rel=1e-12)


def test_noisy_inputs_stay_within_the_bound_and_scale_with_eps():
    settings = SMALL.replace(heads=2, horizon=2.0, perturb="tokens", schedule="ou")
    dataset = run(EpsilonStudy(settings, sizes=[1e-5, 1e-4, 1e-3], paths=2))
    assert set(claims(dataset).values()) == {True}
    # Every token is moved by the angle eps, so the first distance is the chord of eps.
    first = dataset.wasserstein2.isel(time=0).values
    np.testing.assert_allclose(first, np.repeat(2 * np.sin(dataset.perturbation.values / 2)[:, None], 2, 1))
    assert float(dataset.exponent.sel(quantity="distance")) == pytest.approx(1, abs=0.02)


def test_perturbed_weights_have_slope_one_and_keep_the_bound():
    settings = SMALL.replace(heads=2, horizon=2.0, perturb="weights")
    dataset = run(EpsilonStudy(settings, sizes=[1e-4, 1e-3, 1e-2], paths=2))
    assert set(claims(dataset).values()) == {True}
    np.testing.assert_allclose(dataset.exponent, 1, atol=0.05)


@pytest.mark.jit
def test_the_gauge_is_bounded_where_the_power_is_integrable():
    study = IntegrabilityStudy(
        SMALL.replace(heads=2, phase_spread=0.0, horizon=20.0, decay_time=1.0), paths=1
    )
    dataset = run(study)
    late = dataset.late_share.isel(path=0).to_series()
    assert max(late["frozen"], late["relax"], late["decaying"]) < 0.01
    assert min(late["ou"], late["oscillating"]) > 0.05
    assert dataset.gauge.diff("time").min() >= 0
    assert dataset.gauge.sel(schedule="frozen").max() == 0


def imagined(study, law):
    """Results of ``study`` if its summary were ``law(settings)``; also how many points were run."""
    results = {}
    while tasks := [task for task in study.plan(results) if task not in results]:
        for task in tasks:
            results[task] = {study.summary: float(law(Settings.from_json(task.settings)))}
    return study.dataset(results), len(results)


def test_a_map_is_refined_to_the_end_along_its_boundary_only():
    x = Axis.between("frequency", 0, 4, 5, levels=3)
    y = Axis.between("phase_spread", 0, 1, 5, levels=3)
    study = RegimesStudy(SMALL, x, y, "clusters")
    edge = 1.3
    dataset, runs = imagined(study, lambda s: 1 if s.frequency + s.phase_spread < edge else 4)
    whole = dataset.clusters.isel(path=0)
    assert runs < 0.35 * whole.size
    frequency, spread = np.meshgrid(dataset.frequency, dataset.phase_spread)
    np.testing.assert_array_equal(
        whole.values[dataset.measured.values],
        np.where(frequency + spread < edge, 1, 4)[dataset.measured.values],
    )
    for row in range(
        whole.shape[0]
    ):  # in each row of the finest lattice that was run, neighbours hold the edge
        at = np.flatnonzero(dataset.measured.values[row])
        values = whole.values[row, at]
        jump = np.flatnonzero(np.diff(values))
        if row % y.stride == 0:
            assert [at[k + 1] - at[k] for k in jump] == [1]


def test_an_even_map_is_left_coarse_and_failed_runs_are_holes():
    x, y = Axis.between("frequency", 0, 4, 3, levels=4), Axis("schedule", ["ou", "relax"])
    study = RegimesStudy(SMALL, x, y, "polar_order", paths=2)
    _, runs = imagined(study, lambda s: 0.5)
    assert runs == 3 * 2 * 2
    huge = RegimesStudy(
        SMALL.replace(schedule="frozen", tokens=4, horizon=0.2),
        Axis("weight_scale", [1.0, 20.0]),
        Axis("dimension", [15, 16]),
        "polar_order",
    )
    results = {task: {"failed": "too large"} for task in huge.plan({})}
    dataset = huge.dataset(results)
    assert np.isnan(dataset.polar_order).all() and dataset.attrs["failed_runs"] == 4


def test_a_twin_that_has_met_its_run_has_no_growth_rate():
    """One token under frozen weights and its twin both end in the leading eigenvector, to the last bit."""
    settings = Settings(tokens=1, heads=1, schedule="frozen", direction="ascent", perturb="tokens", dt=0.1)
    assert np.isnan(summary(settings.replace(horizon=60.0), "growth_rate")["growth_rate"])
    assert np.isfinite(summary(settings.replace(horizon=2.0), "growth_rate")["growth_rate"])


def test_whole_numbers_stay_whole_and_categories_are_listed():
    assert Axis.between("heads", 1, 9, 3, levels=2).values == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert Axis.between("heads", 1, 5, 3, levels=5).values == [1, 2, 3, 4, 5]
    assert Axis.parse("heads=1:100:3:log").values == [1, 10, 100]
    assert Axis.parse("phase-spread=0,0.5").values == [0.0, 0.5]
    assert Axis.parse("flow=attention,gradient").values == ["attention", "gradient"]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Axis.parse("heads"), "must be NAME="),
        (lambda: Axis.parse("heads=1:x:3"), "got 'heads=1:x:3'"),
        (lambda: Axis.parse("heads=0:4:3"), "heads must be a whole number from 1 to 1024; got 0"),
        (lambda: Axis.parse("flow=0:4:3"), "list its values, attention, gradient"),
        (lambda: Axis.parse("frequency=0:4:3:log"), "must lie above 0"),
        (lambda: Axis.parse("seed=0:4:3"), "other than seed"),
        (lambda: Axis.parse("heads=3,3"), "all different"),
        (lambda: RegimesStudy(SMALL, *[Axis("heads", [1, 2])] * 2), "two settings"),
        (
            lambda: RegimesStudy(SMALL, Axis("heads", [1, 2]), Axis("noise", [0, 1]), "x"),
            "summary must be one",
        ),
        (
            lambda: RegimesStudy(SMALL, Axis("heads", [1, 2]), Axis("noise", [0, 1]), "growth_rate"),
            "needs a twin",
        ),
        (lambda: HeadsStudy(SMALL, heads=[3, 3]), "at least two different"),
        (lambda: HeadsStudy(SMALL, paths=0), "paths must be a whole number from 1"),
        (lambda: HeadsStudy(SMALL, heads=[1, 2000]), "heads must be a whole number from 1 to 1024; got 2000"),
        (lambda: HeadsStudy(SMALL, phase_laws=["even"]), "among spread, locked, random; got 'even'"),
        (lambda: HeadsStudy(SMALL.replace(horizon=0.05)), "horizon must be at least 2 dt"),
        (lambda: EpsilonStudy(SMALL), "perturb must be tokens or weights"),
        (lambda: EpsilonStudy(SMALL.replace(perturb="tokens"), sizes=[0.1, 2.0]), "perturbation must be"),
        (lambda: IntegrabilityStudy(SMALL, schedules=["x"]), "schedule must be one of"),
    ],
)
def test_what_does_not_make_a_study_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize("suffix", [".nc", ".npz", ".csv"])
def test_a_study_on_disk_says_how_to_make_it_again(tmp_path, suffix):
    x, y = Axis.between("frequency", 0, 4, 3, levels=1), Axis("flow", ["attention", "gradient"])
    study = RegimesStudy(SMALL, x, y, "defect", paths=2)
    dataset, _ = imagined(study, lambda s: 10.0**s.frequency)
    path = tmp_path / f"study{suffix}"
    save(dataset, path)
    if suffix == ".nc":
        xr.testing.assert_identical(xr.load_dataset(path), dataset)
        assert Settings.from_json(dataset.attrs["settings"]) == SMALL
        assert json.loads(dataset.attrs["arguments"])["x"] == x.describe()
    elif suffix == ".csv":
        lines = [line for line in path.read_text().splitlines() if line[0] != "#"]
        assert len(lines) == 1 + int(dataset.measured.sum()) * 2
        assert SMALL.to_json() in path.read_text()
