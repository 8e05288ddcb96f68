"""A simulation with its memory: rows for the charts, states to go back to, knobs changed on the way."""

import math

import numpy as np

from ...core.clusters import leading
from ...core.flow import RATES
from ...core.simulation import Simulation
from ...core.spectrum import spectrum
from .keyframes import Keyframes
from .past import Change, Move, Past

LIVE_PAIRS = 8e9
"""Pairs (i, j, head) whose direct sum takes 2 s on two cores in few dimensions, at 0.25 ns each, and of which a step
takes up to four. It cannot be interrupted, so a visitor who asks for more would keep the machine busy long after
the tab is closed."""
CHEAP_DIMENSIONS = 5
"""Up to here a pair costs about the same, beyond it grows with the dimension: 0.8 ns in 16."""
CLUSTERS_KEPT = 16
"""Clusters of each row whose sizes are kept by name."""
SLOPE = RATES.index("slope_squared")


class Run:
    """One run from t = 0 on, which can be wound back and taken up again from any of its steps.

    Not safe for use by several threads; ``rows`` is a History that others may read.
    """

    def __init__(self, settings, rows):
        self.rows = rows
        self._begin(settings)

    def _begin(self, settings):
        dearer = max(1.0, settings.dimension / CHEAP_DIMENSIONS)
        most = math.isqrt(int(LIVE_PAIRS / (settings.heads * dearer)))
        if settings.tokens > most:
            raise ValueError(
                f"tokens must be at most {most} for {settings.heads} heads in {settings.dimension} dimensions on a "
                f"live page, where a step has to end within seconds; got {settings.tokens} (headflow run takes more)."
            )
        self.simulation = sim = Simulation(settings)
        self.settings = self._ruling = settings
        self.changes = []
        size = 4 * sim.tokens.nbytes + 2 * sim.weights.nbytes
        self.keyframes = Keyframes(size)
        self.furthest_step, self.furthest = sim.steps, sim.time
        self.rows.clear()
        self._save()

    def _save(self):
        sim = self.simulation
        if self.keyframes.due(sim.steps):
            self.keyframes.add(sim.steps, sim.time, sim.state())

    def step(self):
        """Take one step; if the run had been wound back, what lay ahead is dropped."""
        self.apply(self.settings)
        self.simulation.step()
        self.furthest_step, self.furthest = self.simulation.steps, self.simulation.time
        self._save()

    def apply(self, settings):
        """Let the live knobs of ``settings`` rule from this instant on."""
        self._branch_off()
        if settings is self._ruling:
            return
        sim, self.settings = self.simulation, settings
        if sim.steps == 0 and not self.changes:
            self._begin(settings)  # they rule from the start, and the page's link is this very run
            return
        old, new = sim.settings.values(), settings.values()
        knobs = {name: value for name, value in new.items() if value != old[name]}
        if knobs:
            sim.change(**knobs)
            text = ", ".join(f"{name.replace('_', ' ')} {_short(value)}" for name, value in knobs.items())
            self.changes.append(Change(sim.steps, sim.time, knobs, text))
        self._ruling = settings

    def move(self, token, place):
        """Put a token elsewhere, at ``place`` (d,), from this instant on."""
        self.apply(self.settings)
        sim = self.simulation
        sim.move(token, place)
        if self.changes and self.changes[-1][:3] == (sim.steps, sim.time, token):
            self.changes.pop()  # dragged on within one step: only where it ends counts
        self.changes.append(
            Move(sim.steps, sim.time, token, tuple(map(float, place)), f"token {token} moved")
        )

    def _branch_off(self):
        sim = self.simulation
        if sim.steps < self.furthest_step:
            self.rows.cut(sim.time)
            self.keyframes.cut(sim.steps)
            self.changes = [change for change in self.changes if change.step <= sim.steps]
            self.furthest_step, self.furthest = sim.steps, sim.time

    def seek(self, time, interrupted=lambda: False, shown=lambda: None):
        """Go to the step nearest to ``time``, bit for bit as it was: from the saved state before it, with the
        knobs of then. ``settings`` stay what they are; they rule again once the run goes on.

        ``interrupted()`` True ends the search early; ``shown()`` is called after every step of it.
        """
        key = self.keyframes.before(time)
        sim = self.simulation
        self._ruling = None
        sim.restore(key.state)
        self._repeat_changes()
        while sim.steps < self.furthest_step and sim.time + sim.settings.dt / 2 <= time and not interrupted():
            sim.step()
            self._repeat_changes()
            shown()

    def _repeat_changes(self):
        for change in self.changes:
            if change.step == self.simulation.steps:
                change.make(self.simulation)

    def read(self, always=False):
        """This instant's row, also kept in ``rows``, and the (n,) int16 cluster labels."""
        sim = self.simulation
        row, labels = sim.row(), sim.cluster_labels().astype(np.int16)
        if sim.steps >= self.furthest_step:
            self.rows.append(row, always, lambda: self._details(labels))
        return row, labels

    def _details(self, labels):
        """What charts show beside the row: the change of E, the leading clusters and the eigenvalues."""
        names, sizes = leading(labels.view(np.uint16), CLUSTERS_KEPT)
        return {
            "energy_change": self.simulation.ledger.energy_change,
            "cluster_names": names,
            "cluster_sizes": sizes,
            "eigenvalues": spectrum(self.simulation.weights),
        }

    @property
    def past(self):
        """How the run came to where it is now."""
        sim = self.simulation
        changes = tuple(change for change in self.changes if change.step <= sim.steps)
        return Past(sim.start_settings, changes, sim.steps, sim.time)

    @property
    def slope(self):
        """The metric slope |dE| at this instant."""
        return math.sqrt(self.simulation.motion.rates[SLOPE])


def _short(value):
    return value if isinstance(value, str) else f"{value:.4g}"
