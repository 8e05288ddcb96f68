"""Stability and long time: distances, bounds that hold, and the limit law's closed forms."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headflow.core import Settings, fields
from headflow.core.limits import at_limit, late_share
from headflow.core.schedules import Limit, initial_weights, make_schedule, perturb_weights
from headflow.core.sphere import exponential_map, normalise, perturb, project
from headflow.core.stability import (
    W2_LIMIT,
    coupled_distance,
    energy_bound,
    gronwall_bound,
    lipschitz_rate,
    spectral_bound,
    wasserstein2,
)
from headflow.core.streams import streams

seeds = st.integers(0, 999)
dimensions = st.sampled_from(
    [2, 3, 5]
)  # those of the golden files: a kernel takes seconds to compile for each


def cloud(n, d, seed=0):
    return normalise(np.random.default_rng(seed).standard_normal((n, d)))


def weights(d, seed=0, heads=3, scale=0.3):
    return initial_weights(Settings(dimension=d, heads=heads, seed=seed, weight_scale=scale))


# --- distances ---


@given(st.integers(1, 5), dimensions, seeds)
def test_w2_is_the_best_of_all_couplings(n, d, seed):
    X, Y = cloud(n, d, seed), cloud(n, d, seed + 1000)
    best = min(np.mean(np.sum((X - Y[list(p)]) ** 2, axis=1)) for p in permutations(range(n)))
    np.testing.assert_allclose(wasserstein2(X, Y), np.sqrt(best), rtol=1e-12)


@settings(max_examples=30)
@given(st.integers(1, 40), dimensions, seeds, st.floats(1e-8, 1))
def test_w2_is_a_distance_of_measures_below_the_coupled_one(n, d, seed, eps):
    X, rng = cloud(n, d, seed), np.random.default_rng([seed, 1])
    Y = perturb(X, eps, rng)
    assert wasserstein2(X, Y) <= coupled_distance(X, Y) * (1 + 1e-12)
    assert wasserstein2(X, X[rng.permutation(n)]) == 0
    np.testing.assert_allclose(wasserstein2(X, Y), wasserstein2(Y[rng.permutation(n)], X), rtol=1e-9)
    # every token moves by the angle eps, a chord of 2 sin(eps/2)
    np.testing.assert_allclose(coupled_distance(X, Y), 2 * np.sin(eps / 2), rtol=1e-6)


def test_w2_is_not_worked_out_for_many_tokens():
    X = np.zeros((W2_LIMIT + 1, 2))
    assert math.isnan(wasserstein2(X, X))


# --- bounds ---


@settings(max_examples=50)
@given(dimensions, seeds, st.floats(0.05, 0.6), st.floats(1e-6, 2))
def test_attention_flow_is_lipschitz_with_the_rate_of_the_paper(d, seed, scale, eps):
    """|v(X) - v(Y)| <= L |X - Y| in the root mean square: hence Gronwall's bound."""
    X, D = cloud(15, d, seed), weights(d, seed, scale=scale)
    Y = perturb(X, eps, np.random.default_rng([seed, 1]))
    speed = coupled_distance(fields(X, D).attention, fields(Y, D).attention)
    assert speed <= lipschitz_rate(D) * coupled_distance(X, Y)


def test_lipschitz_rate_of_known_weights():
    D = np.stack([np.diag([1.0, -2.0]), np.diag([0.5, 0.0])])
    assert spectral_bound(D) == 2
    np.testing.assert_allclose(lipschitz_rate(D), 4 + 4 + np.exp(4) * 10, rtol=1e-15)


def test_bounds_beyond_any_number_are_infinite():
    assert lipschitz_rate(400 * np.eye(2)[None]) == math.inf
    assert energy_bound(800 * np.eye(2)[None], 0.1) == math.inf
    assert gronwall_bound(1e-8, 1e4) == math.inf
    assert np.isclose(gronwall_bound(0.1, 2.0), 0.1 * np.exp(2))


@settings(max_examples=50)
@given(dimensions, seeds, st.floats(1e-8, 1))
def test_energy_of_perturbed_weights_is_within_its_bound(d, seed, eps):
    X, D = cloud(15, d, seed), weights(d, seed)
    moved = perturb_weights(D, eps, streams(seed).perturbation)
    assert abs(fields(X, moved).energy - fields(X, D).energy) <= energy_bound(D, eps)


