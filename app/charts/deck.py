"""The cards of the page: every chart with its title and explanation, fed in turn."""

import html

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource, Range1d

from ..theme import OKABE_ITO
from . import CHARTS
from .feed import Feed, column
from .figure import HEIGHT, draw
from .marks import merged
from .ranges import decade_limits, linear_limits, round_up, time_limits
from .save import SaveChart


class Axis:
    """A range that the page moves, until a person zooms or pans it; Bokeh's reset tool hands it back."""

    def __init__(self, start, end):
        self.range = Range1d(start=start, end=end, reset_start=start, reset_end=end)
        self.set = (start, end)

    def move(self, limits):
        """Set (start, end), unless someone looks at a part of their own."""
        if limits == self.set:
            return
        untouched = (self.range.start, self.range.end) == self.set
        self.set = limits
        self.range.update(reset_start=limits[0], reset_end=limits[1])
        if untouched:
            self.range.update(start=limits[0], end=limits[1])


class Card:
    """One chart: its feed, figure and texts."""

    def __init__(self, chart, marks, time_axis, settings):
        self.chart = chart
        self.feed = Feed(chart)
        self._epoch = None
        self.value_axis = Axis(*self._limits(None))
        self.count_axis = Axis(0.0, 10.0)
        self.figure = draw(
            chart, self.feed.source, marks, time_axis.range, self.value_axis.range, self.count_axis.range
        )
        self._text = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=(0, 4))
        self._save = SaveChart(figure=self.figure.id, title=chart.title, file=chart.name)
        self.layout = pn.Column(
            self._text,
            self._save,
            pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", height=HEIGHT, margin=0),
            css_classes=["card"],
            sizing_mode="stretch_width",
            margin=0,
        )
        self.describe(settings)

    def describe(self, settings):
        """Write the explanation that fits the settings; show or hide the card."""
        note = self.chart.note(settings)
        text = f"<h2>{html.escape(self.chart.title)}</h2><p>{html.escape(self.chart.explanation)}</p>"
        text += f"<p>{html.escape(note)}</p>" if note else ""
        text += legend(self.chart, settings)
        if text != self._text.object:
            self._text.object = text
        self._save.lines = [
            (series.label, series.colour, DASHES[series.dash])
            for series in self.chart.series
            if series.shown(settings)
        ]
        self.layout.visible = self.chart.shown(settings)

    def update(self, history, epoch):
        """Draw what is new; the limits follow, in steps, and begin anew with each epoch of the run."""
        self.feed.update(history)
        begun, self._epoch = epoch != self._epoch, epoch
        self.value_axis.move(self._limits(None if begun else self.value_axis.set))
        counts = [self.feed.values[series.variable] for series in self.chart.series if series.counts]
        if counts:
            most = round_up(np.nanmax(np.concatenate([*counts, [5.0]])))
            self.count_axis.move((0.0, most if begun else max(most, self.count_axis.set[1])))

    def _limits(self, held):
        chart = self.chart
        if np.isfinite(chart.limits).all():
            return chart.limits
        leading = chart.leading or [series.variable for series in chart.series if not series.counts]
        values = np.concatenate(
            [
                self.feed.values[column(series, chart.logarithmic)]
                for series in chart.series
                if series.variable in leading
            ]
        )
        return decade_limits(values, held) if chart.logarithmic else linear_limits(values, held)


def legend(chart, settings):
    """One row: a sample of each line and its name."""
    items = (
        f'<li><svg viewBox="0 0 24 4" width="24" height="4"><line x1="0" x2="24" y1="2" y2="2" stroke-width="3" '
        f'stroke="{series.colour}" stroke-dasharray="{DASHES[series.dash]}"/></svg>{html.escape(series.label)}</li>'
        for series in chart.series
        if series.shown(settings)
    )
    return f"<ul>{''.join(items)}</ul>"


class Deck:
    """All cards over one run. ``update`` refreshes one card a call, so that no repaint holds up the sphere long."""

    def __init__(self, runner, settings):
        self._runner = runner
        self._marks = ColumnDataSource({"time": [], "text": []})
        self._time_axis = Axis(*time_limits(0.0))
        self.cards = [Card(chart, self._marks, self._time_axis, settings) for chart in CHARTS]
        self._turn = 0
        self.layout = pn.Column(*(card.layout for card in self.cards), stylesheets=[CARDS], margin=0)

    def describe(self, settings):
        """Texts and cards that fit the settings."""
        for card in self.cards:
            card.describe(settings)

    def update(self):
        """Refresh the next card that is shown."""
        shown = [card for card in self.cards if card.layout.visible]
        self._turn = (self._turn + 1) % len(shown)
        if self._turn == 0:
            self._update_time()
        frame = self._runner.frame
        if frame is not None:
            shown[self._turn].update(self._runner.rows, frame.epoch)

    def _update_time(self):
        self._time_axis.move(time_limits(self._runner.furthest))
        marks = merged(self._runner.events, self._time_axis.set[1])
        if marks != {name: list(values) for name, values in self._marks.data.items()}:
            self._marks.data = marks


DASHES = {"solid": "none", "dashed": "7 3", "dotted": "2 3"}

CARDS = f"""
:host {{
  display: grid !important; grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr)); gap: 12px;
  align-items: start;
}}
.card {{
  position: relative;
  box-sizing: border-box; padding: 10px 8px 4px; border-radius: 10px; background: var(--panel-surface-color);
  border: 1px solid color-mix(in srgb, {OKABE_ITO["grey"]} 30%, transparent);
}}
"""
TEXT = """
h2 { font-size: 15px; font-weight: 700; margin: 0 80px 0 0; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0 0; color: var(--panel-on-secondary-color); }
ul {
  list-style: none; display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 6px 0 2px; padding: 0;
  font-size: 12.5px;
}
li { display: flex; align-items: center; gap: 6px; white-space: nowrap; }
"""
