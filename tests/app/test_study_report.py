"""The report of a study: what was claimed and measured, its figures and settings, and no other host."""

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from headflow.app.charts.studies import figures
from headflow.app.studies.study_report import report
from headflow.core import Settings
from headflow.core.studies import Axis, EpsilonStudy, HeadsStudy, IntegrabilityStudy, RegimesStudy

QUICK = Settings(tokens=6, heads=2, integrator="heun", dt=0.1, horizon=2.0)
OU = QUICK.replace(schedule="ou")
STUDIES = {
    "heads": (lambda: HeadsStudy(OU, [1, 2], 2), 4),
    "phases": (lambda: HeadsStudy(QUICK, [1, 2], 1), 3),
    "tokens": (lambda: EpsilonStudy(OU.replace(perturb="tokens"), [1e-4, 1e-3], 1), 2),
    "weights": (lambda: EpsilonStudy(OU.replace(perturb="weights"), [1e-4, 1e-3], 1), 2),
    "regimes": (
        lambda: RegimesStudy(QUICK, Axis("frequency", [0.5, 2]), Axis("flow", ["attention", "gradient"])),
        1,
    ),
    "integrability": (lambda: IntegrabilityStudy(QUICK, paths=1), 2),
}


@pytest.fixture(scope="module")
def datasets():
    with ThreadPoolExecutor(1) as pool:
        return {name: make().run(executor=pool, store=False) for name, (make, _) in STUDIES.items()}


@pytest.mark.parametrize("name", STUDIES)
def test_the_report_holds_everything_and_asks_no_other_host(datasets, name):
    text = report(datasets[name])
    assert text.count("<section>") == STUDIES[name][1] + 1  # the figures, and the settings
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=", text)
    assert "cross-polytope" in text and "arXiv:2605.18870" in text
    if name != "regimes":
        assert re.search(r'class="(agrees|disagrees|undecided)"', text)


def test_figures_have_titles_and_named_axes(datasets):
    for dataset in datasets.values():
        for drawn in figures(dataset):
            assert drawn.title and drawn.explanation
            assert all(axis.axis_label for axis in drawn.figure.axis)


def test_failed_runs_and_large_steps_are_told(datasets):
    dataset = datasets["heads"].assign_attrs(failed_runs=3, first_failure="weights <too> large.")
    dataset["largest_move"] = dataset.largest_move + 1
    text = report(dataset)
    assert "3 runs failed: weights &lt;too&gt; large." in text
    assert "dt is too large" in text


def test_a_hole_in_a_map_stays_a_hole(datasets):
    dataset = datasets["regimes"].copy(deep=True)
    dataset.clusters[0, 0] = np.nan
    (drawn,) = figures(dataset)
    values = [renderer.data_source.data for renderer in drawn.figure.renderers]
    assert any(
        np.isnan(np.asarray(column, float)).sum() == 1
        for data in values
        for column in data.values()
        if np.asarray(column).dtype.kind == "f" and np.asarray(column).size == 4
    )
