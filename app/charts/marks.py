"""Changes of knobs, as the charts mark them."""

NEAR = 0.01
"""Share of the time axis within which changes of one knob are drawn as the last of them: a slider that was drawn
along leaves one line, not thirty."""
MOST = 30
"""Newest changes that are marked."""


def merged(events, span):
    """Columns time, text of ``events``, (time, text) in order, over a time axis ``span`` long."""
    kept = []
    for time, text in events:
        if kept and time - kept[-1][0] < NEAR * span and _knob(text) == _knob(kept[-1][1]):
            kept.pop()
        kept.append((time, text))
    kept = kept[-MOST:]
    return {"time": [time for time, _ in kept], "text": [text for _, text in kept]}


def _knob(text):
    return text.rsplit(" ", 1)[0]
