"""A link restores the page: every setting and option, bit for bit; what is wrong in it is named and ignored."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headflow.app.charts import CHARTS
from headflow.app.page_options import Names, PageOptions
from headflow.app.presets import presets
from headflow.app.session import Session
from headflow.app.url import read_query, write_query
from headflow.core import Settings
from headflow.core.knobs import Choice, Whole


def values_of(knob):
    if isinstance(knob, Choice):
        return st.sampled_from(knob.objects)
    if isinstance(knob, Names):
        return st.sets(st.sampled_from([chart.name for chart in CHARTS])).map(
            lambda names: knob.plain(",".join(names))
        )
    return st.integers(*knob.bounds) if isinstance(knob, Whole) else st.floats(*knob.bounds)


def some(kind):
    return st.fixed_dictionaries({}, optional={name: values_of(kind.param[name]) for name in kind.names()})


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some(Settings), some(PageOptions))
def test_a_link_restores_every_setting_and_option(values, shown):
    if values.get("arrangement") == "equiangular":
        values["arrangement"] = "ring"  # not all numbers of tokens go with it
    wanted, options = Settings(**values), PageOptions(**shown)
    reading = read_query(write_query(wanted, options))
    assert reading.settings == wanted
    assert reading.options.values() == options.values()
    assert reading.problems == []


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=60) | st.dictionaries(st.sampled_from(Settings.names()), st.text(max_size=9)).map(str)
)
def test_no_address_does_more_harm_than_a_sentence(query):
    reading = read_query(query)
    assert all(isinstance(problem, str) and problem.endswith(".") for problem in reading.problems)


@pytest.mark.parametrize("name", presets())
def test_a_link_to_a_preset_starts_it_at_its_speed(name):
    reading = read_query(f"?preset={name}")
    assert reading.settings == presets()[name].settings
    assert reading.options.speed == presets()[name].speed
    assert read_query(f"?speed=0.25&preset={name}").options.speed == 0.25


def test_what_is_wrong_is_named_and_the_rest_holds():
    reading = read_query(
        "?heads=-1&dt=abc&seed=1e400&frequency=2.5&view=cellar&speed=0&colour=red&head=2&schema=7"
    )
    assert reading.settings == Settings(frequency=2.5)
    assert reading.options.values() == PageOptions().values()
    assert reading.problems == [
        "heads must be a whole number from 1 to 1024; got -1.",
        "dt must be a number from 1e-06 to 5; got 'abc'.",
        "seed must be a whole number from 0 to 2147483647; got '1e400'.",
        "view must be one of page, sphere, charts; got 'cellar'.",
        "speed must be a number from 0.001 to 1000; got 0.0.",
        "colour is not a setting.",
        "head is not a setting; the nearest is heads.",
        "schema must be 1, the version this page reads; got '7'.",
    ]


def test_settings_that_do_not_go_together_are_taken_as_far_as_they_do():
    reading = read_query("?tokens=9&dimension=4&arrangement=equiangular")
    assert reading.settings == Settings(tokens=9, dimension=4)
    assert len(reading.problems) == 1 and reading.problems[0].startswith("tokens must be at most dimension")


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some(Settings), some(PageOptions))
def test_the_page_keeps_the_link_that_it_came_by(values, shown):
    values.update(tokens=values.get("tokens", 9) % 40 + 1, heads=values.get("heads", 2) % 4 + 1)
    if values.get("arrangement") == "equiangular":
        values["tokens"] = 1
    link = write_query(Settings(**values), PageOptions(**shown))
    session = Session(link)
    session.close()
    assert session.browser.query == link
