"""The run so far as a line that can be dragged back and forth."""

from pathlib import Path

import param
from panel.custom import JSComponent

STYLE = """
.line {
  display: flex; flex-wrap: var(--line-wrap, nowrap); align-items: center; justify-content: space-between;
  gap: 0 10px; font-size: 13px; height: var(--line-height, 28px);
}
label { color: var(--panel-on-secondary-color); }
.at {
  font-variant-numeric: tabular-nums; min-width: 15ch; text-align: right; white-space: nowrap;
  color: var(--panel-on-background-color);
}
.rail {
  position: relative; flex: 1 1 var(--rail, 0); order: var(--rail-place, 0);
  display: flex; align-items: center; height: 28px;
}
input {
  appearance: none; width: 100%; margin: 0; height: 28px; background: none; cursor: pointer; border-radius: 6px;
}
input:disabled { cursor: default; }
input::-webkit-slider-runnable-track {
  height: 5px; border-radius: 3px; background: linear-gradient(to right, var(--panel-primary-color) var(--part),
    color-mix(in srgb, var(--panel-primary-color) 30%, transparent) var(--part));
}
input::-moz-range-track {
  height: 5px; border-radius: 3px; background: linear-gradient(to right, var(--panel-primary-color) var(--part),
    color-mix(in srgb, var(--panel-primary-color) 30%, transparent) var(--part));
}
input::-webkit-slider-thumb {
  appearance: none; width: 16px; height: 16px; margin-top: -5.5px; border-radius: 50%; border: none;
  background: var(--panel-primary-color);
}
input::-moz-range-thumb {
  width: 16px; height: 16px; border-radius: 50%; border: none; background: var(--panel-primary-color);
}
input:focus-visible { outline: 2px solid var(--panel-primary-color); outline-offset: 1px; }
.marks { position: absolute; inset: 4px 8px; pointer-events: none; }
.marks i { position: absolute; top: 0; bottom: 0; border-left: 2px solid #D55E00; opacity: .8; }
"""


class TimeLine(JSComponent):
    """A slider named "Time" from 0 to the latest time of the run; a mark where a knob was changed.

    Parameters
    ----------
    runner : Runner
        It is wound to where a person moves the slider; ``show`` brings the slider in step with it.
    """

    time = param.Number(default=0.0, doc="The time shown.")
    end = param.Number(default=0.0, doc="The latest time of the run.")
    marks = param.List(default=[], item_type=float, doc="Times of changes in mid-run.")

    _esm = Path(__file__).with_suffix(".js").read_text()

    def __init__(self, runner, **params):
        super().__init__(**{"stylesheets": [STYLE], "sizing_mode": "stretch_width", **params})
        self._runner = runner
        self.on_msg(self._hear)

    def _hear(self, event):
        news = getattr(event, "data", event)
        self._runner.seek(float(news["seek"]))

    def show(self):
        """Follow the run: at most one message, and none where nothing has moved."""
        frame = self._runner.frame
        time = frame.time if frame else 0.0
        ahead = 0.0 if self._runner.playing else self._runner.furthest
        now = {"time": time, "end": max(time, ahead)}
        now["marks"] = sorted({when for when, _ in self._runner.events})
        new = {name: value for name, value in now.items() if value != getattr(self, name)}
        if new:
            self.param.update(**new)
