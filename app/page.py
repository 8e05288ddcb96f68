"""The page of one visitor: sphere, controls and charts laid out, and the clock that moves them."""

import panel as pn
import panel_material_ui as pmui
from panel.io.resources import LOCAL_DIST
from panel.util import edit_readonly

from . import icons
from .embed import embedded, is_whole, starting_points
from .large import LARGE
from .projector import PROJECTOR
from .session import FRAME_MS, Session
from .theme import GROUND, MATERIAL

TITLE = "headflow"
TAGLINE = "Multi-head attention as tokens flowing on a sphere"


def page(scheduler=None):
    """The page for the visitor whose session this is; called once a visit by the server.

    ``scheduler`` is the address of the Dask scheduler on which studies work, None for this machine.
    """
    _serve_styles_ourselves()
    session = Session(pn.state.location.search if pn.state.location else "", scheduler)
    if pn.state.curdoc:
        pn.state.on_session_destroyed(lambda context: session.close())
        pn.state.onload(lambda: pn.state.curdoc.add_periodic_callback(_ticking(session), FRAME_MS))
    whole = is_whole(session.options)
    areas = layout(session) if whole else embedded(session)
    buttons = [
        bar_button("Glossary", icons.GLOSSARY, session.glossary.open),
        bar_button("Share", icons.SHARE, session.share.show),
        bar_button("Help", icons.HELP, session.keys.show_help),
    ]
    _wait_for_the_browser(areas, buttons)
    template = pmui.Page(
        title=TITLE,
        header=[pn.pane.HTML(f"<span>{TAGLINE}</span>", stylesheets=[HEADER], margin=0), *buttons],
        main=[areas],
        sidebar=[],
        busy_indicator=None,
        theme_config=MATERIAL,
        sx=PAGE if whole else PAGE | FRAMED,
        dark_theme=session.options.theme == "dark",
        raw_css=[WAITING.replace("GROUND", GROUND[session.options.theme])],
    )
    template.param.watch(lambda event: session.show_theme("dark" if event.new else "light"), "dark_theme")
    session.keys.actions["theme"] = lambda: template.param.update(dark_theme=not template.dark_theme)
    with edit_readonly(template):
        template.busy = False  # else every message from the browser lays the page out twice
    _stop_watching_the_server(template)
    return template


def _stop_watching_the_server(template):
    """Take the page off Panel's sign of being busy. That is one for the whole server, and would keep the page of
    every visitor who has ever come, 10 MB each."""
    watchers = pn.state.param.watchers.get("busy", {}).get("value", [])
    for watcher in list(watchers):
        watching = getattr(watcher.fn, "__self__", None)
        if getattr(watching, "self", None) is template:
            pn.state.param.unwatch(watcher)


def _serve_styles_ourselves():
    """Have Panel's style sheets come from this server. It decides that only after the page is built, and from the
    second visit on leaves some of them pointing at another host (panel 8739)."""
    if pn.state.curdoc:
        prefix = f"{pn.state.rel_path}/" if pn.state.rel_path else ""
        pn.state.curdoc.template_variables["dist_url"] = prefix + LOCAL_DIST


def _wait_for_the_browser(areas, buttons):
    """Show nothing that can be used until the browser reports that all is there: what Panel answers to an earlier
    press or key is dropped (panel 8698)."""
    if not pn.state.curdoc:
        return
    areas.styles = {"visibility": "hidden"}
    for button in buttons:
        button.disabled = True

    def begin():
        areas.styles = {"visibility": "visible"}
        for button in buttons:
            button.disabled = False

    pn.state.onload(begin)


def _ticking(session):
    doc = pn.state.curdoc

    def tick():
        with pn.io.hold(doc):  # what is new goes out as one message
            session.tick()

    return tick


def layout(session):
    """The three areas; the sphere comes first, for the eye, for the keyboard and on a phone."""
    stage = pn.Column(session.view, session.transport.layout, css_classes=["stage"], margin=0)
    controls = pn.Column(
        *starting_points(session),
        session.controls.layout,
        session.share.layout,
        session.glossary.layout,
        css_classes=["controls"],
        margin=0,
    )
    tabs = pmui.Tabs(
        ("Charts", session.deck.layout),
        ("Studies", session.studies.layout),
        dynamic=True,
        sizing_mode="stretch_width",
        margin=0,
    )
    charts = pn.Column(tabs, css_classes=["charts"], margin=0)
    banner = pn.Column(session.banner.layout, css_classes=["banner"], margin=0)
    return pn.Column(
        banner,
        stage,
        controls,
        charts,
        session.browser,
        session.keys,
        css_classes=session.view.param.projector.rx.where(["projector"], []),
        stylesheets=[AREAS, PROJECTOR, LARGE],
        sizing_mode="stretch_width",
        margin=0,
    )


def bar_button(label, icon, action):
    """A button of the bar on top."""
    button = pmui.Button(
        label=label,
        icon=icon,
        size="small",
        variant="text",
        sx={"color": "inherit !important"},
        margin=(0, 3),
    )
    button.on_click(lambda event: action())
    return button


PAGE = {
    ".MuiAppBar-root": {
        "display": "var(--bar, flex)",
        "bgcolor": "primary.contrastText",  # this pair and no other leaves the theme as it is within the bar
        "color": "primary.main",
        "boxShadow": "none",
        "borderBottom": "1px solid",
        "borderColor": "divider",
    },
    ".MuiToolbar-root": {"display": "var(--bar, flex)", "minHeight": "48px !important", "height": "48px"},
    ".MuiToolbar-root a": {"color": "inherit"},
    ".title": {"color": "inherit !important", "fontSize": "20px", "fontWeight": 700},
    "main": {"bgcolor": "background.default", "padding": "0 !important"},
}

FRAMED = {
    ".MuiAppBar-root": {"display": "none"},
    "main > .MuiToolbar-root, .MuiToolbar-root": {"display": "none", "minHeight": "0 !important"},
    "main": {"bgcolor": "background.default", "padding": "0 !important"},
}
"""Inside another page there is no bar on top."""

WAITING = "#loader { background: GROUND; }"
"""Until all is there, a plain sheet with a turning ring and no half a page; else it is a dark veil."""

HEADER = """
:host {
  font-size: 14px; padding-left: 16px; align-self: center; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; flex: 1 1 0 !important; min-width: 0;
}
span { color: var(--panel-on-secondary-color); }
@media (max-width: 520px) { :host { display: none !important; } }
"""

AREAS = """
:host {
  display: grid !important; box-sizing: border-box; gap: 16px; padding: 12px 16px 24px; align-items: start;
  max-width: 2200px; margin: 0 auto !important; width: 100% !important;
  height: max-content !important; max-height: none !important;
  grid-template: "stage controls charts" max-content
    / minmax(0, 1.25fr) 300px minmax(0, 1fr);
}
.banner, .stage, .controls, .charts { min-height: max-content !important; }
.banner { position: absolute !important; }
.stage { grid-area: stage; width: auto !important; position: sticky; top: 12px; }
.controls { grid-area: controls; width: auto !important; }
.charts { grid-area: charts; width: auto !important; }
@media (max-width: 1150px) {
  :host {
    grid-template: "stage controls" max-content "charts controls" 1fr
      / minmax(0, 1fr) 300px;
  }
  .stage { position: static; }
}
@media (max-width: 760px) {
  :host { padding: 8px 10px 24px; gap: 8px;
    grid-template: "stage" max-content "controls" max-content "charts" max-content
      / minmax(0, 1fr);
  }
}
"""
