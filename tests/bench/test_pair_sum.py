"""A guard against a slower pair sum: ratios to contenders that are measured in turn with it, never seconds.

Run with ``pytest tests/bench``; not among the timed tests. The bounds are about half of what a quiet machine
with AVX-512 gives, so that they hold on a busy one and still catch a kernel that lost its vectors.
"""

import pytest

from headflow.core.bench import inputs, llvm_features, measure
from headflow.core.pair_sum import PairSum

pytestmark = pytest.mark.skipif("+avx512f" not in llvm_features(), reason="the bounds are for AVX-512")


@pytest.mark.parametrize(
    ("n", "heads", "dimension", "times_numpy", "over_floor"),
    [(2000, 4, 3, 5.0, 5.0), (200, 10, 3, 2.5, 6.0), (100, 10, 2, 2.0, 7.0), (500, 16, 16, 1.5, 14.0)],
)
def test_ratios(benchmark, n, heads, dimension, times_numpy, over_floor):
    X, D = inputs(n, heads, dimension)
    benchmark(PairSum(n, heads, dimension).evaluate, X, D)
    row = measure(n, heads, dimension, 9, ["numpy"])
    benchmark.extra_info.update(times_numpy=row.peers["numpy"][1], over_floor=row.over_floor)
    assert row.peers["numpy"][1] > times_numpy
    assert row.over_floor < over_floor
