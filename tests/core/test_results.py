"""A run read back from any format is the run that was saved, and its settings run it again bit for bit."""

import csv

import numpy as np
import pytest
import xarray as xr

from headflow.core import Settings, Simulation
from headflow.core.results import load, save, settings_of

RUNS = {
    "default": Settings(),
    "noisy twin": Settings(
        dimension=2, tokens=5, heads=3, schedule="ou", perturb="weights", perturbation=0.1, seed=7, dt=0.02
    ),
    "one token": Settings(tokens=1, heads=1, schedule="frozen", direction="ascent"),
}


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.jit if name == "default" else ()) for name in RUNS],
)
def run(request):
    return Simulation(RUNS[request.param]).run(until=0.2, every=0.05)


@pytest.mark.parametrize("suffix", [".nc", ".npz", ".csv"])
def test_read_back_identical(run, suffix, tmp_path):
    path = tmp_path / f"run{suffix}"
    save(run, path)
    back = load(path)
    xr.testing.assert_identical(back, run)
    assert dict(back.sizes) == dict(run.sizes)
    for name, variable in run.variables.items():
        assert variable.dtype == back[name].dtype
        assert np.array_equal(variable.values, back[name].values, equal_nan=True), name
    settings = settings_of(back)
    assert settings == settings_of(run)
    again = Simulation(settings).run(until=0.2, every=0.05)
    xr.testing.assert_identical(again, run)


def test_run_from_given_start_reruns_from_its_file(tmp_path):
    settings = Settings(tokens=4, heads=2)
    rng = np.random.default_rng(0)
    start = rng.normal(size=(4, 3)).astype(np.float32)
    start /= np.linalg.norm(start, axis=1)[:, None]
    first = Simulation(settings, tokens=start, weights=np.tile(np.eye(3), (2, 1, 1))).run(until=0.1)
    save(first, tmp_path / "run.nc")
    back = load(tmp_path / "run.nc")
    again = Simulation(settings_of(back), tokens=back.tokens[0], weights=back.weights[0]).run(until=0.1)
    xr.testing.assert_identical(again, first)


def test_attributes_are_text():
    """None and bool attributes break netCDF (xarray 3743); only text is written."""
    dataset = Simulation(Settings(tokens=3, heads=1)).run(until=0.02)
    holders = [dataset, *dataset.variables.values()]
    assert all(isinstance(value, str) for holder in holders for value in holder.attrs.values())


def test_csv_opens_as_a_table(tmp_path):
    dataset = Simulation(Settings(tokens=3, heads=1, dimension=2)).run(until=0.1, every=0.05)
    save(dataset, tmp_path / "run.csv")
    with open(tmp_path / "run.csv") as file:
        assert next(file).startswith("# {")
        rows = list(csv.DictReader(file))
    assert [float(row["time"]) for row in rows] == dataset.time.values.tolist()
    assert [float(row["tokens[2,1]"]) for row in rows] == dataset.tokens[:, 2, 1].values.tolist()


def test_unknown_suffix_is_named(tmp_path):
    dataset = Simulation(Settings(tokens=1, heads=1)).run(until=0.01)
    with pytest.raises(ValueError, match=r"\.nc, \.npz, \.csv; got '.*run\.xls'"):
        save(dataset, tmp_path / "run.xls")
    with pytest.raises(ValueError, match="settings"):
        settings_of(xr.Dataset(attrs={"title": "something else"}))
