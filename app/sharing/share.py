"""The card Share: links, the run as Python, as a file or as a film, and presets."""

import panel as pn
import panel_material_ui as pmui

from .. import icons
from ..page_options import PageOptions
from ..sphere.movie import FORMATS, Film, film_file
from ..sphere.sphere_look import COLOURS
from ..url import write_query
from .courier import Courier
from .deliveries import Deliveries
from .downloads import file_name, run_file
from .preset_files import LONGEST, preset_text, read_preset
from .python_snippet import snippet

VIEWS = {"whole page": "page", "sphere": "sphere", "charts": "charts"}
CONTROLS = {"all controls": "all", "some controls": "some", "no controls": "none"}
DATA = {"netCDF (.nc)": ".nc", "NumPy (.npz)": ".npz", "CSV (.csv)": ".csv"}


class Share:
    """What a visitor takes along.

    Parameters
    ----------
    runner : Runner
        The run that is shared: what is shown of it, wound back or not.
    options : PageOptions
        How the page is shown now.
    load : callable
        ``load(preset)`` starts the run of a loaded Preset.
    """

    def __init__(self, runner, options, load):
        self._runner, self._options, self._load = runner, options, load
        self._courier = Courier()
        self.deliveries = Deliveries(self._courier)
        self._view = _choice("Embedded view", VIEWS)
        self._controls = _choice("Embedded controls", CONTROLS)
        self._data = _choice("Format", DATA)
        self._from = _field("Film from t", "0")
        self._to = _field("Film to t", "now")
        self._text = pmui.TextAreaInput(
            label="Copied", value="", visible=False, rows=4, max_rows=8, size="small",
            sx={"& textarea": {"fontFamily": "monospace", "fontSize": "11px"}},
            sizing_mode="stretch_width", width=None, margin=(6, 4),
        )  # fmt: skip
        self.layout = pn.Column(
            pn.pane.HTML(HEADING, stylesheets=[TEXT], sizing_mode="stretch_width", margin=(10, 4, 2, 4)),
            _grid(
                _button("Copy link", icons.LINK, self.copy_link),
                _button("Copy as Python", icons.CODE, self.copy_python),
                self._view,
                self._controls,
                _button("Embed link", icons.EMBED, self.copy_embed_link),
                _button("Save picture", icons.PICTURE, self.save_sphere),
                self._data,
                _button("Download", icons.DOWNLOAD, self.download),
                self._from,
                self._to,
                _button("Record GIF", icons.FILM, lambda: self.record(".gif")),
                _button("Record MP4", icons.FILM, lambda: self.record(".mp4")),
                _button("Save preset", icons.DOWNLOAD, self.save_preset),
                _button("Load preset", icons.UPLOAD, self.load_preset),
            ),
            self.deliveries.layout,
            self._text,
            self._courier,
            css_classes=["share"],
            sizing_mode="stretch_width",
            margin=0,
        )

    def tick(self):
        """Called a few times a second."""
        self.deliveries.tick()

    def close(self):
        """The visitor has left: nothing is made any more."""
        self.deliveries.close()

    def show(self):
        """Bring the card before the visitor's eyes."""
        self._courier.show()

    # --- texts ---

    def copy_link(self):
        """The link that restores this page: every setting, the speed, the look."""
        self._courier.copy(
            self._link("page", "all"), self._copied("The link restores these settings."), query=True
        )

    def copy_embed_link(self):
        """The link for the frame of another page, which shows a part of this one."""
        link = self._link(self._view.value, self._controls.value)
        self._courier.copy(link, self._copied("Use it as the address of an iframe."), query=True)

    def copy_python(self):
        """The script that makes this run again."""
        past = self._past()
        if past:
            said = self._copied(f"The script runs to t = {past.time:.6g} and ends with the same tokens.")
            self._courier.copy(snippet(past), said)

    def _link(self, view, controls):
        options = PageOptions(**{**self._options.values(), "view": view, "controls": controls})
        return write_query(self._runner.settings, options)

    def _copied(self, meaning):
        def copied(done, text):
            self._text.param.update(label="Copied" if done else "To copy", value=text, visible=True)
            self.deliveries.say(
                f"Copied. {meaning}"
                if done
                else f"The browser did not allow it; copy it from below. {meaning}"
            )

        return copied

    # --- files ---

    def download(self):
        """The run as a file of numbers."""
        past, suffix = self._past(), self._data.value
        if past:
            self.deliveries.begin(
                "Making the file", file_name(past, suffix), lambda report: run_file(past, suffix, report),
                f"It holds the run from t = 0 to {past.time:.6g}.",
            )  # fmt: skip

    def record(self, suffix):
        """The sphere as a film, from where the visitor looks at it now."""
        past = self._past()
        if past:
            try:
                start, end = self._part(past)
            except ValueError as refusal:
                self.deliveries.say(str(refusal))
                return
            speed = max(self._runner.speed, 1e-3)
            film = Film(past, start, end, speed, theme=self._options.theme).fitting(suffix)
            self._courier.ask_camera(lambda camera: self._film(film._replace(camera=camera), suffix))

    def _film(self, film, suffix):
        kind = FORMATS[suffix]
        times = film.times(kind.fps)
        self.deliveries.begin(
            f"Recording {suffix[1:].upper()}",
            file_name(film.past._replace(time=film.end), suffix),
            lambda report: film_file(film, suffix, report),
            f"It shows t = {film.start:.6g} to {times[-1]:.6g} in {len(times) / kind.fps:.2f} s, {film.speed:.3g} t "
            f"per second, {kind.fps} pictures a second, {kind.size} x {kind.size}; clusters get their colours anew.",
        )

    def _part(self, past):
        start = _time(self._from, 0.0, past.time)
        return start, _time(self._to, start, past.time)

    def save_sphere(self):
        """What the sphere shows now, as a picture."""
        past = self._past()
        if past:
            self._courier.save_sphere(file_name(past, ".png"), COLOURS[self._options.theme].background)

    def _past(self):
        """How the run came to what is shown now; None, with a sentence, where there is nothing yet."""
        frame = self._runner.frame
        if frame is None:
            self.deliveries.say("There is no run yet to take along.")
            return None
        return frame.past

    # --- presets ---

    def save_preset(self):
        """The settings in force as a file."""
        text = preset_text(self._runner.settings, self._runner.speed)
        self._courier.save(
            "headflow-preset.yaml", text.encode(), lambda: self.deliveries.say("Saved the preset.")
        )

    def load_preset(self):
        """Have the visitor choose a preset's file, and start its run."""
        self._courier.open(LONGEST + 1, self._opened)

    def _opened(self, data, size):
        try:
            preset = read_preset(data, size)
        except ValueError as refusal:
            self.deliveries.say(f"This file was not loaded: {refusal}")
            return
        self._load(preset)
        self.deliveries.say(f"Loaded {preset.title}.")


