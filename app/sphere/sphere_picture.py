"""The sphere drawn on the server, for films, in the look of the page's canvas."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .sphere_backdrop import backdrop
from .sphere_density import density_mask
from .sphere_look import CLUSTERS, COLOURS, Camera, Lens, cluster_colours

FINE = 2
"""Times the picture's size at which it is drawn: that softens edges, and tokens move by half pixels."""
PAGE_SIDE = 500
"""Pixels of the canvas on a usual page: lines and letters keep their share of the picture."""
LIGHT = (-0.42, -0.58, 0.70)
"""Where the light on a token comes from: right, down, towards the viewer."""
HALO = 4
"""Radius of the halo around all tokens, in radii of a token."""


class SpherePicture:
    """Draws the instants of one run, one after the other.

    Parameters
    ----------
    size : int
        Pixels of the square picture's side.
    flat : bool
        True for the circle of d = 2.
    theme : "light" or "dark"
    camera : Camera
    """

    def __init__(self, size, flat=False, theme="light", camera=None):
        self.size = size
        self._colours = COLOURS[theme]
        self._lens = Lens(FINE * size, flat, camera or Camera())
        self._pixel = FINE * size / PAGE_SIDE
        self._backdrop = backdrop(self._lens, self._colours, self._pixel)
        self._discs = {}
        self._letters = [ImageFont.load_default(points * size / PAGE_SIDE) for points in (17, 13)]

    def draw(self, tokens, labels, twin=None, caption="", note=""):
        """The picture as a Pillow image (RGB).

        ``tokens`` (n, 3), or (n, 2) where flat; ``labels`` (n,) their clusters; ``twin`` the perturbed
        tokens, drawn as rings that are linked to their own. ``caption`` stands in the corner, ``note`` at
        the foot.
        """
        picture = self._backdrop.copy()
        x, y, near = self._lens(tokens)
        grain = self._grain(len(tokens))
        if self._lens.flat:
            veil = density_mask(self._lens, tokens, self._colours.veil)
            picture.paste(self._colours.density, (0, 0, *picture.size), veil)
        if twin is not None:
            self._draw_twin(picture, x, y, twin, grain)
        inks = [CLUSTERS[k] if k >= 0 else self._colours.plain for k in cluster_colours(labels)]
        self._draw_halos(picture, x, y, near, labels, grain)
        sizes, opacities = grain * self._scale(near), self._opacity(near)
        drawn = set()
        for i in np.argsort(near, kind="stable"):
            place = (round(x[i]), round(y[i]), round(4 * sizes[i]))
            if place not in drawn:  # as on the canvas, for the edges and the paleness of tokens that have met
                drawn.add(place)
                self._stamp(picture, x[i], y[i], sizes[i], inks[i], opacities[i])
        picture = picture.reduce(FINE)
        self._write(picture, caption, note)
        return picture

    def _grain(self, n):
        """Radius of a token at the middle of n."""
        return max(1.6 * self._pixel, self._lens.radius * min(0.032, max(0.0045, 0.62 / np.sqrt(n))))

    def _scale(self, near):
        return np.ones(len(near)) if self._lens.flat else 0.64 + 0.2 * (near + 1)

    def _opacity(self, near):
        if self._lens.flat:
            return np.full(len(near), 0.92)
        rise = np.clip((near + 0.18) / 0.3, 0, 1)
        return (0.26 + 0.12 * (1 + near)) * (1 - rise) + rise

    def _draw_halos(self, picture, x, y, near, labels, grain):
        """Around tokens that have met, as sphere_halos.js draws them."""
        if self._lens.flat:
            return
        labels, colours = np.asarray(labels), cluster_colours(labels)
        for label in np.unique(labels[colours >= 0]):
            of = labels == label
            middle = x[of].mean(), y[of].mean()
            depth, width = near[of].mean(), np.sqrt(x[of].var() + y[of].var())
            radius = grain * (0.64 + 0.2 * (depth + 1)) * (1 + (HALO - 1) * np.sqrt(of.mean()))
            strength = min(1.0, 1.5 - 3 * width / radius) * (0.3 if depth >= 0 else 0.2)
            if strength > 0:
                ink = CLUSTERS[colours[of][0]]
                self._stamp(picture, *middle, radius, ink, strength, radius)

    def _draw_twin(self, picture, x, y, twin, grain):
        tx, ty, near = self._lens(twin)
        for ahead, opacity in ((False, 0.16), (True, 0.45)):
            links = Image.new("L", picture.size, 0)
            pen = ImageDraw.Draw(links)
            for i in np.flatnonzero((near >= 0) == ahead):
                pen.line((x[i], y[i], tx[i], ty[i]), fill=round(255 * opacity), width=round(self._pixel))
            picture.paste(self._colours.ghost, (0, 0, *picture.size), links)
        sizes, ring = grain * self._scale(near), max(1.3 * self._pixel, 0.16 * grain)
        for i in range(len(twin)):
            opacity = 0.6 if near[i] >= 0 else 0.16
            self._stamp(picture, tx[i], ty[i], sizes[i], self._colours.ghost, opacity, ring)

    def _stamp(self, picture, x, y, radius, ink, opacity, ring=0.0):
        """A disc or a ring; radii to a quarter and opacities to a sixteenth, so that few kinds are made."""
        key = (round(4 * radius), ink, round(16 * opacity), round(4 * ring))
        if key not in self._discs:
            self._discs[key] = disc(key[0] / 4, ink, key[2] / 16, key[3] / 4)
        image, mask = self._discs[key]
        picture.paste(image, (round(x) - image.width // 2, round(y) - image.width // 2), mask)

    def _write(self, picture, caption, note):
        pen, unit = ImageDraw.Draw(picture), self.size / PAGE_SIDE
        large, small = self._letters
        pen.text((12 * unit, 10 * unit), caption, self._colours.text, large)
        pen.text((12 * unit, self.size - 9 * unit), note, self._colours.faint, small, anchor="ls")


def disc(radius, ink, opacity, ring=0.0):
    """A shaded disc of colour ``ink``, or a plain ring ``ring`` thick: a Pillow image and its mask."""
    half = int(np.ceil(radius)) + 1
    x, y = np.meshgrid(np.arange(-half, half + 1), np.arange(-half, half + 1))
    far = np.hypot(x, y)
    cover = np.clip(radius - far + 0.5, 0, 1)
    colour = np.broadcast_to(np.array(ink, float), (*far.shape, 3))
    if ring:
        cover = cover * np.clip(far - radius + ring + 0.5, 0, 1)
    elif radius >= 2.5:
        colour = _lit(x / radius, y / radius, np.clip(far - radius + 1.5, 0, 1), colour)
    return Image.fromarray(np.uint8(colour + 0.5)), Image.fromarray(np.uint8(255 * opacity * cover + 0.5))


def _lit(u, v, rim, colour):
    """``colour`` on a little ball: towards white on the side of the light, towards black on the other."""
    front = np.sqrt(np.maximum(0, 1 - u * u - v * v))
    light = u * LIGHT[0] + v * LIGHT[1] + front * LIGHT[2]
    shade = (light - 0.62) * 0.5 + np.maximum(0, light - 0.9) * 4 - 0.35 * rim
    shade = np.clip(shade, -0.6, 0.75)[..., None]
    return np.where(shade >= 0, colour + (255 - colour) * shade, colour * (1 + shade))
