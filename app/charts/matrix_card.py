"""The card of a matrix: an image with a bar of colours, made beside the page's own thread."""

import time

import holoviews as hv
import numpy as np
import panel_material_ui as pmui
from bokeh.models import BasicTicker, ColorBar, ColumnDataSource, LinearColorMapper, Quad, Range1d

from .card import Card
from .figure import draw

WIDTH, LARGE_WIDTH = 336, 720
"""Of the figure, at most."""
SHAPE = 1.28
"""Its width by its height, with which the matrix is nearly square."""
EDGE = 0.04
"""Width of the strip of cluster colours, as a share of the matrix."""
LOW, MIDDLE, HIGH = (0, 114, 178), (246, 246, 246), (165, 45, 0)
"""From Okabe and Ito's blue to a dark vermillion: told apart by every eye, and in grey both ends are dark."""
SHARE = 8
"""The time between two pictures is at least this many times what one takes."""


def palette():
    """256 colours from LOW over MIDDLE to HIGH."""
    stops = np.array([LOW, MIDDLE, HIGH], float)
    shades = np.array([np.interp(np.linspace(0, 2, 256), range(3), channel) for channel in stops.T]).T
    return ["#{:02x}{:02x}{:02x}".format(*shade) for shade in shades.round().astype(int)]


class MatrixCard(Card):
    """Draws its chart's Picture of the newest frame, a few times a second at most."""

    period = 0.35

    def __init__(self, chart, room):
        self._head = None
        self._job = self._drawn = None
        self._cost = 0.0
        super().__init__(chart, room)
        self._pane.param.update(sizing_mode="scale_width", aspect_ratio=SHAPE, height=None, align="center")
        self.resize()

    def make_figure(self, room):
        across, down = self.chart.sides
        image = hv.Image(np.array([[-1.0, 1.0], [1.0, -1.0]]), kdims=[across, down], vdims=self.chart.scale)
        figure = draw(
            [image.opts(cmap=palette())],
            height=None,
            xlabel=across,
            ylabel=down,
        )
        self.source = ColumnDataSource({"image": [np.zeros((1, 1), np.uint8)], **_place(1)})
        renderer = figure.renderers[0]
        renderer.data_source = self.source
        renderer.nonselection_glyph = renderer.muted_glyph = renderer.selection_glyph = None
        renderer.glyph.color_mapper = LinearColorMapper(palette=palette(), low=0, high=255)
        self._scale = LinearColorMapper(palette=palette(), low=-1, high=1)
        bar = ColorBar(color_mapper=self._scale, width=12, margin=8, padding=2)
        bar.update(background_fill_alpha=0, major_label_text_font_size="12px")
        figure.add_layout(bar, "right")
        self._strip = ColumnDataSource({"left": [], "right": [], "top": [], "bottom": [], "colour": []})
        figure.add_glyph(
            self._strip,
            Quad(
                left="left", right="right", top="top", bottom="bottom", fill_color="colour", line_color=None
            ),
        )
        figure.update(sizing_mode="scale_width", aspect_ratio=SHAPE, height=None)
        figure.x_range, figure.y_range = Range1d(0.5, 1.5), Range1d(1.5, 0.5)
        for axis in figure.axis:
            axis.minor_tick_line_color = None
            axis.ticker = BasicTicker(min_interval=1)
        return figure

    def samples(self, settings):
        low, high = palette()[0], palette()[-1]
        return [(f"{self.chart.scale} < 0", low, "solid"), (f"{self.chart.scale} > 0", high, "solid")]

    def controls(self):
        if not self.chart.of_head:
            return []
        self._head = pmui.IntInput(
            label=f"Head for {self.chart.title.split()[0].lower()}", value=1, start=1, end=1, step=1, size="small",
            width=170, margin=(8, 4, 2, 4),
        )  # fmt: skip
        self._head.param.watch(lambda event: self._choose(), "value")
        return [self._head]

    def _choose(self):
        self._drawn, self.due = None, 0.0

    def describe(self, settings):
        super().describe(settings)
        if self._head is not None and self._head.end != settings.heads:
            self._head.param.update(end=settings.heads, value=min(self._head.value or 1, settings.heads))

    def resize(self):
        self._pane.max_width = LARGE_WIDTH if self.enlarged else WIDTH

    def update(self, history, frame):
        """Draw the picture that was ordered, if it is ready, and order the next."""
        if self._job is not None and self._job.done():
            job, self._job = self._job, None
            self._draw(job.result())
        if self._job is None and frame is not self._drawn:
            self._drawn = frame
            head = min(self._head.value or 1, len(frame.weights)) - 1 if self._head else 0
            self._job = self._room.order(self._paint, frame, head)
        self.due = max(self.due, time.monotonic() + SHARE * self._cost)

    def _paint(self, frame, head):
        begun = time.monotonic()
        picture = self.chart.picture(frame, head)
        shades = np.clip((picture.values / picture.limit + 1) * 127.5, 0, 255).round().astype(np.uint8)
        self._cost = time.monotonic() - begun
        return shades, picture

    def _draw(self, painted):
        shades, picture = painted
        n, edge = len(shades), EDGE * len(shades) if picture.colours else 0.0
        self._scale.update(low=-picture.limit, high=picture.limit)
        for axis, low, high in (
            (self.figure.x_range, 0.5 - edge, n + 0.5),
            (self.figure.y_range, n + 0.5, 0.5 - edge),
        ):
            if (axis.reset_start, axis.reset_end) != (low, high):
                axis.update(start=low, end=high, reset_start=low, reset_end=high)
        self.source.data = {"image": [shades], **_place(n)}
        strip = _strip(picture.colours, edge)
        if strip != dict(self._strip.data):
            self._strip.data = strip


def _place(n):
    return {"x": [0.5], "y": [0.5], "dw": [n], "dh": [n]}  # the middle of row 1 is at 1


def _strip(colours, edge):
    """Quads at the left and at the top: one for each stretch of one colour."""
    if not colours:
        return {"left": [], "right": [], "top": [], "bottom": [], "colour": []}
    starts = [k for k in range(len(colours)) if k == 0 or colours[k] != colours[k - 1]]
    begins = [start + 0.5 for start in starts]
    ends = [*begins[1:], len(colours) + 0.5]
    outer, inner = [0.5 - edge] * len(starts), [0.5] * len(starts)
    return {
        "left": outer + begins,
        "right": inner + ends,
        "top": begins + outer,
        "bottom": ends + inner,
        "colour": [colours[start] for start in starts] * 2,
    }
