"""The form that asks for a study: which one, over what, how often."""

import math

import panel as pn
import panel_material_ui as pmui

from ...core import Settings
from ...core.knobs import Choice
from ...core.studies import SUMMARIES, Axis, EpsilonStudy, HeadsStudy, IntegrabilityStudy, RegimesStudy
from ..controls.knob_widgets import COMPACT

KINDS = {
    "Head scaling": "heads",
    "Noisy inputs": "tokens",
    "Perturbed weights": "weights",
    "Regimes": "regimes",
    "Integrability": "integrability",
}
MEANINGS = {
    "heads": "How slope, defect and energy gap fall with the number of heads.",
    "tokens": "How far a twin with moved tokens strays, for several sizes of the move.",
    "weights": "How far a twin under shifted weights strays, for several sizes of the shift.",
    "regimes": "A map of one number of a run over two settings, finer where it changes.",
    "integrability": "The work that the weights have done, schedule by schedule.",
}
POINTS, LEVELS = 5, 2
"""A map of the page: 5 x 5 runs at first, each cell halved twice at most."""
MOST_SECONDS = 1200
"""Processor seconds that a study of the page may be expected to take; longer ones belong on the command line."""
MOST_RUNS = 2000
"""Runs of a study of the page; to plan more of them takes time that the live page needs."""
MOST_NUMBERS = 30
SECONDS_A_COST = 1e-9
"""Measured: a run of 100 tokens, 100 heads and 1000 steps of heun has a cost of 2.2e9 and takes 2 s."""


class StudyForm:
    """Widgets for the arguments; ``study(settings)`` makes what they ask for."""

    def __init__(self):
        self.kind = _choice("Study", KINDS)
        self.heads = _field("Numbers of heads", "1, 3, 10, 30")
        self.sizes = _field("Sizes of perturbation", "1e-6, 1e-4, 1e-2")
        self.paths = _field("Paths", "4")
        self.summary = _choice("Number on the map", {text: name for name, text in SUMMARIES.items()})
        self.x, self.y = AxisForm("Across", "frequency"), AxisForm("Up", "phase_spread")
        self.meaning = pn.pane.HTML("", margin=(0, 4), sizing_mode="stretch_width", stylesheets=[TEXT])
        self._shown = {
            "heads": [self.heads],
            "tokens": [self.sizes],
            "weights": [self.sizes],
            "regimes": [self.summary, *self.x.widgets, *self.y.widgets],
            "integrability": [],
        }
        fields = [self.heads, self.sizes, self.summary, *self.x.widgets, *self.y.widgets]
        self.layout = pn.Column(
            self.meaning,
            pn.Column(
                self.kind, *fields, self.paths, stylesheets=[GRID], sizing_mode="stretch_width", margin=0
            ),
            sizing_mode="stretch_width",
            margin=0,
        )
        self.kind.param.watch(lambda event: self._arrange(), "value")
        self._arrange()

    def _arrange(self):
        kind = self.kind.value
        self.meaning.object = f"<p>{MEANINGS[kind]} All else is as the settings of the run say.</p>"
        wanted = self._shown[kind]
        for widgets in self._shown.values():
            for widget in widgets:
                widget.visible = widget in wanted

    def study(self, settings):
        """The Study of runs with ``settings``; ValueError says in one sentence what is wrong or too long."""
        paths = _number("Paths", self.paths.value, int)
        study = self._study(self.kind.value, settings, min(paths, 1))  # one path tells what all of them cost
        tasks = study.plan({})
        growth = 4 if study.kind == "regimes" else 1  # a map that is refined along a line
        runs = growth * paths * len(tasks)
        if runs > MOST_RUNS:
            raise ValueError(
                f"This study would be {runs} runs; here at most {MOST_RUNS} are allowed: take fewer paths or run "
                f"it on your own machine with the command headflow study {study.kind}."
            )
        seconds = growth * paths * SECONDS_A_COST * sum(task.cost for task in tasks)
        if seconds > MOST_SECONDS:
            raise ValueError(
                f"This study would take about {seconds / 60:.0f} minutes of one processor; here at most "
                f"{MOST_SECONDS // 60} are allowed: take fewer tokens, heads or paths, a shorter horizon or a "
                f"larger dt, or run it on your own machine with the command headflow study {study.kind}."
            )
        return self._study(self.kind.value, settings, paths)

    def _study(self, kind, settings, paths):
        if kind == "heads":
            return HeadsStudy(settings, _numbers("Numbers of heads", self.heads.value, int), paths)
        if kind == "integrability":
            return IntegrabilityStudy(settings, paths=paths)
        if kind == "regimes":
            if self.summary.value == "growth_rate" and settings.perturb == "nothing":
                settings = settings.replace(perturb="tokens")
            return RegimesStudy(settings, self.x.axis(), self.y.axis(), self.summary.value, paths)
        sizes = _numbers("Sizes of perturbation", self.sizes.value, float)
        return EpsilonStudy(settings.replace(perturb=kind), sizes, paths)


class AxisForm:
    """A setting and the range in which it is varied; all its words where it is a choice."""

    def __init__(self, label, name):
        names = [name for name in Settings.names() if name not in ("seed", "perturbation", "perturb")]
        self._label = label
        self.name = _choice(label, {name.replace("_", " ").capitalize(): name for name in names})
        self.low, self.high = _field(f"{label} from", ""), _field(f"{label} to", "")
        self.widgets = [self.name, self.low, self.high]
        self.name.param.watch(lambda event: self._propose(), "value")
        self.name.value = name
        self._propose()

    def _propose(self):
        knob = Settings.param[self.name.value]
        listed = isinstance(knob, Choice)
        low, high = ("", "") if listed else knob.softbounds or knob.bounds
        self.low.param.update(value=f"{low:g}" if not listed else "all", disabled=listed)
        self.high.param.update(value=f"{high:g}" if not listed else "all", disabled=listed)

    def axis(self):
        """The Axis; ValueError says what is wrong with it."""
        knob = Settings.param[self.name.value]
        if isinstance(knob, Choice):
            return Axis(self.name.value, knob.objects)
        low = _number(self.low.label, self.low.value, float)
        high = _number(self.high.label, self.high.value, float)
        return Axis.between(self.name.value, low, high, POINTS, LEVELS)


def _number(label, text, kind):
    try:
        number = kind(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        word = "whole number" if kind is int else "number"
        raise ValueError(f"{label} must be a {word}; got {text[:20]!r}.")
    return number


def _numbers(label, text, kind):
    words = text.split(",")
    if len(words) > MOST_NUMBERS:
        raise ValueError(f"{label} must be at most {MOST_NUMBERS} numbers; got {len(words)}.")
    return [_number(label, word, kind) for word in words]


def _choice(label, options):
    return pmui.Select(label=label, options=options, **FIELD)


def _field(label, value):
    return pmui.TextInput(label=label, value=value, **FIELD)


FIELD = {
    "size": "small",
    "sizing_mode": "stretch_width",
    "width": None,
    "margin": (8, 4, 0, 4),
    "sx": COMPACT,
}
GRID = """
:host {
  display: grid !important; grid-template-columns: repeat(auto-fill, minmax(min(100%, 170px), 1fr)); align-items: end;
}
"""
TEXT = "p { margin: 2px 0 6px; font-size: 13px; color: var(--panel-on-secondary-color); }"
