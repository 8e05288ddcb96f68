"""The page as a part of another one: its sphere or its charts alone, with all, some or no controls."""

import panel as pn

WIDTHS = {"stage": "minmax(0, 1.25fr)", "controls": "300px", "charts": "minmax(0, 1fr)"}


def is_whole(options):
    """True where nothing of the page is left out."""
    return options.view == "page" and options.controls == "all"


def embedded(session):
    """Those parts of the page that the session's options ask for, and a link to the whole page."""
    view, controls = session.options.view, session.options.controls
    stage = [] if view == "charts" else [session.view]
    panel = [] if controls == "none" else [session.controls.layout]
    if controls == "all":
        panel = [*starting_points(session), *panel, session.share.layout]
    if controls != "none":
        (stage or panel).insert(1 if stage else 0, session.transport.layout)
    charts = [] if view == "sphere" else [session.deck.layout]
    if controls == "none":
        session.deck.layout.stylesheets = [*session.deck.layout.stylesheets, NO_CHOICE]
    below = 40 if controls == "none" else 190
    session.view.styles = {**session.view.styles, "max-width": f"max(200px, calc(100vh - {below}px))"}
    parts = {"banner": [session.banner.layout], "stage": stage, "controls": panel, "charts": charts}
    parts["link"] = [pn.pane.HTML(LINK, stylesheets=[LINK_STYLE], margin=0)]
    shown = {name: inside for name, inside in parts.items() if inside}
    columns = [pn.Column(*inside, css_classes=[name], margin=0) for name, inside in shown.items()]
    return pn.Column(
        *columns,
        session.browser,
        session.keys,
        stylesheets=[_areas(shown)],
        sizing_mode="stretch_width",
        margin=0,
    )


def starting_points(session):
    """Lessons and presets: their choices, on a phone side by side, and what is chosen."""
    choices = pn.Column(session.lesson.choice, session.preset.widget, stylesheets=[CHOICES], margin=0)
    return [choices, session.lesson.layout, session.preset.text]


def _areas(shown):
    """A grid of what is shown: side by side, on a narrower frame the charts below, on a narrow one all so."""
    across = [name for name in ("stage", "controls", "charts") if name in shown]
    rules = [f":host {{ {HOST} {_template([across])} }}"]
    if len(across) == 3:
        rules.append(f"@media (max-width: 1150px) {{ :host {{ {_template([across[:2], across[2:]])} }} }}")
    rules.append(f"@media (max-width: 620px) {{ :host {{ {_template([[name] for name in across])} }} }}")
    return "".join([*rules, *(f".{name} {{ grid-area: {name}; width: auto !important; }}" for name in shown)])


def _template(rows):
    columns = rows[0]
    rows = [["banner"], *rows, ["link"]]
    lines = (f'"{" ".join(row if len(row) > 1 else row * len(columns))}" auto' for row in rows)
    widths = WIDTHS if len(columns) > 1 else dict.fromkeys(WIDTHS, "minmax(0, 1fr)")
    return f"grid-template: {' '.join(lines)} / {' '.join(widths[name] for name in columns)};"


CHOICES = """
:host { display: grid !important; grid-template-columns: minmax(0, 1fr); gap: 4px 0; width: auto !important; }
@media (max-width: 760px) { :host { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
"""
NO_CHOICE = ".chooser { display: none !important; }"
HOST = """
  display: grid !important; box-sizing: border-box; gap: 8px; padding: 8px; align-items: start;
  width: 100% !important; max-height: none !important;
"""
LINK = """
<a target="_blank" rel="noopener" href="?" onclick="
  const whole = new URLSearchParams(location.search)
  whole.delete('view')
  whole.delete('controls')
  this.search = whole
">Open in headflow</a>
"""
LINK_STYLE = """
:host { font-size: 12px; text-align: right; }
a { color: var(--panel-on-secondary-color); }
"""
