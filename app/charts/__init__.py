"""The charts: one file each, listed here in the order of the page."""

from . import clustering, energy, residuals, slope, twin
from .chart import FLOOR, Chart, Series

CHARTS = (energy.CHART, residuals.CHART, slope.CHART, clustering.CHART, twin.CHART)

__all__ = ["CHARTS", "FLOOR", "Chart", "Series"]
