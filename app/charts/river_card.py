"""The card of the river of clusters."""

import holoviews as hv
import numpy as np
from bokeh.models import VArea

from ..sphere.sphere_look import few
from . import river
from .axis import Axis
from .card import Card
from .feed import Feed
from .figure import draw, mark


class RiverCard(Card):
    """Stacked bands over depth t, streamed; each holds one cluster as long as that is prominent."""

    period = 0.2

    def __init__(self, chart, room):
        self._names, self._peaks, self._least = [], {}, few(1)
        self._epoch = None
        self.feed = Feed(self._columns)
        self.value_axis = Axis(0.0, 1.0)
        super().__init__(chart, room)

    def make_figure(self, room):
        axes = hv.Curve(([0.0, 1.0], [0.0, 1.0]), ("time", "depth t"), "tokens")
        figure = draw([axes], xlabel="depth t", ylabel="tokens", show_grid=False)
        figure.x_range, figure.y_range = room.time_axis.range, self.value_axis.range
        figure.renderers = []
        self._bands = [
            figure.add_glyph(
                self.feed.source,
                VArea(x="time", y1=f"edge{k}", y2=f"edge{k + 1}", fill_color=river.REST, fill_alpha=0.9),
                visible=k == river.BANDS,
            )
            for k in range(river.BANDS + 1)
        ]
        mark(figure, room.marks)
        return figure

    def describe(self, settings):
        super().describe(settings)
        self._least = few(settings.tokens)

    def update(self, history, frame):
        """Draw what is new; another set of prominent clusters has all of it drawn anew."""
        if frame.epoch != self._epoch:
            self._epoch, self._names, self._peaks = frame.epoch, [], {}
            self.feed.restart()
        self.value_axis.move((0.0, float(len(frame.tokens))))
        self.feed.update(history)
        chosen = river.prominent(self._peaks)
        if chosen != self._names:
            self._names = chosen
            self._colour()
            self.feed.restart()
            self.feed.update(history)

    def _columns(self, rows):
        edges = np.zeros((len(rows["time"]), river.BANDS + 2))
        if len(edges):
            names, sizes = rows["cluster_names"], rows["cluster_sizes"]
            for name, size in river.peaks(names, sizes, self._least).items():
                self._peaks[name] = max(size, self._peaks.get(name, 0))
            found = river.bands(names, sizes, self._least, self._names)
            edges[:, 1 : found.shape[1]] = np.cumsum(found[:, :-1], axis=1)
            edges[:, found.shape[1] :] = edges[:, found.shape[1] - 1, None]
            edges[:, -1] = sizes.sum(axis=1)
        return {"time": rows["time"], **{f"edge{k}": edge for k, edge in enumerate(edges.T)}}

    def _colour(self):
        for place, band in enumerate(self._bands[:-1]):
            band.visible = place < len(self._names)
            if band.visible:
                band.glyph.fill_color = river.colour(self._names[place])
