"""One chart on the page: its title, sentence, legend and buttons, and the figure that a kind of card fills."""

import html

import panel as pn

from .figure import HEIGHT
from .tools import CardTools


class Card:
    """What all cards have. A kind of card makes a ``figure`` and redraws it in ``update``.

    Parameters
    ----------
    chart : Chart
    room : Room
        What the cards of a deck share.
    """

    period = 0.0
    """Seconds between two updates, at least."""

    def __init__(self, chart, room):
        self.chart, self._room = chart, room
        self.due, self.enlarged = 0.0, False
        self._classes = {"card": True}
        self._settings = None
        self.figure = self.make_figure(room)
        self._text = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=(0, 4))
        self._legend = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=(0, 4))
        self._tools = CardTools(
            on_enlarge=lambda: room.enlarge(chart.name),
            on_hide=lambda: room.hide(chart.name),
            figure=self.figure.id,
            title=chart.title,
            file=chart.name,
        )
        self._pane = pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", height=HEIGHT, margin=0)
        self.layout = pn.Column(
            self._text,
            self._tools,
            *self.controls(),
            self._legend,
            self._pane,
            css_classes=["card"],
            sizing_mode="stretch_width",
            margin=0,
        )

    # --- what a kind of card defines ---

    def make_figure(self, room):
        """The Bokeh figure."""
        raise NotImplementedError

    def controls(self):
        """Widgets between the sentence and the legend."""
        return []

    def samples(self, settings):
        """The legend: a (label, colour, dash of chart.Series) for each line."""
        return []

    def update(self, history, frame):
        """Draw what is new in the run's History or in its newest Frame."""
        raise NotImplementedError

    # --- what all have ---

    def describe(self, settings):
        """Write the texts that fit the settings."""
        self._settings = settings
        note = self.chart.note(settings)
        text = f"<h2>{html.escape(self.chart.title)}</h2><p>{html.escape(self.chart.explanation)}</p>"
        text += f"<p>{html.escape(note)}</p>" if note else ""
        if text != self._text.object:
            self._text.object = text
        self.show_legend()

    def show_legend(self):
        """Write the legend, here and for the files."""
        samples = self.samples(self._settings)
        text = legend(samples)
        if text != self._legend.object:
            self._legend.param.update(object=text, visible=bool(samples))
            self._tools.lines = [(label, colour, DASHES[dash]) for label, colour, dash in samples]

    def style(self, **classes):
        """Set or take away CSS classes of the card: ``style(enlarged=True)``."""
        self._classes |= classes
        self.layout.css_classes = [name for name, on in self._classes.items() if on]

    def enlarge(self, on):
        """Fill the width of the deck, higher, or go back into the row."""
        self.enlarged = on
        self.style(enlarged=on)
        self._tools.enlarged = on
        self._room.soon(self.resize)

    def resize(self):
        """Give the figure the size that goes with ``enlarged``."""
        self._pane.height = self.figure.height = LARGE if self.enlarged else HEIGHT


def legend(samples):
    """One row: a sample of each line and its name."""
    items = (
        f'<li><svg viewBox="0 0 20 4" width="20" height="4"><line x1="0" x2="20" y1="2" y2="2" stroke-width="3" '
        f'stroke="{colour}" stroke-dasharray="{DASHES[dash]}"/></svg>{html.escape(label)}</li>'
        for label, colour, dash in samples
    )
    return f"<ul>{''.join(items)}</ul>"


LARGE = 520
"""Height of an enlarged figure: with its text it just fits a projector's 720 lines."""

DASHES = {"solid": "none", "dashed": "7 3", "dotted": "2 3"}

TEXT = """
h2 { font-size: 15px; font-weight: 700; margin: 0 136px 0 0; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0 0; color: var(--panel-on-secondary-color); }
ul {
  list-style: none; display: flex; flex-wrap: wrap; gap: 2px 11px; margin: 6px 0 2px; padding: 0;
  font-size: 12px;
}
li { display: flex; align-items: center; gap: 5px; white-space: nowrap; }
"""
