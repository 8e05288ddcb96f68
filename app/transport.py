"""Play, pause, step, reset, the speed, and a line that says where the run is."""

import panel as pn
import panel_material_ui as pmui

from . import icons

SPEEDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Simulated time per second."""


class Transport:
    """The buttons under the sphere. They command the runner; ``show`` brings them in step with it."""

    def __init__(self, runner):
        self._runner = runner
        self.play = self._button("Play", icons.PLAY, runner.play)
        self.pause = self._button("Pause", icons.PAUSE, runner.pause)
        self.step = self._button("Step", icons.STEP, runner.step)
        self.reset = self._button("Reset", icons.RESET, runner.reset)
        self.speed = pmui.DiscreteSlider(
            label="Speed",
            options=_rungs(runner.speed),
            value=runner.speed,
            size="small",
            tooltips=False,
            sizing_mode="stretch_width",
            width=None,
            margin=(0, 8),
        )
        self.speed.param.watch(lambda event: setattr(runner, "speed", event.new), "value")
        self.readout = pn.pane.HTML(
            "", stylesheets=[READOUT], sizing_mode="stretch_width", margin=(4, 8, 0, 8)
        )
        buttons = pn.Column(
            self.play,
            self.pause,
            self.step,
            self.reset,
            stylesheets=[BUTTONS],
            sizing_mode="stretch_width",
            margin=0,
        )
        self.layout = pn.Column(self.readout, buttons, self.speed, sizing_mode="stretch_width", margin=0)
        self._shown = None
        self.show()

    def _button(self, label, icon, action):
        button = pmui.Button(
            label=label,
            icon=icon,
            size="medium",
            variant="outlined",
            sizing_mode="stretch_width",
            width=None,
            margin=4,
        )
        button.on_click(lambda event: (action(), self.show()))
        return button

    def set_speed(self, speed):
        """Set the speed from code: the slider and the run follow."""
        self.speed.param.update(options=_rungs(speed), value=speed)
        self._runner.speed = speed

    def show(self):
        """Fill the button of what is going on, and write where the run is."""
        playing, frame = self._runner.playing, self._runner.frame
        if playing != self._shown:
            self.play.variant, self.pause.variant = ("contained", "outlined")[:: 1 if not playing else -1]
            self._shown = playing
        if frame is not None:
            text = readout(frame, self._runner.settings)
            if text != self.readout.object:
                self.readout.object = text


def readout(frame, settings):
    """Time, step, energy and clusters of a frame, each in a field of fixed width."""
    row = frame.row
    fields = [
        ("t", f"{frame.time:.2f}"),
        ("step", f"{frame.step:,}"),
        ("E", f"{row['energy']:.4f}" if "energy" in row else "…"),
        ("clusters", f"{row['clusters']:.0f}" if "clusters" in row else "…"),
    ]
    spans = "".join(f"<span><i>{name}</i><b>{value}</b></span>" for name, value in fields)
    return f'<div class="readout">{spans}</div>'


def _rungs(speed):
    return {f"{rung:g} t per second": rung for rung in sorted({*SPEEDS, speed})}


READOUT = """
:host { font-variant-numeric: tabular-nums; font-size: 14px; }
.readout { display: grid; grid-template-columns: 1fr 1.1fr 1.3fr 1.1fr; }
i { font-style: normal; color: var(--panel-on-secondary-color); margin-right: 6px; }
b { font-weight: 600; }
"""
BUTTONS = """
:host { display: grid !important; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0; }
"""
