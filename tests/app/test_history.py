"""The chart's rows span the whole run within a bound, and a reader can follow them."""

import numpy as np

from headflow.app.room.history import History


def filled(count, limit=100):
    history = History(limit)
    for k in range(count):
        history.append({"time": 0.1 * k, "energy": float(k)})
    return history


def test_long_run_is_thinned_not_cut():
    times = filled(5000).since().columns["time"]
    assert len(times) <= 101
    assert times[0] == 0.0
    assert times[-1] > 490
    assert np.diff(times).max() < 3 * np.diff(times).min() + 0.2  # evenly


def test_reader_gets_each_row_once():
    history, mark, seen = History(1000), None, []
    for k in range(300):
        history.append({"time": float(k)})
        if k % 7 == 0:
            part = history.since(mark)
            assert part.whole == (mark is None)
            mark = part.mark
            seen += list(part.columns["time"])
    assert seen == [float(k) for k in range(295)]


def test_thinning_and_cutting_make_readers_start_anew():
    history = filled(90)
    mark = history.since().mark
    for k in range(90, 120):
        history.append({"time": 0.1 * k, "energy": 0.0})
    assert history.since(mark).whole
    mark = history.since().mark
    history.cut(1.0)
    part = history.since(mark)
    assert part.whole
    assert part.columns["time"][-1] <= 1.0


def test_a_variable_that_comes_later_is_nan_before():
    history = History()
    history.append({"time": 0.0})
    history.append({"time": 1.0, "twin_distance": 0.5})
    np.testing.assert_array_equal(history.since().columns["twin_distance"], [np.nan, 0.5])


def test_rows_of_one_instant_count_once():
    history = History()
    history.append({"time": 0.0})
    history.append({"time": 0.0}, always=True)
    assert len(history) == 1
