"""The corner of a card: enlarge, hide, and the chart as a file, made in the browser from what is seen there."""

from pathlib import Path

import param
from panel.custom import JSComponent


class CardTools(JSComponent):
    """Small buttons. ``on_enlarge()`` and ``on_hide()`` are called when theirs is pressed."""

    figure = param.String(doc="Id of the Bokeh figure.")
    title = param.String(doc="Stands above the chart in the file, and in the buttons' names.")
    file = param.String(doc="The file's name, after headflow- and before its suffix.")
    lines = param.List(doc="The legend: a (label, colour, SVG dash array) for each line.")
    enlarged = param.Boolean(default=False, doc="Whether the card is large now.")

    _esm = Path(__file__).with_suffix(".js").read_text()
    _stylesheets = [
        """
        :host { position: absolute; top: 8px; right: 8px; }
        div { display: flex; gap: 1px; }
        button {
          font: 600 11px sans-serif; color: inherit; opacity: 0.65; background: none; border: 1px solid transparent;
          border-radius: 4px; padding: 3px 5px; cursor: pointer; min-width: 24px; min-height: 24px;
          display: grid; place-items: center;
        }
        button:is(:hover, :focus-visible) { opacity: 1; border-color: currentColor; }
        svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 2; }
        """
    ]

    def __init__(self, on_enlarge, on_hide, **params):
        super().__init__(**params)
        self._on_enlarge, self._on_hide = on_enlarge, on_hide
        self.on_msg(self._hear)

    def _hear(self, event):
        news = getattr(event, "data", event)
        if "enlarge" in news:
            self._on_enlarge()
        elif "hide" in news:
            self._on_hide()
