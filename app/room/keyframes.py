"""Saved states of a run, so that it can be wound back."""

from typing import Any, NamedTuple

MEMORY = 96 * 2**20
"""Bytes that the saved states of one run may take."""


class Keyframe(NamedTuple):
    step: int
    time: float
    state: Any


class Keyframes:
    """States saved evenly over a run: every ``stride`` steps, and twice as far apart each time they fill up.

    Parameters
    ----------
    size : int
        Bytes of one state; together they stay under ``MEMORY``, and are never more than ``most``.
    """

    def __init__(self, size, stride=8, most=256):
        self.stride = stride
        self.limit = max(2, min(most, MEMORY // max(1, size)))
        self._kept = []

    def __len__(self):
        return len(self._kept)

    def due(self, step):
        """True where the state after ``step`` steps should be saved."""
        return not self._kept or step >= self._kept[-1].step + self.stride

    def add(self, step, time, state):
        self._kept.append(Keyframe(step, time, state))
        if len(self._kept) > self.limit:
            self._kept = self._kept[::2]
            self.stride *= 2

    def before(self, time):
        """The newest saved state at or before ``time``; the first where there is none."""
        return next((key for key in reversed(self._kept) if key.time <= time), self._kept[0])

    def cut(self, step):
        """Forget the states after ``step``."""
        self._kept = [key for key in self._kept if key.step <= step]
