"""A film shows the right instant at the right second, in the page's colours."""

import re
from importlib.resources import files

import imageio.v3 as iio
import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from headflow.app.room.past import Past, retraced
from headflow.app.sharing.errand import Cancelled
from headflow.app.sphere.movie import (
    FORMATS,
    Film,
    Format,
    Showing,
    film_file,
    pictures,
    write_gif,
    write_mp4,
)
from headflow.app.sphere.sphere_look import CLUSTERS, COLOURS, Camera, Lens
from headflow.app.sphere.sphere_picture import SpherePicture
from headflow.core import Settings

PAST = Past(Settings(tokens=40, heads=2, dt=0.02, arrangement="uniform", direction="ascent"), (), 100, 2.0)

SMALL = Format(fps=30, size=200, longest=15.0)


def no_report(share):
    pass


@pytest.fixture(scope="module")
def instants():
    """The picture of every step of the run, by its time."""
    show = Showing(Film(PAST, 0.0, 2.0, 1.0), SMALL.size)
    return {step.time: np.asarray(show(step), float) for step in retraced(PAST)}


def time_seen(picture, instants):
    """Depth t of the instant that ``picture`` shows: the one it is most like, most of all in its caption."""

    def unlike(time):
        height, width = picture.shape[:2]
        apart = np.abs(picture - instants[time])
        return apart.mean() + apart[: height // 9, : width // 4].mean()

    best = min(instants, key=unlike)
    assert unlike(best) < 5  # out of 255
    return best


def gif_pictures(path):
    """(seconds at which it appears, seconds it stays, RGB array) of each picture of the file."""
    shown, begin = [], 0.0
    with Image.open(path) as file:
        for k in range(file.n_frames):
            file.seek(k)
            stay = file.info["duration"] / 1000
            shown.append((begin, stay, np.asarray(file.convert("RGB"), float)))
            begin += stay
    return shown


@pytest.mark.parametrize("fps, speed", [(20, 1.0), (25, 0.5), (25, 1.0), (50, 2.0), (50, 0.2)])
def test_a_gif_shows_each_instant_at_its_second(tmp_path, instants, fps, speed):
    path = tmp_path / "film.gif"
    end = min(2.0, 0.4 + 1.5 * speed)
    film = Film(PAST, 0.4, end, speed)
    write_gif(path, pictures(film, SMALL._replace(fps=fps), no_report), fps)
    shown = gif_pictures(path)

    stays = np.array([stay for _, stay, _ in shown])
    assert stays.sum() == pytest.approx((int((end - 0.4) / speed * fps + 1e-6) + 1) / fps)
    np.testing.assert_allclose(stays * fps, np.round(stays * fps))  # whole pictures, none rounded away
    assert stays.min() >= 0.02
    for begin, stay, picture in shown[:: max(1, len(shown) // 5)]:
        begun, over = 0.4 + begin * speed, 0.4 + (begin + stay) * speed
        assert begun - 0.011 <= time_seen(picture, instants) < over + 0.011  # half a step besides


def test_an_mp4_shows_each_instant_at_its_second(tmp_path, instants):
    path = tmp_path / "film.mp4"
    write_mp4(path, pictures(Film(PAST, 0.0, 2.0, 1.0), SMALL, no_report), 30)
    count, seconds = imageio_ffmpeg.count_frames_and_secs(path)
    assert count == 61
    assert seconds == pytest.approx(61 / 30, abs=0.02)
    about = iio.immeta(path, plugin="FFMPEG")
    assert (about["fps"], about["codec"], about["size"]) == (30.0, "h264", (SMALL.size, SMALL.size))
    assert about["pix_fmt"].startswith("yuv420p")  # what browsers and slide programs decode
    for second in (0.0, 0.5, 1.5, 2.0):
        picture = iio.imread(path, plugin="FFMPEG", index=round(30 * second)).astype(float)
        assert time_seen(picture, instants) == pytest.approx(second, abs=0.011)


def test_the_files_are_made_at_the_page_s_sizes():
    shares = []
    film = Film(PAST, 0.0, 0.2, 1.0)
    with Image.open(as_file(film_file(film, ".gif", shares.append))) as gif:
        assert gif.size == (480, 480) and gif.info["loop"] == 0
    assert shares == sorted(shares) and 0.9 < shares[-1] <= 1.0
    data = film_file(film, ".mp4", no_report)
    assert data[4:8] == b"ftyp" and data.index(b"moov") < data.index(b"mdat")  # plays while it arrives


def test_a_film_of_one_instant_has_one_picture():
    film = Film(Past(PAST.settings, (), 0, 0.0), 0.0, 0.0, 1.0)
    with Image.open(as_file(film_file(film, ".gif", no_report))) as gif:
        assert gif.n_frames == 1


def test_a_long_run_is_sped_up_until_it_fits():
    film = Film(Past(PAST.settings, (), 10_000, 200.0), 0.0, 200.0, 1.0)
    assert film.fitting(".gif").speed == pytest.approx(200 / 15)
    assert film.fitting(".mp4").speed == pytest.approx(200 / 60)
    assert film._replace(end=10.0).fitting(".gif").speed == 1.0


def test_a_film_can_be_cancelled():
    def cancel(share):
        if share > 0.3:
            raise Cancelled

    with pytest.raises(Cancelled):
        film_file(Film(PAST, 0.0, 2.0, 1.0), ".mp4", cancel)


def test_gif_pictures_stay_as_long_as_browsers_keep_them():
    fps = FORMATS[".gif"].fps
    assert 100 % fps == 0 and 100 // fps >= 2


@pytest.mark.parametrize("dimension", [2, 5])
def test_other_dimensions_are_drawn(dimension):
    settings = Settings(dimension=dimension, tokens=30, heads=2, arrangement="uniform")
    film = Film(Past(settings, (), 3, 0.03), 0.0, 0.03, 0.25)
    shown = [np.asarray(picture) for picture in pictures(film, Format(25, 160, 15.0), no_report)]
    assert len(shown) == 4
    note = shown[0][148:, :30].min()
    assert (note < 250) == (dimension == 5)  # says that it is a projection, where it is one


def test_a_token_is_drawn_where_the_camera_sees_it():
    camera = Camera(yaw=0.3, pitch=0.2, zoom=0.8)
    nearest = camera.axes()[2]  # towards the viewer
    tokens = np.array([nearest, -nearest, *camera.axes()[:1]])
    x, y, near = Lens(400, False, camera)(tokens)
    np.testing.assert_allclose(near, [1, -1, 0], atol=1e-12)
    np.testing.assert_allclose(x, [200, 200, 200 + 0.455 * 400 * 0.8])
    np.testing.assert_allclose(y, 200)
    picture = np.asarray(SpherePicture(400, camera=camera).draw(tokens, np.zeros(3, int)))
    red, green, blue = picture[200, 200].astype(int)
    assert red > green > blue  # the first cluster's orange, in front of the far token


def test_the_ring_in_the_circle_is_deep_where_tokens_are():
    there = np.array([np.cos(1.0), np.sin(1.0)])  # on no line of the backdrop
    image = np.asarray(SpherePicture(400, flat=True).draw(np.tile(there, (50, 1)), np.zeros(50, int)))

    def seen(share):
        right, up = 0.455 * 400 * share * there
        return tuple(image[round(200 - up), round(200 + right)].tolist())

    white = (255, 255, 255)
    assert seen(0.7) != white == seen(0.3)
    assert seen(-0.95) == white


def test_the_colours_are_those_of_the_canvas():
    stage = files("headflow.app.sphere").joinpath("sphere_stage.js").read_text()
    assert list(CLUSTERS) == [
        tuple(map(int, found))
        for found in re.findall(r"\[(\d+), (\d+), (\d+)\],", stage.split("CLUSTERS")[1])
    ]
    for theme, colours in COLOURS.items():
        part = stage.split(f"{theme}: {{")[1].split("},")[0]
        numbers = [*colours.lines, *colours.plain, *colours.ghost, *colours.density, colours.veil]
        for word in [*colours.ball, colours.rim, colours.text, colours.faint, *map(str, numbers)]:
            assert word in part


def test_the_camera_starts_where_the_canvas_starts():
    text = files("headflow.app.sphere").joinpath("sphere_camera.js").read_text()
    home = re.search(r"HOME = \{(.*)\}", text)[1]
    assert dict(part.split(": ") for part in home.split(", ")) == {
        name: f"{value:g}" for name, value in Camera()._asdict().items()
    }


def as_file(data):
    from io import BytesIO

    return BytesIO(data)
