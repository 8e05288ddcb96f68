"""What tokens move on, painted once a film: the shaded ball with its graticule, or the circle of d = 2."""

import numpy as np
from PIL import Image, ImageColor, ImageDraw

STEP = np.pi / 6
"""Meridians, parallels and ticks are 30 degrees apart."""


def backdrop(lens, colours, pixel):
    """A Pillow image (RGB) of ``lens.side`` pixels square; ``pixel`` is the width of a thin line."""
    image = Image.new("RGB", (lens.side, lens.side), colours.background)
    if lens.flat:
        _lay(image, colours.lines, _strokes(lens.side, _ticks(lens), pixel), colours.front)
        _lay(image, colours.rim, _strokes(lens.side, [_outline(lens)], 2 * pixel))
        return image
    image.paste(*_ball(lens, colours))
    paths = list(_graticule(lens))
    for ahead, opacity in ((False, colours.back), (True, colours.front)):
        chosen = [path for path, in_front in paths if in_front == ahead]
        _lay(image, colours.lines, _strokes(lens.side, chosen, pixel), opacity)
    _lay(image, colours.rim, _strokes(lens.side, [_outline(lens)], 1.25 * pixel))
    return image


def _ball(lens, colours):
    """The shaded disc, its place and its mask, as ``Image.paste`` takes them."""
    place = (np.arange(lens.side) + 0.5 - lens.side / 2) / lens.radius
    u, v = np.meshgrid(place, place)
    shade = np.clip(_gradient(u, v), 0, 1)
    tones = np.array([ImageColor.getrgb(tone) for tone in colours.ball], float)
    pixels = np.stack([np.interp(shade, (0, 0.55, 1), tones[:, k]) for k in range(3)], axis=-1)
    inside = np.clip((1 - np.hypot(u, v)) * lens.radius + 0.5, 0, 1)
    return Image.fromarray(np.uint8(pixels + 0.5)), (0, 0), Image.fromarray(np.uint8(255 * inside))


def _gradient(u, v):
    """Canvas's radial gradient between the circles of centre (-0.36, -0.42), radius 0.05 and of (0, 0), 1.02.

    w solves |p - (1 - w) c| = (1 - w) 0.05 + w 1.02, its larger root, with c the first centre.
    """
    cu, cv, r, R = -0.36, -0.42, 0.05, 1.02
    a = cu**2 + cv**2 - (R - r) ** 2
    b = (u - cu) * -cu + (v - cv) * -cv + r * (R - r)
    c = (u - cu) ** 2 + (v - cv) ** 2 - r**2
    return (b - np.sqrt(np.maximum(b**2 - a * c, 0))) / a


def _graticule(lens):
    """Meridians and parallels as (path (m, 2), whether it is in front), cut where they pass the limb."""
    turn = np.linspace(0, 2 * np.pi, 361)
    c, s = np.cos(turn), np.sin(turn)
    circles = [np.column_stack([np.cos(k * STEP) * c, np.sin(k * STEP) * c, s]) for k in range(6)]
    circles += [
        np.column_stack([np.cos(k * STEP) * c, np.cos(k * STEP) * s, 0 * c + np.sin(k * STEP)])
        for k in range(-2, 3)
    ]
    for circle in circles:
        x, y, near = lens(circle)
        path, front = np.column_stack([x, y]), near >= 0
        cuts = np.flatnonzero(np.diff(front)) + 1
        for begin, end in zip([0, *cuts], [*cuts, len(path)], strict=True):
            yield path[max(0, begin - 1) : end], bool(front[begin])


def _ticks(lens):
    for k in range(12):
        outer = np.array([[np.cos(k * STEP), np.sin(k * STEP)]])
        x, y, _ = lens(np.concatenate([outer * (0.96 if k % 3 else 0.0), outer]))
        yield np.column_stack([x, y])


def _outline(lens):
    turn = np.linspace(0, 2 * np.pi, 721)
    return lens.side / 2 + lens.radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _strokes(side, paths, width):
    """The paths as a mask. Drawn twice as large: Pillow's lines have no soft edges of their own."""
    mask = Image.new("L", (2 * side, 2 * side), 0)
    pen = ImageDraw.Draw(mask)
    for path in paths:
        pen.line(
            [tuple(point) for point in 2 * path], fill=255, width=max(1, round(2 * width)), joint="curve"
        )
    return mask.reduce(2)


def _lay(image, ink, mask, opacity=1.0):
    image.paste(ink, (0, 0, *image.size), mask.point(lambda value: value * opacity))
