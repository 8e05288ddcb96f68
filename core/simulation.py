"""One run: tokens and weights stepped together, with the energy books kept from t = 0."""

from typing import NamedTuple

import numpy as np

from .ensemble import LARGE_STEP, Ensemble, StepError
from .flow import SIGN, Law
from .integrators import SCHEMES
from .ledger import Accounts
from .observe import ClusterWatch, row
from .path import WeightsPath
from .recording import SLACK, record
from .settings import Settings
from .start import given_tokens, given_weights, start_tokens
from .twin import Twin

STRETCH = {"dt", "schedule", "reversion"}
"""Changing one of these begins a new stretch of steps."""


class Event(NamedTuple):
    """A live change of one setting; or a token put elsewhere, as (index, place) under the name "token"."""

    time: float
    name: str
    old: object
    new: object


class State(NamedTuple):
    """All that decides how a run goes on; opaque, for ``Simulation.restore``."""

    settings: Settings
    place: tuple
    steps: int
    tokens: np.ndarray
    weights: np.ndarray
    twin: tuple | None
    energy_start: float
    totals: np.ndarray
    largest_move: float
    events: tuple


class Simulation:
    """A run of ``settings`` from t = 0, from given ``tokens`` (n, d) and ``weights`` (H, d, d) if any.

    The tokens obey x_i' = s abar(i) in the attention flow, x_i' = s gbar(i) invb(i) in the gradient flow
    (model 3), the weights their schedule (model 5).

    Given tokens must be unit rows to 1e-6 and are taken as they are: what their norms lack, some 1e-7 where
    they come from float32, the first step puts right, and the residuals keep it. Given weights must be
    symmetric. ValueError names what is wrong with either.

    The same settings give the same run, bit for bit, whatever the number of threads.
    """

    def __init__(self, settings, tokens=None, weights=None):
        self.start_settings = self.settings = settings.replace()
        self._path = WeightsPath(self.settings)
        start = start_tokens(self.settings) if tokens is None else given_tokens(tokens, self.settings)
        self.weights = (
            self._path.schedule.start() if weights is None else given_weights(weights, self.settings)
        )
        """(H, d, d) symmetric, the weights D_h now."""
        self._main = Ensemble(start, self.settings.heads)
        self.twin = None
        """The perturbed twin, with its ``tokens`` (n, d) and ``weights`` (H, d, d), or None."""
        if self.settings.perturb != "nothing":
            self.twin = Twin(self.settings, start, self.weights)
        self.steps = 0
        """Steps taken since t = 0."""
        self.events = []
        """The ``Event`` of each change made so far."""
        self.largest_move = 0.0
        """Longest way of a token in the last step, in radians."""
        self._obey()
        self._accounts = Accounts(self.fields.energy)
        self._watch = ClusterWatch()

    # --- where the run is ---
    @property
    def time(self):
        """Depth t."""
        return self._path.time

    @property
    def tokens(self):
        """(n, d) unit rows."""
        return self._main.tokens

    @property
    def motion(self):
        """Fields, velocity and powers of the tokens at this instant."""
        if self._motion is None:
            self._motion = self._look(self.tokens, self.weights, self._path.drift(self.weights))
        return self._motion

    @property
    def fields(self):
        """The ``Fields`` of the tokens under the weights of now."""
        return self.motion.fields

    @property
    def twin_motion(self):
        """Fields and velocity of the twin's tokens at this instant."""
        if self._twin_motion is None:
            self._twin_motion = self.twin.look(self.twin.tokens, self.weights, self._law)
        return self._twin_motion

    @property
    def ledger(self):
        """The energy books at this instant."""
        return self._accounts.read(self.fields.energy)

    @property
    def schedule(self):
        """The schedule that the weights follow now."""
        return self._path.schedule

    @property
    def noisy(self):
        """True where the weights have no derivative now: the schedule is noisy and sigma is not 0."""
        return self._path.sigma is not None

    @property
    def large_step(self):
        """True where a token moved more than half a radian in the last step: dt is too large."""
        return self.largest_move > LARGE_STEP

    def row(self):
        """Every scalar variable of the Dataset at this instant, with the time."""
        return row(self)

    def cluster_labels(self):
        """(n,) identities of the tokens' clusters now, which last from call to call."""
        return self.clustering().labels

    def clustering(self):
        """The clusters at the angle ``cluster_angle``: labels and sizes."""
        return self._watch.look(self.tokens, self.settings.cluster_angle)

    # --- going on ---
    def step(self):
        """Advance by dt. StepError says why a step cannot be taken; the state before it is kept."""
        self._advance(self._dt)
        self._path.tick()

    def step_towards(self, until):
        """Advance by dt, or by what is left to ``until`` where that is less; the steps begin anew there."""
        rest = until - self.time
        if rest >= (1 - SLACK) * self._dt:
            self.step()
            return
        place = self._path.place()
        self._path.begin(self.time)
        try:
            self._advance(rest)
        except StepError:
            self._path.resume(place)
            raise
        self._path.begin(until)

    def run(self, until=None, every=0.1, progress=False, cancelled=None):
        """Step to the time ``until`` (the settings' horizon if None) and return an xarray Dataset.

        A row is written now, at the first step at or after each multiple of ``every`` from now, and at
        ``until``, on which the last step lands by being shortened if need be. ``progress`` shows a bar;
        ``cancelled``, a function asked before each step, ends the run early where it returns True.
        ValueError: ``until`` lies before now or ``every`` is not above 0. StepError: see ``step``; its
        ``dataset`` holds what was recorded before.
        """
        until = self.settings.horizon if until is None else until
        if not self.time <= until < float("inf"):
            raise ValueError(f"until must be a finite time from now, {self.time:g}, on; got {until!r}.")
        if not 0 < every < float("inf"):
            raise ValueError(f"every must be a finite time above 0; got {every!r}.")
        return record(self, until, every, progress, cancelled)

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
        changed = [name for name in knobs if getattr(old, name) != getattr(settings, name)]
        self.events += [Event(time, name, getattr(old, name), getattr(settings, name)) for name in changed]
        self.settings = settings
        self._path.follow(settings)
        if not STRETCH.isdisjoint(changed):
            self._path.begin(time)
        self._obey()

    def move(self, token, place):
        """Put one token elsewhere on the sphere, at ``place`` (d,), made a unit vector; becomes an Event.

        E jumps. That is the work of a hand, not of the flow or the weights, so E_0 jumps with it and the
        balances go on being about the run alone. The twin, if there is one, stays where it is. ValueError
        where there is no such token or the place has no direction.
        """
        n, d = self.tokens.shape
        if not isinstance(token, (int, np.integer)) or not 0 <= token < n:
            raise ValueError(f"token must be a whole number from 0 to {n - 1}; got {token!r}.")
        place = np.array(place, float)
        if place.shape != (d,) or not 0 < np.linalg.norm(place) < np.inf:
            raise ValueError(
                f"place must be a vector of {d} finite numbers, not all 0; got {place.tolist()}."
            )
        before, old = self.fields.energy, self.tokens[token].tolist()
        tokens = self.tokens.copy()
        tokens[token] = place / np.linalg.norm(place)
        self._main.tokens, self._motion = tokens, None
        self._accounts.energy_start += self.fields.energy - before
        self.events.append(Event(self.time, "token", (int(token), old), (int(token), tokens[token].tolist())))

    # --- going back ---
    def state(self):
        """A cheap copy of all that decides how the run goes on; nothing that it holds is written to."""
        twin = self.twin and (self.twin.tokens, self.twin.exponent)
        totals, events = self._accounts.totals.copy(), tuple(self.events)
        place = self._path.place()
        return State(
            self.settings,
            place,
            self.steps,
            self.tokens,
            self.weights,
            twin,
            self._accounts.energy_start,
            totals,
            self.largest_move,
            events,
        )

    def restore(self, state):
        """Go back to ``state`` of this run; going on from it gives the same bits as the first time."""
        self.settings = state.settings
        self._path.follow(state.settings)
        self._path.resume(state.place)
        self.steps, self.largest_move = state.steps, state.largest_move
        self._main.tokens, self.weights = state.tokens, state.weights
        if self.twin:
            self.twin.tokens, self.twin.exponent = state.twin
            self.twin.feel(self.weights)
        self._accounts.energy_start = state.energy_start
        self._accounts.totals = state.totals.copy()
        self.events = list(state.events)
        self._obey()

    def _obey(self):
        # What a step reads of the settings; param's attributes cost a microsecond each.
        self._dt = self.settings.dt
        self._scheme = SCHEMES[self.settings.integrator]
        self._law = Law(self.settings.flow, SIGN[self.settings.direction])
        self._motion = self._twin_motion = None

    def _look(self, tokens, weights, drift):
        return self._main.look(tokens, weights, self._law, drift, self._path.sigma)

    def _advance(self, h):
        scheme, law, first = self._scheme, self._law, self.motion
        leg = self._path.leg(self.weights, h, scheme)
        trip = self._main.travel(scheme, leg, h, law, first)
        end = self._look(trip.tokens, leg.end, leg.drifts[1.0])
        if self.twin:
            twin_trip = self.twin.travel(scheme, leg, h, law, self.twin_motion)
            twin_end = self.twin.look(twin_trip.tokens, leg.end, law)
        # Nothing above has changed the state, so a StepError leaves it as it was.
        if leg.noise is None:
            self._accounts.enter(trip.earned, law.sign)
        else:
            change = leg.end - self.weights
            couplings = first.fields.coupling, end.fields.coupling
            self._accounts.enter_noisy(
                trip.earned, law.sign, first, couplings, change, leg.noise, self._path.sigma, h
            )
        if self.twin:
            self.twin.lengthen(self.weights, leg, scheme, h, law)
            self.twin.feel(leg.end)
            self.twin.tokens, self._twin_motion = twin_trip.tokens, twin_end
        self._main.tokens, self.weights, self._motion = trip.tokens, leg.end, end
        self.largest_move = trip.reach
        self.steps += 1
