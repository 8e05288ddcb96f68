"""The charts: one file each, listed here in the order of the page."""

from . import clustering, eigenvalues, energy, matrices, residuals, river, slope, twin
from .chart import FLOOR, Chart, LineChart, Series

CHARTS = (
    energy.CHART,
    residuals.CHART,
    slope.CHART,
    clustering.CHART,
    river.CHART,
    twin.CHART,
    eigenvalues.CHART,
    matrices.WEIGHTS,
    matrices.SIMILARITY,
    matrices.ATTENTION,
)
USUAL = tuple(chart.name for chart in CHARTS if chart.usual)
"""Names of the charts that the page shows unless told otherwise."""

__all__ = ["CHARTS", "FLOOR", "USUAL", "Chart", "LineChart", "Series"]
