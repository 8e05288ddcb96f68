"""What the benchmark compares is the same sum, and what it prints are ratios of what it measured."""

import importlib.util

import numpy as np
import pytest
from field_inputs import disagreement

from headflow.core.bench import bench_rows, inputs, table
from headflow.core.pair_sum import PairSum
from headflow.core.peers import PEERS


@pytest.mark.parametrize("name", PEERS)
def test_peers_evaluate_the_same_fields(name):
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    X, D = inputs(50, 3, 4)
    ours, theirs = PairSum(50, 3, 4).evaluate(X, D), PEERS[name](50, 3, 4).evaluate(X, D)
    assert disagreement(theirs[:-1], ours[:-1]) < 1e-12


@pytest.mark.jit
def test_a_row_and_its_line():
    counted = []
    (row,) = bench_rows(cases=((16, 2, 3),), rounds=2, progress=lambda *done: counted.append(done))
    assert counted == [(1, 1)]
    assert row[:3] == (16, 2, 3)
    assert min(row.pair_sum, row.floor_one, row.floor_all, row.over_floor, *row.peers["numpy"]) > 0
    head, line = table([row])
    assert len(head.split()[:4]) == 4
    assert np.isclose(float(line.split()[3]), row.pair_sum, atol=5e-4)
    assert line.split()[-1] == f"{1 / row.over_floor:.0%}"


def test_an_absent_peer_is_refused():
    with pytest.raises(ValueError, match="peer must be one of numpy, torch and installed; got 'fortran'"):
        bench_rows(peer="fortran")
