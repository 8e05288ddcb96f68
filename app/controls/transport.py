"""Play, pause, step, reset, the run as a line, how fast and how far it goes, and where it is."""

import json

import panel as pn
import panel_material_ui as pmui

from .. import icons
from .knob_widgets import COMPACT, STYLE
from .time_line import TimeLine

SPEEDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Simulated time per second."""
SETTLED = (0.3, 0.1, 0.03, 0.01, 0.001, 1e-6)
"""Thresholds of the metric slope below which a run may be taken to have settled."""


class Transport:
    """What is under the sphere. It commands the runner; ``show`` brings it in step with it."""

    def __init__(self, runner):
        self._runner = runner
        self.play = self._button("Play", icons.PLAY, runner.play)
        self.pause = self._button("Pause", icons.PAUSE, runner.pause)
        self.step = self._button("Step", icons.STEP, runner.step)
        self.reset = self._button("Reset", icons.RESET, runner.reset)
        self.run_to = self._button(_run_to(runner), None, lambda: runner.run_to())
        explain(self.run_to, "Computes as fast as it can up to the horizon T, then pauses.")
        self.time_line = TimeLine(runner, margin=(0, 8))
        self.speed = pmui.DiscreteSlider(
            label="Speed", options=_rungs(runner.speed), value=runner.speed, tooltips=False, **FLAT
        )
        self.speed.param.watch(lambda event: setattr(runner, "speed", event.new), "value")
        self.settled = pmui.Select(
            label="Stop when settled", options=_thresholds(runner.settle_below),
            value=runner.settle_below or 0.0, **FLAT,
        )  # fmt: skip
        explain(self.speed, "How much depth t passes in a second, as far as the machine keeps up.")
        explain(self.settled, "Pauses once the metric slope |∂E| is below this: with the weights as they are, the "
                "tokens have all but stopped. Weights that move on may wake them again.")  # fmt: skip
        self.settled.param.watch(lambda event: setattr(runner, "settle_below", event.new or None), "value")
        self.readout = pn.pane.HTML("", stylesheets=[READOUT], **(WIDE | {"margin": (2, 8)}))
        self.status = pn.pane.HTML("", stylesheets=[STATUS], **(WIDE | {"margin": (4, 8, 0, 8)}))
        buttons = pn.Column(self.play, self.pause, self.step, self.reset, stylesheets=[BUTTONS], **WIDE)
        choices = pn.Column(self.run_to, self.speed, self.settled, stylesheets=[CHOICES], **WIDE)
        self.layout = pn.Column(
            self.readout, self.time_line, buttons, choices, self.status,
            css_classes=["transport"], stylesheets=[ZOOM], sizing_mode="stretch_width", margin=0,
        )  # fmt: skip
        self._shown = None
        self.show()

    def _button(self, label, icon, action):
        button = pmui.Button(
            label=label,
            icon=icon,
            variant="outlined",
            **(FLAT | {"size": "medium", "margin": 4, "sx": TIGHT}),
        )
        button.on_click(lambda event: (action(), self.show()))
        return button

    def set_speed(self, speed):
        """Set the speed from code: the slider and the run follow."""
        self.speed.param.update(options=_rungs(speed), value=speed)
        self._runner.speed = speed

    def toggle(self):
        """Pause a run that plays, play one that is paused."""
        (self._runner.pause if self._runner.playing else self._runner.play)()
        self.show()

    def show(self, hint=""):
        """Fill the button of what is going on, and write where the run is; ``hint`` where there is no news."""
        runner, frame = self._runner, self._runner.frame
        if runner.playing != self._shown:
            self._shown = runner.playing
            self.play.variant, self.pause.variant = ("contained", "outlined")[:: -1 if self._shown else 1]
        self.time_line.show()
        _keep(self.run_to, "label", _run_to(runner))
        _keep(self.status, "object", f'<div role="status">{status(runner) or hint}</div>')
        if frame is not None:
            _keep(self.readout, "object", readout(frame))


def status(runner):
    """Why the run has paused, or what Play will do; empty where there is nothing to say."""
    frame = runner.frame
    if frame is not None and not runner.playing and frame.time < runner.furthest:
        return "Play goes on from here; what lay ahead is then computed anew."
    return runner.note or ""


def readout(frame):
    """Time, step, energy and clusters of a frame, each in a field of fixed width."""
    row = frame.row
    fields = [
        ("t", f"{frame.time:.2f}"),
        ("step", f"{frame.step:,}"),
        ("E", f"{row['energy']:#.5g}" if "energy" in row else "…"),
        ("clusters", f"{row['clusters']:.0f}" if "clusters" in row else "…"),
    ]
    spans = "".join(f"<span><i>{name}</i> <b>{value}</b></span>" for name, value in fields)
    return f'<div class="readout">{spans}</div>'


def explain(widget, text):
    """Show ``text`` above the widget while it is hovered or focused; a tooltip of its own would replace its name."""
    widget.stylesheets = [EXPLANATION]
    widget.styles = {"--explanation": json.dumps(text, ensure_ascii=False)}


def _keep(widget, name, value):
    if getattr(widget, name) != value:
        setattr(widget, name, value)


def _run_to(runner):
    return f"Run to T = {runner.settings.horizon:g}"


def _rungs(speed):
    return {f"{rung:g} t/s": rung for rung in sorted({*SPEEDS, speed})}


def _thresholds(chosen):
    values = sorted({*SETTLED, *([chosen] if chosen else [])}, reverse=True)
    return {"never": 0.0, **{f"|∂E| below {value:g}": value for value in values}}


WIDE = {"sizing_mode": "stretch_width", "margin": 0}
FLAT = {"size": "small", "sizing_mode": "stretch_width", "width": None, "margin": (4, 4, 0, 4), "sx": COMPACT}
EXPLANATION = (
    STYLE
    + """
:host(:is(:hover, :focus-within))::after { top: auto; bottom: calc(100% + 4px); }
"""
)
TIGHT = {"px": 0.5, "whiteSpace": "nowrap", "& .MuiButton-startIcon": {"mr": "4px"}}
READOUT = """
:host { font-variant-numeric: tabular-nums; font-size: 15px; line-height: 22px; }
.readout { display: grid; grid-template-columns: repeat(auto-fit, minmax(78px, 1fr)); gap: 0 8px; white-space: nowrap; }
span { overflow: hidden; text-overflow: ellipsis; }
i { font-style: normal; color: var(--panel-on-secondary-color); margin-right: 4px; }
b { font-weight: 600; }
"""
STATUS = """
:host { font-size: 12px; line-height: 17px; color: var(--panel-on-secondary-color); }
div {
  height: calc(17px * var(--hint-lines, 1)); overflow: hidden; text-overflow: ellipsis;
  white-space: var(--hint-wrap, nowrap);
}
"""
ZOOM = ":host { zoom: var(--transport-zoom, 1); }"
BUTTONS = """
:host { display: grid !important; grid-template-columns: repeat(var(--buttons, 4), minmax(0, 1fr)); }
"""
CHOICES = """
:host {
  display: grid !important; grid-template-columns: repeat(auto-fit, minmax(max(112px, 30%), 1fr)); align-items: end;
}
"""
