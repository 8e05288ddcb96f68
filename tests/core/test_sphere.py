"""The sphere: arrangements have the law they are named for, and every map lands on the sphere."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from headflow.core import Settings
from headflow.core.sphere import arrange as arrange_with
from headflow.core.sphere import cap_centres, equiangular, exponential_map, normalise, perturb, project

LEVEL = 1e-4
"""Of every statistical test here, about forty with fixed seeds: a sound arrangement fails none."""


def arrange(seed=0, **values):
    return arrange_with(Settings(**values), np.random.default_rng(seed))


def assert_unit(X):
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1, atol=4e-16)


@pytest.mark.parametrize("d", [2, 3, 4, 8])
def test_uniform_tokens_follow_the_uniform_law(d):
    """Each coordinate x of a uniform point has (x + 1)/2 ~ Beta((d-1)/2, (d-1)/2); so has any other axis."""
    X = arrange(dimension=d, tokens=100_000, arrangement="uniform")
    assert_unit(X)
    law = stats.beta((d - 1) / 2, (d - 1) / 2)
    for axis in np.vstack([np.eye(d), np.ones(d) / np.sqrt(d)]):
        assert stats.kstest((X @ axis + 1) / 2, law.cdf).pvalue > LEVEL


def test_uniform_longitudes_are_uniform():
    X = arrange(tokens=100_000, arrangement="uniform")
    longitude = np.arctan2(X[:, 1], X[:, 0])
    assert stats.kstest(longitude, stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > LEVEL


def sideways(q, spread):
    """P(s Z_k / (1 + s Z_1) <= q) for normal Z where 1 + s Z_1 > 0: a cap's tangent-plane coordinate."""
    return stats.norm.cdf(q / (spread * np.sqrt(1 + q**2)))


@pytest.mark.parametrize("d", [2, 3, 5])
def test_cross_polytope_is_a_normal_cap_at_each_vertex(d):
    X = arrange(dimension=d, tokens=20_000, spread=0.1)
    assert_unit(X)
    axis = np.abs(X).argmax(axis=1)
    along = X[np.arange(len(X)), axis]
    vertex = axis + d * (along < 0)
    assert stats.chisquare(np.bincount(vertex, minlength=2 * d)).pvalue > LEVEL
    for k in range(d):
        others = axis != k
        ratio = X[others, k] / np.abs(along[others])
        assert stats.kstest(ratio, sideways, args=(0.1,)).pvalue > LEVEL


def test_caps_on_the_circle_are_five_equispaced():
    """The authors' S^1 start."""
    X = arrange(dimension=2, tokens=20_000, arrangement="caps", spread=0.05)
    angle = np.arctan2(X[:, 1], X[:, 0]) * 5 / (2 * np.pi)
    assert stats.chisquare(np.bincount(np.round(angle).astype(int) % 5, minlength=5)).pvalue > LEVEL
    off = (angle - np.round(angle)) * (2 * np.pi / 5)
    assert stats.kstest(np.tan(off), sideways, args=(0.05,)).pvalue > LEVEL


@pytest.mark.parametrize("d", [3, 4, 9])
def test_cap_centres_are_well_apart(d):
    for seed in range(20):
        centres = cap_centres(d, np.random.default_rng(seed))
        assert_unit(centres)
        assert (centres @ centres.T)[np.triu_indices(5, 1)].max() < np.cos(np.pi / 4)


def test_caps_without_spread_are_five_points():
    X = arrange(dimension=4, tokens=100, arrangement="caps", spread=0)
    assert len(np.unique(X.round(12), axis=0)) == 5


@pytest.mark.parametrize("d", [2, 3, 6])
def test_ring_is_uniform_on_a_great_circle(d):
    X = arrange(dimension=d, tokens=10_000, arrangement="ring", spread=0)
    assert_unit(X)
    assert not X[:, 2:].any()
    law = stats.uniform(-np.pi, 2 * np.pi)
    assert stats.kstest(np.arctan2(X[:, 1], X[:, 0]), law.cdf).pvalue > LEVEL


