"""Integrability: the gauge int_0^t |P| ds of the schedules side by side (model section 6)."""

import numpy as np

from .measure import history
from .study import Study, gather
from .task import Task

INSTANTS = 101
ROWS = "gauge energy limit_slope slope_squared"
SCHEDULES = ("ou", "oscillating", "decaying", "relax", "frozen")
INTEGRABLE = {"decaying", "relax", "frozen"}
"""Those whose power P is integrable up to infinite time, by model section 5."""
TENTH = INSTANTS // 10
BOUNDED = 0.01
"""The gauge counts as bounded where it gains less than this share of itself in the last tenth of the run."""


class IntegrabilityStudy(Study):
    """Gauge, energy and slopes against time for several schedules, over paths."""

    kind = "integrability"
    title = "Integrability"

    def __init__(self, settings, schedules=SCHEDULES, paths=5):
        super().__init__(settings, paths)
        self.schedules = list(dict.fromkeys(schedules))
        if not self.schedules:
            raise ValueError("schedules must name at least one schedule; got none.")
        self.runs = [settings.replace(schedule=name) for name in self.schedules]

    def tasks(self):
        """Nested lists (schedule, path)."""
        return [
            [
                Task.of(history, self.path(run, path), instants=INSTANTS, names=ROWS)
                for path in range(self.paths)
            ]
            for run in self.runs
        ]

    def plan(self, results):
        return [task for schedule in self.tasks() for task in schedule]

    def dataset(self, results):
        tasks, dims = self.tasks(), ("schedule", "path", "time")
        rows = {name: gather(tasks, results, name, (INSTANTS,)) for name in ROWS.split()}
        labels = {
            "gauge": "integrability gauge, int |P| dt",
            "energy": "interaction energy E",
            "limit_slope": "metric slope |dE|^2 at the weights' limit law",
            "slope_squared": "metric slope |dE|^2",
        }
        variables = {name: (dims, rows[name], {"long_name": label}) for name, label in labels.items()}
        gained = rows["gauge"][..., -1] - rows["gauge"][..., -1 - TENTH]
        with np.errstate(invalid="ignore"):  # frozen weights: 0 of 0
            share = np.nan_to_num(gained / rows["gauge"][..., -1])
        label = {"long_name": "share of the gauge gained in the last tenth"}
        variables["late_share"] = (dims[:2], share, label)
        variables["largest_move"] = (dims[:2], gather(tasks, results, "largest_move"), {"units": "rad"})
        times = np.nanmax(gather(tasks, results, "time", (INSTANTS,)), axis=(0, 1))
        coords = {"schedule": self.schedules, "path": range(self.paths), "time": times}
        arguments = {"schedules": self.schedules}
        return self.describe(arguments, variables, coords, self.claims(rows["gauge"], share), results)

    def claims(self, gauge, share):
        """Where the omega-limit theorem applies, and what the gauge does."""
        for name, own, late in zip(self.schedules, gauge[..., -1], share, strict=True):
            measured = f"gauge {own.mean():.3g} at T, of which {late.mean():.1%} in the last tenth of the run"
            if name in INTEGRABLE:
                claim = f"{name}: the gauge is bounded (gains less than {BOUNDED:.0%} at the end)"
                yield claim, measured, bool(late.mean() < BOUNDED)
            else:
                claim = f"{name}: the gauge grows linearly (gains about a tenth in the last tenth)"
                yield claim, measured, bool(0.05 < late.mean() < 0.2)
