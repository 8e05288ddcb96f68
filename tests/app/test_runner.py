"""A run in a thread of its own: orders, pace, winding back, errors, and its end."""

import threading
import time

import numpy as np
import pytest

from headflow.app.room.runner import Runner
from headflow.core import Settings, Simulation

SMALL = Settings(tokens=12, heads=2, dt=0.01)


@pytest.fixture
def room():
    runners = []

    def make(settings=SMALL, **options):
        runners.append(Runner(settings, **options))
        assert runners[-1].wait(10)
        return runners[-1]

    yield make
    for runner in runners:
        runner.close()


def played(runner, until, seconds=20):
    """Play to a time, then pause."""
    runner.run_to(until)
    end = time.monotonic() + seconds
    while runner.playing and time.monotonic() < end:
        time.sleep(0.005)
    assert not runner.playing
    assert runner.wait(10)
    return runner.frame


def test_a_fast_run_is_charted_as_finely_as_a_watched_one(room):
    runner = room()
    played(runner, 4.0)
    times = runner.rows.since(None).columns["time"]
    assert np.diff(times).max() < 0.04


def stepped(settings, steps):
    simulation = Simulation(settings)
    for _ in range(steps):
        simulation.step()
    return simulation


def test_steps_do_not_depend_on_pace(room):
    slow, fast = room(speed=0.3), room(speed=50.0)
    for runner in (slow, fast):
        runner.play()
        time.sleep(0.3)
        runner.pause()
        assert runner.wait(10)
        frame = runner.frame
        assert frame.step > 0
        np.testing.assert_array_equal(frame.tokens, stepped(SMALL, frame.step).tokens.astype("f4"))
    assert slow.frame.step < fast.frame.step


def test_speed_is_simulated_time_per_second(room):
    runner = room(speed=2.0)
    runner.play()
    time.sleep(0.5)
    first, begun = runner.frame.time, time.monotonic()
    time.sleep(1.0)
    passed = (runner.frame.time - first) / (time.monotonic() - begun)
    assert passed == pytest.approx(2.0, rel=0.15)


def test_frames_know_how_far_apart_they_come(room):
    runner = room(SMALL.replace(dt=0.1))  # ten a second
    runner.play()
    intervals = {}  # by frame: a busy machine makes one late and the next one early
    ends = time.monotonic() + 2.0
    while time.monotonic() < ends:
        intervals[runner.frame.number] = runner.frame.interval
        time.sleep(0.02)
    assert np.median(list(intervals.values())) == pytest.approx(0.1, abs=0.04)
    runner.pause()
    assert runner.wait(10)
    assert runner.frame.interval == 0.0


def test_single_steps(room):
    runner = room()
    for _ in range(3):
        runner.step()
        assert runner.wait(10)
    assert (runner.frame.step, runner.playing) == (3, False)
    assert runner.frame.row["time"] == runner.frame.time


def test_pause_answers_within_100_ms_under_load(room):
    runner = room(Settings(tokens=500, heads=100, integrator="euler"))
    runner.play()
    time.sleep(0.5)
    begun = time.monotonic()
    runner.pause()
    assert not runner.playing
    assert time.monotonic() - begun < 0.1


def test_live_knob_changes_in_mid_run_and_is_an_event(room):
    runner = room()
    played(runner, 0.1)
    runner.change(frequency=3.0)
    assert runner.settings.frequency == 3.0
    played(runner, 0.2)
    assert runner.frame.step == 20
    assert [when for when, _ in runner.events] == [pytest.approx(0.1)]
    expected = stepped(SMALL, 10)
    expected.change(frequency=3.0)
    for _ in range(10):
        expected.step()
    np.testing.assert_array_equal(runner.frame.tokens, expected.tokens.astype("f4"))


def test_other_knob_restarts_and_goes_on_playing(room):
    runner = room()
    played(runner, 0.2)
    runner.play()
    epoch = runner.frame.epoch
    runner.change(heads=3)
    assert runner.wait(10)
    assert runner.playing
    assert runner.frame.epoch == epoch + 1
    assert runner.frame.weights.shape == (3, 3, 3)
    assert runner.settings.seed == SMALL.seed


def test_moved_token_stays_where_it_was_put_and_can_be_wound_back(room):
    runner = room()
    played(runner, 0.1)
    runner.move(5, [0.0, 0.0, 1.0])
    assert runner.wait(10)
    np.testing.assert_array_equal(runner.frame.tokens[5], [0, 0, 1])
    assert [text for _, text in runner.events] == ["token 5 moved"]
    end = played(runner, 0.3)
    runner.seek(0.05)
    runner.seek(0.3)
    assert runner.wait(10)
    np.testing.assert_array_equal(runner.frame.tokens, end.tokens)
    with pytest.raises(ValueError, match="token must be a whole number from 0 to 11"):
        runner.move(12, [1, 0, 0])


def test_refused_value_changes_nothing(room):
    runner = room()
    with pytest.raises(ValueError, match="heads must be a whole number from 1 to 1024; got -1"):
        runner.change(heads=-1)
    assert runner.settings == SMALL


