"""d = 2: tokens that lie on each other are told by their density, drawn inwards from the circle."""

import numpy as np
from PIL import Image, ImageDraw

BINS = 180
DEEPEST = 0.55
"""Share of the radius that the densest place comes near to."""
KERNEL = np.exp(-(np.arange(-4, 5) ** 2) / 6)
"""Weights of a bin's neighbours, up to 8 degrees away."""


def density_mask(lens, tokens, opacity):
    """A Pillow image (L) of the ring between the circle and the smoothed density of ``tokens`` (n, 2)."""
    turn = BINS * (np.arctan2(tokens[:, 1], tokens[:, 0]) / (2 * np.pi) + 1)
    below = np.floor(turn).astype(int)
    count = np.bincount(below % BINS, below + 1 - turn, BINS) + np.bincount(
        (below + 1) % BINS, turn - below, BINS
    )
    near = np.stack([np.roll(count, -step) for step in range(-4, 5)])
    depth = DEEPEST * (1 - np.exp(-5 * (KERNEL @ near) / len(tokens)))
    angles = 2 * np.pi * np.arange(BINS) / BINS
    round_the_circle = np.column_stack([np.cos(angles), np.sin(angles)])
    mask = Image.new("L", (lens.side, lens.side), 0)
    pen = ImageDraw.Draw(mask)
    outer = lens.side / 2 - lens.radius, lens.side / 2 + lens.radius
    pen.ellipse((outer[0], outer[0], outer[1], outer[1]), fill=round(255 * opacity))
    x, y, _ = lens((1 - depth)[:, None] * round_the_circle)
    pen.polygon(list(zip(x, y, strict=True)), fill=0)
    return mask
