"""Films of the sphere, GIF or MP4, with honest seconds: in each of them the same depth t passes."""

import tempfile
from pathlib import Path
from typing import NamedTuple

import imageio.v2 as imageio
import numpy as np
from PIL import Image, ImageDraw

from ...core.clusters import ClusterTracker, components
from ...core.projection import Projection
from ..room.past import Past, retraced
from .sphere_look import CLUSTERS, Camera
from .sphere_picture import SpherePicture


class Format(NamedTuple):
    """A kind of film."""

    fps: int
    """Pictures a second."""
    size: int
    """Pixels of a side; even, as H.264 asks."""
    longest: float
    """Seconds at most: a GIF is made in memory, 6 MB a second."""


FORMATS = {".gif": Format(fps=25, size=480, longest=15.0), ".mp4": Format(fps=30, size=720, longest=60.0)}
"""GIF counts in hundredths of a second, and browsers slow down what asks for less than two of them: 20, 25
and 50 pictures a second are shown as they are, 30 and 60 are not."""


class Film(NamedTuple):
    """The run of ``past`` from depth ``start`` to ``end``, ``speed`` of it per second."""

    past: Past
    start: float
    end: float
    speed: float
    camera: Camera = Camera()
    theme: str = "light"

    def times(self, fps):
        """Depth t of each picture, the first at ``start``."""
        count = int((self.end - self.start) / self.speed * fps + 1e-9) + 1
        return self.start + np.arange(count) * self.speed / fps

    def fitting(self, suffix):
        """This film, sped up where it would otherwise last longer than its format may."""
        return self._replace(speed=max(self.speed, (self.end - self.start) / FORMATS[suffix].longest))


def film_file(film, suffix, report):
    """The bytes of ``film`` as .gif or .mp4; ``report(share)`` is called at every step and picture."""
    kind = FORMATS[suffix]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "film" + suffix)
        WRITERS[suffix](path, pictures(film, kind, report), kind.fps)
        return path.read_bytes()


def pictures(film, kind, report):
    """The film's pictures (Pillow, RGB), each of the step nearest to its time."""
    show = Showing(film, kind.size)
    times, shown = film.times(kind.fps), 0
    for simulation in retraced(film.past):
        report(simulation.time / max(times[-1], simulation.time, 1e-300))
        picture, last = None, simulation.steps == film.past.steps
        while last or simulation.time + simulation.settings.dt / 2 > times[shown]:
            picture = picture or show(simulation)
            yield picture
            shown += 1
            if shown == len(times):
                return
            report(simulation.time / times[-1])


class Showing:
    """Draws a Simulation that moves on: clusters keep their colours, and principal axes do not jump."""

    def __init__(self, film, size):
        self._painter = SpherePicture(size, film.past.settings.dimension == 2, film.theme, film.camera)
        self._clusters, self._projection = ClusterTracker(), Projection()

    def __call__(self, simulation):
        tokens, twin, note = simulation.tokens, simulation.twin, ""
        labels = self._clusters.follow(components(tokens, simulation.settings.cluster_angle))
        twin = None if twin is None else twin.tokens
        if tokens.shape[1] > 3:
            tokens = self._projection(tokens)
            axes, share = self._projection.axes, 100 * self._projection.share
            twin = None if twin is None else twin @ axes
            note = f"3 principal axes of d = {len(axes)}, with {share:.0f} % of the squared length"
        return self._painter.draw(tokens, labels, twin, f"t = {simulation.time:.2f}", note)


def write_gif(path, pictures, fps):
    """A GIF that repeats for ever. One palette and no dithering, so that what stands still stays still."""
    pictures = iter(pictures)
    first = next(pictures)
    reduced = Reduced(first)
    first, *rest = map(reduced, [first, *pictures])
    # Unchanged pixels are left out, which makes the file four times smaller.
    first.save(path, save_all=True, append_images=rest, duration=1000 // fps, loop=0, optimize=True)


class Reduced:
    """Pictures like the first one in 255 colours, among them shades of all that a cluster may get later on.

    Pillow looks up colours by fours, so the background, most of the picture, would miss its own by a little:
    it is put back by itself.
    """

    def __init__(self, first):
        sheet = first.copy()
        pen = ImageDraw.Draw(sheet)
        side = first.width // 24
        for row, ink in enumerate(CLUSTERS):
            for column, light in enumerate(np.linspace(-0.5, 0.7, 12)):
                tone = tuple(round(part + (255 * (light > 0) - part) * abs(light)) for part in ink)
                corner = side * (column + 6), side * (row + 8)
                pen.rectangle((*corner, corner[0] + side - 1, corner[1] + side - 1), fill=tone)
        self._ground = first.getpixel((first.width - 1, 0))
        tones = sheet.quantize(254, kmeans=1).getpalette()
        self._place = len(tones) // 3
        self._palette = Image.new("P", (1, 1))
        self._palette.putpalette([*tones, *self._ground])

    def __call__(self, picture):
        reduced = picture.quantize(palette=self._palette, dither=Image.Dither.NONE)
        ground = (np.asarray(picture) == self._ground).all(axis=-1)
        reduced.paste(self._place, (0, 0, *reduced.size), Image.fromarray(ground))
        return reduced


def write_mp4(path, pictures, fps):
    """An H.264 film for browsers and slides; its index comes first, so that it plays while it arrives."""
    # One thread: whoever watches the page comes first. What fails is raised; what is cancelled need not be said.
    options = ["-crf", "18", "-preset", "veryfast", "-threads", "1", "-movflags", "+faststart"]
    with imageio.get_writer(
        path,
        fps=fps,
        codec="libx264",
        quality=None,
        macro_block_size=2,
        ffmpeg_log_level="fatal",
        output_params=options,
    ) as writer:
        for picture in pictures:
            writer.append_data(np.asarray(picture))


WRITERS = {".gif": write_gif, ".mp4": write_mp4}
