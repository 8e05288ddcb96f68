"""What every control, chart and quantity means: a sentence and its formula, for who has not read the paper.

The sentence of a setting or page option is its doc, that of a chart its explanation; formulas, and the
sentences of the quantities, are data in assets/explanations.yaml.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from ...core import Settings
from ..charts import CHARTS
from ..page_options import PageOptions

KINDS = ("setting", "chart", "quantity", "page")


@dataclass(frozen=True)
class Explanation:
    """One thing on the page, explained."""

    name: str
    kind: str
    """One of KINDS."""
    title: str
    """Its name as the page shows it."""
    text: str
    """One sentence or two, plain text."""
    formula: str
    """LaTeX."""

    @property
    def markdown(self):
        """The text with the formula below it, for a Markdown pane with MathJax."""
        return f"{self.text}\n\n$${self.formula}$$"


def explain(name, kind=None):
    """The Explanation of a setting, chart, quantity of the run's rows or other control.

    A name that stands for several things ("energy" is a chart and a quantity) means the first of KINDS,
    unless ``kind`` says which. ValueError names what cannot be explained.
    """
    for one in KINDS if kind is None else (kind,):
        if (one, name) in explanations():
            return explanations()[one, name]
    raise ValueError(f"{name!r} has no explanation; add it to assets/explanations.yaml.")


@cache
def explanations():
    """Every Explanation by (kind, name), in the order of the page."""
    data = yaml.safe_load((files("headflow.assets") / "explanations.yaml").read_text("utf-8"))
    found = []
    for kind, owner, section in (("setting", Settings, "settings"), ("page", PageOptions, "page")):
        for name, formula in data[section].items():
            title = name.replace("_", " ").capitalize()
            found.append(Explanation(name, kind, title, owner.param[name].doc, formula))
    for chart in CHARTS:
        if chart.name in data["charts"]:
            formula = data["charts"][chart.name]
            found.append(Explanation(chart.name, "chart", chart.title, chart.explanation, formula))
    found += [Explanation(name, "quantity", **entry) for name, entry in data["quantities"].items()]
    return {(entry.kind, entry.name): entry for entry in found}