def test_ring_is_as_wide_as_its_spread():
    X = arrange(tokens=10_000, arrangement="ring", spread=0.1)
    assert np.isclose(X[:, 2].std(), 0.1, rtol=0.05)


@given(st.integers(2, 16), st.data())
def test_equiangular_tokens_are_all_at_one_angle(d, data):
    n = data.draw(st.integers(2, d))
    angle = data.draw(st.floats(0, np.arccos(-1 / (n - 1)) - 1e-12))
    X = arrange(dimension=d, tokens=n, arrangement="equiangular", spread=angle)
    gram = X @ X.T
    np.testing.assert_allclose(gram[~np.eye(n, dtype=bool)], np.cos(angle), atol=1e-14)


@pytest.mark.parametrize("n, d, angle", [(4, 3, 0.1), (3, 5, 2.2)])
def test_equiangular_tokens_that_cannot_be_are_refused(n, d, angle):
    with pytest.raises(ValueError, match=f"got tokens {n}, dimension {d}, spread {angle}"):
        equiangular(n, d, angle)


@pytest.mark.parametrize("kind", Settings.param.arrangement.objects)
@pytest.mark.parametrize("d", [2, 3, 16])
@pytest.mark.parametrize("n", [1, 2])
def test_few_tokens_and_any_dimension(kind, d, n):
    X = arrange(dimension=d, tokens=n, arrangement=kind)
    assert X.shape == (n, d)
    assert_unit(X)


@pytest.mark.parametrize("kind", ["cross-polytope", "uniform", "caps", "ring"])
def test_seed_decides_the_tokens(kind):
    np.testing.assert_array_equal(arrange(3, arrangement=kind), arrange(3, arrangement=kind))
    assert np.abs(arrange(3, arrangement=kind) - arrange(4, arrangement=kind)).max() > 1e-3


def test_normalise_names_the_row_without_a_direction():
    X = np.eye(3)
    with pytest.raises(ValueError, match=r"got \[0. 0. 0.\] in row 1"):
        normalise(X - [[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    for bad in (np.nan, np.inf):
        X[2, 0] = bad
        with pytest.raises(ValueError, match="in row 2"):
            normalise(X)


@settings(max_examples=50)
@given(st.integers(2, 16), st.integers(0, 99), st.floats(1e-8, 3.0))
def test_perturbed_tokens_are_at_exactly_the_angle(d, seed, eps):
    rng = np.random.default_rng(seed)
    X = normalise(rng.standard_normal((20, d)))
    Y = perturb(X, eps, rng)
    assert_unit(Y)
    chord = np.linalg.norm(X - Y, axis=1)
    np.testing.assert_allclose(2 * np.arcsin(chord / 2), eps, rtol=1e-6)


def test_perturbation_has_no_preferred_direction():
    X = np.tile([0.0, 0.0, 1.0], (20_000, 1))
    moved = perturb(X, 0.01, np.random.default_rng(0))
    law = stats.uniform(-np.pi, 2 * np.pi)
    assert stats.kstest(np.arctan2(moved[:, 1], moved[:, 0]), law.cdf).pvalue > LEVEL


@given(st.integers(2, 8), st.integers(0, 99))
def test_exponential_map_follows_great_circles(d, seed):
    """exp_x of two shares of a tangent, the second carried along, is exp_x of the whole; exp_x(0) = x."""
    rng = np.random.default_rng(seed)
    X = normalise(rng.standard_normal((5, d)))
    V = project(X, rng.standard_normal((5, d)))
    np.testing.assert_allclose(np.einsum("ij,ij->i", X, V), 0, atol=1e-14)
    np.testing.assert_allclose(exponential_map(X, 0 * V), X, atol=4e-16)
    angle = np.linalg.norm(V, axis=1)[:, None]
    half = exponential_map(X, V / 2)
    carried = (np.cos(angle / 2) * V - np.sin(angle / 2) * angle * X) / 2
    np.testing.assert_allclose(exponential_map(half, carried), exponential_map(X, V), atol=1e-13)
