"""Saved states are spread over the run within their bounds."""

from headflow.app.room.keyframes import MEMORY, Keyframes


def walked(keyframes, steps):
    for step in range(steps):
        if keyframes.due(step):
            keyframes.add(step, 0.1 * step, f"state {step}")
    return keyframes


def test_number_and_distance_are_bounded():
    keyframes = walked(Keyframes(size=1, stride=8, most=64), 10_000)
    assert len(keyframes) <= 64
    steps = [keyframes.before(t).step for t in range(1000)]
    assert steps[0] == 0
    assert all(10 * t - step <= keyframes.stride for t, step in enumerate(steps))
    assert keyframes.stride <= 2 * 10_000 / 32


def test_memory_is_bounded():
    assert Keyframes(size=MEMORY // 10).limit == 10


def test_newest_at_or_before():
    keyframes = walked(Keyframes(size=1, stride=10), 101)
    assert keyframes.before(5.0).state == "state 50"
    assert keyframes.before(5.9).state == "state 50"
    keyframes.cut(35)
    assert keyframes.before(99.0).state == "state 30"
