"""The lesson beside the live page: choose one, go through its steps, watch the run do what the text says."""

import html

import panel as pn
import panel_material_ui as pmui

from ..claims import shown
from ..lessons import lessons, place
from . import formulas, reading_table

NO_LESSON = "No lesson"
CHANGED = "<p>You changed the run, so the numbers of this step no longer apply. Press Start again to return to it.</p>"
CLOSED = {"lesson": "none", "step": 1}
WIDE = {"sizing_mode": "stretch_width", "width": None}


class LessonPanel:
    """Leads a page through a lesson: ``choice`` is the list of them, ``layout`` the step that is open.

    Parameters
    ----------
    on_step : callable
        ``on_step(step)`` starts the Step's run from t = 0; None where the lesson is closed.
    on_trial : callable
        ``on_trial(settings, restart)`` sets settings in the run that is on, or in one from t = 0.
    on_run : callable
        ``on_run(until)`` runs to that time and pauses.
    """

    def __init__(self, on_step, on_trial, on_run):
        self._on_step, self._on_trial, self._on_run = on_step, on_trial, on_run
        self.place = None
        self._showing = False
        self.choice = pmui.Select(
            label="Lesson",
            options={NO_LESSON: "", **{entry.title: name for name, entry in lessons().items()}},
            value="",
            size="small",
            margin=(6, 4, 2, 4),
            **WIDE,
        )
        self.choice.param.watch(self._chosen, "value")
        self.back = self._button("Back", lambda: self._turn(-1))
        self.next = self._button("Next", lambda: self._turn(1), variant="contained")
        self.run = self._button("Go", lambda: self._on_run(self.place.step.until))
        self.again = self._button("Start again", lambda: self._on_step(self.place.step))
        self._heading = _pane(pn.pane.HTML, TEXT)
        self._text = _pane(pn.pane.Markdown, TEXT, formulas.STYLE)
        self._readings = _pane(pn.pane.HTML, reading_table.STYLE)
        self._trials = pn.Column(margin=0, **WIDE)
        self.layout = pn.Column(
            self._heading,
            self._text,
            _pair(self.run, self.again),
            self._readings,
            self._trials,
            _pair(self.back, self.next),
            stylesheets=[CARD],
            margin=(8, 4),
            visible=False,
            **WIDE,
        )

    @property
    def charts(self):
        """Names of the charts that the open step watches."""
        return self.place.step.charts if self.place else ()

    @property
    def query(self):
        """Where the reader is, as PageOptions."""
        return {"lesson": self.place.lesson.name, "step": self.place.number} if self.place else CLOSED

    def open(self, place):
        """Go to a Place and start its step's run, or close the lesson where ``place`` is None."""
        self.show(place)
        self._on_step(place.step if place else None)

    def show(self, place):
        """Show a Place, or no lesson for None; the run is left as it is."""
        self.place = place
        self._showing = True
        try:
            self.choice.value = place.lesson.name if place else ""
        finally:
            self._showing = False
        if place:
            self._write(place.step, place.number, len(place.lesson.steps))
        self.layout.visible = place is not None

    def compare(self, frame, runner):
        """Write the text's numbers beside those of the newest Frame, as long as the run is one they are about."""
        if not self.place or frame is None or "time" not in frame.row:
            return
        claims = [
            claim
            for claim in self.place.step.claims
            if claim.way == "at" and claim.settings == runner.settings and not runner.events
        ]
        as_told = runner.settings == self.place.step.settings and not runner.events
        text = reading_table.reading_table(claims, frame.row) if claims else "" if as_told else CHANGED
        if text != self._readings.object:
            self._readings.object = text

    def _chosen(self, event):
        if not self._showing:
            self.open(place(event.new) if event.new else None)

    def _turn(self, by):
        self.open(self.place._replace(number=self.place.number + by))

    def _write(self, step, number, count):
        self._heading.object = (
            f'<div role="status"><p>Step {number} of {count}</p><h2>{html.escape(step.title)}</h2></div>'
        )
        self._text.object = formulas.as_markdown(step.text)
        self.run.label = f"Go to t = {shown(step.until)}"
        self.back.disabled, self.next.disabled = number == 1, number == count
        self._trials.objects = [
            self._button(
                f"Try {trial.label}", lambda trial=trial: self._on_trial(trial.settings, trial.restart)
            )
            for trial in step.trials
        ]

    def _button(self, label, action, variant="outlined"):
        button = pmui.Button(label=label, variant=variant, size="small", margin=4, **WIDE)
        button.on_click(lambda event: action())
        return button


def _pane(kind, *stylesheets):
    return kind("", stylesheets=list(stylesheets), sizing_mode="stretch_width", margin=(0, 8))


def _pair(*buttons):
    return pn.Column(*buttons, stylesheets=[PAIR], margin=0, **WIDE)


TEXT = """
h2 { font-size: 16px; font-weight: 700; margin: 0 0 4px; }
p { font-size: 14px; line-height: 1.5; margin: 6px 0; }
[role="status"] p { font-size: 12px; margin: 6px 0 0; color: var(--panel-on-secondary-color); }
"""
PAIR = ":host { display: grid !important; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }"
CARD = """
:host {
  box-sizing: border-box; padding: 4px; border-radius: 10px; background: var(--panel-surface-color);
  border: 1px solid var(--panel-primary-color);
}
"""
