"""A step's numbers as a small table: what the lesson says, what the run has now."""

import html

from .claims import shown
from .explanations import explain

SIGNS = {"value": "", "at_most": "≤ ", "at_least": "≥ "}


def reading_table(claims, row):
    """HTML of the Claims, each about a time of the run that is on, beside the values of its newest ``row``."""
    lines = "".join(
        f"<tr><th>{html.escape(explain(claim.quantity, 'quantity').title)}</th><td>{shown(claim.end)}</td>"
        f"<td>{SIGNS[claim.kind]}{claim.shown}</td><td>{_now(row.get(claim.quantity))}</td></tr>"
        for claim in claims
    )
    return f"<table><tr><th></th><th>t</th><th>lesson</th><th>t = {row['time']:.2f}</th></tr>{lines}</table>"


def _now(value):
    return "–" if value is None else shown(float(f"{value:.4g}"))


STYLE = """
table { width: 100%; font-size: 12px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 500; text-align: left; color: var(--panel-on-secondary-color); padding: 2px 0; }
td, tr:first-child th { text-align: right; padding: 2px 0 2px 8px; white-space: nowrap; }
td:last-child, tr:first-child th:last-child { width: 84px; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0; color: var(--panel-on-secondary-color); }
"""
