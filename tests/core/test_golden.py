"""The golden files of tests/data: an independent solver's trajectories and the authors' own engine's.

``s*.npz`` are DOP853 solutions (rtol 1e-12) with every integral of the ledger as an extra equation;
``authors_*.npz`` are fixed-step runs of the code published with arXiv 2605.18870.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from headflow.core import Settings, Simulation, fields

DATA = Path(__file__).parents[1] / "data"
AUTHORS = sorted(path.stem for path in DATA.glob("authors_*.npz"))

STEPS = {
    "s1_osc_H1_attention": 128,
    "s1_osc_H1_gradient": 128,
    "s1_osc_H3_attention": 480,
    "s1_osc_H3_gradient": 800,
    "s2_ascent_beta2_attention": 96,
    "s2_ascent_beta2_gradient": 96,
    "s2_ascent_frozen_H3_attention": 64,
    "s2_ascent_frozen_H3_gradient": 128,
    "s2_osc_H2_attention": 128,
    "s2_osc_H2_gradient": 160,
    "s2_osc_H8_attention": 128,
    "s2_osc_H8_gradient": 480,
    "s2_relax_H4_attention": 128,
    "s2_relax_H4_gradient": 160,
    "s4_osc_H4_attention": 256,
    "s4_osc_H4_gradient": 480,
}
"""RK4 steps between two recorded times: the error bound asks for more where the flow is stiffer."""

TOLERANCE = {"s1_osc_H3_gradient": 1e-7}

INTEGRALS = {
    "explicit": "explicit_work",
    "transport": "transport_work",
    "slope2": "slope_integral",
    "speed2": "speed_integral",
    "defect": "defect",
}


def golden(name):
    with np.load(DATA / f"{name}.npz") as file:
        arrays = {key: file[key] for key in file.files}
    return arrays, json.loads(str(arrays.pop("meta")))


def start(meta, **numerics):
    schedule = meta["schedule"]
    return Settings(
        dimension=meta["d"],
        tokens=meta["n"],
        heads=meta["H"],
        flow=meta["flow"],
        direction="ascent" if meta["sign"] > 0 else "descent",
        schedule="frozen" if schedule == "scaled_identity" else schedule,
        **numerics,
    )


def test_no_file_is_left_out():
    assert {path.stem for path in DATA.glob("*.npz")} == {*STEPS, *AUTHORS}
    assert len(AUTHORS) == 5


@pytest.mark.jit
@pytest.mark.parametrize("name", STEPS)
def test_independent_solution(name):
    known, meta = golden(name)
    every = known["t"][1] - known["t"][0]
    settings = start(meta, integrator="rk4", dt=every / STEPS[name])
    found = Simulation(settings, tokens=known["X0"], weights=known["D0"]).run(until=meta["T"], every=every)
    tolerance = TOLERANCE.get(name, 1e-8)

    def close(ours, theirs):
        assert ours.shape == theirs.shape
        assert np.abs(ours - theirs).max() <= tolerance

    close(found.time.values, known["t"])
    close(found.tokens.values, known["X"])
    close(found.weights.values, known["D"])
    close(found.energy.values, known["E"])
    for theirs, ours in INTEGRALS.items():
        close(found[ours].values, known[theirs])


@pytest.mark.jit
@pytest.mark.parametrize("name", STEPS)
def test_energy_at_golden_states(name):
    """Without stepping: E of each stored state is the stored E."""
    known, _ = golden(name)
    ours = [fields(X, D).energy for X, D in zip(known["X"], known["D"], strict=True)]
    np.testing.assert_allclose(ours, known["E"], rtol=1e-12)


@pytest.mark.jit
@pytest.mark.parametrize("name", AUTHORS)
def test_authors_engine(name):
    known, meta = golden(name)
    settings = start(meta, integrator=meta["integrator"], dt=meta["dt"])
    simulation = Simulation(settings, tokens=known["X0"], weights=known["D0"])
    found = simulation.run(until=meta["T"], every=meta["dt"] * meta["record_every"])
    close = {"atol": 1e-9, "rtol": 0}
    np.testing.assert_allclose(found.time, known["t"], **close)
    np.testing.assert_allclose(found.energy, known["E"], **close)
    np.testing.assert_allclose(found.published_slope_squared, known["G2"], **close)
    np.testing.assert_allclose(found.explicit_work, known["explicit"], **close)
    np.testing.assert_allclose(found.published_integral, known["G2_int"], **close)
    np.testing.assert_allclose(found.tokens[-1], known["X_final"], **close)
