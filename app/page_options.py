"""How the page is shown, apart from the run: the names in the address that are no settings."""

import param

from ..core.knobs import Choice, Real


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
    play = Choice("no", objects=["no", "yes"], doc="Whether the run plays as soon as the page is open.")

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
