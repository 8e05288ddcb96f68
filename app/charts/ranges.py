"""Axis limits that stand still: they grow in round steps, seldom, instead of a little with every row."""

import math

import numpy as np

from .chart import FLOOR

NICE = (1.0, 2.0, 3.0, 5.0, 10.0)

SMALLEST = 1e-6
"""Span of values that is not magnified further: what is left is rounding."""
NOTHING_YET = (FLOOR, 1.0)
"""The logarithmic axis of a line that is exactly 0 so far; the first value above FLOOR replaces it."""


DECADES = 3
"""A logarithmic axis has at least as many: on two and fewer Bokeh writes labels between them, one on the other."""


def round_up(value):
    """The smallest of 1, 2, 3, 5 times a power of ten that is at least ``value`` > 0."""
    power = 10.0 ** math.floor(math.log10(value))
    return power * next(nice for nice in NICE if nice * power >= value * (1 - 1e-9))


def time_limits(time):
    """(0, end) of an axis that spans a run from 0 to ``time``."""
    return 0.0, round_up(max(time, 2.0))


def linear_limits(values, held=None):
    """Round (low, high) around the finite ``values``; ``held`` limits are kept while they fit well.

    The limits are multiples of a round step and contain 0.
    """
    values = values[np.isfinite(values)]
    if not np.any(values):
        return held or (0.0, 1.0)
    low, high = min(values.min(), 0.0), max(values.max(), 0.0)
    span = max(high - low, SMALLEST)
    if held and held[0] <= low and high <= held[1] and held[1] - held[0] <= 4 * span:
        return held
    step = round_up(span / 3)
    # The smallest numbers, divided by the step, are 0: they too lie within a step of it.
    bottom, top = (
        step * min(math.floor(low / step), -int(low < 0)),
        step * max(math.ceil(high / step), int(high > 0)),
    )
    return (bottom, top) if top > bottom else (0.0, 3 * step)


def decade_limits(values, held=None):
    """Whole decades around the finite ``values`` above FLOOR; ``held`` limits are only ever widened.

    An exact 0, drawn at FLOOR, widens the axis only where there is nothing else.
    """
    values = values[np.isfinite(values) & (values > FLOOR)]
    if held == NOTHING_YET:
        held = None
    if not len(values):
        return held or NOTHING_YET
    low, high = math.floor(math.log10(values.min())), math.ceil(math.log10(values.max()))
    if held:
        low, high = min(low, round(math.log10(held[0]))), max(high, round(math.log10(held[1])))
    return 10.0**low, 10.0 ** max(high, low + DECADES)
