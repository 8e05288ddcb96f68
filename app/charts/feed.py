"""Rows of a run to the columns of a chart, streamed."""

import numpy as np
from bokeh.models import ColumnDataSource

POINTS = 400
"""Most points a chart holds: about one a pixel; repainting longer lines costs the sphere its frames."""


class Feed:
    """Keeps one chart's source in step with a run's History; bounded, and spanning the whole run.

    Parameters
    ----------
    columns_of : callable
        ``columns_of(rows)`` makes the chart's columns, "time" among them, of a dict of arrays of one length;
        that may be {"time": empty}.
    """

    def __init__(self, columns_of):
        self._columns_of = columns_of
        self._mark = None
        self._gap = 0.0
        self._last = -np.inf
        self.values = columns_of(NOTHING)
        """The columns that are drawn."""
        self.source = ColumnDataSource({name: [] for name in self.values})

    def update(self, history):
        """Draw what is new in ``history``, or all of it where its past was rewritten or the chart is full."""
        part = history.since(self._mark)
        if not part.whole and len(self.values["time"]) + len(part) > POINTS:
            part = history.since(None)
        self._mark = part.mark
        if part.whole:
            self._load(part.columns or NOTHING)
        elif len(part):
            self._stream(part.columns)

    def restart(self):
        """Draw everything anew at the next update."""
        self._mark = None

    def _load(self, rows):
        time = rows["time"]
        span = time[-1] - time[0] if len(time) else 0.0
        self._last, self._gap = -np.inf, (span / (POINTS // 2) if len(time) > POINTS // 2 else 0.0)
        self.values = self._columns_of(self._thin(rows))
        self.source.data = self.values

    def _stream(self, rows):
        columns = self._columns_of(self._thin(rows))
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


NOTHING = {"time": np.empty(0)}
