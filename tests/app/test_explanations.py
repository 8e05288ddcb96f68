"""Nothing on the page is left unexplained, and no sentence is written twice."""

from importlib.resources import files

import pytest
import yaml

from headflow.app.charts import CHARTS
from headflow.app.teaching.explanations import explain, explanations
from headflow.core import Settings
from headflow.core.variables import VARIABLES

DRAWN = sorted({series.variable for chart in CHARTS for series in chart.series})


@pytest.mark.parametrize("name", Settings.names())
def test_every_setting_has_a_formula(name):
    entry = explain(name, "setting")
    assert entry.text == Settings.param[name].doc
    assert entry.formula
    assert entry.title.lower().replace(" ", "_") == name


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_every_chart_has_a_formula(chart):
    entry = explain(chart.name, "chart")
    assert (entry.title, entry.text) == (chart.title, chart.explanation)
    assert entry.formula


@pytest.mark.parametrize("name", sorted({*DRAWN, *VARIABLES}))
def test_every_quantity_has_a_sentence_and_a_formula(name):
    entry = explain(name, "quantity")
    assert entry.text.endswith(".")
    assert entry.formula


def test_formulas_are_well_formed():
    """Braces pair up, and nothing in them is HTML: the panes hold HTML, where < would open a tag."""
    for entry in explanations().values():
        formula = entry.formula.replace(r"\{", "").replace(r"\}", "")
        assert formula.count("{") == formula.count("}"), entry.name
        assert not {"<", "&", "$"} & set(formula), entry.name
        assert formula.count(r"\left") == formula.count(r"\right"), entry.name


def test_no_sentence_twice():
    texts = [entry.text for entry in explanations().values()]
    assert len(set(texts)) == len(texts)


def test_the_file_names_only_what_there_is():
    data = yaml.safe_load((files("headflow.assets") / "explanations.yaml").read_text("utf-8"))
    assert set(data["settings"]) == set(Settings.names())
    assert set(data["quantities"]) == {*VARIABLES, *DRAWN}


def test_a_name_may_mean_two_things():
    assert explain("energy").kind == "chart"
    assert explain("energy", "quantity").kind == "quantity"


def test_what_is_not_explained_is_named():
    with pytest.raises(ValueError, match=r"'weather' has no explanation"):
        explain("weather")
