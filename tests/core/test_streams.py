"""Random streams: one per purpose and head."""

import numpy as np

from headflow.core import Settings
from headflow.core.schedules import initial_weights
from headflow.core.schedules.oscillating import head_phases
from headflow.core.streams import head_normals, head_stream, streams


def test_more_heads_keep_the_old_ones():
    few, many = Settings(heads=3, phases="random"), Settings(heads=7, phases="random")
    np.testing.assert_array_equal(initial_weights(few), initial_weights(many)[:3])
    np.testing.assert_array_equal(head_phases(few), head_phases(many)[:3])


def test_streams_differ_by_purpose_head_and_seed():
    draws = [
        tuple(head_stream(sequence, h).integers(2**62, size=2).tolist())
        for seed in (0, 1, 2**31 - 1)
        for sequence in streams(seed)
        for h in range(4)
    ]
    draws += [tuple(np.random.default_rng(s).integers(2**62, size=2).tolist()) for s in streams(0)]
    assert len(set(draws)) == len(draws)


def test_heads_are_uncorrelated():
    Z = head_normals(streams(5).weights, 30, (2000,))
    correlation = np.corrcoef(Z)[np.triu_indices(30, 1)]
    # 435 correlations, each normal with deviation 1/sqrt(2000) = 0.022: none beyond 5 of them
    assert np.abs(correlation).max() < 5 / np.sqrt(2000)
