"""Have every kernel ready before anyone waits for it."""

import numpy as np

from .flow import Law, motion
from .kernels.motion import normalise_rows
from .pair_sum import UNROLLED, PairSum

KINDS = tuple((d, ito) for d in (3, 2, *range(4, UNROLLED + 2)) for ito in (False, True))
"""Dimension and Ito book of each form of the compiled pair sum, the sphere first; one for all large d."""


def warm_up(progress=None):
    """Compile every kernel, or load it where an earlier process left it in the cache.

    ``progress(done, total)``, where given, is called at the start and after each step. On two cores: about 10 s the
    first time, under 1 s from the cache.
    """
    if progress is not None:
        progress(0, len(KINDS))
    for done, (d, ito) in enumerate(KINDS, start=1):
        X = np.zeros((1, d))
        X[0, 0] = 1.0
        found = PairSum(1, 1, d).evaluate(X, np.zeros((1, d, d)), ito=ito)
        motion(found, Law("attention", 1.0))
        normalise_rows(X, X)
        if progress is not None:
            progress(done, len(KINDS))
