"""Weight schedules: closed forms against an independent integration, and the authors' frames."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from headflow.core import Settings, schedules
from headflow.core.schedules import initial_weights, make_schedule, perturb_weights
from headflow.core.streams import streams

DATA = Path(__file__).parents[1] / "data"
ALL = Settings.param.schedule.objects


def authors_target(d, tau, A, c, q):
    """The target of one head at phase tau, entry by entry as printed in model section 5."""
    cos, sin, pi = np.cos, np.sin, np.pi
    if d == 2:
        upper = [c + A * cos(tau), q * sin(2 * tau), c - A * cos(tau)]
    elif d == 3:
        upper = [c + A * cos(tau), q * sin(2 * tau), q * sin(tau)]
        upper += [c + A * sin(tau), q * cos(2 * tau), c + A * cos(tau + pi / 4)]
    else:
        upper, p, pairs = [], 0, d * (d - 1) // 2
        for i in range(d):
            upper.append(c + A * cos(tau + 2 * pi * i / d))
            for _ in range(i + 1, d):
                upper.append(q * sin(2 * tau + 2 * pi * p / pairs))
                p += 1
    F = np.zeros((d, d))
    F[np.triu_indices(d)] = upper
    return np.triu(F) + np.triu(F, 1).T


@pytest.mark.parametrize("d", [2, 3, 4, 5, 16])
def test_target_is_the_authors_frame(d):
    s = Settings(
        dimension=d, heads=3, frequency=1.7, amplitude=1.2, offset=0.5, coupling=0.8, phase_spread=0.6
    )
    t = 2.3
    expected = [authors_target(d, 1.7 * t + 2 * np.pi * 0.6 * h / 3, 1.2, 0.5, 0.8) for h in range(3)]
    np.testing.assert_allclose(make_schedule(s).target(t), expected, atol=1e-14)


def test_many_step_lengths_are_all_exact():
    schedule, other = make_schedule(Settings(heads=1)), make_schedule(Settings(heads=1))
    D = schedule.start()
    lengths = np.linspace(0.1, 2, 40)
    steps = [schedule.advance(0.2, D, h) for h in lengths]
    np.testing.assert_array_equal(steps[::-1], [other.advance(0.2, D, h) for h in lengths[::-1]])


def test_decaying_target_loses_its_oscillation_only():
    s = Settings(heads=2, schedule="decaying", decay_time=2.0)
    still = s.offset * np.eye(3)
    full = make_schedule(s.replace(schedule="oscillating")).target(3.0)
    np.testing.assert_allclose(
        make_schedule(s).target(3.0), still + np.exp(-1.5) * (full - still), atol=1e-14
    )


CASES = [
    {"schedule": "oscillating"},
    {"schedule": "oscillating", "frequency": 0.0},
    {"schedule": "oscillating", "frequency": 30.0, "phases": "random"},
    {"schedule": "decaying", "decay_time": 5.0},
    {"schedule": "decaying", "decay_time": 1.0, "frequency": 0.0},  # resonance: lambda = -rate
    {"schedule": "decaying", "decay_time": 1.0, "frequency": 1e-9},
    {"schedule": "decaying", "decay_time": 0.1},
    {"schedule": "relax", "reversion": 0.7, "mean_scale": -0.5},
    {"schedule": "relax", "reversion": 0.0},
    {"schedule": "ou", "reversion": 2.0},  # its mean
    {"schedule": "frozen"},
]


@pytest.mark.parametrize("d", [2, 3, 5])
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_step_solves_the_equation(case, d):
    """From an arbitrary state at an arbitrary time, against DOP853 on the drift, at 1e-10."""
    schedule = make_schedule(Settings(dimension=d, heads=2, **case))
    D = schedule.start()
    t, h = 0.4, 1.3
    solution = solve_ivp(
        lambda s, y: schedule.drift(s, y.reshape(D.shape)).ravel(),
        (t, t + h),
        D.ravel(),
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
    )
    np.testing.assert_allclose(schedule.advance(t, D, h).ravel(), solution.y[:, -1], atol=1e-10)


@settings(max_examples=40)
@given(st.sampled_from(ALL), st.floats(0, 1e3), st.floats(1e-6, 3), st.floats(1e-6, 3), st.floats(0, 50))
def test_steps_compose(name, t, first, second, frequency):
    """Solution operators of one linear equation: Phi(t, a + b) = Phi(t + a, b) Phi(t, a)."""
    schedule = make_schedule(Settings(heads=3, schedule=name, frequency=frequency))
    D = schedule.start()
    twice = schedule.advance(t + first, schedule.advance(t, D, first), second)
    # The phase omega t is known to eps * omega t only.
    np.testing.assert_allclose(
        twice, schedule.advance(t, D, first + second), atol=1e-12 * (1 + frequency * t)
    )


@pytest.mark.parametrize("path", sorted(DATA.glob("s[124]_*.npz")), ids=lambda path: path.stem)
def test_weights_of_the_golden_files(path):
    """Independent DOP853 solutions (rtol 1e-12)."""
    with np.load(path) as golden:
        meta = json.loads(str(golden["meta"]))
        times, D = golden["t"], golden["D"]
    name = "frozen" if meta["schedule"] == "scaled_identity" else meta["schedule"]
    schedule = make_schedule(Settings(dimension=meta["d"], heads=meta["H"], schedule=name))
    for k in range(1, len(times)):
        step = schedule.advance(times[k - 1], D[k - 1], times[k] - times[k - 1])
        np.testing.assert_allclose(step, D[k], atol=1e-10)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("d", [2, 3, 4])
def test_weights_stay_symmetric_and_are_not_shared(name, d):
    schedule = make_schedule(Settings(dimension=d, schedule=name))
    D = schedule.start()
    kept = D.copy()
    E = schedule.advance(0.3, D, 0.1)
    for matrices in (D, E, schedule.drift(0.3, D)):
        np.testing.assert_array_equal(matrices, matrices.transpose(0, 2, 1))
    E += 1.0
    np.testing.assert_array_equal(D, kept)


@pytest.mark.parametrize("case", [c for c in CASES if c["schedule"] != "oscillating"] + CASES[1:2])
def test_limit_is_where_the_weights_go(case):
    s = Settings(heads=2, **{"reversion": 1.0, "noise": 0.0, **case})
    schedule = make_schedule(s)
    D = schedule.start()
    limit = schedule.limit(D)
    assert limit.variance == 0
    late = schedule.advance(0.0, D, 200.0) if s.schedule != "decaying" else schedule.advance(200.0, D, 50.0)
    np.testing.assert_allclose(late, np.broadcast_to(limit.mean, D.shape), atol=1e-12)


def test_no_limit_where_the_weights_never_settle():
    assert make_schedule(Settings(schedule="oscillating")).limit(None) is None
    assert make_schedule(Settings(schedule="ou", reversion=0)).limit(None) is None
    still = make_schedule(Settings(schedule="oscillating", amplitude=0, coupling=0)).limit(None)
    np.testing.assert_array_equal(still.mean, 2.0 * np.broadcast_to(np.eye(3), (8, 3, 3)))


def test_initial_weights():
    Z = initial_weights(Settings(heads=1024))
    np.testing.assert_array_equal(Z, Z.transpose(0, 2, 1))
    # Z + Z^T: variance 4 on the diagonal, 2 off it; 3072 samples of each, chi-squared to 5 deviations
    for entries, variance in ((Z[:, [0, 1, 2], [0, 1, 2]], 4), (Z[:, [0, 0, 1], [1, 2, 2]], 2)):
        assert abs((entries**2).mean() / variance - 1) < 5 * np.sqrt(2 / 3072)
    identity = initial_weights(Settings(heads=2, initial_weights="identity", weight_scale=-3))
    np.testing.assert_array_equal(identity, -3 * np.broadcast_to(np.eye(3), (2, 3, 3)))


def test_random_phases_lie_within_their_spread():
    phases = schedules.oscillating.head_phases(Settings(heads=500, phases="random", phase_spread=0.25))
    assert 0 <= phases.min() < 0.05
    assert np.pi / 2 - 0.05 < phases.max() < np.pi / 2


def test_locked_phases_make_all_heads_one():
    target = make_schedule(Settings(heads=4, phase_spread=0)).target(1.0)
    np.testing.assert_array_equal(target, np.broadcast_to(target[:1], target.shape))


def test_perturbed_weights_are_at_exactly_eps():
    D = initial_weights(Settings(heads=5, dimension=4))
    moved = perturb_weights(D, 0.3, streams(1).perturbation)
    np.testing.assert_allclose(np.linalg.norm(moved - D, 2, axis=(1, 2)), 0.3, rtol=1e-12)
    np.testing.assert_allclose(moved, moved.transpose(0, 2, 1), atol=1e-15)
    np.testing.assert_array_equal(perturb_weights(D[:2], 0.3, streams(1).perturbation), moved[:2])


def test_a_file_is_all_that_a_new_schedule_needs(tmp_path, monkeypatch):
    (tmp_path / "doubling.py").write_text(
        "from headflow.core.schedules import Schedule\n"
        "class Doubling(Schedule):\n"
        "    def advance(self, t, D, h):\n"
        "        return D * 2**h\n"
    )
    monkeypatch.setattr(schedules, "__path__", [*schedules.__path__, str(tmp_path)])
    schedule = make_schedule(SimpleNamespace(schedule="doubling", dimension=3, heads=1))
    assert schedule.advance(0.0, np.eye(3), 2.0)[0, 0] == 4.0


def test_declared_knobs_are_the_ones_that_matter():
    """Moving a declared knob moves the weights; moving any other live one does not."""
    common = {"noise", "phases"}  # deterministic part only; phases need another random draw
    for name in ALL:
        s = Settings(schedule=name, phases="random", decay_time=2.0)
        plain = make_schedule(s)
        D = plain.start()
        for knob in [k for k in Settings.names() if Settings.is_live(k) and k not in common | {"schedule"}]:
            if isinstance(getattr(s, knob), str):
                continue
            other = make_schedule(s.replace(**{knob: getattr(s, knob) * 0.9}))
            same = np.array_equal(other.advance(0.5, D, 0.2), plain.advance(0.5, D, 0.2))
            assert same == (knob not in plain.knobs), (name, knob)
