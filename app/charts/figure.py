"""A Chart drawn once by HoloViews; from then on only its source, marks and limits change."""

import holoviews as hv
from bokeh.models import LabelSet, Legend, LinearAxis, VSpan

from ..theme import OKABE_ITO
from .feed import column

hv.extension("bokeh")

HEIGHT = 230
AXIS_WIDTH = 62
"""Room for the vertical axis, kept whatever its labels: the frame must not move while the run goes on."""


def draw(chart, source, marks, time_range, value_range, count_range=None):
    """The Bokeh figure of ``chart`` over the columns of ``source``.

    ``marks`` (columns time, text) are drawn as labelled vertical lines; the ranges are Range1d, shared or not.
    """
    figure = hv.render(_overlay(chart, source), backend="bokeh")
    figure.x_range, figure.y_range = time_range, value_range
    counted = [series.variable for series in chart.series if series.counts]
    if counted:
        figure.extra_y_ranges = {"count": count_range}
        figure.add_layout(
            LinearAxis(y_range_name="count", axis_label="count", minor_tick_line_color=None), "right"
        )
    for renderer in figure.renderers:
        if renderer.glyph.y.strip("|") in counted:
            renderer.y_range_name = "count"
        renderer.data_source = source
    _mark(figure, marks)
    _trim(figure)
    return figure


def _overlay(chart, source):
    """One curve a series; HoloViews makes the figure, axes and legend from it."""
    curves = []
    for series in chart.series:
        name = column(series, chart.logarithmic)
        curve = hv.Curve(
            ([0.0, 1.0], [0.5, 0.5]), ("time", "depth t"), (name, chart.axis), label=series.label
        )
        curves.append(curve.opts(color=series.colour, line_dash=series.dash, line_width=2.2))
    return hv.Overlay(
        curves
    ).opts(
        responsive=True,
        height=HEIGHT,
        logy=chart.logarithmic,
        xlabel="depth t",
        ylabel=chart.axis,
        title="",
        show_legend=False,  # Bokeh builds a legend's elements anew with every row; the card has one that stands still
        default_tools=["pan", "box_zoom", "wheel_zoom", "reset"],
        active_tools=[],
        fontscale=1,
        show_grid=True,
    )


def _mark(figure, marks):
    """Vertical lines where a knob was changed, each with its text."""
    figure.add_glyph(marks, VSpan(x="time", line_color=OKABE_ITO["grey"], line_dash="dotted", line_width=1.2))
    figure.add_layout(
        LabelSet(
            x="time",
            y=3,
            y_units="screen",
            text="text",
            source=marks,
            angle=90,
            angle_units="deg",
            text_font_size="10px",
            text_color=OKABE_ITO["grey"],
            x_offset=-2,
            text_baseline="bottom",
        )
    )


def _trim(figure):
    figure.output_backend = "canvas"  # HoloViews asks for webgl, which is slow without a GPU
    figure.styles = {"--bokeh-font-size": "12.5px", "font-size": "12.5px"}
    figure.title = None
    figure.center = [
        part for part in figure.center if not isinstance(part, Legend)
    ]  # empty, but laid out each time
    figure.toolbar.logo = None
    figure.toolbar.autohide = True
    figure.min_border_left = AXIS_WIDTH
    figure.min_border_top = figure.min_border_bottom = 8
    figure.border_fill_alpha = figure.background_fill_alpha = 0
    figure.outline_line_color = None
    for axis in figure.axis:
        axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
        axis.axis_label_text_font_style = "normal"
        axis.axis_label_standoff = 4
