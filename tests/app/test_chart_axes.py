"""Axes that stand still, span the whole run, never go blank, and yield to a hand; feeds that stay small."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from headflow.app.charts import FLOOR
from headflow.app.charts.axis import Axis
from headflow.app.charts.feed import POINTS, Feed
from headflow.app.charts.marks import merged
from headflow.app.charts.ranges import decade_limits, linear_limits, round_up, time_limits
from headflow.app.room.history import History

finite = st.floats(-1e12, 1e12)


@given(st.floats(1e-12, 1e12))
def test_round_steps_are_above_the_value_and_near_it(value):
    assert value * (1 - 1e-8) <= round_up(value) <= 2.5 * value


@example([2.2e-313, -1.5e11])
@example([-2.2e-313, 1.5e11])
@given(st.lists(finite | st.just(float("nan")), max_size=30))
def test_linear_limits_hold_all_finite_values(values):
    values = np.array(values, float)
    low, high = linear_limits(values)
    assert low < high
    seen = values[np.isfinite(values)]
    assert np.all((low <= seen) & (seen <= high))


@given(st.lists(st.floats(0, 1e12) | st.just(float("nan")), max_size=30))
def test_decades_hold_all_values_above_the_floor_and_are_never_empty(values):
    values = np.array(values, float)
    low, high = decade_limits(values)
    assert low > 0 and high >= 999 * low
    seen = values[np.isfinite(values) & (values > FLOOR)]
    assert np.all((low * (1 - 1e-9) <= seen) & (seen <= high * (1 + 1e-9)))


@pytest.mark.parametrize("values", [[], [np.nan, np.nan], [FLOOR], [FLOOR, FLOOR]])
def test_a_log_axis_of_exact_zeros_or_nothing_is_a_plain_one(values):
    """One token, or equal tokens: the slope is exactly 0 (bokeh 5576, holoviews 4402)."""
    assert decade_limits(np.array(values)) == (FLOOR, 1.0)


def test_limits_stand_still_while_a_run_grows_into_them():
    """A thousand rows of a growing line move the axis a few times, not a thousand."""
    held, moves = None, 0
    values = np.cumsum(np.full(1000, 0.003))
    for end in range(1, 1001):
        limits = linear_limits(values[:end], held)
        moves += limits != held
        held = limits
    assert moves <= 25  # each adds a third or more: log(1000) / log(4 / 3) = 24
    assert {time_limits(t) for t in np.linspace(0, 50, 1000)} == {
        (0.0, end) for end in (2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0)
    }


def test_a_log_axis_forgets_the_exact_zero_that_it_began_with():
    held = decade_limits(np.array([FLOOR]))
    assert decade_limits(np.array([FLOOR, 3e-9, 2e-8]), held) == pytest.approx((1e-9, 1e-6))


def test_the_page_moves_an_axis_until_a_person_does_and_again_after_a_reset():
    axis = Axis(0.0, 2.0)
    axis.move((0.0, 5.0))
    assert (axis.range.start, axis.range.end) == (0.0, 5.0)
    axis.range.update(start=1.0, end=1.5)  # a zoom
    axis.move((0.0, 10.0))
    assert (axis.range.start, axis.range.end) == (1.0, 1.5)
    assert (axis.range.reset_start, axis.range.reset_end) == (0.0, 10.0)
    axis.range.update(start=axis.range.reset_start, end=axis.range.reset_end)  # Bokeh's reset tool
    axis.move((0.0, 20.0))
    assert axis.range.end == 20.0


@pytest.mark.parametrize("chunk", [1, 7, 600])
def test_a_feed_is_bounded_and_spans_the_run_from_first_to_newest(chunk):
    history = History(limit=2000)
    feed = Feed(lambda rows: {"time": rows["time"], "y": rows.get("y", np.empty(0))})
    for step in range(5000):
        history.append({"time": 0.01 * step, "y": float(step)})
        if step % chunk == 0:
            feed.update(history)
            assert len(feed.source.data["time"]) <= POINTS + chunk
    feed.update(history)
    time = np.asarray(feed.source.data["time"])
    assert len(time) > POINTS / 4
    assert time[0] == 0 and time[-1] > 0.98 * 0.01 * 4999
    assert np.all(np.diff(time) > 0)
    np.testing.assert_allclose(feed.source.data["y"], 100 * time)
    history.clear()
    history.append({"time": 0.0, "y": 0.0})
    feed.update(history)
    assert list(feed.source.data["time"]) == [0.0]


def test_a_slider_drawn_along_leaves_one_mark():
    drawn = [(1.0 + 0.01 * k, f"frequency {k}") for k in range(20)]
    marks = merged([*drawn, (1.3, "phase spread 0.5"), (9.0, "flow gradient")], span=10.0)
    assert marks["time"] == [1.0, 9.0]
    assert marks["text"] == ["frequency 19, phase spread 0.5", "flow gradient"]
    assert merged([], 10.0) == {"time": [], "text": []}
