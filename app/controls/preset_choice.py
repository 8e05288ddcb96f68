"""The choice of a starting point, on top of the controls."""

import panel as pn
import panel_material_ui as pmui

from ..presets import presets

OWN = "Your own settings"
RESTARTS = "↻ marks what starts the run again from t = 0; all else changes it as it goes on."


class PresetChoice:
    """Shows which preset the settings are, or that they are somebody's own; choosing one loads it.

    ``widget`` is the choice, ``text`` a sentence on what is chosen.
    """

    def __init__(self, on_choice):
        self._on_choice = on_choice
        self._showing = False
        titles = {entry.title: name for name, entry in presets().items()}
        self.widget = pmui.Select(
            label="Preset",
            options={OWN: OWN, **titles},
            value=OWN,
            size="small",
            sizing_mode="stretch_width",
            width=None,
            margin=(6, 4, 2, 4),
        )
        self.widget.param.watch(self._chosen, "value")
        self.text = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=(0, 4))

    def show(self, name):
        """Show the preset of that name, or None for settings that are no preset's; nothing is loaded."""
        self._showing = True
        try:
            self.widget.value = name or OWN
        finally:
            self._showing = False
        text = presets()[name].description if name else "Choose a starting point, or change anything below."
        self.text.object = f"<p>{text}</p><p>{RESTARTS}</p>"

    def _chosen(self, event):
        if not self._showing and event.new != OWN:
            self._on_choice(event.new)


TEXT = """
p { font-size: 12px; line-height: 1.4; margin: 0 0 4px; color: var(--panel-on-secondary-color); }
@media (max-width: 760px) { p:first-child { display: none; } }
"""
