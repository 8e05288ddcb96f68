"""How the sphere looks in a film: the page's colours (sphere_stage.js) and camera (sphere_camera.js)."""

from typing import NamedTuple

import numpy as np


class Colours(NamedTuple):
    """Those of one theme."""

    background: str
    ball: tuple
    """Light, half and shadow."""
    rim: str
    text: str
    faint: str
    lines: tuple
    front: float
    """Opacity of the graticule in front..."""
    back: float
    """...and behind."""
    plain: tuple
    """Tokens of no cluster."""
    ghost: tuple
    """The perturbed twin's tokens."""
    density: tuple
    """The ring within the circle of d = 2..."""
    veil: float
    """...and its opacity."""


COLOURS = {
    "light": Colours(
        "#ffffff", ("#ffffff", "#eef2f7", "#cfd8e4"), "#9aa8ba", "#1d2733", "#5b6878",
        (60, 80, 105), 0.30, 0.11, (70, 90, 115), (20, 30, 40),
        (0, 114, 178), 0.16,
    ),
    "dark": Colours(
        "#0d1117", ("#3a4656", "#242d38", "#12171d"), "#566579", "#eef3f8", "#a9b5c3",
        (190, 210, 235), 0.26, 0.10, (165, 185, 210), (235, 240, 245),
        (86, 180, 233), 0.22,
    ),
}  # fmt: skip

CLUSTERS = (
    (230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66),
    (0, 114, 178), (213, 94, 0), (204, 121, 167),
)  # fmt: skip
"""Okabe and Ito's colours; their black is left out."""


class Camera(NamedTuple):
    """Where the viewer stands: angles in radians; ``roll`` turns the circle of d = 2."""

    yaw: float = 0.6
    pitch: float = 0.38
    roll: float = 0.0
    zoom: float = 1.0

    def axes(self):
        """Rows: right, up and towards the viewer, in the coordinates of the data (third one north)."""
        cy, sy, cp, sp = np.cos(self.yaw), np.sin(self.yaw), np.cos(self.pitch), np.sin(self.pitch)
        return np.array([[-sy, cy, 0.0], [-sp * cy, -sp * sy, cp], [cp * cy, cp * sy, sp]])


class Lens:
    """Puts points into a square picture of ``side`` pixels as ``camera`` sees them; ``flat`` for d = 2."""

    def __init__(self, side, flat, camera):
        self.side, self.flat, self.camera = side, flat, camera
        self.radius = 0.455 * side * camera.zoom
        self._axes = camera.axes()
        self._turn = np.array(
            [[np.cos(camera.roll), -np.sin(camera.roll)], [np.sin(camera.roll), np.cos(camera.roll)]]
        )

    def __call__(self, points):
        """Columns of the rows ``points``: pixels from the left, pixels from the top, nearness in -1..1."""
        if self.flat:
            right, up = self._turn @ np.transpose(points)
            near = np.ones(len(points))
        else:
            right, up, near = self._axes @ np.transpose(points)
        return self.side / 2 + self.radius * right, self.side / 2 - self.radius * up, near


def few(n):
    """Of n tokens, the size from which on a cluster has a colour."""
    return max(3, 0.02 * n)


def cluster_colours(labels):
    """For each of the (n,) ``labels`` the place of its colour in CLUSTERS, or -1 for a few stray tokens."""
    labels = np.asarray(labels)
    _, inverse, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    return np.where(sizes[inverse] >= few(len(labels)), labels % len(CLUSTERS), -1)