def _button(label, icon, action):
    button = pmui.Button(
        label=label, icon=icon, size="small", variant="outlined", sx={"px": 0.5, "whiteSpace": "nowrap"},
        sizing_mode="stretch_width", width=None, margin=4,
    )  # fmt: skip
    button.on_click(lambda event: action())
    return button


def _choice(label, options):
    return pmui.Select(
        label=label, options=options, size="small", sizing_mode="stretch_width", width=None, margin=4
    )


def _field(label, value):
    return pmui.TextInput(
        label=label, value=value, size="small", sizing_mode="stretch_width", width=None, margin=4
    )


def _time(field, low, now):
    """The depth that a field asks for; ValueError where the run has no such part."""
    try:
        time = now if field.value.strip() == "now" else float(field.value)
    except ValueError:
        time = float("nan")
    if not low <= time <= now:
        raise ValueError(
            f"{field.label} must be now or a number from {low:.6g} to {now:.6g}; got {field.value[:20]!r}."
        )
    return time


def _grid(*parts):
    return pn.Column(*parts, stylesheets=[GRID], sizing_mode="stretch_width", margin=0)


HEADING = "<h2>Share</h2><p>Take this run along, as it is now, or send it on.</p>"
TEXT = """
h2 { font-size: 14px; font-weight: 700; margin: 0; letter-spacing: .01em; }
p { font-size: 12px; line-height: 1.4; margin: 2px 0 0; color: var(--panel-on-secondary-color); }
"""
GRID = """
:host { display: grid !important; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2px 4px; }
"""
