"""One place where the page says what went wrong, with a way out."""

import html

import panel as pn
import panel_material_ui as pmui

LONGEST = 300
"""Characters of one sentence that are shown: an address may hold anything."""
MOST = 6
"""Sentences that are shown at once."""


class Banner:
    """Hidden until there is something to say; what is said is shown as text, never as markup."""

    def __init__(self):
        self._text = pn.pane.HTML("", sizing_mode="stretch_width", margin=0)
        self._buttons = pn.Column(margin=0)
        self.said = None
        self.layout = pn.Column(
            self._text, self._buttons, visible=False, sizing_mode="stretch_width", margin=(0, 0, 16, 0)
        )

    def say(self, sentences, ways_out=None, severity="warning"):
        """Show the sentences and a button for each of ``ways_out`` (label to callable), "Dismiss" besides."""
        if (sentences, severity) == self.said:
            return
        self.said = (sentences, severity)
        shown = [html.escape(_short(sentence)) for sentence in sentences[:MOST]]
        if len(sentences) > MOST:
            shown.append(f"And {len(sentences) - MOST} more.")
        self._text.object = f'<div role="alert">{"".join(f"<p>{sentence}</p>" for sentence in shown)}</div>'
        self._buttons.objects = [
            self._button(label, action)
            for label, action in {**(ways_out or {}), "Dismiss": lambda: None}.items()
        ]
        self.layout.stylesheets = [STYLE.replace("COLOUR", COLOURS[severity])]
        self.layout.visible = True

    def hide(self):
        self.said = None
        self.layout.visible = False

    def _button(self, label, action):
        button = pmui.Button(
            label=label, size="small", variant="outlined", color="default", margin=(4, 8, 0, 0)
        )
        button.on_click(lambda event: (self.hide(), action()))
        return button


def _short(sentence):
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


COLOURS = {"warning": "#E69F00", "error": "#D55E00"}
STYLE = """
:host {
  box-sizing: border-box; padding: 10px 14px; border-radius: 8px; border-left: 6px solid COLOUR;
  background: color-mix(in srgb, COLOUR 14%, var(--panel-surface-color)); font-size: 14px;
}
p { margin: 0 0 2px; }
"""
