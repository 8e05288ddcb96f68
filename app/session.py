"""One visitor's page at work: a run of its own, and everything on the page in step with it."""

import time

from ..core import Settings
from .banner import Banner
from .browser import Browser
from .charts.deck import Deck
from .controls.controls import GROUPS, MAIN, Controls
from .controls.preset_choice import PresetChoice
from .controls.transport import Transport
from .keys import Keys
from .presets import matching, preset
from .room.runner import Runner
from .sharing.share import Share
from .sphere.looks import keep_looks
from .sphere.sphere_view import SphereView
from .studies.studies_tab import StudiesTab
from .teaching.glossary import Glossary
from .teaching.lesson_panel import LessonPanel
from .url import read_query, write_query

FRAME_MS = 16
"""Between two looks for a new frame."""
CHART_SECONDS = 0.028
"""Between the refreshes of one card and the next, at least: with four or five cards each is refreshed 7-9 times a
second. And there is at most one between two painted frames: a browser that is slow must not be sent more."""
LATE_CHART_SECONDS = 0.25
"""Between two refreshes where no frame is painted, for the run is paused."""
READOUT_SECONDS = 0.15
RESTART_SECONDS = 0.25
"""A knob that restarts the run, held or dragged, restarts it no more often than this."""

LARGE_STEP = (
    "The step is large: a token moved more than half a radian in one step, so what is seen is not the "
    "flow any more."
)


