"""Simulated time against a clock that the test holds."""

import pytest

from headflow.app.room.pace import FORGIVEN, Pace


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def run(pace, clock, seconds, dt, step_seconds):
    """Depth passed in ``seconds`` of wall clock, where a step takes ``step_seconds``."""
    depth, end = 0.0, clock.now + seconds
    while clock.now < end:
        wait = pace.wait(dt)
        if wait > 0:
            clock.now += min(wait, 1.0)
            continue
        pace.spend(dt)
        depth += dt
        clock.now += step_seconds
    return depth


@pytest.mark.parametrize("speed", [0.1, 1.0, 5.0])
def test_speed_is_kept_where_the_machine_can(speed):
    clock = Clock()
    assert run(Pace(speed, clock), clock, 20, 0.01, 0.0005) == pytest.approx(20 * speed, rel=0.01)


def test_a_slow_machine_owes_nothing():
    clock = Clock()
    pace = Pace(1.0, clock)
    run(pace, clock, 100, 0.01, 0.1)  # ten times too slow
    depth = run(pace, clock, 1.0, 0.01, 0.0)  # suddenly infinitely fast
    assert depth <= 1.0 + FORGIVEN + 0.02


def test_speed_zero_stands_still():
    clock = Clock()
    assert run(Pace(0.0, clock), clock, 10, 0.01, 0.0) == 0.0
