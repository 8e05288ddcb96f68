"""A step's numbers as a small table: what the lesson says, what the run has now."""

import html

from ..claims import shown
from .explanations import explain

SIGNS = {"value": "", "at_most": "≤ ", "at_least": "≥ "}


def reading_table(claims, row):
    """HTML of the Claims, each about a time of the run that is on, beside the values of its newest ``row``."""
    lines = "".join(
        f"<tr><th>{html.escape(explain(claim.quantity, 'quantity').title)}</th><td>{shown(claim.end)}</td>"
        f"<td>{SIGNS[claim.kind]}{claim.shown}</td><td>{_now(claim, row)}</td></tr>"
        for claim in claims
    )
    return f"<table><tr><th></th><th>t</th><th>lesson</th><th>now, t = {row['time']:.2f}</th></tr>{lines}</table>"


def _now(claim, row):
    """The run's value on its way to the claim's time, and nothing after that."""
    value = row.get(claim.quantity)
    return "–" if value is None or row["time"] > claim.end + 1e-6 else shown(float(f"{value:.4g}"))


STYLE = """
table {
  width: 100%; table-layout: fixed; font-size: 12px; border-collapse: collapse; font-variant-numeric: tabular-nums;
}
th { font-weight: 500; text-align: left; color: var(--panel-on-secondary-color); padding: 2px 0; }
td, tr:first-child th { text-align: right; padding: 2px 0 2px 8px; white-space: nowrap; }
th:nth-child(1) { width: 38%; }
th:nth-child(2) { width: 14%; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0; color: var(--panel-on-secondary-color); }
"""
