"""Stability: how far a perturbed twin is from its run, against the size eps of the perturbation (model 6)."""

import numpy as np

from .fit import power_law
from .heads import interval
from .measure import history
from .study import Study, gather
from .task import Task

INSTANTS = 21
"""Times from 0 to T at which the twin is compared; each takes an assignment problem, O(n^3)."""
ROWS = "twin_distance wasserstein2 gronwall_bound energy_difference energy_bound"
ROUNDING = 1e-12
"""Relative slack of the bounds' tests: both sides carry rounding."""


class EpsilonStudy(Study):
    """Twins with noisy inputs, or with perturbed weights, over sizes eps and paths.

    A path keeps the directions in which tokens or weights are moved; eps only scales them.
    """

    kind = "epsilon"

    def __init__(self, settings, sizes=(1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1), paths=5):
        if settings.perturb == "nothing":
            raise ValueError("perturb must be tokens or weights for a study of eps; got 'nothing'.")
        super().__init__(settings, paths)
        self.sizes = sorted(set(sizes))
        if len(self.sizes) < 2:
            raise ValueError(f"sizes must be at least two different numbers for a fit; got {list(sizes)}.")
        self.runs = [settings.replace(perturbation=size) for size in self.sizes]
        self.title = {"tokens": "Noisy inputs", "weights": "Perturbed weights"}[settings.perturb]

    def tasks(self):
        """Nested lists (perturbation, path)."""
        return [
            [
                Task.of(history, self.path(run, path), instants=INSTANTS, names=ROWS)
                for path in range(self.paths)
            ]
            for run in self.runs
        ]

    def plan(self, results):
        return [task for size in self.tasks() for task in size]

    def dataset(self, results):
        tasks = self.tasks()
        rows = {name: gather(tasks, results, name, (INSTANTS,)) for name in ROWS.split()}
        distance = rows["wasserstein2"] if np.isfinite(rows["wasserstein2"]).any() else rows["twin_distance"]
        gap = np.abs(rows["energy_difference"])
        end = {"distance": distance[..., -1], "energy": gap.max(axis=-1)}
        if self.settings.perturb == "weights":
            end["bound"] = rows["energy_bound"].max(axis=-1)
        fits = {name: power_law(self.sizes, samples) for name, samples in end.items()}
        dims = ("perturbation", "path", "time")
        variables = {
            "wasserstein2": (dims, rows["wasserstein2"], {"long_name": "W_2 to the twin"}),
            "twin_distance": (dims, rows["twin_distance"], {"long_name": "coupled distance to the twin"}),
            "gronwall_bound": (
                dims,
                rows["gronwall_bound"],
                {"long_name": "e^{int L dt} times that at t = 0"},
            ),
            "energy_difference": (dims, gap, {"long_name": "|E of the twin - E|"}),
            "energy_bound": (dims, rows["energy_bound"], {"long_name": "(eps/2) e^{rho + eps}"}),
            "largest_move": (dims[:2], gather(tasks, results, "largest_move"), {"units": "rad"}),
        }
        for k, name in enumerate(["exponent", "exponent_low", "exponent_high", "coefficient"]):
            variables[name] = ("quantity", np.array([fit[k] for fit in fits.values()]))
        coords = {
            "perturbation": self.sizes,
            "path": range(self.paths),
            "time": self._times(tasks, results),
            "quantity": list(fits),
        }
        claims = self.claims(rows, gap, fits)
        return self.describe({"sizes": self.sizes}, variables, coords, claims, results)

    def _times(self, tasks, results):
        # The same in every run, but nan where a run failed.
        return np.nanmax(gather(tasks, results, "time", (INSTANTS,)), axis=(0, 1))

    def claims(self, rows, gap, fits):
        """The theorems' statements beside the runs'."""
        if self.settings.perturb == "tokens":
            yield _within(
                "the twin stays within the Gronwall bound", rows["twin_distance"], rows["gronwall_bound"]
            )
        else:
            yield _within("|E_eps - E| stays within (eps/2) e^{rho + eps}", gap, rows["energy_bound"])
            yield _slope("the energy differs in proportion to eps", fits["energy"])
        yield _slope("the distance at T grows in proportion to eps", fits["distance"])


def _within(claim, values, bounds):
    known = np.isfinite(values) & np.isfinite(bounds)
    ratio = float(np.max(values[known] / bounds[known], initial=0.0))
    measured = f"largest ratio to the bound {ratio:.3g}, at the {known.sum()} instants where it is finite"
    return claim, measured, bool(ratio <= 1 + ROUNDING)


def _slope(claim, fit):
    return f"{claim} (slope 1)", f"slope {interval(fit)}", bool(abs(fit.exponent - 1) < 0.05)
