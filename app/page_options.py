"""How the page is shown, apart from the run: the names in the address that are no settings."""

import param

from ..core.knobs import Choice, Knob, Real, Whole
from .charts import CHARTS, USUAL
from .lessons import lessons


class Names(Knob, param.String):
    """Some of the charts' names, in the order of the page, with commas between them; empty for none."""

    __slots__ = ()

    @staticmethod
    def plain(text):
        names = str(text).split(",") if text else []
        if not set(names) <= {chart.name for chart in CHARTS}:
            return text
        return ",".join(chart.name for chart in CHARTS if chart.name in names)

    def accepts(self, value):
        return isinstance(value, str) and {*value.split(",")} <= {"", *(chart.name for chart in CHARTS)}

    def allowed(self):
        return f"names with commas between them of {', '.join(chart.name for chart in CHARTS)}"


def _switch(default, doc):
    return Choice(default, objects=["no", "yes"], doc=doc)


class PageOptions(param.Parameterized):
    """Each is declared once, like a setting: allowed values, default, meaning."""

    view = Choice("page", objects=["page", "sphere", "charts"], doc="The whole page, or a part for a frame.")
    controls = Choice(
        "all",
        objects=["all", "some", "none"],
        doc="Which controls there are; without any the run plays by itself.",
    )
    speed = Real(1.0, bounds=(1e-3, 1e3), unit="t per second", doc="Depth that passes per second.")
    theme = Choice("light", objects=["light", "dark"], doc="The page's colours.")
    charts = Names(",".join(USUAL), doc="The charts that are shown, where the settings have them.")
    lesson = Choice("none", objects=["none", *lessons()], doc="The lesson that is open.")
    step = Whole(
        1,
        bounds=(1, max(len(lesson.steps) for lesson in lessons().values())),
        doc="The step of the lesson that is open.",
    )
    play = Choice("no", objects=["no", "yes"], doc="Whether the run plays as soon as the page is open.")

    settle = Real(
        0.0, bounds=(0.0, 1e3), doc="The run pauses once its metric slope |∂E| is below this; 0 for never."
    )
    trails = _switch("no", "Where tokens have just been, fading.")
    arrows = _switch("no", "Velocities of the tokens.")
    axes = _switch("no", "Eigenvectors of the heads' matrices.")
    ghosts = _switch("yes", "The perturbed twin's tokens, linked to their own.")
    graticule = _switch("yes", "Meridians and parallels on the sphere.")
    auto_rotate = _switch("no", "Whether the sphere turns slowly by itself.")
    projector = _switch("no", "Larger tokens and text, for a projector.")
    projection = Choice(
        "principal axes",
        objects=["principal axes", "first coordinates"],
        doc="Which three directions are drawn where d > 3.",
    )

    @classmethod
    def names(cls):
        return [name for name in cls.param if name != "name"]

    @classmethod
    def parse(cls, name, text):
        """The value that the text of an address stands for; ValueError with one sentence otherwise."""
        return cls.param[name].parse(text)

    def values(self):
        """All of them as a dict of plain values."""
        return {name: getattr(self, name) for name in self.names()}

    def unusual(self):
        """Those that are not at their default."""
        return {name: value for name, value in self.values().items() if value != self.param[name].default}
