"""The river of cluster sizes: bands over depth t, in the colours of the tokens on the sphere."""

import numpy as np

from ..sphere.sphere_look import CLUSTERS
from ..theme import OKABE_ITO
from .chart import RiverChart

BANDS = 12
"""Most clusters with a band of their own: thinner ones are not seen on a chart 200 pixels high."""
REST = OKABE_ITO["grey"]

CHART = RiverChart(
    name="river",
    title="River of clusters",
    explanation="Each band is a cluster in the colour of its tokens, as wide as it has tokens; bands that join "
    "are clusters that merge, and grey are the tokens of small ones.",
)


def peaks(names, sizes, least):
    """The largest size that each cluster of at least ``least`` tokens had, a dict by name.

    ``names`` (k, m) and ``sizes`` (k, m + 1) are those of ``core.clusters.leading`` at k instants.
    """
    found = {}
    large = sizes[:, :-1] >= least
    for name, size in zip(names[large].astype(int).tolist(), sizes[:, :-1][large].tolist(), strict=True):
        found[name] = max(size, found.get(name, 0))
    return found


def prominent(sizes):
    """Names of the clusters that get a band, the largest of the dict ``sizes``, in order."""
    return sorted(sorted(sizes, key=sizes.get, reverse=True)[:BANDS])


def bands(names, sizes, least, chosen):
    """Tokens (k, len(chosen) + 1) of the ``chosen`` clusters at k instants, and at last of all others.

    A cluster counts for itself only while it has at least ``least`` tokens, as on the sphere. Each row adds
    up to the number of tokens.
    """
    sizes_of = np.where(sizes[:, :-1] >= least, sizes[:, :-1], 0)
    found = np.empty((len(names), len(chosen) + 1))
    for place, name in enumerate(chosen):
        found[:, place] = (sizes_of * (names == name)).sum(axis=1)
    found[:, -1] = sizes.sum(axis=1) - found[:, :-1].sum(axis=1)
    return found


def colour(name):
    """A cluster's colour, as the sphere draws it."""
    return "#{:02X}{:02X}{:02X}".format(*CLUSTERS[name % len(CLUSTERS)])
