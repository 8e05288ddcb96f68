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
    at_right: bool = False
    """True for a line that has the axis at the right."""
    shown: Callable = lambda settings: True
    """Whether these Settings define the variable."""
    of: Callable | None = None
    """Makes the values from the rows (a dict of arrays) where no variable of theirs holds them."""
    forms: tuple = ()
    """The forms of the chart that have this line; empty for all."""

    @property
    def colour(self):
        return COLOURS[self.variable]


@dataclass(frozen=True)
class Chart:
    """A card: a title and one sentence. What is drawn is up to the kind of chart."""

    name: str
    title: str
    explanation: str
    """One sentence: what is seen and what to look for."""
    shown: Callable = lambda settings: True
    """Whether these Settings have anything to draw here."""
    note: Callable = lambda settings: ""
    """A second sentence that depends on the Settings; empty where there is nothing to add."""
    usual: bool = True
    """Whether the page shows it unless told otherwise."""
    series: tuple = ()
    """The rows' variables that are drawn as lines."""


@dataclass(frozen=True)
class LineChart(Chart):
    """Lines over depth t."""

    axis: str = ""
    """Name and unit of the vertical axis."""
    axis_at_right: str = ""
    """The same of the axis at the right, where there is one."""
    whole_at_right: bool = False
    """True where that axis counts."""
    logarithmic: bool = False
    """On a log axis the magnitude is drawn, at least FLOOR: an exact 0 is a point at the bottom, not a hole."""
    limits: tuple = (-float("inf"), float("inf"))
    """The vertical axis never goes beyond these."""
    leading: tuple = ()
    """Variables that decide the vertical axis, where not all do; the others may leave it."""
    forms: tuple = ()
    """Ways to draw it, among which a person chooses: a (name, label) each, the first one at first."""

    def lines(self, form, settings=None):
        """The Series of ``form``, those that ``settings`` define, or all."""
        return [
            series
            for series in self.series
            if (not series.forms or form in series.forms) and (settings is None or series.shown(settings))
        ]


@dataclass(frozen=True)
class RiverChart(Chart):
    """Bands over depth t."""


@dataclass(frozen=True)
class SpectrumChart(Chart):
    """The eigenvalues of the heads' matrices over depth t."""


@dataclass(frozen=True)
class MatrixChart(Chart):
    """A matrix of this instant, as an image."""

    picture: Callable | None = None
    """``picture(frame, head)`` makes the Picture of a Frame, for a chosen head (from 0)."""
    of_head: bool = False
    """Whether it is that of one head, which a person chooses."""
    scale: str = ""
    """Name and unit of the colours."""
    sides: tuple = ("", "")
    """Names of columns and rows."""


FLOOR = 1e-17
"""Lowest magnitude on a log axis: a tenth of the rounding of a number near 1, below any meaningful residual."""
