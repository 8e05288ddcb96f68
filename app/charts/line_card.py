"""The card of a LineChart."""

import numpy as np
import panel_material_ui as pmui

from .axis import Axis
from .card import Card
from .columns import column, columns_of
from .feed import Feed
from .figure import draw_lines
from .ranges import decade_limits, linear_limits, round_up


class LineCard(Card):
    """Lines over depth t, streamed; where the chart has forms, a switch between them."""

    def __init__(self, chart, room):
        self.chart, self._room = chart, room
        self.feed = Feed(lambda rows: columns_of(chart, rows))
        self.form = chart.forms[0][0] if chart.forms else ""
        self._epoch = None
        self.value_axis = Axis(*self._limits(None))
        self.right_axis = Axis(0.0, 10.0 if chart.whole_at_right else 1.0)
        super().__init__(chart, room)
        self._show_lines()

    def make_figure(self, room):
        return draw_lines(
            self.chart,
            self.feed.source,
            room.marks,
            room.time_axis.range,
            self.value_axis.range,
            self.right_axis.range,
        )

    def controls(self):
        if not self.chart.forms:
            return []
        switch = pmui.RadioButtonGroup(
            label=f"Form of {self.chart.title}",
            options={label: name for name, label in self.chart.forms},
            value=self.form,
            size="small",
            sizing_mode="stretch_width",
            margin=(6, 4, 0, 4),
            sx={"& .MuiToggleButton-root": {"padding": "3px 6px", "fontSize": "12px", "lineHeight": 1.3}},
            stylesheets=[".MuiFormLabel-root { position: absolute !important; clip-path: inset(50%); }"],
        )
        switch.param.watch(lambda event: self.choose(event.new), "value")
        return [switch]

    def choose(self, form):
        """Draw that form of the chart."""
        self.form = form
        self.show_legend()
        self._room.soon(self._show_lines)

    def _show_lines(self):
        drawn = self.chart.lines(self.form)
        for series, renderer in zip(self.chart.series, self.figure.renderers, strict=False):
            renderer.visible = series in drawn
        self.value_axis.move(self._limits(None))

    def samples(self, settings):
        return [
            (series.label, series.colour, series.dash) for series in self.chart.lines(self.form, settings)
        ]

    def update(self, history, frame):
        """Draw what is new; the limits follow, in steps, and begin anew with each epoch of the run."""
        self.feed.update(history)
        begun, self._epoch = frame.epoch != self._epoch, frame.epoch
        self.value_axis.move(self._limits(None if begun else self.value_axis.set))
        if self.chart.axis_at_right:
            self.right_axis.move(self._right_limits(None if begun else self.right_axis.set))

    def _limits(self, held):
        chart = self.chart
        if np.isfinite(chart.limits).all():
            return chart.limits
        lines = [series for series in chart.lines(self.form) if not series.at_right]
        lines = [series for series in lines if not chart.leading or series.variable in chart.leading]
        values = np.concatenate([self.feed.values[column(series, chart.logarithmic)] for series in lines])
        return decade_limits(values, held) if chart.logarithmic else linear_limits(values, held)

    def _right_limits(self, held):
        values = np.concatenate(
            [self.feed.values[series.variable] for series in self.chart.series if series.at_right]
        )
        if not self.chart.whole_at_right:
            return linear_limits(values, held)
        most = round_up(np.nanmax(np.append(values, 5.0)))
        return 0.0, most if held is None else max(most, held[1])
