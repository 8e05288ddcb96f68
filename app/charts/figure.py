"""Charts drawn once by HoloViews; from then on only their sources, marks and limits change."""

import holoviews as hv
from bokeh.models import LabelSet, Legend, LinearAxis, LinearScale, VSpan

from ..theme import OKABE_ITO
from .columns import column

hv.extension("bokeh")

HEIGHT = 230
AXIS_WIDTH = 62
"""Room for the vertical axis, kept whatever its labels: the frame must not move while the run goes on."""


def draw(elements, **options):
    """The Bokeh figure of HoloViews ``elements`` laid over one another, in the look of the page."""
    usual = {
        "responsive": True,
        "height": HEIGHT,
        "title": "",
        "show_legend": False,  # Bokeh builds a legend's elements anew with every row; the card's own stands still
        "default_tools": ["pan", "box_zoom", "wheel_zoom", "reset"],
        "active_tools": [],
        "fontscale": 1,
    }
    figure = hv.render(hv.Overlay(elements).opts(**(usual | options)), backend="bokeh")
    _trim(figure)
    return figure


def draw_lines(chart, source, marks, time_range, value_range, right_range):
    """The Bokeh figure of a LineChart over the columns of ``source``.

    ``marks`` (columns time, text) are drawn as labelled vertical lines; the ranges are Range1d, shared or not.
    """
    curves = []
    for series in chart.series:
        curve = hv.Curve(
            ([0.0, 1.0], [0.5, 0.5]),
            ("time", "depth t"),
            (column(series, chart.logarithmic), chart.axis),
            label=series.label,
        )
        curves.append(curve.opts(color=series.colour, line_dash=series.dash, line_width=2.2))
    limits = {"logy": True, "ylim": (0.1, 1.0)} if chart.logarithmic else {}
    figure = draw(curves, **limits, xlabel="depth t", ylabel=chart.axis, show_grid=True)
    figure.x_range, figure.y_range = time_range, value_range
    if chart.axis_at_right:
        figure.extra_y_ranges = {"right": right_range}
        figure.extra_y_scales = {"right": LinearScale()}  # else it takes over that of the axis at the left
        axis = LinearAxis(y_range_name="right", axis_label=chart.axis_at_right, minor_tick_line_color=None)
        figure.add_layout(axis, "right")
        _dress(axis)
    for series, renderer in zip(chart.series, figure.renderers, strict=True):
        if series.at_right:
            renderer.y_range_name = "right"
        renderer.data_source = source
    mark(figure, marks)
    return figure


def mark(figure, marks):
    """Vertical lines where a knob was changed, each with its text."""
    figure.add_glyph(marks, VSpan(x="time", line_color=OKABE_ITO["grey"], line_dash="dashed", line_width=1))
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
        _dress(axis)


def _dress(axis):
    axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
    axis.axis_label_text_font_style = "normal"
    axis.axis_label_standoff = 4
