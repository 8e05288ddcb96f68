"""The tab Studies: asks for a study, shows how far it is, and what came out."""

import html
import tempfile
import threading
from pathlib import Path

import panel as pn
import panel_material_ui as pmui
from bokeh.events import Tap

from ...core.studies import save
from .. import icons
from ..charts.studies import figures, map_settings
from ..sharing.courier import Courier
from ..sharing.errand import Errand
from .study_command import clock
from .study_form import StudyForm
from .study_report import claims, report, summary

PLACES = threading.BoundedSemaphore(1)
"""Studies that the server runs at once, for all visitors; the others wait."""


class StudiesTab:
    """One visitor's studies.

    Parameters
    ----------
    settings : callable
        ``settings()`` gives the settings of the visitor's run.
    load : callable
        ``load(settings)`` starts the run with these settings: a point of a map, live.
    scheduler : str or None
        The address of the Dask scheduler to work on, from whoever serves the page and nobody else.
    """

    def __init__(self, settings, load, scheduler=None):
        self._settings, self._load, self._scheduler = settings, load, scheduler
        self._errand = self._progress = self._dataset = None
        self._form, self._courier = StudyForm(), Courier()
        self._run = _button("Run study", icons.PLAY, self.start, "contained")
        self._cancel = _button("Cancel study", icons.STOP, self.cancel)
        self._cancel.disabled = True
        self._bar = pmui.LinearProgress(
            value=0, max=100, visible=False, sizing_mode="stretch_width", width=None, margin=(8, 4)
        )
        self._said = pn.pane.HTML("", sizing_mode="stretch_width", margin=(2, 4), stylesheets=[TEXT])
        self._results = pn.Column(sizing_mode="stretch_width", margin=0)
        self.layout = pn.Column(
            self._form.layout,
            pn.Row(self._run, self._cancel, margin=0),
            self._bar,
            self._said,
            self._results,
            self._courier,
            css_classes=["studies"],
            sizing_mode="stretch_width",
            margin=(8, 0),
        )

    def start(self):
        """Run the study that the form asks for."""
        if self._errand is not None:
            return
        try:
            study = self._form.study(self._settings())
        except ValueError as refusal:
            self._say(str(refusal))
            return
        self._progress = None
        self._errand = Errand(lambda told: self._work(study, told), PLACES)
        self._run.disabled, self._cancel.disabled = True, False
        self._bar.param.update(value=0, visible=True)
        self._say("Starting the workers.")

    def _work(self, study, told):
        def show(progress):
            self._progress = progress
            told(progress.share)

        dataset = study.run(scheduler=self._scheduler, report=show)
        return dataset, figures(dataset)  # drawn here, off the page's thread

    def cancel(self):
        """End the study at once; what is finished is kept for the next time."""
        if self._errand is not None:
            self._errand.cancel()

    def close(self):
        """The visitor has left."""
        self.cancel()

    def tick(self):
        """Called a few times a second on the page's thread."""
        errand = self._errand
        if errand is None:
            return
        if not errand.done:
            self._say_progress(errand)
            return
        self._errand = None
        self._run.disabled, self._cancel.disabled = False, True
        self._bar.visible = False
        if errand.result:
            self._show(*errand.result)
        else:
            self._say(errand.error or "Cancelled; the finished runs are kept for the next time.")

    def _say_progress(self, errand):
        if errand.waiting:
            self._say("Another study is running on this server; this one begins after it.")
        elif (progress := self._progress) is not None:
            left = progress.seconds_left
            told = f"{progress.done} of {progress.tasks} runs" + "; the workers are starting" * (
                progress.done == 0
            )
            self._say(told if left != left else f"{told}, {clock(left)} left")
            self._bar.value = int(100 * progress.share)

    def _say(self, text):
        text = f'<p role="status">{html.escape(text)}</p>'
        if self._said.object != text:
            self._said.object = text

    # --- what came out ---

    def _show(self, dataset, drawn):
        self._dataset = dataset
        self._say(f"{dataset.attrs['title']}: finished.")
        files = [
            _button(f"Study as {name}", icons.DOWNLOAD, lambda suffix=suffix: self._download(suffix))
            for name, suffix in (("netCDF", ".nc"), ("CSV", ".csv"), ("report", ".html"))
        ]
        cards = [
            pn.Column(
                pn.pane.HTML(
                    f"<h2>{html.escape(figure.title)}</h2><p>{html.escape(figure.explanation)}</p>",
                    sizing_mode="stretch_width",
                    stylesheets=[TEXT],
                    margin=(8, 4, 0, 4),
                ),
                pn.pane.Bokeh(
                    figure.figure, sizing_mode="stretch_width", height=figure.figure.height, margin=0
                ),
                sizing_mode="stretch_width",
                margin=0,
            )
            for figure in drawn
        ]
        if dataset.attrs["study"] == "regimes":
            drawn[0].figure.on_event(Tap, lambda event: self._open(event.x, event.y))
            cards.append(self._map_choice(dataset))
        told = pn.pane.HTML(
            summary(dataset) + claims(dataset), sizing_mode="stretch_width", stylesheets=[TEXT], margin=(0, 4)
        )
        self._results[:] = [told, pn.FlexBox(*files, margin=0), *cards]

    def _map_choice(self, dataset):
        """The runs of the map by name, for whoever has no pointer."""
        options = {text: place for place, text in map_settings(dataset).points.items()}
        choice = pmui.Select(label="Run of the map", options=options, size="small", width=420, margin=4)
        opener = _button("Open run", icons.PLAY, lambda: self._open(*choice.value))
        return pn.FlexBox(choice, opener, margin=(4, 0))

    def _open(self, x, y):
        """Start the run nearest to the place (x, y) of the map."""
        if x is None or y is None:
            return
        settings = map_settings(self._dataset).nearest(x, y)
        self._load(settings)
        self._say("The run of this point of the map is on the left; press Play.")

    def _download(self, suffix):
        name = f"headflow-{self._dataset.attrs['study']}{suffix}"
        if suffix == ".html":
            data = report(self._dataset).encode()
        else:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / name
                save(self._dataset, path)
                data = path.read_bytes()
        self._courier.save(name, data, lambda: self._say(f"Saved {name}."))


def _button(label, icon, action, variant="outlined"):
    button = pmui.Button(label=label, icon=icon, size="small", variant=variant, margin=4)
    button.on_click(lambda event: action())
    return button


TEXT = """
p { margin: 2px 0 6px; font-size: 13px; } h2 { margin: 8px 0 2px; font-size: 15px; }
table { border-collapse: collapse; font-size: 13px; width: 100%; }
td, th { text-align: left; padding: 2px 8px 2px 0; vertical-align: top; }
sup { line-height: 0; }
.disagrees { font-weight: 700; }
"""