def test_energy_bound_is_reached_to_first_order():
    """All tokens in one top eigenvector and S = I: E_eps - E = (e^eps - 1) e^rho / 2."""
    X, D, eps = np.tile([1.0, 0, 0], (4, 1)), np.diag([2.0, 1, -1])[None], 1e-4
    gap = fields(X, D + eps * np.eye(3)).energy - fields(X, D).energy
    assert 0.9999 < gap / energy_bound(D, eps) < 1


# --- limit law ---


def stationary(d, mean_scale=0.6, noise=0.9, reversion=0.8):
    s = Settings(dimension=d, schedule="ou", mean_scale=mean_scale, noise=noise, reversion=reversion)
    limit = make_schedule(s).limit(None)
    assert np.isclose(limit.variance, noise**2 / (2 * reversion))
    return limit


@pytest.mark.parametrize("d", [2, 3, 5])
def test_limit_energy_is_the_mean_over_the_stationary_law(d):
    X, limit = cloud(8, d), stationary(d)
    rng = np.random.default_rng(0)
    Z = rng.standard_normal((40_000, d, d))
    D = limit.mean + np.sqrt(limit.variance) * (Z + Z.transpose(0, 2, 1)) / 2
    each = 0.5 * np.exp(np.einsum("ik,hkl,jl->hij", X, D, X, optimize=True)).mean(axis=(1, 2))
    assert abs(each.mean() - at_limit(X, limit).energy) < 5 * each.std() / np.sqrt(len(each))


@pytest.mark.parametrize("d", [2, 3, 5])
@pytest.mark.parametrize("noise", [0.0, 0.9])
def test_limit_gradient_is_the_energy_s(d, noise):
    """Central differences along geodesics: n dE/ds = <gradient_i, v> when token i moves along v."""
    X, limit = cloud(6, d), stationary(d, noise=noise)
    gradient, h = at_limit(X, limit).gradient, 1e-5
    np.testing.assert_allclose(np.einsum("ij,ij->i", X, gradient), 0, atol=1e-15)
    V = project(X, np.random.default_rng([0, 1]).standard_normal(X.shape))
    for i in range(6):
        step = np.zeros_like(X)
        step[i] = V[i]
        ahead, behind = (at_limit(exponential_map(X, s * h * step), limit).energy for s in (1, -1))
        np.testing.assert_allclose(6 * (ahead - behind) / (2 * h), gradient[i] @ V[i], rtol=1e-6, atol=1e-9)


def test_limit_without_noise_is_that_of_the_fields():
    """As sigma -> 0 the closed form becomes the ordinary energy and metric slope at Dbar."""
    X = cloud(30, 3)
    quiet, silent = at_limit(X, stationary(3, noise=1e-7)), at_limit(X, stationary(3, noise=0.0))
    found = fields(X, 0.6 * np.eye(3)[None])
    slope = np.sqrt(np.mean(found.inverse_mobility * np.sum(found.gradient**2, axis=1)))
    for limit in (quiet, silent):
        np.testing.assert_allclose(limit.energy, found.energy, rtol=1e-12)
        np.testing.assert_allclose(limit.slope, slope, rtol=1e-12)


def test_slope_is_zero_where_tokens_are_stationary():
    pair = np.array([[0.6, 0.8, 0.0], [-0.6, -0.8, 0.0]])
    for limit in (stationary(3), Limit(2 * np.eye(3)[None], 0.0)):
        assert at_limit(pair, limit).slope < 1e-15


def test_limit_in_blocks_is_the_limit(monkeypatch):
    X, limit = cloud(50, 3), stationary(3)
    whole = at_limit(X, limit)
    monkeypatch.setattr("headflow.core.limits.BLOCK", 300)  # six rows at a time
    for a, b in zip(at_limit(X, limit), whole, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-15)


def test_limit_energy_beyond_any_number_is_infinite():
    wide = at_limit(cloud(5, 3), Limit(np.eye(3)[None], 1e4))
    assert wide.energy == math.inf
    assert math.isnan(wide.slope)
    large = at_limit(cloud(5, 3), Limit(np.eye(3)[None], 1300.0))
    assert math.isfinite(large.energy) and math.isfinite(large.slope)


def test_late_share_tells_bounded_from_linear_growth():
    t = np.linspace(0, 40, 401)
    np.testing.assert_allclose(late_share(t, 3 * t), 0.5, rtol=1e-12)
    assert late_share(t, 1 - np.exp(-t)) < 1e-8
    assert late_share(t, 0 * t) == 0
