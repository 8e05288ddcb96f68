"""Clusters: the components of the close-pair graph, with identities that last."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import connected_components

from headflow.core import Settings
from headflow.core.clusters import ClusterTracker, components, nematic_order, polar_order, summarise
from headflow.core.sphere import arrange, normalise


def by_all_pairs(X, angle):
    """The definition: scipy's components of the full graph, numbered by first token."""
    chord = np.linalg.norm(X[:, None] - X[None], axis=2)
    labels = connected_components(2 * np.arcsin(np.minimum(chord / 2, 1)) < angle)[1]
    first = np.unique(labels, return_index=True)[1]
    return np.argsort(np.argsort(first))[labels]


@given(
    st.integers(1, 60),
    st.integers(2, 16),
    st.floats(0.001, 3.1),
    st.sampled_from(["cross-polytope", "uniform", "caps", "ring"]),
    st.floats(0, 1),
    st.integers(0, 99),
)
def test_components_are_those_of_the_graph(n, d, angle, kind, spread, seed):
    s = Settings(tokens=n, dimension=d, arrangement=kind, spread=spread)
    X = arrange(s, np.random.default_rng(seed))
    np.testing.assert_array_equal(components(X, angle), by_all_pairs(X, angle))


@pytest.mark.parametrize("d", [2, 3, 6])
def test_crowded_and_lonely_tokens_together(d):
    """Half the tokens in one point, the others anywhere: where a list of pairs would explode."""
    X = normalise(np.random.default_rng(0).standard_normal((300, d)))
    X[::2] = X[0]
    for angle in (0.01, 0.3, 2.0):
        np.testing.assert_array_equal(components(X, angle), by_all_pairs(X, angle))


def test_chain_is_one_cluster_until_the_angle_is_its_gap():
    angles = np.linspace(0, 2, 21)  # gaps of 0.1 rad
    X = np.column_stack([np.cos(angles), np.sin(angles), 0 * angles])
    assert components(X, 0.1001).max() == 0
    assert components(X, 0.0999).max() == 20


def test_poles_and_edges_of_the_grid():
    X = np.vstack([np.eye(3), -np.eye(3)])
    assert components(X, 0.5).tolist() == [0, 1, 2, 3, 4, 5]
    assert components(X, 1.6).max() == 0  # neighbours are pi/2 apart


def test_summary():
    known = summarise(np.array([0, 0, 0, 0, 5, 5, 9, 7]))
    assert known.sizes.tolist() == [4, 2, 1, 1]
    assert known.count == 4
    assert known.largest_share == 0.5
    assert np.isclose(known.entropy, 1.75 * np.log(2))  # 1/2, 1/4, 1/8, 1/8
    assert summarise(np.zeros(7, int))[1:] == (1, 1.0, 0.0)
    assert np.isclose(summarise(np.arange(10)).entropy, np.log(10))


@given(st.integers(2, 8))
def test_order_parameters_of_known_measures(d):
    one = np.tile(np.eye(d)[0], (5, 1))
    assert np.isclose(polar_order(one), 1)
    assert np.isclose(nematic_order(one), 1)
    poles = np.vstack([np.eye(d)[0], -np.eye(d)[0]])
    assert np.isclose(polar_order(poles), 0)
    assert np.isclose(nematic_order(poles), 1)
    polytope = np.vstack([np.eye(d), -np.eye(d)])
    assert np.isclose(polar_order(polytope), 0)
    assert np.isclose(nematic_order(polytope), 1 / d)


# --- identities from frame to frame ---


def frames(*rows):
    tracker = ClusterTracker()
    return [tracker.follow(np.array(row)).tolist() for row in rows]


def test_identities_survive_a_renumbering():
    assert frames([0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0])[-1] == [1, 1, 0, 0, 0]
    first, again = frames([0, 1, 1, 2, 2, 2], [2, 0, 0, 1, 1, 1])
    assert first == again


def test_first_identities_go_by_size():
    assert frames([0, 1, 1, 2, 2, 2]) == [[2, 1, 1, 0, 0, 0]]


def test_larger_part_keeps_the_identity_when_a_cluster_splits_and_when_two_merge():
    whole, split, merged = frames([0] * 5, [0, 0, 1, 1, 1], [0] * 5)
    assert split[2:] == whole[2:]
    assert split[0] != whole[0]
    assert merged == whole


def test_token_that_comes_and_goes_has_one_colour():
    together, apart = [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 2, 2]
    seen = frames(*[together, apart] * 20)
    assert all(row == seen[0] for row in seen[::2])
    assert all(row == seen[1] for row in seen[1::2])


@given(st.lists(st.lists(st.integers(0, 4), min_size=8, max_size=8), min_size=1, max_size=12))
def test_identities_are_a_renaming_and_a_repeated_frame_changes_nothing(rows):
    tracker = ClusterTracker()
    for row in rows:
        labels = np.unique(row, return_inverse=True)[1]
        names = tracker.follow(labels)
        assert len(set(zip(labels.tolist(), names.tolist(), strict=True))) == len(set(labels.tolist()))
        assert len(set(names.tolist())) == len(set(labels.tolist()))
        assert names.max() < 16  # at most one identity founded by each token, and those in use
        saved = copy.copy(tracker)
        np.testing.assert_array_equal(tracker.follow(labels), names)
        tracker.follow(np.arange(8))
        tracker = saved


def test_other_tokens_start_anew():
    tracker = ClusterTracker()
    tracker.follow(np.arange(9))
    assert tracker.follow(np.array([0, 0, 1])).tolist() == [0, 0, 1]


def test_drifting_clusters_keep_their_colours():
    """Five caps that turn and shiver for 200 frames: no token ever changes its identity."""
    rng = np.random.default_rng(1)
    s = Settings(tokens=100, arrangement="caps", spread=0.02)
    X, tracker = arrange(s, rng), ClusterTracker()
    first = tracker.follow(components(X, 0.2))
    turn = np.array([[np.cos(0.03), -np.sin(0.03), 0], [np.sin(0.03), np.cos(0.03), 0], [0, 0, 1]])
    for _ in range(200):
        X = X @ turn
        shiver = normalise(X + 0.005 * rng.standard_normal(X.shape))
        np.testing.assert_array_equal(tracker.follow(components(shiver, 0.2)), first)
