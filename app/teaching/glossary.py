"""Every setting, chart and quantity explained, in a dialog that is filled when it is first asked for."""

import panel as pn
import panel_material_ui as pmui

from . import formulas
from .explanations import KINDS, explanations

TITLES = {"setting": "Controls", "chart": "Charts", "quantity": "Quantities", "page": "The page"}


class Glossary:
    """``layout`` is a dialog, closed until ``open``."""

    def __init__(self):
        self.layout = pmui.Dialog(
            title="Glossary",
            title_variant="h6",
            close_on_click=True,
            show_close_button=True,
            width_option="md",
            sizing_mode="stretch_width",
        )

    def open(self):
        if not len(self.layout):
            self.layout.objects = [pn.pane.Markdown(text(), stylesheets=[STYLE, formulas.STYLE], **WIDE)]
        self.layout.open = True


def text():
    """All explanations as Markdown, one heading a kind."""
    parts = []
    for kind in KINDS:
        parts.append(f"## {TITLES[kind]}")
        for entry in explanations().values():
            if entry.kind == kind:
                parts.append(f"### {entry.title}\n\n{entry.markdown}")
    return formulas.as_markdown("\n\n".join(parts))


WIDE = {"sizing_mode": "stretch_width", "margin": 0}
STYLE = """
h2 { font-size: 18px; margin: 18px 0 6px; }
h3 { font-size: 15px; margin: 14px 0 2px; }
p { font-size: 14px; line-height: 1.5; margin: 2px 0; }
.formula { text-align: left; }
"""
