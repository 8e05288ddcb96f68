"""The lessons' files are sound, and every number that a text quotes is what the run gives."""

import re

import numpy as np
import pytest

from headflow.app.charts import CHARTS
from headflow.app.claims import shown
from headflow.app.lessons import lesson, lessons, read_lesson
from headflow.core import Settings, Simulation

CLAIMS = [
    (entry.name, number, claim)
    for entry in lessons().values()
    for number, step in enumerate(entry.steps, 1)
    for claim in step.claims
]
SAMPLE = """---
title: A title
summary: A summary.
order: 1
settings: {tokens: 3}
---

## First

```yaml
until: 2
charts: [energy]
claims:
  end: {quantity: energy, value: 0.5, tolerance: 0.1}
```

At t = {until} E is {end}. $$E_{until}$$

## Second

```yaml
settings: {heads: 2}
charts: [slope]
try:
  - {label: faster, settings: {frequency: 2.0}}
```

Look.
"""


@pytest.fixture(scope="module")
def runs():
    """The run of some settings to the last time that any claim is made about it, made once."""
    last, done = {}, {}
    for _, _, claim in CLAIMS:
        key = claim.settings.to_json()
        last[key] = max(last.get(key, 0.0), claim.end)

    def run(settings):
        key = settings.to_json()
        if key not in done:
            done[key] = Simulation(settings).run(until=last[key], every=0.1)
        return done[key]

    return run


def measured(claim, run):
    """The claim's number from the Dataset of a run."""
    values = run[claim.quantity]
    stretch = values.sel(time=slice(claim.start - 1e-6, claim.end + 1e-6))
    if claim.way == "at":
        return float(values.sel(time=claim.end, method="nearest", tolerance=1e-6))
    if claim.way == "reaches":
        return float(stretch.time[int(np.argmax(stretch.values <= claim.level))])
    if claim.way == "change":
        return float(stretch[-1] - stretch[0])
    return float(
        {"mean": np.mean, "least": np.min, "most": np.max, "magnitude": magnitude}[claim.way](stretch)
    )


def magnitude(values):
    return np.abs(values).max()


@pytest.mark.parametrize(
    ("name", "number", "claim"),
    CLAIMS,
    ids=[f"{name}-{number}-{claim.name}" for name, number, claim in CLAIMS],
)
def test_claims(name, number, claim, runs):
    value = measured(claim, runs(claim.settings))
    assert claim.holds(value), f"{name}.md, step {number}: {claim.name} is {value:.6g}, not {claim.shown}"


def test_lessons_are_in_order_and_have_steps():
    orders = [entry.order for entry in lessons().values()]
    assert orders == list(range(1, len(orders) + 1))
    assert all(3 <= len(entry.steps) <= 6 for entry in lessons().values())


def test_a_step_watches_charts_that_its_run_has():
    charts = {chart.name: chart for chart in CHARTS}
    for entry in lessons().values():
        for step in entry.steps:
            assert step.charts
            assert all(charts[name].shown(step.settings) for name in step.charts)


def test_no_number_but_claims():
    """A number with a decimal point stands in a text only if it is a claim's or a setting's."""
    for entry in lessons().values():
        for step in entry.steps:
            known = {claim.shown.lstrip("−") for claim in step.claims}
            runs = [step.settings, *(claim.settings for claim in step.claims)]
            known |= {
                f"{value:g}" for run in runs for value in run.values().values() if isinstance(value, float)
            }
            prose = re.sub(r"\$\$.*?\$\$", "", step.text, flags=re.DOTALL)
            for found in re.findall(r"\d+\.\d+(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?", prose):
                assert found in known, f"{entry.name}, {step.title}: {found} is no claim"


def test_steps_build_on_one_another():
    first, second = read_lesson("sample", SAMPLE).steps
    assert first.settings == Settings(tokens=3)
    assert second.settings == Settings(tokens=3, heads=2)
    assert first.text == "At t = 2 E is 0.5. $$E_{until}$$"
    assert (second.until, second.charts, second.trials[0].label) == (2.0, ("slope",), "faster")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("order: 1\n", "", r"sample\.md: order is missing"),
        ("tokens: 3", "tokens: 0", r"sample\.md: tokens must be a whole number"),
        ("tokens: 3", "token: 3", r"sample\.md: token is not a setting"),
        ("heads: 2", "heads: none", r"sample\.md, step 2: heads must be"),
        ("is {end}", "is {and}", r"sample\.md, step 1: the text quotes \{and\}"),
        ("is {end}", "is 0.5", r"sample\.md, step 1: the claim end is not quoted"),
        ("quantity: energy", "quantity: entropy", r"sample\.md, step 1: claim end: quantity must be"),
        ("tolerance: 0.1", "about: 0.1", r"sample\.md, step 1: claim end: an entry is missing"),
        ("frequency: 2.0", "frequency: -2.0", r"sample\.md, step 2: frequency must be a number"),
        ("charts: [slope]", "chart: [slope]", r"sample\.md, step 2: charts is missing"),
        ("charts: [slope]", "charts: [", r"sample\.md, step 2: the YAML cannot be read"),
        ("## Second", "## Second\n\nText.", r"sample\.md, step 2: a step is"),
    ],
)
def test_what_is_wrong_is_named(old, new, sentence):
    assert old in SAMPLE
    with pytest.raises(ValueError, match=sentence) as refusal:
        read_lesson("sample", SAMPLE.replace(old, new))
    assert "\n" not in str(refusal.value)


def test_unknown_lesson_is_named():
    with pytest.raises(ValueError, match="lesson must be one of one-head, .*; got 'two-feet'"):
        lesson("two-feet")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.41, "0.41"),
        (-3.3, "−3.3"),
        (1186, "1186"),
        (1e-8, "10⁻⁸"),
        (5.3e-4, "5.3·10⁻⁴"),
        (8.5e9, "8.5·10⁹"),
    ],
)
def test_numbers_read_well(value, text):
    assert shown(value) == text
