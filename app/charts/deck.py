"""The cards of the page: every chart that is shown, fed in turn."""

import time
from concurrent.futures import ThreadPoolExecutor

import panel as pn
import panel_material_ui as pmui
from bokeh.models import ColumnDataSource

from ..theme import OKABE_ITO
from . import CHARTS, USUAL
from .axis import Axis
from .chart import LineChart, MatrixChart, RiverChart, SpectrumChart
from .line_card import LineCard
from .marks import merged
from .matrix_card import MatrixCard
from .ranges import time_limits
from .river_card import RiverCard
from .spectrum_card import SpectrumCard

KINDS = {
    LineChart: LineCard,
    RiverChart: RiverCard,
    SpectrumChart: SpectrumCard,
    MatrixChart: MatrixCard,
}


class Room:
    """What the cards share: the time axis, the marks on it, and what their buttons ask for."""

    def __init__(self, enlarge, hide):
        self.time_axis = Axis(*time_limits(0.0))
        self.marks = ColumnDataSource({"time": [], "text": []})
        self.enlarge, self.hide = enlarge, hide
        self._actions = []
        self._workers = ThreadPoolExecutor(1, "headflow-matrix")  # begins its thread with the first order

    def soon(self, action):
        """Call ``action()`` at the next tick. Bokeh models that are changed while an event of a widget is handled
        stay as they were in the browser.
        """
        self._actions.append(action)

    def act(self):
        """Do what is to be done soon."""
        actions, self._actions = self._actions, []
        for action in actions:
            action()

    def order(self, work, *arguments):
        """A Future of ``work(*arguments)``, done beside the page's own thread, one after the other."""
        return self._workers.submit(work, *arguments)

    def close(self):
        """Drop what is still waiting."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def update(self, runner):
        """Follow the run: the axis spans all of it, the marks are its changes of knobs."""
        self.time_axis.move(time_limits(runner.furthest))
        marks = merged(runner.events, self.time_axis.set[1])
        if marks != {name: list(values) for name, values in self.marks.data.items()}:
            self.marks.data = marks


class Deck:
    """All cards over one run, and the choice of those that are shown; the others cost nothing.

    ``update`` refreshes one card a call, so that no repaint holds up the sphere long.

    Parameters
    ----------
    runner : Runner
    settings : Settings
    chosen : iterable of str
        Names of the charts that are shown, as far as the settings have them.
    on_choice : callable
        ``on_choice(names)`` is called when a person shows or hides a card.
    """

    def __init__(self, runner, settings, chosen=USUAL, on_choice=lambda names: None):
        self._runner, self._settings, self._on_choice = runner, settings, on_choice
        self._room = Room(self.enlarge, self.hide)
        self.cards = []
        """Those that have been shown so far, in the order of CHARTS."""
        self._watched, self._turn = (), 0
        self._chooser = pmui.CheckBoxGroup(
            label="Charts shown",
            options={chart.title: chart.name for chart in CHARTS},
            value=list(chosen),
            visible=False,
            margin=(4, 8),
            sizing_mode="stretch_width",
            width=None,
            sx={
                "&.MuiFormGroup-root": {
                    "display": "grid",
                    "gridTemplateColumns": "repeat(auto-fill, minmax(190px, 1fr))",
                },
                "& .MuiFormControlLabel-label": {"fontSize": "13px"},
                "& .MuiCheckbox-root": {"padding": "3px 9px"},
            },
        )
        self._chooser.param.watch(lambda event: self._choose(event.new), "value")
        self._opener = pmui.Button(
            label="Choose charts", size="small", variant="outlined", margin=(10, 0, 0, 0)
        )
        self._opener.on_click(lambda event: self._chooser.param.update(visible=not self._chooser.visible))
        self._choice = pn.Column(
            self._opener, self._chooser, css_classes=["chooser"], sizing_mode="stretch_width", margin=0
        )
        self.layout = pn.Column(self._choice, stylesheets=[CARDS], margin=0)
        self.describe(settings)

    def describe(self, settings):
        """Texts and cards that fit the settings."""
        self._settings = settings
        shown = [chart for chart in CHARTS if chart.name in self._chooser.value and chart.shown(settings)]
        self._make(shown)
        for card in self.cards:
            card.describe(settings)
            card.layout.visible = card.chart in shown

    def _make(self, shown):
        """Make the cards of charts that are shown for the first time: one takes a tenth of a second of every visit."""
        made = {card.chart.name: card for card in self.cards}
        new = [chart for chart in shown if chart.name not in made]
        for chart in new:
            made[chart.name] = KINDS[type(chart)](chart, self._room)
            made[chart.name].style(watched=chart.name in self._watched)
        if new:
            self.cards = [made[chart.name] for chart in CHARTS if chart.name in made]
            self.layout.objects = [self._choice, *(card.layout for card in self.cards)]

    def close(self):
        """The visitor has left."""
        self._room.close()

    # --- what a person does ---

    def enlarge(self, name):
        """Let the card of that name fill the width, and no other; back again if it does."""
        for card in self.cards:
            card.enlarge(card.chart.name == name and not card.enlarged)

    def hide(self, name):
        """Show all cards but this one."""
        self._chooser.value = [shown for shown in self._chooser.value if shown != name]

    def show(self, names):
        """Show the charts of these names too."""
        self._chooser.value = [*self._chooser.value, *(set(names) - {*self._chooser.value})]

    def watch(self, names):
        """Put the charts of these names first and mark them; the others stand behind, unmarked."""
        self._watched = tuple(names)
        for card in self.cards:
            card.style(watched=card.chart.name in names)

    def _choose(self, names):
        for card in self.cards:
            if card.enlarged and card.chart.name not in names:
                card.enlarge(False)
        self.describe(self._settings)
        self._on_choice(tuple(chart.name for chart in CHARTS if chart.name in names))

    # --- what the clock does ---

    def update(self):
        """Refresh the next card that is shown and due."""
        self._room.act()
        frame, now = self._runner.frame, time.monotonic()
        for _ in self.cards:
            self._turn = (self._turn + 1) % len(self.cards)
            if self._turn == 0:
                self._room.update(self._runner)
            card = self.cards[self._turn]
            if card.layout.visible and now >= card.due:
                card.due = now + card.period
                if frame is not None:
                    card.update(self._runner.rows, frame)
                return


CARDS = f"""
:host {{
  display: grid !important; grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr)); gap: 12px;
  align-items: start;
}}
.card {{
  position: relative; min-width: 0;
  box-sizing: border-box; padding: 10px 8px 4px; border-radius: 10px; background: var(--panel-surface-color);
  border: 1px solid color-mix(in srgb, {OKABE_ITO["grey"]} 30%, transparent);
}}
.watched {{ order: -1; border-color: {OKABE_ITO["blue"]}; box-shadow: 0 0 0 1px {OKABE_ITO["blue"]}; }}
.watched::before {{
  content: "Watch this chart"; font-size: 12px; font-weight: 600; margin: 0 4px 2px;
  color: var(--panel-primary-color);
}}
.enlarged {{ grid-column: 1 / -1; order: -1; }}
.chooser {{ grid-column: 1 / -1; order: -2; }}
"""
