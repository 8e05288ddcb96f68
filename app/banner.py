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
        self._text = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=0)
        self._buttons = pn.Row(margin=0)
        self.layout = pn.Column(self._text, self._buttons, visible=False, margin=0)

    def say(self, sentences, ways_out=None, severity="warning"):
        """Show the sentences and a button for each of ``ways_out`` (label to callable), "Dismiss" besides."""
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
        self.layout.visible = False

    def _button(self, label, action):
        button = pmui.Button(
            label=label, size="small", variant="outlined", color="default", margin=(6, 8, 0, 0)
        )
        button.on_click(lambda event: (self.hide(), action()))
        return button


def _short(sentence):
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


COLOURS = {"warning": "#E69F00", "error": "#D55E00"}
STYLE = """
:host {
  position: fixed !important; z-index: 1090; top: 60px; left: 50%; transform: translateX(-50%);
  box-sizing: border-box; width: min(760px, calc(100vw - 24px)) !important; padding: 10px 16px 12px;
  border-radius: 8px; border-left: 6px solid COLOUR; box-shadow: 0 6px 24px rgb(0 0 0 / .28);
  background: color-mix(in srgb, COLOUR 14%, var(--panel-surface-color));
}
"""
"""Over the page: what is below must not move when something is said in the middle of a run."""
TEXT = ":host { font-size: 14px; line-height: 1.45; } p { margin: 0 0 3px; }"
