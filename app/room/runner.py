"""One simulation running in a thread of its own, watched by any number of views. Knows nothing of pages."""

import contextlib
import logging
import threading
import time

import numpy as np

from ...core.settings import Settings
from .frame import Frame
from .history import History
from .orders import Orders
from .pace import Pace
from .run import Run

log = logging.getLogger(__name__)

FRAME_SECONDS = 1 / 60
"""Frames are published no faster than screens repaint."""
FIRST_FRAME_SECONDS = 0.25
"""A new Runner has its first frame at once, but for large runs: nobody waits longer for one."""
READING_SECONDS = 1 / 25
"""Rows and cluster labels are read no faster than charts can show them..."""
READING_SHARE = 4
"""...and the time between two readings is at least this many times what one takes."""
TARGET_ROWS = 200
"""A run to T as fast as the machine can is read at least this often, so that its charts are as smooth as those of
a run that was watched: a second's reading, where it is 100 tokens."""


class Runner:
    """A room: one simulation and the clock it runs by.

    Orders (play, pause, change...) return at once: they are left in a mailbox that the worker empties between
    steps, and orders of one kind are merged there, so a hundred moves of a slider cost one. What a view shows
    is ``frame``, the newest finished one. The steps and their size never depend on speed or on who watches.

    Parameters
    ----------
    settings : Settings
    speed : float
        Simulated time per second of wall clock.
    """

    def __init__(self, settings=None, speed=1.0):
        self._settings = settings if settings is not None else Settings()
        self._pace = Pace(speed)
        self._bell = threading.Condition()
        self._orders = Orders(any=True, restart=True)
        self._given, self._done = 1, 0
        self._playing, self._target = False, None
        self._run = None
        self._epoch = self._number = 0
        self._read_at = self._published_at = -np.inf
        self._reading_cost = 0.0
        self._goes_on = False
        self._row, self._labels = {}, None
        self.frame = None
        """The newest finished Frame; None until the first one, which large runs take seconds to make."""
        self.error = None
        """One sentence where a step or a restart failed, else None. The last good frame stays."""
        self.note = None
        """One sentence on why the run paused by itself, else None."""
        self.settle_below = None
        """The run pauses where its metric slope |dE| is below this; None for never."""
        self.rows = History()
        """The rows of the whole run, thinned."""
        self._worker = threading.Thread(target=self._work, name="headflow-runner", daemon=True)
        self._worker.start()
        self.wait(FIRST_FRAME_SECONDS)

    # --- what anybody may ask ---

    @property
    def settings(self):
        """The settings in force, orders still in the mailbox included."""
        return self._settings

    @property
    def playing(self):
        return self._playing

    @property
    def speed(self):
        """Simulated time per second of wall clock; as much of it as the machine can do."""
        return self._pace.speed

    @speed.setter
    def speed(self, value):
        if not (np.isfinite(value) and value >= 0):
            raise ValueError(f"speed must be a number from 0 up; got {value!r}.")
        self._pace.speed = float(value)
        self._order()

    @property
    def events(self):
        """(time, text) of each change of knobs in mid-run, in order."""
        run = self._run
        return [(change.time, change.text) for change in list(run.changes)] if run else []

    @property
    def furthest(self):
        """The latest time reached, up to which the run can be wound back and forth."""
        run = self._run
        return run.furthest if run else 0.0

    # --- orders ---

    def play(self):
        """Run on, at ``speed``, until paused."""
        self._order(playing=True)

    def pause(self):
        """Stop after the step in hand. ``playing`` is False at once."""
        self._order(playing=False)

    def step(self, count=1):
        """Pause and take ``count`` steps."""
        with self._bell:
            self._orders.stepping(count)
            self._order(playing=False)

    def run_to(self, until=None):
        """Run as fast as the machine can to time ``until`` (the horizon where not given), then pause."""
        self._order(playing=True, target=self._settings.horizon if until is None else float(until))

    def reset(self, settings=None):
        """Start again from t = 0, with other ``settings`` if given; goes on playing if it was playing."""
        with self._bell:
            if settings is not None:
                self._settings = settings
            self._orders.restarting()
            self._order(self._playing, self._target)

    def change(self, **knobs):
        """Set knobs: at once where all are live, else with a restart from t = 0 with the same seed.

        Raises ValueError, and changes nothing, where a value is refused.
        """
        with self._bell:
            wanted = self._settings.replace(**knobs)
            new = [name for name, value in knobs.items() if value != getattr(self._settings, name)]
            if not new:
                return
            self._settings = wanted
            if all(Settings.is_live(name) for name in new):
                self._orders.changed = True
            else:
                self._orders.restarting()
            self._order(self._playing, self._target)

    def seek(self, time):
        """Go to the step nearest to ``time``, as it was. If the run goes on from there it does so with the
        knobs as they are set now, and what lay ahead is dropped.
        """
        with self._bell:
            self._orders.seeking(float(time))
            self._order(playing=False)

    def move(self, token, place):
        """Put a token elsewhere on the sphere, at ``place`` (d,); while it is dragged only the last place counts.

        ValueError where there is no such token or the place has no direction.
        """
        place = np.asarray(place, float)
        frame = self.frame
        n, d = frame.tokens.shape if frame else (0, 0)
        if not 0 <= token < n or place.shape != (d,) or not 0 < np.linalg.norm(place) < np.inf:
            raise ValueError(
                f"token must be a whole number from 0 to {n - 1} and its place a vector of {d} finite numbers, not "
                f"all 0; got {token!r} and {place.tolist()}."
            )
        with self._bell:
            self._orders.moves[int(token)] = place
            self._order(self._playing, self._target)

    def close(self, wait=True):
        """End the worker after the step in hand and, unless told otherwise, wait for that."""
        with self._bell:
            self._orders.closing = True
            self._order(playing=False)
        if wait and threading.current_thread() is not self._worker:
            self._worker.join()

    def wait(self, timeout=None):
        """Wait until the orders given so far are carried out; False where that took longer."""
        with self._bell:
            ticket = self._given
            return self._bell.wait_for(lambda: self._done >= ticket or not self._worker.is_alive(), timeout)

    def _order(self, playing=None, target=None):
        with self._bell:
            if playing is not None:
                self._playing, self._target = playing, target
            self._orders.any = True
            self._given += 1
            self._bell.notify_all()

    # --- the worker ---

    def _work(self):
        while True:
            with self._bell:
                self._sleep()
                orders, self._orders, ticket = self._orders, Orders(), self._given
            if orders.closing:
                return
            try:
                if orders.any:
                    self._carry_out(orders)
                else:
                    self._play_on()
            except Exception as problem:
                self._fail(problem)
            with self._bell:
                self._done = max(self._done, ticket)
                self._bell.notify_all()

    def _sleep(self):
        """Wait for an order or until the next step is due."""
        while not self._orders.any:
            if not self._playing:
                self._bell.wait()
                self._pace.restart()
            elif self._target is not None:
                return
            else:
                seconds = self._pace.wait(self._run.simulation.settings.dt)
                if seconds <= 0:
                    return
                self._bell.wait(min(seconds, 1.0))

    def _carry_out(self, orders):
        if orders.restart or (self._run is None and (self._playing or orders.changed)):
            self._restart()
        elif self._run is None:
            return
        if orders.seek is not None:
            self._run.seek(orders.seek, self._interrupted, self._publish)
        if orders.changed:
            self._run.apply(self._settings)
        if not orders.restart:  # else they were meant for another run
            for token, place in orders.moves.items():
                self._run.move(token, place)
        for _ in range(orders.steps):
            self._run.step()
            if self._interrupted():
                break
        self.error = self.note = None
        self._publish(whole=True)

    def _interrupted(self):
        orders = self._orders
        return orders.restart or orders.closing or orders.seek is not None

    def _restart(self):
        self._run = None  # where the new run is refused, the old one must not go on under the new settings
        self._run = Run(self._settings, self.rows)
        self._epoch += 1
        self._pace.restart()

    def _play_on(self):
        run = self._run
        sim = run.simulation
        if self._target is None:
            self._pace.spend(sim.settings.dt)
        elif sim.time + sim.settings.dt / 2 > self._target:
            self._stop(f"Ran to t = {sim.time:.4g}.")
            return
        run.step()
        if self.settle_below is not None and run.slope < self.settle_below:
            self._stop(f"Settled at t = {sim.time:.4g}: the metric slope is below {self.settle_below:g}.")
        else:
            if self._target is not None and sim.time - self._row["time"] >= self._target / TARGET_ROWS:
                self._read()
            self._publish()

    def _stop(self, note):
        self._publish(whole=True)  # before it is seen to have paused
        with self._bell:
            if not self._orders.any:  # else somebody has just asked for more
                self._playing, self._target, self.note = False, None, note

    def _fail(self, problem):
        """Keep what is there, say what happened."""
        if not isinstance(problem, (ValueError, ArithmeticError)):
            log.exception("a run failed")
        with contextlib.suppress(Exception):  # where even the kept state cannot be read, the last frame stays
            self._publish(whole=True)
        self.error = str(problem) or repr(problem)
        self._playing, self._target = False, None

    def _read(self, whole=False):
        begun = time.monotonic()
        self._row, self._labels = self._run.read(whole)
        self._read_at = time.monotonic()
        self._reading_cost = self._read_at - begun

    def _publish(self, whole=False):
        """Put up a new frame, unless the last is too young; ``whole``: in any case, with a fresh reading."""
        now = time.monotonic()
        interval = now - self._published_at
        if not whole and interval < FRAME_SECONDS:
            return
        due = self._read_at + max(READING_SECONDS, READING_SHARE * self._reading_cost)
        if whole or now >= due:
            self._read(whole)
        self._number += 1
        self._published_at = now
        goes_on, self._goes_on = self._goes_on and not whole, not whole
        sim = self._run.simulation
        self.frame = Frame(
            number=self._number,
            epoch=self._epoch,
            time=sim.time,
            step=sim.steps,
            tokens=np.array(sim.tokens, np.float32),
            velocity=np.array(sim.motion.velocity, np.float32),
            twin=None if sim.twin is None else np.array(sim.twin.tokens, np.float32),
            labels=self._labels,
            weights=np.array(sim.weights),
            row=self._row,
            large_step=bool(sim.large_step),
            interval=interval if goes_on else 0.0,
            past=self._run.past,
        )
