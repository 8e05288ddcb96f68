"""Regimes: a map of one summary of a run over two settings, refined where it changes (quadtree)."""

import numpy as np

from .measure import SUMMARIES, summary
from .study import Study, gather
from .task import Task

COUNTS = {"clusters"}
POSITIVE = {"slope_squared", "published_slope_squared", "defect"}
"""These span decades: changes are judged on a logarithmic scale."""
SHARE = 0.15
"""A cell is refined where its corners differ by more than this share of what the coarse map spans."""
SMALLEST = 1e-14
"""A slope or defect below this is rounding, and equal to any other such."""


class RegimesStudy(Study):
    """``summary`` (a name of SUMMARIES) at the corners of a lattice over the Axes ``x`` and ``y``.

    The coarse lattice is run in full; then each cell whose corners differ is cut into two or four, until the
    axes' finest step. Which points are run depends on the results alone, not on who ran them.
    """

    kind = "regimes"
    title = "Regimes"

    def __init__(self, settings, x, y, summary="clusters", paths=1):
        super().__init__(settings, paths)
        if summary not in SUMMARIES:
            raise ValueError(f"summary must be one of {', '.join(SUMMARIES)}; got {summary!r}.")
        if summary == "growth_rate" and settings.perturb == "nothing":
            raise ValueError("growth_rate needs a twin: set perturb to tokens or weights.")
        if x.name == y.name:
            raise ValueError(f"the two axes must be two settings; got {x.name} twice.")
        self.x, self.y, self.summary = x, y, summary
        self._tasks = {}
        for corner in corners((0, 0, len(x.values) - 1, len(y.values) - 1)):
            self.settings_at(*corner)  # refuses what does not go together

    def settings_at(self, i, j):
        """Settings of the run at place ``i`` on the x axis and ``j`` on the y axis."""
        return self.settings.replace(**{self.x.name: self.x.values[i], self.y.name: self.y.values[j]})

    def tasks(self, i, j):
        """The tasks of one point, a list over paths."""
        if (i, j) not in self._tasks:
            runs = [self.path(self.settings_at(i, j), path) for path in range(self.paths)]
            self._tasks[i, j] = [Task.of(summary, run, name=self.summary) for run in runs]
        return self._tasks[i, j]

    def plan(self, results):
        cells, points, span = self._coarse(), set(), None
        while True:
            points.update(corner for cell in cells for corner in corners(cell))
            wanted = [task for point in sorted(points) for task in self.tasks(*point)]
            if not cells or not all(task in results for task in wanted):
                return wanted
            if span is None:
                values = [self._level(point, results) for point in points]
                span = np.nanmax(values) - np.nanmin(values) if np.isfinite(values).any() else 0.0
            cells = [part for cell in cells if self._changes(cell, results, span) for part in cut(cell)]

    def _coarse(self):
        x, y = self.x, self.y
        return [(i, j, x.stride, y.stride) for i in list(x.coarse)[:-1] for j in list(y.coarse)[:-1]]

    def _level(self, point, results):
        # The mean over paths, on the scale on which changes are judged; nan where a run failed.
        value = np.mean([results[task].get(self.summary, np.nan) for task in self.tasks(*point)])
        return np.log10(max(value, SMALLEST)) if self.summary in POSITIVE else value

    def _changes(self, cell, results, span):
        values = np.array([self._level(corner, results) for corner in corners(cell)])
        if not np.isfinite(values).all():
            return np.isfinite(values).any()
        change = np.ptp(values)
        return change >= 0.5 if self.summary in COUNTS else change > SHARE * span

    def dataset(self, results):
        """Dims (y, x, path), named by the settings, on the finest lattice; nan where no run was needed."""
        self.plan(results)  # which names the points that were run
        x, y = self.x, self.y
        shape = (len(y.values), len(x.values))
        values, measured = np.full((*shape, self.paths), np.nan), np.zeros(shape, bool)
        for (i, j), tasks in self._tasks.items():
            measured[j, i] = True
            values[j, i] = gather(tasks, results, self.summary)
        dims = (y.name, x.name)
        variables = {
            self.summary: ((*dims, "path"), values, {"long_name": SUMMARIES[self.summary]}),
            "measured": (dims, measured, {"long_name": "1 where runs were made"}),
        }
        coords = {y.name: y.values, x.name: x.values, "path": range(self.paths)}
        arguments = {"x": x.describe(), "y": y.describe(), "summary": self.summary}
        return self.describe(arguments, variables, coords, results=results)


def corners(cell):
    """The four corners (i, j) of a cell (i, j, width, height) of the lattice."""
    i, j, width, height = cell
    return [(i, j), (i + width, j), (i, j + height), (i + width, j + height)]


def cut(cell):
    """A cell cut in halves along each axis on which it is wider than one step; [] where on none."""
    i, j, width, height = cell
    if width == height == 1:
        return []
    across = [(i, width)] if width == 1 else [(i, width // 2), (i + width // 2, width // 2)]
    up = [(j, height)] if height == 1 else [(j, height // 2), (j + height // 2, height // 2)]
    return [(a, b, w, h) for a, w in across for b, h in up]
