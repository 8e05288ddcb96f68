"""The columns of a LineChart, made of a run's rows."""

import numpy as np

from .chart import FLOOR


def column(series, logarithmic):
    """Name of the column that draws a series."""
    return f"|{series.variable}|" if logarithmic and not series.at_right else series.variable


def columns_of(chart, rows):
    """The chart's columns, "time" included, of ``rows`` (a dict of arrays, all of one length).

    A variable that the rows lack is nan throughout, and so is what is infinite: a gap, where there is nothing
    to draw. On a log axis a value becomes its magnitude, at least FLOOR.
    """
    time = rows["time"]
    columns = {"time": time}
    for series in chart.series:
        try:
            values = series.of(rows) if series.of else rows[series.variable]
        except KeyError:
            values = np.full(len(time), np.nan)
        values = np.where(np.isfinite(values), values, np.nan)
        name = column(series, chart.logarithmic)
        columns[name] = values if name == series.variable else np.maximum(np.abs(values), FLOOR)
    return columns
