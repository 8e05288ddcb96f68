"""What a chart shows: plain data, so that one small file is all that a new chart needs."""

from collections.abc import Callable
from dataclasses import dataclass

from ..theme import COLOURS


@dataclass(frozen=True)
class Series:
    """One line: a variable of the run's rows and how it is called."""

    variable: str
    label: str
    dash: str = "solid"
    """A second mark beside the colour, for eyes or projectors that do not tell colours apart."""
    counts: bool = False
    """True for a whole number on an axis of its own, at the right."""
    shown: Callable = lambda settings: True
    """Whether these Settings define the variable."""

    @property
    def colour(self):
        return COLOURS[self.variable]


@dataclass(frozen=True)
class Chart:
    """A card: a title, one sentence, and lines over depth t."""

    name: str
    title: str
    axis: str
    """Name and unit of the vertical axis."""
    explanation: str
    """One sentence: what is seen and what to look for."""
    series: tuple
    logarithmic: bool = False
    """On a log axis the magnitude is drawn, at least FLOOR: an exact 0 is a point at the bottom, not a hole."""
    limits: tuple = (-float("inf"), float("inf"))
    """The vertical axis never goes beyond these."""
    leading: tuple = ()
    """Variables that decide the vertical axis, where not all do; the others may leave it."""
    shown: Callable = lambda settings: True
    """Whether these Settings have anything to draw here."""
    note: Callable = lambda settings: ""
    """A second sentence that depends on the Settings; empty where there is nothing to add."""


FLOOR = 1e-17
"""Lowest magnitude on a log axis: a tenth of the rounding of a number near 1, below any meaningful residual."""
