"""Formulas in texts: LaTeX between double dollars, drawn by the MathJax that comes with Bokeh.

The extension makes the server send it along (bokeh-mathjax.js, from this host); it draws
shapes, so it asks for no font either. Panel's Markdown pane turns every $$..$$ into a drawing without a name,
so each is wrapped in an element that has one.
"""

import html
import re

import panel as pn

pn.extension("mathjax")

FORMULA = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)

STYLE = """
.formula { display: block; font-size: 13px; margin: 8px 0; overflow-x: auto; overflow-y: hidden; text-align: center; }
.formula svg { max-width: none; }
"""
"""Style sheet for panes that hold formulas: one that is wider than a phone is scrolled, not cut."""


def as_markdown(text):
    """``text`` with each $$..$$ on lines of its own, as an image whose accessible name is its LaTeX."""

    def block(match):
        latex = " ".join(match[1].split())
        name = html.escape(latex, quote=True)
        return f'\n\n<div class="formula" role="math" aria-label="{name}">$${latex}$$</div>\n\n'

    return FORMULA.sub(block, text)