def test_held_slider_costs_few_restarts(room):
    runner = room()
    for heads in list(range(1, 60)):
        runner.change(heads=heads)
    assert runner.wait(20)
    assert runner.frame.weights.shape[0] == 59
    assert runner.frame.epoch < 30


@pytest.mark.parametrize("schedule", ["oscillating", "ou"])
def test_winding_back_and_on_gives_the_same_bits(room, schedule):
    runner = room(SMALL.replace(schedule=schedule))
    played(runner, 0.5)
    runner.change(frequency=2.0, noise=0.5)
    end = played(runner, 1.0)
    runner.seek(0.3)
    assert runner.wait(10)
    assert runner.frame.time == pytest.approx(0.3)
    assert runner.furthest == pytest.approx(1.0)
    np.testing.assert_array_equal(
        runner.frame.tokens, stepped(SMALL.replace(schedule=schedule), 30).tokens.astype("f4")
    )
    runner.seek(1.0)
    assert runner.wait(10)
    np.testing.assert_array_equal(runner.frame.tokens, end.tokens)


def test_going_on_from_the_past_drops_the_future(room):
    runner = room()
    played(runner, 0.5)
    runner.change(amplitude=3.0)
    played(runner, 1.0)
    runner.seek(0.2)
    runner.step()
    assert runner.wait(10)
    assert runner.furthest == pytest.approx(0.21)
    assert runner.rows.since().columns["time"][-1] <= 0.21 + 1e-9
    assert [text for _, text in runner.events] == ["amplitude 3"]  # the knob as it is set now rules from here
    assert runner.events[0][0] == pytest.approx(0.2)


def test_reset_twice_then_play(room):
    runner = room()
    played(runner, 0.1)
    runner.reset()
    runner.reset()
    runner.play()
    time.sleep(0.2)
    assert runner.wait(10)
    assert runner.frame.time > 0
    assert len(runner.rows) > 1


def test_stops_when_settled(room):
    frozen = SMALL.replace(
        schedule="frozen", initial_weights="identity", heads=1, arrangement="uniform", spread=0.0
    )
    runner = room(frozen)
    runner.settle_below = 1e-2
    runner.run_to(200.0)
    end = time.monotonic() + 20
    while runner.playing and time.monotonic() < end:
        time.sleep(0.01)
    assert runner.wait(10)
    assert runner.note.startswith("Settled at t = ")
    assert runner.frame.row["slope_squared"] < 1e-4


def test_failed_step_pauses_with_a_sentence_and_keeps_the_frame(room):
    runner = room(
        SMALL.replace(schedule="frozen", initial_weights="identity", flow="gradient", integrator="euler")
    )
    played(runner, 0.05)
    good = runner.frame
    runner._run.simulation.step = lambda: (_ for _ in ()).throw(ValueError("the step failed."))
    runner.play()
    end = time.monotonic() + 5
    while runner.error is None and time.monotonic() < end:
        time.sleep(0.005)
    assert runner.error == "the step failed."
    assert not runner.playing
    np.testing.assert_array_equal(runner.frame.tokens, good.tokens)
    runner.reset()
    assert runner.wait(10)
    assert runner.error is None


def test_refused_start_says_so_and_the_next_one_works(room, monkeypatch):
    def refuse(settings):
        if settings.heads == 7:
            raise ValueError("these weights are too large.")
        return Simulation(settings)

    monkeypatch.setattr("headflow.app.room.run.Simulation", refuse)
    runner = room()
    runner.play()
    runner.change(heads=7)
    assert runner.wait(10)
    assert runner.error == "these weights are too large."
    assert not runner.playing
    assert len(runner.frame.weights) == 2  # the last good one
    runner.play()  # has nothing to run, and says so again
    assert runner.wait(10)
    assert runner.error == "these weights are too large."
    runner.change(heads=3)
    assert runner.wait(10)
    assert runner.error is None
    assert (runner.frame.time, len(runner.frame.weights)) == (0.0, 3)


def test_runs_too_large_to_be_live_are_refused_at_once(room):
    begun = time.monotonic()
    runner = room(SMALL.replace(tokens=1_000_000, heads=2))
    assert time.monotonic() - begun < 2
    assert runner.error.startswith("tokens must be at most 63245 for 2 heads in 3 dimensions on a live page")
    runner.change(dimension=16)
    assert runner.wait(10)
    assert runner.error.startswith("tokens must be at most 35355 for 2 heads in 16 dimensions on a live page")
    assert runner.frame is None
    runner.change(dimension=3)
    runner.change(tokens=10)
    assert runner.wait(10)
    assert runner.error is None
    assert len(runner.frame.tokens) == 10


def test_rows_are_bounded_and_span_the_run(room):
    runner = room(speed=1000.0)
    runner.rows.limit = 40
    played(runner, 5.0)
    times = runner.rows.since().columns["time"]
    assert len(times) <= 42
    assert times[0] == 0.0
    assert times[-1] == pytest.approx(5.0)


def test_close_ends_the_thread_even_while_playing():
    before = set(threading.enumerate())
    runner = Runner(SMALL, speed=100.0)
    runner.play()
    time.sleep(0.1)
    assert set(threading.enumerate()) - before
    runner.close()
    assert set(threading.enumerate()) - before == set()
