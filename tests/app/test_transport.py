"""The words under the sphere, and the orders that its widgets give."""

import time

import pytest

from headflow.app.controls.transport import Transport, status
from headflow.app.room.runner import Runner
from headflow.core import Settings

WAIT = 20.0


@pytest.fixture
def runner():
    runner = Runner(Settings(tokens=5, heads=1, schedule="frozen", horizon=0.1, dt=0.01))
    yield runner
    runner.close()


def finish(runner):
    """Until a run that stops by itself has stopped."""
    for _ in range(1000):
        if not runner.playing:
            return
        time.sleep(0.01)
    raise AssertionError("the run went on and on")


def test_readout_and_line_say_where_the_run_is(runner):
    transport = Transport(runner)
    runner.step(3)
    assert runner.wait(WAIT)
    transport.show("a hint")
    for field in ("<b>0.03</b>", "<b>3</b>", "<i>E</i>", "<i>clusters</i>"):
        assert field in transport.readout.object
    assert (transport.time_line.time, transport.time_line.end) == pytest.approx((0.03, 0.03))
    assert "a hint" in transport.status.object


def test_status_tells_what_play_will_do_after_winding_back(runner):
    runner.step(4)
    assert runner.wait(WAIT)
    runner.seek(0.02)
    assert runner.wait(WAIT)
    assert "Play goes on from here" in status(runner)
    transport = Transport(runner)
    assert (transport.time_line.time, transport.time_line.end) == pytest.approx((0.02, 0.04))
    runner.step()
    assert runner.wait(WAIT)
    assert status(runner) == ""


def test_line_says_nothing_where_nothing_has_moved(runner):
    transport = Transport(runner)
    runner.step()
    assert runner.wait(WAIT)
    transport.show()
    told = []
    transport.time_line.param.watch(told.append, ["time", "end", "marks"])
    transport.show()
    assert told == []


def test_line_marks_the_knobs_changed_on_the_way(runner):
    transport = Transport(runner)
    runner.step(2)
    assert runner.wait(WAIT)
    runner.change(dt=0.005)
    assert runner.wait(WAIT)
    transport.show()
    assert transport.time_line.marks == pytest.approx([0.02])


def test_threshold_from_an_address_is_among_the_choices_and_never_clears_it(runner):
    runner.settle_below = 0.25
    transport = Transport(runner)
    assert transport.settled.value == 0.25
    transport.settled.value = 0.0
    assert runner.settle_below is None


def test_run_to_the_horizon_names_it(runner):
    transport = Transport(runner)
    assert transport.run_to.label == "Run to T = 0.1"
    runner.change(horizon=0.05)
    transport.show()
    assert transport.run_to.label == "Run to T = 0.05"
    runner.run_to()
    finish(runner)
    assert runner.frame.time == pytest.approx(0.05)
    transport.show()
    assert "Ran to t = 0.05." in transport.status.object
