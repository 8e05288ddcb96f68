"""What a study asks of one run: the functions that are sent to workers."""

import numpy as np

from ..recording import SLACK
from ..simulation import Simulation

INSTANTS = 50
"""Instants of the second half at which what has no running integral is sampled. The weights forget in about
one unit of t, so that in ten units more samples would say little new."""


def walk(settings, times):
    """Step a Simulation of ``settings`` to the horizon; yields it at the first step at or after each time.

    Steps are never shortened but for the last: a short one would begin another noise path.
    """
    simulation = Simulation(settings)
    reach = 0.0
    for time in times:
        while simulation.time < time - SLACK * settings.dt:
            simulation.step_towards(settings.horizon)
            reach = max(reach, simulation.largest_move)
        yield simulation, reach


def second_half(settings):
    """Means over the second half of the run, T/2 < t < T, and where the run ends.

    published_slope_squared, slope_squared and defect_rate from the ledger's integrals; energy_gap, the mean
    of |E(mu_t, Theta_t) - E_inf(mu_t)| over 50 instants, where the weights have a limit law.
    """
    books, gaps, reach = [], [], 0.0
    times = np.linspace(settings.horizon / 2, settings.horizon, INSTANTS)
    for simulation, farthest in walk(settings, times):
        reach = farthest
        books.append((simulation.time, simulation.ledger))
        row = simulation.row()
        gaps.append(abs(row["energy"] - row.get("limit_energy", np.nan)))
    (start, early), (end, late) = books[0], books[-1]

    def mean(name):
        return (getattr(late, name) - getattr(early, name)) / (end - start)

    return {
        "published_slope_squared": mean("published_integral"),
        "slope_squared": mean("slope_integral"),
        "defect_rate": mean("defect"),
        "energy_gap": float(np.mean(gaps)),
        "largest_move": reach,
    }


SUMMARIES = {
    "clusters": "clusters at the end",
    "largest_cluster": "share of the largest cluster at the end",
    "polar_order": "polar order at the end",
    "nematic_order": "nematic order at the end",
    "slope_squared": "metric slope |dE|^2, mean over the second half",
    "published_slope_squared": "the authors' G^2, mean over the second half",
    "defect": "gradient-flow defect from 0 to T",
    "growth_rate": "growth rate of the twin's distance",
}
"""What a map can show of a run."""
AT_END = {"clusters", "largest_cluster", "polar_order", "nematic_order", "defect", "growth_rate"}
"""Those that are read off the last instant."""


def summary(settings, name):
    """The number ``name`` of SUMMARIES of one run; nan where it has none (a distance of 0 has no rate)."""
    if name not in AT_END:
        return {name: second_half(settings)[name]}
    ((simulation, reach),) = walk(settings, [settings.horizon])
    return {name: simulation.row().get(name, np.nan), "largest_move": reach}


def history(settings, instants, names):
    """The scalars ``names`` (one text, with spaces) of the run at ``instants`` equal times from 0 to T."""
    names, rows, reach = names.split(), [], 0.0
    for simulation, farthest in walk(settings, np.linspace(0, settings.horizon, instants)):
        reach = farthest
        row = simulation.row()
        rows.append([simulation.time, *(row.get(name, np.nan) for name in names)])
    return {**dict(zip(["time", *names], np.array(rows, float).T, strict=True)), "largest_move": reach}
