"""A downloaded file holds the run that was on the page, exactly, and says how to make it again."""

import threading
import time

import numpy as np
import pytest
import xarray as xr

from headflow.app.room.history import History
from headflow.app.room.past import Past, retraced
from headflow.app.room.run import Run
from headflow.app.session import Session
from headflow.app.sharing.downloads import NUMBERS, file_name, recorded, run_file, spacing
from headflow.app.sharing.errand import Errand
from headflow.core import Settings, Simulation
from headflow.core.results import load, settings_of

SMALL = {"tokens": 10, "heads": 2, "dt": 0.03}


def no_report(share):
    pass


@pytest.fixture(scope="module")
def run():
    """A noisy run with knobs changed on the way, wound back and taken up again."""
    run = Run(Settings(**SMALL, schedule="ou"), History())
    for _ in range(20):
        run.step()
    run.apply(run.settings.replace(noise=0.3, dt=0.02))
    for _ in range(20):
        run.step()
    run.seek(0.7)
    run.apply(run.settings.replace(direction="ascent"))
    for _ in range(11):
        run.step()
    return run


@pytest.mark.parametrize("suffix", [".nc", ".npz", ".csv"])
def test_the_file_is_the_run(run, suffix, tmp_path):
    shares = []
    path = tmp_path / file_name(run.past, suffix)
    path.write_bytes(run_file(run.past, suffix, shares.append))
    assert path.name == f"headflow-ou-H2-t0.92{suffix}"
    assert shares == sorted(shares) and shares[-1] == 1.0

    held = load(path)
    walked = {step.time: (step.tokens, step.weights, step.row()) for step in retraced(run.past)}
    for at in range(len(held.time)):
        tokens, weights, row = walked[float(held.time[at])]
        np.testing.assert_array_equal(held.tokens[at], tokens)
        np.testing.assert_array_equal(held.weights[at], weights)
        assert float(held.energy[at]) == row["energy"]
        assert float(held.balance_residual[at]) == row["balance_residual"]
    np.testing.assert_array_equal(held.tokens[-1], run.simulation.tokens)
    assert settings_of(held) == run.past.settings

    names = {}
    exec(held.attrs["python"], names)
    np.testing.assert_array_equal(names["sim"].tokens, held.tokens[-1])


def test_rows_lie_where_the_file_says(run):
    held = recorded(run.past, 0.1, no_report)
    times = [step.time for step in retraced(run.past)]
    first_at_or_after = {next(t for t in times if t > 0.1 * k - 1e-9) for k in range(10)}
    assert set(held.time.values) == {*first_at_or_after, times[-1]}
    assert held.attrs["recorded"].startswith("at t = 0, at the first step at or after each multiple of 0.1, ")


def test_a_plain_run_gives_the_file_that_the_library_gives():
    settings = Settings(**SMALL, horizon=1.2)
    mine = recorded(Past(settings, (), 40, 40 * 0.03), 0.1, no_report)
    library = Simulation(settings).run(every=0.1)
    xr.testing.assert_identical(mine.drop_attrs(), library.drop_attrs())
    assert {name: mine.attrs[name] for name in library.attrs} == library.attrs


def test_large_runs_are_recorded_more_seldom():
    small = Past(Settings(tokens=200, heads=8), (), 2000, 20.0)
    large = Past(Settings(tokens=20_000, heads=4), (), 2000, 20.0)
    assert spacing(small) == 0.1
    assert 20.0 / spacing(large) * 60_000 <= NUMBERS
    assert spacing(large) == 1.0


def test_an_errand_tells_how_far_it_is_and_what_came_of_it():
    errand = Errand(lambda report: [report(share) for share in (0.25, 0.5, 1.0)] and "made")
    wait_for(lambda: errand.done)
    assert errand.result == "made" and errand.error is None and errand.share == 1.0


def test_a_cancelled_errand_stops_within_a_step_and_lets_the_next_one_run():
    begun = threading.Event()

    def endless(report):
        while True:
            begun.set()
            report(0.1)

    first, second = Errand(endless), Errand(lambda report: "made")
    assert begun.wait(5) and not second.done
    first.cancel()
    wait_for(lambda: first.done and second.done)
    assert first.result is None and first.error is None
    assert second.result == "made"


def test_a_failing_errand_says_why_in_a_sentence():
    def refuse(report):
        raise ValueError("path must end in one of .nc, .npz, .csv; got '.xls'.")

    errand = Errand(refuse)
    wait_for(lambda: errand.done)
    assert errand.result is None and errand.error.startswith("path must end in")


def test_nothing_is_made_any_more_once_the_visitor_has_left():
    begun, ended = threading.Event(), threading.Event()

    def endless(report):
        try:
            while True:
                begun.set()
                report(0.1)
        finally:
            ended.set()

    session = Session("?tokens=5&heads=1")
    session.share.deliveries.begin("Making the file", "run.nc", endless, "It is done.")
    assert begun.wait(5)
    session.close()
    assert ended.wait(5)


def wait_for(condition, seconds=5):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
