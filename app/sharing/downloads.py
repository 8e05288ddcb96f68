"""The run so far as a file: made again from its past, so that every number in it is exact."""

import tempfile
from pathlib import Path

import numpy as np

from ...core.ensemble import LARGE_STEP
from ...core.recording import SLACK, dataset
from ...core.results import save
from ..room.past import retraced
from .python_snippet import snippet

EVERY = 0.1
"""Depth between two rows of a file..."""
SPACINGS = tuple(m * 10.0**e for e in range(-1, 7) for m in (1, 2, 5))
"""...or the first of these with which the file stays small."""
NUMBERS = 2_000_000
"""Most tokens' coordinates and weights in one file: 16 MB as netCDF, 40 MB as CSV."""


def run_file(past, suffix, report):
    """The bytes of the run of ``past`` (a Past) as .nc, .npz or .csv.

    The file holds the row at t = 0, at the first step at or after each multiple of a spacing, and at the
    last step. Besides what every run's file holds, its attributes say that spacing (``recorded``) and give
    a script that makes the run again (``python``). ``report(share)`` is called after each step.
    """
    run = recorded(past, spacing(past), report)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run" + suffix)
        save(run, path)
        return path.read_bytes()


def file_name(past, suffix):
    """A name that tells one run from another."""
    return f"headflow-{past.settings.schedule}-H{past.settings.heads}-t{past.time:.4g}{suffix}"


def spacing(past):
    """Depth between two rows: EVERY, or more where that many rows hold more than NUMBERS."""
    n, d, heads = past.settings.tokens, past.settings.dimension, past.settings.heads
    rows = max(2, NUMBERS // (n * d + heads * d * d))
    return next((gap for gap in SPACINGS if past.time / gap <= rows), SPACINGS[-1])


def recorded(past, every, report):
    """The run of ``past`` as a Dataset, a row at the first step at or after each multiple of ``every``."""
    rows, tokens, weights = [], [], []
    due, reach = 0, 0.0
    for simulation in retraced(past):
        slack = SLACK * simulation.settings.dt
        reach = max(reach, simulation.largest_move)
        if simulation.time > due * every - slack or simulation.steps == past.steps:
            rows.append({**simulation.row(), "largest_move": reach, "large_step": float(reach > LARGE_STEP)})
            tokens.append(simulation.tokens)
            weights.append(simulation.weights)
            due, reach = int((simulation.time + slack) / every) + 1, 0.0
        report(simulation.steps / max(1, past.steps))
    run = dataset(simulation, rows, np.array(tokens), np.array(weights))
    run.attrs["recorded"] = (
        f"at t = 0, at the first step at or after each multiple of {every:g}, and at the last step"
    )
    run.attrs["python"] = snippet(past)
    return run
