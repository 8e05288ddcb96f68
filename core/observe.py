"""Every scalar of a run at one instant, by the names of ``variables``."""

import math
from typing import NamedTuple

import numpy as np

from . import clusters, stability
from .flow import RATES
from .limits import at_limit

BOOKS = (
    "energy",
    "explicit_work",
    "transport_work",
    "slope_integral",
    "speed_integral",
    "published_integral",
    "defect",
    "signed_dissipation",
    "signed_published",
    "signed_defect",
    "gauge",
    "ito_work",
    "martingale",
    "balance_residual",
    "de_giorgi_residual",
    "published_residual",
)
"""What is taken from the ledger as it is."""

LIMIT_TOKENS = 2000
"""Most tokens that are judged by the limit law, which costs n^2 exponentials for every row under OU (16 ms at
2000)."""


def row(simulation):
    """The run's scalars now, a dict of floats with the time first; ``variables`` says what they are."""
    books, X = simulation.ledger, simulation.tokens
    found = simulation.clustering()
    scalars = {"time": simulation.time}
    scalars.update(zip(RATES[:-1], simulation.motion.rates.tolist(), strict=False))
    scalars.update({name: float(getattr(books, name)) for name in BOOKS})
    if simulation.noisy or books.martingale_variation:
        scalars.update(
            martingale_band=books.martingale_band,
            ito_residual=books.ito_residual,
            stratonovich_work=books.explicit_work,
            stratonovich_residual=books.balance_residual,
        )
    scalars.update(_limit(simulation.schedule.limit(simulation.weights), X))
    scalars.update(
        polar_order=clusters.polar_order(X),
        nematic_order=clusters.nematic_order(X),
        clusters=float(found.sizes.count),
        largest_cluster=found.sizes.largest_share,
        cluster_entropy=found.sizes.entropy,
        largest_move=simulation.largest_move,
        large_step=float(simulation.large_step),
    )
    if simulation.twin:
        scalars.update(_twin(simulation, simulation.twin))
    return scalars


def _limit(limit, X):
    # Nothing where the weights have no limit law.
    if limit is None or len(X) > LIMIT_TOKENS:
        return {}
    found = at_limit(X, limit)
    return {"limit_energy": found.energy, "limit_slope": found.slope}


def _twin(simulation, twin):
    distance = stability.coupled_distance(simulation.tokens, twin.tokens)
    scalars = {
        "twin_distance": distance,
        "wasserstein2": stability.wasserstein2(simulation.tokens, twin.tokens),
    }
    energy = simulation.fields.energy
    if twin.kind == "weights":
        scalars["energy_difference"] = twin.energy_of(simulation.tokens) - energy
        scalars["energy_bound"] = stability.energy_bound(simulation.weights, twin.eps)
        return scalars
    scalars["energy_difference"] = simulation.twin_motion.fields.energy - energy
    if not math.isnan(twin.exponent):
        scalars["gronwall_bound"] = stability.gronwall_bound(twin.distance_start, twin.exponent)
    if simulation.time > 0 and distance > 0:
        scalars["growth_rate"] = math.log(distance / twin.distance_start) / simulation.time
    return scalars


class Clustering(NamedTuple):
    """The clusters of one cloud."""

    tokens: np.ndarray
    angle: float
    labels: np.ndarray
    """(n,) identities."""
    sizes: clusters.Clusters


class ClusterWatch:
    """Finds the clusters of a run when asked, once for each instant, and keeps their identities."""

    def __init__(self):
        self._tracker = clusters.ClusterTracker()
        self._last = None

    def look(self, tokens, angle):
        """The ``Clustering`` of ``tokens`` (n, d) at ``angle`` (radians)."""
        last = self._last
        if last is None or last.tokens is not tokens or last.angle != angle:
            labels = clusters.components(tokens, angle)
            self._last = Clustering(tokens, angle, self._tracker.follow(labels), clusters.summarise(labels))
        return self._last
