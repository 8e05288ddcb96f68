"""The card of the weights' eigenvalues."""

import holoviews as hv
import numpy as np
from bokeh.models import Line

from . import eigenvalues
from .axis import Axis
from .card import Card
from .feed import Feed
from .figure import draw, mark
from .ranges import linear_limits


class SpectrumCard(Card):
    """A thin line for each head and rank, streamed; other numbers of them make other lines."""

    period = 0.2

    def __init__(self, chart, room):
        self._shape, self._epoch = (0, 0), None
        self.feed = Feed(self._columns)
        self.value_axis = Axis(-1.0, 1.0)
        super().__init__(chart, room)

    def make_figure(self, room):
        axes = hv.Curve(([0.0, 1.0], [0.0, 1.0]), ("time", "depth t"), "eigenvalue")
        figure = draw([axes], xlabel="depth t", ylabel="eigenvalue", show_grid=True)
        figure.x_range, figure.y_range = room.time_axis.range, self.value_axis.range
        figure.renderers = []
        mark(figure, room.marks)
        self._marks = list(figure.renderers)
        return figure

    def samples(self, settings):
        ranks = range(min(settings.dimension, len(eigenvalues.RANKS)))
        return [(eigenvalues.label(rank), eigenvalues.colour(rank), "solid") for rank in ranks]

    def update(self, history, frame):
        """Draw what is new; the limits follow, in steps."""
        self.feed.update(history)
        if self._found != self._shape:
            self._shape = self._found
            self._make_lines()
            self.feed.restart()
            self.feed.update(history)
        begun, self._epoch = frame.epoch != self._epoch, frame.epoch
        values = np.concatenate([self.feed.values[name] for name in self._names()] or [np.zeros(1)])
        self.value_axis.move(linear_limits(values, None if begun else self.value_axis.set))

    def _names(self):
        lines, ranks = self._shape
        return [f"{line} {rank}" for line in range(lines) for rank in range(ranks)]

    def _columns(self, rows):
        values = rows.get("eigenvalues", np.empty((0, *self._shape)))
        self._found = values.shape[1:]
        if self._found != self._shape:
            return {"time": np.empty(0)}
        lines = {
            name: values[:, k // values.shape[2], k % values.shape[2]] for k, name in enumerate(self._names())
        }
        return {"time": rows["time"], **lines}

    def _make_lines(self):
        self.figure.renderers = list(self._marks)
        for name in self._names():
            colour = eigenvalues.colour(int(name.split()[1]))
            line = Line(x="time", y=name, line_color=colour, line_width=1.3, line_alpha=0.8)
            self.figure.add_glyph(self.feed.source, line)
