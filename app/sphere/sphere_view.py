"""The moving picture: a canvas in the browser, fed with binary frames."""

import time
from pathlib import Path

import numpy as np
import param
from panel.custom import JSComponent

from ...core.attention import attention_weights
from ...core.projection import Projection

WINDOW = 2
"""Frames on their way at most: without a limit the delay grew to 10 s, with two it stays under 75 ms."""
RESEND_SECONDS = 1.0
"""A tab in the background paints nothing and acknowledges nothing; it gets one frame a second."""
HEADS_DRAWN = 12
"""Axes of more heads than this are a thicket."""

SCRIPTS = (
    "sphere_camera.js",
    "sphere_glide.js",
    "sphere_halos.js",
    "sphere_hand.js",
    "sphere_marks.js",
    "sphere_menu.js",
    "sphere_raster.js",
    "sphere_stage.js",
    "sphere_view.js",
)


class SphereView(JSComponent):
    """Tokens on the sphere (circle for d = 2, principal axes for d > 3), turned and zoomed in the client.

    ``show`` it the newest frame as often as you like: it sends what the browser can take, no more.
    """

    theme = param.Selector(default="light", objects=["light", "dark"], doc="Colours of the page.")
    graticule = param.Boolean(default=True, doc="Meridians and parallels every 30 degrees.")
    ghosts = param.Boolean(default=True, doc="The perturbed twin's tokens as rings, linked to their own.")
    trails = param.Boolean(default=False, doc="Where tokens have just been, fading.")
    arrows = param.Boolean(default=False, doc="Velocities; the longest arrow is a fifth of the radius.")
    axes = param.Boolean(default=False, doc="Eigenvectors of the heads' D_h, as long as their eigenvalue.")
    auto_rotate = param.Boolean(default=False, doc="Turn slowly by itself.")
    projector = param.Boolean(default=False, doc="Larger tokens and text, for a projector.")
    mode = param.Selector(
        default="rotate",
        objects=["rotate", "move"],
        doc="What dragging a token does; with the shift key it is always moved.",
    )
    picked = param.Integer(
        default=-1,
        doc="The token that was clicked, or -1. The others are lit by how much it attends to each.",
    )
    projection = param.Selector(
        default="principal axes",
        objects=["principal axes", "first coordinates"],
        doc="Which three directions are drawn where d > 3.",
    )
    menu = param.Boolean(default=True, doc="Offer these in a menu over the corner of the picture.")
    head = param.Integer(
        default=-1, doc="The head whose attention lights the others, or -1: the heads' mean."
    )

    _esm = "\n".join(Path(__file__).with_name(name).read_text() for name in SCRIPTS)

    def __init__(self, **params):
        super().__init__(**params)
        self._projection = Projection()
        self.sent = self.acknowledged = 0
        self._sent_at = 0.0
        self.drawn_axes = None
        """(d, 3) what is drawn of R^d, for d > 3."""
        self._offered = self._shown = self._epoch = None
        self._movers = []
        self.on_msg(self._hear)
        self.param.watch(self._again, ["arrows", "axes", "picked", "head", "projection"])

    def show(self, frame):
        """Draw ``frame`` (a Frame), soon."""
        if frame is not None:
            self._offered = frame
            self._send()

    def on_move(self, callback):
        """Have ``callback(index, place)`` called while a token is dragged: ``place`` (d,) is the unit vector
        that is drawn under the pointer. For d > 3 what is not drawn of the token stays as it is.
        """
        self._movers.append(callback)

    def reset_view(self):
        """Turn the picture back to how it was at first."""
        self._send_msg({"reset": True})

    def _again(self, *_):
        self._shown = None
        self._send()

    def _hear(self, event):
        news = getattr(event, "data", event)
        if "ack" in news:
            self.acknowledged = max(self.acknowledged, int(news["ack"]))
            self._send()
        elif "ready" in news:  # a canvas was made, now or anew: nothing sent before was seen
            self.acknowledged = self.sent
            self._again()
        elif "picked" in news:
            self.picked = int(news["picked"])
        elif "moved" in news:
            self._move(int(news["moved"]), np.array(news["to"], float))

    def _move(self, token, pointer):
        X = self._offered.tokens
        if token >= len(X):
            return  # it was dragged in a run that is over
        place = pointer
        if X.shape[1] > 3:
            x, axes = X[token].astype(float), self.drawn_axes
            place = axes @ pointer * np.linalg.norm(x @ axes) + x - axes @ (x @ axes)
        for callback in self._movers:
            callback(token, place / np.linalg.norm(place))

    def _send(self):
        now = time.monotonic()
        full = self.sent - self.acknowledged >= WINDOW
        if self._offered is self._shown or (full and now - self._sent_at < RESEND_SECONDS):
            return
        self.sent += 1
        self._sent_at = now
        self._shown = self._offered
        self._send_msg(self._message(self._offered))

    def _message(self, frame):
        flat = frame.tokens.shape[1] == 2
        seen, note = self._coordinates(frame)
        message = {
            "seq": self.sent,
            "number": frame.number,
            "epoch": frame.epoch,
            "time": float(frame.time),
            "interval": frame.interval,
            "flat": flat,
            "dimension": frame.tokens.shape[1],
            "heads": len(frame.weights),
            "note": note,
            "tokens": packed(seen(frame.tokens)),
            "labels": packed(frame.labels, "<i2"),
        }
        if frame.twin is not None and self.ghosts:
            message["twin"] = packed(seen(frame.twin))
        if self.arrows:
            message["velocity"] = packed(seen(frame.velocity))
        if self.axes:
            message["axes"] = packed(head_axes(frame.weights, seen))
        if 0 <= self.picked < len(frame.tokens):
            heads = slice(None) if self.head < 0 else [min(self.head, len(frame.weights) - 1)]
            light = attention_weights(frame.tokens, frame.weights[heads], [self.picked])
            message["light"] = packed(light.mean(axis=(0, 1)))
            whose = "mean of the heads" if self.head < 0 else f"head {heads[0] + 1}"
            message["note"] = f"Lit: what token {self.picked} attends to ({whose}). {note}"
        return message

    def _coordinates(self, frame):
        """What maps rows of R^d to drawn coordinates, and a note on it."""
        d = frame.tokens.shape[1]
        if d <= 3:
            return np.asarray, ""
        if self._epoch != frame.epoch:
            self._epoch = frame.epoch
            self._projection.restart()
        if self.projection == "principal axes":
            self._projection(frame.tokens)
            axes, share, what = self._projection.axes, self._projection.share, "3 principal axes"
        else:
            axes, what = np.eye(d)[:, :3], "first 3 coordinates"
            share = np.sum(np.square(frame.tokens[:, :3], dtype=float)) / len(frame.tokens)
        self.drawn_axes = axes
        return lambda rows: rows @ axes, f"{what} of d = {d}, with {100 * share:.0f} % of the squared length"


def packed(array, kind="<f4"):
    """The array's bytes, as the canvas reads them."""
    return np.ascontiguousarray(array, kind).tobytes()


def head_axes(weights, seen):
    """A row per eigenvector of the first heads: drawn coordinates times |eigenvalue| / largest; its sign."""
    values, vectors = np.linalg.eigh(weights[:HEADS_DRAWN])
    scale = np.abs(values) / max(np.abs(values).max(), 1e-300)
    ends = (vectors * scale[:, None, :]).swapaxes(1, 2).reshape(-1, weights.shape[1])
    return np.column_stack([seen(ends), np.sign(values).ravel()])
