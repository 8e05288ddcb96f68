"""A chart as a file, made in the browser from what is seen there."""

from pathlib import Path

import param
from panel.custom import JSComponent


class SaveChart(JSComponent):
    """Two small buttons: PNG and SVG."""

    figure = param.String(doc="Id of the Bokeh figure.")
    title = param.String(doc="Stands above the chart in the file.")
    file = param.String(doc="The file's name, after headflow- and before its suffix.")
    lines = param.List(doc="The legend: a (label, colour, SVG dash array) for each line.")

    _esm = Path(__file__).with_suffix(".js").read_text()
    _stylesheets = [
        """
        :host { position: absolute; top: 8px; right: 8px; }
        button {
          font: 600 11px sans-serif; color: inherit; opacity: 0.65; background: none; border: 1px solid transparent;
          border-radius: 4px; padding: 3px 5px; cursor: pointer;
        }
        button:is(:hover, :focus-visible) { opacity: 1; border-color: currentColor; }
        """
    ]
