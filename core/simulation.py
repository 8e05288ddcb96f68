"""One run: tokens and weights stepped together, with the energy books kept from t = 0."""

import math
from typing import NamedTuple

import numpy as np

from . import ledger
from .ensemble import LARGE_STEP, Ensemble, StepError
from .flow import SIGN, Law
from .integrators import SCHEMES
from .noise import WeightNoise
from .observe import row
from .path import noisy_leg, smooth_leg
from .recording import SLACK, record
from .schedules import make_schedule
from .start import given_tokens, given_weights, start_tokens

PATH = {"dt", "schedule", "reversion"}
"""Changing one of these begins a new stretch of steps and, where weights are noisy, of their path."""


class Event(NamedTuple):
    """A live change of one setting."""

    time: float
    name: str
    old: object
    new: object


class State(NamedTuple):
    """All that decides how a run goes on; opaque, for ``Simulation.restore``."""

    settings: object
    origin: float
    count: int
    epoch: int
    steps: int
    tokens: np.ndarray
    weights: np.ndarray
    energy_start: float
    totals: np.ndarray
    largest_move: float
    events: tuple


class Simulation:
    """A run of ``settings`` from t = 0, from given ``tokens`` (n, d) and ``weights`` (H, d, d) if any.

    Given tokens must be unit rows to 1e-6 and are taken as they are; given weights must be symmetric.
    ValueError names what is wrong with either.

    The same settings give the same run, bit for bit, whatever the number of threads.
    """

    def __init__(self, settings, tokens=None, weights=None):
        self._follow(settings.replace())
        self.start_settings = self.settings
        start = start_tokens(self.settings) if tokens is None else given_tokens(tokens, self.settings)
        self.weights = self._schedule.start() if weights is None else given_weights(weights, self.settings)
        self._main = Ensemble(start)
        self._origin, self._count, self._epoch = 0.0, 0, 0
        self.steps = 0
        self.events = []
        self.largest_move = 0.0
        self._accounts = ledger.Accounts(self.fields.energy)

    # --- where the run is ---
    @property
    def time(self):
        # From whole steps, so that 1e5 of them do not gather rounding.
        return self._origin + self._count * self.settings.dt

    @property
    def tokens(self):
        """(n, d) unit rows."""
        return self._main.tokens

    @property
    def motion(self):
        """Fields, velocity and powers of the tokens at this instant."""
        if self._motion is None:
            self._motion = self._look(self.tokens, self.weights, self.time)
        return self._motion

    @property
    def fields(self):
        return self.motion.fields

    @property
    def ledger(self):
        """The energy books at this instant."""
        return self._accounts.read(self.fields.energy)

    @property
    def noisy(self):
        """True where the weights have no derivative now: the schedule is noisy and sigma is not 0."""
        return self._schedule.noisy and self.settings.noise > 0

    @property
    def large_step(self):
        """True where a token moved more than half a radian in the last step: dt is too large."""
        return self.largest_move > LARGE_STEP

    # --- going on ---
    def step(self):
        """Advance by dt. StepError says why a step cannot be taken; the state before it is kept."""
        self._advance(self.settings.dt)
        self._count += 1

    def step_towards(self, until):
        """Advance by dt, or by what is left to ``until`` where that is less; the steps begin anew there."""
        rest = until - self.time
        if rest >= (1 - SLACK) * self.settings.dt:
            return self.step()
        state = self.state()
        self._stretch(self.time)
        try:
            self._advance(rest)
        except StepError:
            self.restore(state)
            raise
        return self._stretch(until)

    def run(self, until=None, every=0.1, progress=False, cancelled=None):
        """Step to the time ``until`` (the settings' horizon if None) and return an xarray Dataset.

        A row is written now, at the first step at or after each multiple of ``every`` from now, and at
        ``until``, on which the last step lands by being shortened if need be. ``progress`` shows a bar;
        ``cancelled``, a function asked before each step, ends the run early where it returns True.
        ValueError: ``until`` lies before now or ``every`` is not above 0. StepError: see ``step``.
        """
        until = self.settings.horizon if until is None else until
        if not self.time <= until < float("inf"):
            raise ValueError(f"until must be a finite time from now, {self.time:g}, on; got {until!r}.")
        if not 0 < every < float("inf"):
            raise ValueError(f"every must be a finite time above 0; got {every!r}.")
        return record(self, until, every, progress, cancelled)

    def row(self):
        """Every scalar variable of the Dataset at this instant, with the time."""
        return row(self)

    def _advance(self, h):
        scheme, law, first = SCHEMES[self.settings.integrator], self._law, self.motion
        coupling = first.fields.coupling.copy()
        leg = self._leg(h, scheme)
        try:
            tokens, earned, reach = self._main.travel(scheme, leg, h, law, first)
            end = self._look(tokens, leg.end, self.time + h)
        except StepError:
            self._motion = None  # its arrays may have been written over
            raise
        n = len(tokens)
        if leg.noise is None:
            self._accounts.enter_weights(earned[ledger.EXPLICIT])
        else:
            power = first.rates[ledger.EXPLICIT]
            midway = (coupling + end.fields.coupling) / 2
            earned[ledger.EXPLICIT] = ledger.work(midway, leg.end - self.weights, n)
            earned[ledger.GAUGE] = h * abs(power)
            self._accounts.enter_weights(
                h * power,
                ledger.work(coupling, leg.noise, n),
                h * ledger.variation_rate(coupling, self.settings.noise, n),
            )
        self._accounts.enter(earned, law.sign)
        self._main.tokens, self.weights, self._motion = tokens, leg.end, end
        self.largest_move = reach
        self.steps += 1

    @property
    def _law(self):
        return Law(self.settings.flow, SIGN[self.settings.direction])

    def _look(self, tokens, weights, time):
        sigma = self.settings.noise if self.noisy else None
        return self._main.look(tokens, weights, self._law, self._schedule.drift(time, weights), sigma)

    def _leg(self, h, scheme):
        if self.noisy:
            if self._noise is None:
                # The path depends on the step's mantissa only, which is in range where a short step is not.
                mantissa = math.frexp(h)[0]
                self._noise = WeightNoise(self.settings.replace(dt=mantissa), self._epoch)
            place = self._count, self.time, self.weights, h
            return noisy_leg(self._schedule, self._noise, self.settings.noise, *place, scheme)
        return smooth_leg(self._schedule, self.time, self.weights, h, scheme)

    def change(self, **knobs):
        """Change live settings from this instant on; each becomes an Event.

        E is continuous in time whatever changes, since tokens and weights are; only the powers jump, so
        the books stay closed. ValueError names a setting that needs a restart or a value out of range.
        """
        settings = self.settings.replace(**knobs)
        fixed = [name for name in knobs if not settings.is_live(name)]
        if fixed:
            raise ValueError(f"{', '.join(fixed)} cannot change in mid-run: make a new Simulation.")
        time, old = self.time, self.settings
        news = [name for name in knobs if getattr(old, name) != getattr(settings, name)]
        if not news:
            return
        self.events += [Event(time, name, getattr(old, name), getattr(settings, name)) for name in news]
        self._follow(settings)
        if not PATH.isdisjoint(news):
            self._stretch(time)

    def _follow(self, settings):
        self.settings = settings
        self._schedule = make_schedule(settings)
        self._motion = self._noise = None

    def _stretch(self, time):
        # Begin a stretch of equal steps, and of the noise path that belongs to them.
        self._origin, self._count, self._epoch = time, 0, self._epoch + 1
        self._noise = None

    # --- going back ---
    def state(self):
        """A cheap copy of all that decides how the run goes on."""
        return State(
            self.settings,
            self._origin,
            self._count,
            self._epoch,
            self.steps,
            self.tokens,
            self.weights,
            self._accounts.energy_start,
            self._accounts.totals.copy(),
            self.largest_move,
            tuple(self.events),
        )

    def restore(self, state):
        """Go back to ``state``; going on from it gives the same bits as the first time."""
        self._follow(state.settings)
        self._origin, self._count, self._epoch = state.origin, state.count, state.epoch
        self.steps, self.largest_move = state.steps, state.largest_move
        self._main.tokens, self.weights = state.tokens, state.weights
        self._accounts.energy_start = state.energy_start
        self._accounts.totals = state.totals.copy()
        self.events = list(state.events)
