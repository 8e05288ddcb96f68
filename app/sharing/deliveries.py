"""Files that take a while to make: one at a time a visitor, with progress and a way to stop it."""

import html

import panel as pn
import panel_material_ui as pmui

from .errand import Errand


class Deliveries:
    """A line of text, a bar and a Cancel button; what is made is handed to the courier."""

    def __init__(self, courier):
        self._courier = courier
        self._errand = self._name = self._what = self._done = None
        self._text = pn.pane.HTML("", stylesheets=[TEXT], sizing_mode="stretch_width", margin=(2, 4))
        self._bar = pmui.LinearProgress(
            value=0,
            variant="determinate",
            sizing_mode="stretch_width",
            width=None,
            margin=(2, 4),
            visible=False,
        )
        self._cancel = pmui.Button(
            label="Cancel", size="small", variant="outlined", color="default", margin=(2, 4), visible=False
        )
        self._cancel.on_click(lambda event: self.cancel())
        self.layout = pn.Column(
            self._text, self._bar, self._cancel, stylesheets=[ROOM], sizing_mode="stretch_width", margin=0
        )
        self.say("")

    @property
    def busy(self):
        return self._errand is not None

    def say(self, sentence):
        """Show a sentence, also to those who hear the page."""
        self._text.object = f'<div role="status">{html.escape(sentence)}</div>'

    def begin(self, what, name, work, done):
        """Run ``work(report)``, which returns the bytes of the file ``name``; the line says ``what`` is done.

        ``done`` is the sentence to end with; the size of the file is added to it.
        """
        self.cancel()
        self._name, self._what, self._done = name, what, done
        self._errand = Errand(work)
        self._bar.value = 0
        self._bar.visible = self._cancel.visible = True
        self.tick()

    def cancel(self):
        """Drop what is being made."""
        if self._errand:
            self._errand.cancel()
            self._end(f"{self._what} was cancelled.")

    def close(self):
        """The visitor has left."""
        if self._errand:
            self._errand.cancel()

    def tick(self):
        """Say how far it is; called a few times a second."""
        errand = self._errand
        if errand is None:
            return
        if errand.result is not None:
            self._end(f"{self._what}: sending {self._name}...")
            size, done, name = len(errand.result), self._done, self._name
            self._courier.save(name, errand.result, lambda: self.say(f"Saved {name} ({_size(size)}). {done}"))
        elif errand.done:
            self._end(errand.error)
        elif errand.waiting:
            self.say(f"{self._what}: waiting for another visitor's file to be finished.")
        else:
            left = errand.seconds_left
            self._bar.value = int(100 * errand.share)
            self.say(
                f"{self._what}: {100 * errand.share:.0f} %"
                + ("" if left is None else f", {_seconds(left)} left")
            )

    def _end(self, sentence):
        self._errand = None
        self._bar.visible = self._cancel.visible = False
        self.say(sentence)


def _size(count):
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


def _seconds(count):
    return f"{count / 60:.0f} min" if count >= 90 else f"{max(1, round(count))} s"


TEXT = ":host { font-size: 12px; line-height: 1.4; min-height: 34px; }"
ROOM = ":host { min-height: 84px; }"
"""Room is kept for the bar and the button, so that nothing moves when they come."""
