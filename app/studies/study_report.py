"""A study as one HTML page that needs nothing else: no server, no other host."""

import html
import json
import re
from pathlib import Path

from bokeh.embed import components
from bokeh.resources import Resources

from ...core import Settings
from ...core.studies import FEW
from ..charts.studies import figures

VERDICTS = {True: "agrees", False: "disagrees", None: "undecided"}


def write_report(dataset, path):
    """Write the report of a study's ``dataset`` to the file ``path``."""
    Path(path).write_text(report(dataset), encoding="utf-8")


def report(dataset):
    """The page: what was claimed and measured, the figures, and every setting."""
    drawn = figures(dataset)
    script, places = components([figure.figure for figure in drawn])
    body = [f"<h1>{html.escape(dataset.attrs['title'])}</h1>", summary(dataset), claims(dataset)]
    for figure, place in zip(drawn, places, strict=True):
        title, words = html.escape(figure.title), html.escape(figure.explanation)
        body.append(f"<section><h2>{title}</h2><p>{words}</p>{place}</section>")
    body.append(settings_table(dataset))
    body.append(
        f"<footer>headflow {html.escape(dataset.attrs['version'])}. {html.escape(dataset.attrs['citation'])}</footer>"
    )
    # Only Bokeh's own script, without widgets and tables; Panel would add links to those of its server.
    bokeh = "".join(Resources(mode="inline", components=["bokeh"]).js_raw)
    head = f"<title>headflow: {html.escape(dataset.attrs['title'])}</title><style>{STYLE}</style>"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}'
        f"<script>{bokeh}</script></head><body>{''.join(body)}{script}</body></html>"
    )


def summary(dataset):
    """One sentence on what was run."""
    varied = {name: size for name, size in dataset.sizes.items() if name not in ("time", "quantity", "path")}
    told = [f"{size} values of {name.replace('_', ' ')}" for name, size in varied.items() if size > 1]
    text = f"Runs over {' and '.join(told)}; paths for each: {dataset.sizes['path']}."
    if "exponent_low" in dataset and dataset.sizes["path"] < FEW:
        text += f" That is few: intervals from less than {FEW} paths are too narrow."
    if dataset.attrs["failed_runs"]:
        text += f" {dataset.attrs['failed_runs']} runs failed: {dataset.attrs['first_failure']}"
    if "largest_move" in dataset and float(dataset.largest_move.max()) > 0.5:
        text += " In some run a token moved more than half a radian in one step: dt is too large for it."
    return f"<p>{html.escape(text)}</p>"


def claims(dataset):
    """What theory and paper say beside what was measured, whether or not they agree; nothing if no claims."""
    rows = json.loads(dataset.attrs["claims"])
    if not rows:
        return ""
    cells = "".join(
        f"<tr><td>{typeset(claim)}</td><td>{typeset(measured)}</td>"
        f'<td class="{VERDICTS[agrees]}">{VERDICTS[agrees]}</td></tr>'
        for claim, measured, agrees in rows
    )
    return f"<table><thead><tr><th>Claim<th>Measured<th>Verdict</thead><tbody>{cells}</tbody></table>"


def typeset(text):
    """HTML of plain text: powers raised, minus signs as such."""
    text = re.sub(r"(?<![\w.)])-(?=\d)", "−", html.escape(text))
    return re.sub(r"\^(−?\d[\d/.]*)", r"<sup>\1</sup>", text)


def settings_table(dataset):
    """Arguments of the study and all settings, as text that can be used again."""
    settings = Settings.from_json(dataset.attrs["settings"]).values()
    arguments = json.loads(dataset.attrs["arguments"])
    cells = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(json.dumps(value))}</td></tr>"
        for name, value in (arguments | {k: v for k, v in settings.items() if k not in arguments}).items()
    )
    return f"<section><h2>Study and settings</h2><table><tbody>{cells}</tbody></table></section>"


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 900px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 28px 0 4px; }
p { margin: 4px 0 8px; color: #444; } footer { margin: 28px 0; color: #666; font-size: 13px; }
table { border-collapse: collapse; font-size: 13.5px; width: 100%; }
td, th { text-align: left; padding: 3px 10px 3px 0; border-bottom: 1px solid #ddd; vertical-align: top; }
.agrees { color: #00664b; } .disagrees { color: #a84300; font-weight: 600; }
section { break-inside: avoid; }
"""
