"""Hands the visitor's browser texts for its clipboard and files for its disk, and takes a file from it."""

from pathlib import Path

import numpy as np
from panel.custom import JSComponent

from ..sphere.sphere_look import Camera

PART = 256 * 1024
"""Bytes of one message: frames of the sphere pass between two of them, whatever the size of the file."""
WINDOW = 2
"""Messages on their way at most."""
KINDS = {
    ".nc": "application/x-netcdf",
    ".npz": "application/octet-stream",
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".mp4": "video/mp4",
    ".yaml": "application/yaml",
    ".html": "text/html",
}


class Courier(JSComponent):
    """Invisible. What it has done it tells the callables that it is given."""

    _esm = Path(__file__).with_name("courier.js").read_text()

    def __init__(self, **params):
        super().__init__(**params)
        self._parts, self._number, self._under_way = [], 0, 0
        self._copied = self._delivered = self._seen = self._opened = None
        self.on_msg(self._hear)

    def show(self):
        """Scroll to where this is."""
        self._send_msg({"show": True})

    def copy(self, text, copied, query=False):
        """Put ``text`` on the clipboard; ``query``: as a link to this page with that query.

        ``copied(done, text)`` is told whether the browser allowed it, and the whole text.
        """
        self._copied = copied
        self._send_msg({"text": text, "query": query})

    def save(self, name, data, delivered):
        """Have the browser save the bytes ``data`` as ``name``; ``delivered()`` is called when it has them.

        A file that is still on its way is dropped.
        """
        cuts = range(0, max(1, len(data)), PART)
        self._parts = [
            {
                "part": data[cut : cut + PART],
                "first": cut == 0,
                "last": cut + PART >= len(data),
                "name": name,
                "kind": KINDS[Path(name).suffix],
            }
            for cut in reversed(cuts)
        ]
        self._under_way, self._delivered = 0, delivered
        self._send_parts()

    def save_sphere(self, name, background):
        """Have the browser save what its sphere shows, before the colour ``background``."""
        self._send_msg({"picture": name, "background": background})

    def ask_camera(self, seen):
        """``seen(camera)`` is told from where the visitor looks at the sphere, as a Camera."""
        self._seen = seen
        self._send_msg({"camera": True})

    def open(self, longest, opened):
        """Have a file chosen; ``opened(data, size)`` gets its first ``longest`` bytes and its size."""
        self._opened = opened
        self._send_msg({"open": longest})

    def _send_parts(self):
        while self._parts and self._under_way < WINDOW:
            self._number += 1
            self._under_way += 1
            self._send_msg({**self._parts.pop(), "number": self._number})

    def _hear(self, event):
        news = getattr(event, "data", event)
        if "copied" in news and self._copied:
            self._copied(bool(news["copied"]), str(news["text"]))
        elif "arrived" in news:
            self._under_way = max(0, self._under_way - 1)
            self._send_parts()
            if not self._parts and not self._under_way and self._delivered:
                delivered, self._delivered = self._delivered, None
                delivered()
        elif "opened" in news and self._opened:
            self._opened(str(news["opened"]).encode("latin-1", "replace"), int(news["size"]))
        elif "camera" in news and self._seen:
            self._seen(camera_of(news["camera"]))


def camera_of(seen):
    """The Camera of what the browser says of its own; the usual one where that makes no sense."""
    try:
        camera = Camera(*(float(seen[name]) for name in Camera._fields))
    except (TypeError, KeyError, ValueError):
        return Camera()
    return camera if np.isfinite(camera).all() and 0.1 <= camera.zoom <= 10 else Camera()
