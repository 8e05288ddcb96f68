"""A run written down: rows at regular times, gathered into an xarray Dataset."""

import json
from importlib.metadata import version

import numpy as np
import xarray as xr
from tqdm import tqdm

from .ensemble import LARGE_STEP, StepError
from .variables import VARIABLES

CITATION = (
    "Massucco, Del Grande, Carioni, Brune, Schoenlieb: Multi-Headed Transformer Architectures as "
    "Time-dependent Wasserstein Gradient Flows, arXiv:2605.18870 (2026)"
)

SLACK = 1e-9
"""Share of a step by which a time counts as reached: rounding of k dt, not a rule."""


def record(simulation, until, every, progress, cancelled):
    """Step ``simulation`` to ``until`` and return the Dataset; see Simulation.run."""
    rows, tokens, weights = [], [], []
    reach = simulation.largest_move

    def note():
        row = simulation.row()
        row.update(largest_move=reach, large_step=float(reach > LARGE_STEP))
        rows.append(row)
        tokens.append(simulation.tokens)
        weights.append(simulation.weights)

    def written():
        return dataset(simulation, rows, np.array(tokens), np.array(weights))

    start, due = simulation.time, 1
    note()
    shape = "{l_bar}{bar}| t = {n:.2f} of {total:.2f}, {remaining} left"
    with tqdm(total=until - start, disable=not progress, bar_format=shape) as bar:
        reach = 0.0
        while until - simulation.time > SLACK * simulation.settings.dt:
            if cancelled is not None and cancelled():
                break
            try:
                simulation.step_towards(until)
            except StepError as trouble:
                trouble.dataset = written()
                raise
            reach = max(reach, simulation.largest_move)
            slack = SLACK * simulation.settings.dt
            if simulation.time > start + due * every - slack or simulation.time > until - slack:
                note()
                reach = 0.0
                bar.update(simulation.time - start - bar.n)
                due = int((simulation.time - start + slack) / every) + 1
    return written()


def dataset(simulation, rows, tokens, weights):
    """The Dataset of scalar ``rows``, ``tokens`` (time, n, d) and ``weights`` (time, H, d, d)."""
    names = [name for name in VARIABLES if any(name in row for row in rows)]
    scalars = {
        name: ("time", np.array([row.get(name, np.nan) for row in rows]), {"long_name": VARIABLES[name]})
        for name in names
    }
    return xr.Dataset(
        {
            "tokens": (("time", "token", "coord"), tokens, {"long_name": "unit vectors x_i"}),
            "weights": (("time", "head", "row", "col"), weights, {"long_name": "symmetric matrices D_h"}),
            **scalars,
        },
        coords={"time": ("time", np.array([row["time"] for row in rows]), {"long_name": "depth t"})},
        attrs={
            "settings": simulation.start_settings.to_json(),
            "events": json.dumps(simulation.events),
            "version": version("headflow"),
            "citation": CITATION,
        },
    )
