"""The column of controls: every setting, in groups, in step with the settings in force."""

from dataclasses import dataclass

import panel as pn

from .knob_widgets import make_widget, read_value, show_value


@dataclass(frozen=True)
class Group:
    """Settings that belong together, and what they are about."""

    title: str
    explanation: str
    """HTML."""
    names: tuple


GROUPS = (
    Group(
        "Weights",
        "Each head h has a symmetric matrix D<sub>h</sub> that moves with depth t by the schedule; what the "
        "schedule does not use is grey.",
        (
            "schedule",
            "heads",
            "frequency",
            "phase_spread",
            "amplitude",
            "offset",
            "coupling",
            "phases",
            "noise",
            "reversion",
            "mean_scale",
            "decay_time",
            "initial_weights",
            "weight_scale",
        ),
    ),
    Group(
        "Dynamics",
        "Tokens move by the heads' attention or by the energy's gradient; descent lowers the energy, so tokens "
        "that attend to one another part, and ascent raises it, so they gather.",
        ("flow", "direction"),
    ),
    Group(
        "Perturbation",
        "A twin run starts a little off and is drawn as ghosts: does it stay near?",
        ("perturb", "perturbation"),
    ),
    Group(
        "Tokens",
        "How many tokens there are, in which space, and where they start.",
        ("tokens", "dimension", "arrangement", "spread", "cluster_angle"),
    ),
    Group(
        "Numerics",
        "How depth is cut into steps; the same seed gives the same run.",
        ("integrator", "dt", "horizon", "seed"),
    ),
)

MAIN = Group(
    "Main controls",
    "",
    ("heads", "schedule", "frequency", "phase_spread", "noise", "reversion", "flow", "direction"),
)
"""What a page with some controls has."""

OSCILLATING = ("oscillating", "decaying")
REVERTING = ("ou", "relax")
USED_BY = {
    **dict.fromkeys(("frequency", "phase_spread", "amplitude", "offset", "coupling", "phases"), OSCILLATING),
    "decay_time": ("decaying",),
    **dict.fromkeys(("reversion", "mean_scale"), REVERTING),
    "noise": ("ou",),
}
"""Schedules under which a knob has an effect; it is greyed under the others. Knobs not named always have one."""


class Controls:
    """One widget a setting. ``on_move(name, value)`` is called when a person moves one, not when the page does.

    A refused value (``on_refusal(sentence)``) leaves the settings as they are and the widget goes back.
    """

    def __init__(self, settings, on_move, on_refusal, groups=GROUPS):
        self._on_move, self._on_refusal = on_move, on_refusal
        self._showing = False
        self.widgets = {}
        for group in groups:
            for place, name in enumerate(group.names):
                widget = self.widgets[name] = make_widget(name, at_right=place % 2 == 1)
                widget.param.watch(lambda event, name=name: self._moved(name, event.new), "value")
        self.show(settings)
        self.layout = pn.Column(
            *(part for group in groups for part in self._group(group)),
            sizing_mode="stretch_width",
            margin=0,
        )

    def _group(self, group):
        yield pn.pane.HTML(
            f"<h2>{group.title}</h2><p>{group.explanation}</p>",
            sizing_mode="stretch_width",
            stylesheets=[HEADING],
            margin=(10, 4, 2, 4),
        )
        yield pn.Column(
            *(self.widgets[name] for name in group.names),
            stylesheets=[GRID],
            sizing_mode="stretch_width",
            margin=0,
        )

    def show(self, settings):
        """Move every widget to the value in force; nobody is told."""
        self._showing = True
        try:
            for name, widget in self.widgets.items():
                show_value(widget, name, getattr(settings, name))
                widget.disabled = settings.schedule not in USED_BY.get(name, (settings.schedule,))
        finally:
            self._showing = False
        self.settings = settings

    def _moved(self, name, value):
        if self._showing:
            return
        try:
            value = read_value(name, value)
            wanted = self.settings.replace(**{name: value})
        except ValueError as refusal:
            self.show(self.settings)
            self._on_refusal(str(refusal))
            return
        if value != getattr(self.settings, name):
            self.settings = wanted
            if name == "schedule":
                self.show(wanted)
            self._on_move(name, value)


HEADING = """
h2 { font-size: 14px; font-weight: 700; margin: 0; letter-spacing: .01em; }
sub { line-height: 0; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0 0; color: var(--panel-on-secondary-color); }
"""
GRID = """
:host { display: grid !important; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2px 12px; }
"""
