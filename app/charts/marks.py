"""Changes of knobs, as the charts mark them."""

NEAR = 0.04
"""Share of the time axis that one line of text needs: of changes of a knob that are nearer than that only the last is
marked (a slider drawn along leaves one line, not thirty), and those of other knobs share its line."""
MOST = 20
"""Newest marks that are drawn."""


def merged(events, span):
    """Columns time, text of ``events``, (time, text) in order, over a time axis ``span`` long."""
    marks = []
    for time, text in events:
        near = marks and time - marks[-1]["time"] < NEAR * span
        if not near:
            marks.append({"time": time, "knobs": {}})
        marks[-1]["knobs"][_knob(text)] = text
    marks = marks[-MOST:]
    return {
        "time": [mark["time"] for mark in marks],
        "text": [", ".join(mark["knobs"].values()) for mark in marks],
    }


def _knob(text):
    return text.rsplit(" ", 1)[0]
