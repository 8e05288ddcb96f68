"""The noise path: exact law, one path for every halving of the step, one stream per head."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad
from scipy.special import exprel

from headflow.core import Settings
from headflow.core.noise import WeightNoise, covariance, halving
from headflow.core.schedules import make_schedule


def path(dt=0.1, heads=2, epoch=0, **values):
    return WeightNoise(Settings(schedule="ou", dt=dt, heads=heads, **values), epoch)


def compose(noise, k, h, pieces):
    """(dW, I) of the cell [k h, (k+1) h] from ``pieces`` equal parts of it, by the definition of I."""
    part, W, I = h / pieces, 0.0, 0.0
    for j in range(pieces):
        white, filtered = noise.increments(k * pieces + j, part)
        W = W + white
        I = np.exp(-noise.reversion * part) * I + filtered
    return W, I


@pytest.mark.parametrize("kappa", [0.0, 1e-6, 1.0, 30.0])
@pytest.mark.parametrize("pieces", [2, 16, 256])
def test_coarse_increments_are_composed_of_fine_ones(kappa, pieces):
    noise = path(reversion=kappa)
    for k in (0, 1, 170):
        W, I = noise.increments(k, 0.1)
        fine_W, fine_I = compose(path(dt=0.1 / pieces, reversion=kappa), k, 0.1, pieces)
        np.testing.assert_allclose(fine_W, W, atol=1e-13)
        np.testing.assert_allclose(fine_I, I, atol=1e-13)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(-1, 6)), min_size=1, max_size=12))
def test_path_does_not_depend_on_what_was_asked_before(queries):
    used = path()
    for k, halvings in queries:
        used.increments(k, 0.1 / 2**halvings)
    k, halvings = queries[0]
    h = 0.1 / 2**halvings
    np.testing.assert_array_equal(used.increments(k, h), path().increments(k, h))


def test_more_heads_keep_the_old_paths():
    few, many = path(heads=2), path(heads=5)
    for k in (0, 3, 77):
        old, new = np.array(few.increments(k, 0.05)), np.array(many.increments(k, 0.05))
        np.testing.assert_array_equal(old, new[:, :2])


def test_seed_and_epoch_and_head_change_the_path():
    draws = [path(seed=s, epoch=e).increments(0, 0.1)[0] for s in (0, 1) for e in (0, 1)]
    flat = np.concatenate(draws)
    assert len(np.unique(flat[:, 0, 0])) == 8


def samples(kappa, h, heads=400, cells=20, d=3):
    noise = path(dt=h, heads=heads, dimension=d, reversion=kappa)
    pairs = [noise.increments(k, h) for k in range(cells)]
    return np.stack([np.stack(pair) for pair in pairs])  # (cells, 2, heads, d, d)


@pytest.mark.parametrize("kappa, h", [(0.0, 0.1), (1.0, 0.1), (1.0, 0.01), (1e-3, 0.01), (20.0, 0.5)])
def test_increments_have_the_law_of_model_section_5(kappa, h):
    """Variances h and (1 - e^{-2 kappa h}) / 2 kappa, covariance (1 - e^{-kappa h}) / kappa; half off it."""
    pairs = samples(kappa, h)
    np.testing.assert_array_equal(pairs, pairs.swapaxes(-1, -2))
    x = kappa * h
    filtered = -np.expm1(-2 * x) / (2 * kappa) if kappa else h
    mixed = -np.expm1(-x) / kappa if kappa else h
    theory = np.array([[h, mixed], [mixed, filtered]])
    for entries, scale in (((0, 0), 1.0), ((1, 1), 1.0), ((0, 1), 0.5), ((1, 2), 0.5)):
        W, I = pairs[:, 0, :, *entries].ravel(), pairs[:, 1, :, *entries].ravel()
        # Each of 8000 independent draws: second moments to 5 standard deviations of their estimate.
        sample = np.array([[W @ W, W @ I], [W @ I, I @ I]]) / len(W)
        deviation = np.sqrt((np.outer(np.diag(theory), np.diag(theory)) + theory**2) / len(W))
        assert np.all(np.abs(sample - scale * theory) < 5 * scale * deviation)
        assert stats.kstest(W / np.sqrt(scale * h), stats.norm.cdf).pvalue > 1e-4
        assert stats.kstest(I / np.sqrt(scale * filtered), stats.norm.cdf).pvalue > 1e-4


def test_cells_entries_and_heads_are_independent():
    W = samples(1.0, 0.1, heads=3, cells=2000)[:, 0]
    rows = np.vstack(
        [W[:-1, 0, 0, 0], W[1:, 0, 0, 0], W[:-1, 0, 0, 1], W[:-1, 0, 1, 1], W[:-1, 1, 0, 0], W[:-1, 2, 0, 1]]
    )
    correlation = np.corrcoef(rows)[np.triu_indices(6, 1)]
    assert np.abs(correlation).max() < 5 / np.sqrt(1999)


def test_quadratic_form_has_the_variance_of_the_paper():
    """Var(x^T W_t y) = (t/2) (1 + (x . y)^2) for unit x, y."""
    W = samples(1.0, 0.1)[:, 0].reshape(-1, 3, 3)
    x, y = np.array([1.0, 0, 0]), np.array([0.6, 0.8, 0])
    forms = W @ y @ x
    assert abs((forms**2).mean() / (0.05 * (1 + 0.36)) - 1) < 5 * np.sqrt(2 / len(forms))


@pytest.mark.parametrize("dt", [0.1, 0.01])
@pytest.mark.parametrize("kappa, noise", [(1.0, np.sqrt(2.0)), (2.5, 0.3)])
def test_stationary_law_does_not_depend_on_the_step(dt, kappa, noise):
    """Diagonal N(mean, sigma^2 / 2 kappa), off-diagonal half the variance, at dt 0.1 and 0.01.

    From D(0) = Dbar the variance at T is (1 - e^{-2 kappa T}) of it. Within 5 standard deviations of 1200.
    """
    s = Settings(
        schedule="ou",
        heads=400,
        dt=dt,
        reversion=kappa,
        noise=noise,
        mean_scale=0.7,
        initial_weights="identity",
        weight_scale=0.7,
    )
    schedule, increments = make_schedule(s), WeightNoise(s)
    D, steps = schedule.start(), round(3 / dt)
    for k in range(steps):
        D = schedule.advance(k * dt, D, dt, increments.increments(k, dt)[1])
    variance = -np.expm1(-2 * kappa * 3) * noise**2 / (2 * kappa)
    rows, columns = np.triu_indices(3, 1)
    for entries, mean, var in (
        (D[:, [0, 1, 2], [0, 1, 2]], 0.7, variance),
        (D[:, rows, columns], 0.0, variance / 2),
    ):
        off = entries.ravel() - mean
        assert abs(off.mean()) < 5 * np.sqrt(var / off.size)
        assert abs((off**2).mean() / var - 1) < 5 * np.sqrt(2 / off.size)
        assert stats.kstest(off / np.sqrt(var), stats.norm.cdf).pvalue > 1e-4


def test_transition_is_the_same_at_every_step_width():
    """D(T) along one path, in one step and in 64: exact transitions compose."""
    s = Settings(schedule="ou", dt=1.0, heads=2)
    schedule, noise = make_schedule(s), WeightNoise(s)
    coarse = fine = schedule.start()
    for k in range(3):
        coarse = schedule.advance(k, coarse, 1.0, noise.increments(k, 1.0)[1])
    for k in range(3 * 64):
        fine = schedule.advance(k / 64, fine, 1 / 64, noise.increments(k, 1 / 64)[1])
    np.testing.assert_allclose(fine, coarse, atol=1e-12)


def test_no_noise_is_the_relaxing_schedule():
    s = Settings(schedule="ou", noise=0)
    schedule, noise = make_schedule(s), WeightNoise(s)
    D = schedule.start()
    noisy = schedule.advance(0.0, D, 0.01, noise.increments(0, 0.01)[1])
    np.testing.assert_array_equal(noisy, make_schedule(s.replace(schedule="relax")).advance(0.0, D, 0.01))


def test_without_reversion_the_innovation_is_the_increment():
    for k in range(4):
        W, I = path(reversion=0.0).increments(k, 0.1)
        np.testing.assert_array_equal(W, I)


@given(st.floats(0, 100), st.floats(1e-6, 5))
def test_covariance_is_that_of_the_integrals(kappa, h):
    def phi(u):
        return u * exprel(-kappa * u)  # (1 - e^{-kappa u}) / kappa

    bend = min(h, 1 / max(kappa, 1e-9))
    first = sum(quad(phi, a, b, epsabs=0, epsrel=1e-11)[0] for a, b in ((0, bend), (bend, h)) if b > a)
    second = sum(
        quad(lambda u: phi(u) ** 2, a, b, epsabs=0, epsrel=1e-11)[0]
        for a, b in ((0, bend), (bend, h))
        if b > a
    )
    np.testing.assert_allclose(covariance(kappa, h), [[h, first], [first, second]], rtol=1e-9)


@given(st.floats(0, 100), st.floats(1e-6, 16))
def test_halves_have_the_law_of_cells_of_their_own(kappa, h):
    """gain S gain^T + factor factor^T = S(h/2), the first half and the rest are uncorrelated."""
    gain, factor, carry = halving(kappa, h)
    whole, half = covariance(kappa, h), covariance(kappa, h / 2)
    first = gain @ whole @ gain.T + factor @ factor.T
    scale = np.sqrt(np.outer(np.diag(half), np.diag(half)))
    np.testing.assert_allclose(first / scale, half / scale, atol=1e-12)
    second = whole - carry @ gain @ whole - (carry @ gain @ whole).T + carry @ first @ carry.T
    np.testing.assert_allclose(second / scale, half / scale, atol=1e-10)
    across = gain @ whole - first @ carry.T
    np.testing.assert_allclose(across / scale, 0, atol=1e-10)


@pytest.mark.parametrize("k, h", [(0, 0.03), (0, 0.3), (-1, 0.1), (0, 25.6)])
def test_other_cells_are_refused(k, h):
    with pytest.raises(ValueError, match=r"h must be 12.8 / 2\^j .*; got h"):
        path(dt=0.1).increments(k, h)


@pytest.mark.parametrize("dt", [5.0, 1e-6, 0.5, 0.01])
def test_every_allowed_step_has_its_cells_and_half_cells(dt):
    noise = path(dt=dt, heads=1)
    W, I = noise.increments(10**6, dt)
    first, second = noise.increments(2 * 10**6, dt / 2), noise.increments(2 * 10**6 + 1, dt / 2)
    np.testing.assert_allclose(first[0] + second[0], W, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(np.exp(-dt / 2) * first[1] + second[1], I, rtol=1e-9, atol=1e-12)
