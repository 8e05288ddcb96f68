"""How fast simulated time may pass."""

import time

FORGIVEN = 0.1
"""Seconds of lateness that are made up; more is dropped, so a slow machine owes no steps to race through."""


class Pace:
    """Decides when the next step is due, at ``speed`` units of depth t per second of wall clock.

    It only ever decides *when* a step is taken, never its size: a run's results are the same at any speed.
    """

    def __init__(self, speed=1.0, clock=time.monotonic):
        self.speed = speed
        self.clock = clock
        self.restart()

    def restart(self):
        """Forget the past: the next step is due one step's time from now."""
        self.credit, self.last = 0.0, self.clock()

    def wait(self, dt):
        """Seconds until a step of depth ``dt`` is due; 0 where it is due now, inf at speed 0."""
        now = self.clock()
        earned = (now - self.last) * self.speed
        self.credit = min(self.credit + earned, dt + FORGIVEN * self.speed)
        self.last = now
        if self.credit >= dt * (1 - 1e-9):  # a wait shorter than the clock can tell would never end
            return 0.0
        return (dt - self.credit) / self.speed if self.speed > 0 else float("inf")

    def spend(self, dt):
        """A step of depth ``dt`` was taken."""
        self.credit -= dt