class Session:
    """A room of one: the runner is this visitor's own, and ``close`` ends it.

    Parameters
    ----------
    query : str
        The address's query; what is wrong in it is said in the banner.
    scheduler : str or None
        The address of a Dask scheduler for studies, from whoever serves the page.
    """

    def __init__(self, query="", scheduler=None):
        reading = read_query(query)
        self.options = reading.options
        self.runner = Runner(reading.settings, self.options.speed)
        self.view = SphereView(styles=SQUARE, stylesheets=[FILL], sizing_mode="stretch_width", margin=0)
        self.view.on_move(self.runner.move)
        keep_looks(self.view, self.options, self._keep_address)
        self.runner.settle_below = self.options.settle or None
        self.banner = Banner()
        self.transport = Transport(self.runner)
        self.preset = PresetChoice(self.load_preset)
        groups = GROUPS if self.options.controls == "all" else (MAIN,)
        self.controls = Controls(reading.settings, self._moved, self._refused, groups)
        self.deck = Deck(self.runner, reading.settings, self.options.charts.split(","), self._charts_chosen)
        self.share = Share(self.runner, self.options, self.start)
        self.studies = StudiesTab(lambda: self.runner.settings, self.load, scheduler)
        self.browser = Browser()
        self.keys = Keys(
            {"play": self.transport.toggle, "step": self.runner.step, "reset": self.runner.reset}
        )
        self.glossary = Glossary()
        self.lesson = LessonPanel(self.start_step, self.try_out, lambda until: self.runner.run_to(until))
        self.lesson.show(reading.place)
        self.deck.watch(self.lesson.charts)
        self._pending, self._restarted_at = {}, 0.0
        self._error = self._warned = None
        self._good = Settings()
        self._due = {"chart": 0.0, "late chart": 0.0, "readout": 0.0}
        self._charted = 0
        self._settings_shown(reading.settings)
        self.show_theme(self.options.theme)
        if self.options.play == "yes" or self.options.controls == "none":
            self.runner.play()
        if reading.problems:
            self.banner.say([f"Ignored in the address: {problem}" for problem in reading.problems])

    def close(self):
        """End the workers; the session is over."""
        self.runner.close(wait=False)
        self.share.close()
        self.deck.close()
        self.studies.close()

    # --- what a person does ---

    def load_preset(self, name):
        """Start the run of the preset of that name; every widget follows."""
        self.start(preset(name))

    def start(self, preset):
        """Start the Preset's run; every widget follows."""
        self.transport.set_speed(preset.speed)
        self.load(preset.settings)

    def load(self, settings):
        """Start a run with these settings; every widget follows."""
        self._pending.clear()
        self.banner.hide()
        self.controls.show(settings)
        self.runner.reset(settings)
        self._settings_shown(settings)

    def start_step(self, step):
        """Start a lesson's Step from t = 0, paused; None where the lesson is closed."""
        self.options.param.update(**self.lesson.query)
        self.deck.show(self.lesson.charts)
        self.deck.watch(self.lesson.charts)
        if step is None:
            self._keep_address()
            return
        self.runner.pause()
        self.transport.set_speed(step.speed)
        self.load(step.settings)

    def try_out(self, settings, restart):
        """Set these settings in the run that is on, or in one from t = 0."""
        if restart:
            self.load(self.runner.settings.replace(**settings))
        else:
            self._set(**settings)

    def _moved(self, name, value):
        self._pending[name] = value
        self._change()

    def _refused(self, sentence):
        self.banner.say([sentence])

    def _change(self):
        """Hand the moved knobs to the runner; those that restart it wait while they are moved on and on."""
        restarts = any(not self.runner.settings.is_live(name) for name in self._pending)
        now = time.monotonic()
        if restarts and now - self._restarted_at < RESTART_SECONDS:
            return
        if restarts:
            self._restarted_at = now
        knobs, self._pending = self._pending, {}
        try:
            self.runner.change(**knobs)
        except ValueError as refusal:
            self._refused(str(refusal))
            self.controls.show(self.runner.settings)
        self._settings_shown(self.runner.settings)

    def _settings_shown(self, settings):
        """What follows from the settings: the address, the preset's name, the texts of the charts."""
        self._keep_address()
        self.preset.show(matching(settings))
        self.deck.describe(settings)

    def _keep_address(self):
        self.options.speed, self.options.settle = self.runner.speed, self.runner.settle_below or 0.0
        self.browser.query = write_query(self.runner.settings, self.options)

    def _charts_chosen(self, names):
        self.options.charts = ",".join(names)
        self._keep_address()

    def show_theme(self, theme):
        """The page has become "light" or "dark"; what draws itself follows."""
        self.options.theme = self.view.theme = theme
        self._keep_address()

    # --- ways out of trouble ---

    def halve_step(self):
        """Half the step, and go on."""
        self._set(dt=self.runner.settings.dt / 2)
        self.runner.play()

    def undo(self):
        """The last settings that a run could be made of."""
        self.load(self._good)

    def go_back(self):
        """To one unit of depth before the trouble, paused."""
        self.runner.seek(max(0.0, self.runner.furthest - 1.0))

    def _set(self, **knobs):
        self.runner.change(**knobs)
        self.controls.show(self.runner.settings)
        self._settings_shown(self.runner.settings)

    # --- what the clock does ---

    def tick(self):
        """Called about 60 times a second; hands on what is new and computes nothing."""
        frame, now = self.runner.frame, time.monotonic()
        if frame is not None:
            self.view.show(frame)
        if self._pending:
            self._change()
        if now >= self._due["chart"] and (
            self.view.acknowledged > self._charted
            or now >= self._due["late chart"]
            or self.options.view == "charts"
        ):
            self._charted = self.view.acknowledged
            self._due.update({"chart": now + CHART_SECONDS, "late chart": now + LATE_CHART_SECONDS})
            self.deck.update()
        if now >= self._due["readout"]:
            self._due["readout"] = now + READOUT_SECONDS
            self.transport.show(self._hint())
            self.share.tick()
            self.lesson.compare(frame, self.runner)
            self.studies.tick()
            self._keep_address()
            self._say_troubles(frame)

    def _hint(self):
        """How to read the sphere, where there is one."""
        if self.options.view == "charts":
            return ""
        return projection_note(self.runner.settings, self.options.projection)

    def _say_troubles(self, frame):
        """Say each trouble once: who dismisses it has read it."""
        error = self.runner.error
        if error is None and self.runner.wait(0):
            self._good = self.runner.settings
        if error != self._error:
            self._error = error
            if error:
                self.banner.say([error], self._ways_out(), severity="error")
            else:
                self.banner.hide()
        elif error is None and frame is not None and frame.large_step:
            self._warn(frame)

    def _warn(self, frame):
        """Say that the step is large, once in a run and for each size of step."""
        if self._warned != (frame.epoch, self.runner.settings.dt):
            self._warned = frame.epoch, self.runner.settings.dt
            self.banner.say([LARGE_STEP], {"Halve the step": self.halve_step})

    def _ways_out(self):
        if self.runner.furthest > 0:
            return {
                "Halve the step": self.halve_step,
                "Go back 1 s": self.go_back,
                "Reset": self.runner.reset,
            }
        return {"Undo": self.undo}


def projection_note(settings, projection):
    """What of R^d is drawn, in one sentence."""
    d = settings.dimension
    if d == 2:
        return "On the circle (d = 2): the deeper the fringe, the denser the tokens."
    if d == 3:
        others = "grey ones in no cluster" if settings.perturb == "nothing" else "rings are the twin's"
        return f"Drag to turn; pale tokens are behind, {others}."
    drawn = "three principal axes" if projection == "principal axes" else "first three coordinates"
    return f"d = {d}: the {drawn} are drawn; two tokens that look close may be far apart."


SQUARE = {
    "aspect-ratio": "1",
    "max-width": "var(--sphere-limit, max(280px, calc(100vh - 250px)))",
    "margin": "0 auto",
}
FILL = ".sphere-view { height: 100%; }"
"""The sphere's canvas: as wide as its column, but never so high that the buttons below leave the screen."""
