"""Rows of a run to the columns of a chart, streamed."""

import numpy as np
from bokeh.models import ColumnDataSource

from .chart import FLOOR

POINTS = 400
"""Most points a chart holds: about one a pixel; repainting longer lines costs the sphere its frames."""


def column(series, logarithmic):
    """Name of the column that draws a series."""
    return f"|{series.variable}|" if logarithmic else series.variable


def columns_of(chart, rows, start_energy):
    """The chart's columns, "time" included, of ``rows`` (a dict of arrays, all of one length).

    A variable that the rows lack is nan throughout. On a log axis a finite value becomes its magnitude, at
    least FLOOR. ``energy_change`` is made here, as energy - start_energy.
    """
    time = rows["time"]
    columns = {"time": time}
    for series in chart.series:
        if series.variable == "energy_change":
            values = rows["energy"] - start_energy
        else:
            values = rows.get(series.variable, np.full(len(time), np.nan))
        if chart.logarithmic:
            values = np.maximum(
                np.abs(values), FLOOR
            )  # maximum passes nan on: a gap, where nothing is defined
        columns[column(series, chart.logarithmic)] = values
    return columns


class Feed:
    """Keeps one chart's source in step with a run's History; bounded, and spanning the whole run."""

    def __init__(self, chart):
        self.chart = chart
        self.source = ColumnDataSource({name: [] for name in columns_of(chart, _nothing(), 0.0)})
        self._mark = None
        self._gap = 0.0
        self._start_energy = 0.0
        self._last = -np.inf
        self.values = columns_of(chart, _nothing(), 0.0)

    def update(self, history):
        """Draw what is new in ``history``, or all of it where its past was rewritten or the chart is full."""
        part = history.since(self._mark)
        if not part.whole and len(self.values["time"]) + len(part) > POINTS:
            part = history.since(None)
        self._mark = part.mark
        if part.whole:
            self._load(part.columns or _nothing())
        elif len(part):
            self._stream(part.columns)

    def _load(self, rows):
        time = rows["time"]
        span = time[-1] - time[0] if len(time) else 0.0
        self._start_energy = rows["energy"][0] if len(time) else 0.0
        self._last, self._gap = -np.inf, (span / (POINTS // 2) if len(time) > POINTS // 2 else 0.0)
        self.values = columns_of(self.chart, self._thin(rows), self._start_energy)
        self.source.data = self.values

    def _stream(self, rows):
        columns = columns_of(self.chart, self._thin(rows), self._start_energy)
        if len(columns["time"]):
            self.values = {name: np.concatenate([self.values[name], new]) for name, new in columns.items()}
            self.source.stream(columns)

    def _thin(self, rows):
        """Those of ``rows`` that are at least a gap later than the last one that was drawn."""
        kept = []
        for index, time in enumerate(rows["time"]):
            if time >= self._last + self._gap:
                kept.append(index)
                self._last = time
        return {name: values[kept] for name, values in rows.items()}


def _nothing():
    return {"time": np.empty(0), "energy": np.empty(0)}
