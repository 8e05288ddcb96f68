"""What a visitor takes along is opened and compared with the page it came from."""

import json
import random
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from headflow.app.sharing.preset_files import preset_text, read_preset
from headflow.app.url import read_query, write_query
from headflow.core import Settings
from headflow.core.knobs import Choice
from headflow.core.results import load, settings_of

RUN = "/?tokens=20&heads=2&schedule=ou&dt=0.02&speed=0.5"
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def saved(page, folder, button, seconds=60):
    """The file that a button makes the browser save."""
    with page.expect_download(timeout=1000 * seconds) as download:
        press(page, button)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def copied(page, button, tries=200):
    """The text that a button puts on the clipboard."""
    page.evaluate("navigator.clipboard.writeText('')")
    press(page, button)
    for _ in range(tries):
        text = page.evaluate("navigator.clipboard.readText()")
        if text:
            return text
        page.wait_for_timeout(100)
    return ""


def choose(page, label, option):
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("listbox").get_by_text(option, exact=True).click()


def play_to(page, time):
    """Play until ``time`` is passed, and pause."""
    press(page, "Play")
    sphere = page.get_by_test_id("sphere")
    handle = sphere.element_handle()
    page.wait_for_function("([sphere, time]) => +sphere.dataset.time > time", arg=[handle, time])
    press(page, "Pause")
    page.wait_for_function(
        """sphere => new Promise(done => {
            const time = sphere.dataset.time
            setTimeout(() => done(sphere.dataset.time === time), 1500)  // on a busy machine the last picture comes late
        })""",
        arg=handle,
    )
    return float(sphere.get_attribute("data-time"))


@pytest.fixture(scope="module")
def changed_run(browser, server):
    """A page whose run was changed on the way and is paused, and the time it shows."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, permissions=CLIPBOARD)
    page = context.new_page()
    page.goto(server + RUN)
    page.get_by_test_id("sphere").wait_for()
    play_to(page, 0.5)
    slider = page.get_by_role("slider", name="Noise", exact=True)
    slider.focus()
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    yield page, play_to(page, 1.0)
    context.close()


@pytest.fixture(scope="module")
def rerun(changed_run):
    """The Simulation that the copied script leaves behind."""
    page, time = changed_run
    script = copied(page, "Copy as Python")
    assert "changes = [" in script and "noise=" in script
    names = {}
    exec(script, names)
    assert names["sim"].time == pytest.approx(time)
    return names["sim"]


@pytest.mark.parametrize("kind", ["netCDF (.nc)", "NumPy (.npz)", "CSV (.csv)"])
def test_a_file_holds_the_run_of_the_page(changed_run, rerun, tmp_path, kind):
    page, time = changed_run
    choose(page, "Format", kind)
    run = load(saved(page, tmp_path, "Download"))
    assert float(run.time[-1]) == rerun.time == pytest.approx(time)
    np.testing.assert_array_equal(run.tokens[-1], rerun.tokens)
    assert settings_of(run) == Settings(tokens=20, heads=2, schedule="ou", dt=0.02)
    assert {event[1] for event in json.loads(run.attrs["events"])} == {"noise"}


def test_films_last_as_long_as_the_run_did_on_the_page(changed_run, tmp_path):
    page, time = changed_run
    with Image.open(saved(page, tmp_path, "Record GIF")) as gif:
        stays = []
        for k in range(gif.n_frames):
            gif.seek(k)
            stays.append(gif.info["duration"] / 1000)
    assert sum(stays) == pytest.approx(time / 0.5, abs=0.05)  # the page's speed is 0.5
    page.get_by_role("textbox", name="Film from t").fill("0.5")
    page.get_by_role("textbox", name="Film to t").fill("1")
    _, seconds = imageio_ffmpeg.count_frames_and_secs(saved(page, tmp_path, "Record MP4"))
    assert seconds == pytest.approx(1.0, abs=0.05)
    page.get_by_role("status").filter(has_text="It shows t = 0.5 to 1 in 1.0").wait_for()


def test_a_film_of_what_was_not_run_is_refused(changed_run):
    page, _ = changed_run
    page.get_by_role("textbox", name="Film to t").fill("77")
    press(page, "Record GIF")
    page.get_by_role("status").filter(has_text="Film to t must be now or a number from ").wait_for()


def test_the_sphere_is_saved_as_it_is_seen(changed_run, tmp_path):
    page, _ = changed_run
    seen = page.get_by_test_id("sphere")
    with Image.open(saved(page, tmp_path, "Save picture")) as picture:
        assert picture.size == (int(seen.get_attribute("width")), int(seen.get_attribute("height")))
        image = np.asarray(picture.convert("RGB"), int)
    assert image[-1, 0].min() > 240  # the light ground, not transparent black
    shot = np.asarray(Image.open(BytesIO(seen.screenshot())).convert("RGB"), int)
    middle = tuple(slice(size // 4, 3 * size // 4) for size in image.shape[:2])
    assert np.abs(shot[middle] - image[middle]).mean() < 3
    assert len(np.unique(image[middle].reshape(-1, 3), axis=0)) > 500  # a shaded ball with tokens


def test_charts_are_saved_under_their_title_and_legend(changed_run, tmp_path):
    page, _ = changed_run
    svg = ElementTree.parse(saved(page, tmp_path, "Save Order and clusters as SVG")).getroot()
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Order and clusters"
    assert {"polar", "nematic", "depth t"} <= set(texts)
    paths = [element.get("d") for element in svg.iter("{http://www.w3.org/2000/svg}path")]
    assert max(path.count("L") for path in paths if path) > 20  # a curve, not a picture of one
    with Image.open(saved(page, tmp_path, "Save Order and clusters as PNG")) as png:
        width, height = (3 * float(svg.get(side)) for side in ("width", "height"))
        assert png.size == (pytest.approx(width, abs=3), pytest.approx(height, abs=3))
        image = np.asarray(png.convert("RGB"), int)
    blue = np.abs(image - (0, 114, 178)).sum(axis=-1) < 30
    assert blue[150:].sum() > 300  # the polar order's curve, below the legend


def test_a_preset_comes_back_and_another_file_does_no_harm(changed_run, tmp_path):
    page, _ = changed_run
    path = saved(page, tmp_path, "Save preset")
    preset = read_preset(path.read_bytes())
    assert preset.settings == read_query(urlsplit(page.url).query).settings
    assert (preset.settings.tokens, preset.settings.schedule, preset.speed) == (20, "ou", 0.5)

    def load_file(file):
        with page.expect_file_chooser() as chooser:
            press(page, "Load preset")
        chooser.value.set_files(file)

    bad = tmp_path / "bad.yaml"
    bad.write_text("settings: {heads: -1}")
    load_file(bad)
    refusal = "This file was not loaded: heads must be a whole number from 1 to 1024; got -1."
    page.get_by_role("status").filter(has_text=refusal).wait_for()
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * 30_000_000)
    load_file(huge)
    page.get_by_role("status").filter(has_text="a preset's file has at most 8 kB").wait_for()

    other = tmp_path / "other.yaml"
    other.write_text(path.read_text().replace("tokens: 20", "tokens: 31"))
    load_file(other)
    page.wait_for_function("location.search.includes('tokens=31')")
    page.wait_for_function(
        "sphere => sphere.dataset.tokens === '31' && +sphere.dataset.time === 0",
        arg=page.get_by_test_id("sphere").element_handle(),
    )
    assert play_to(page, 0.1) > 0.1


def random_settings(generator):
    """Settings that a browser can run at once, each of them somewhere in its range."""
    values = {}
    for name in Settings.names():
        knob = Settings.param[name]
        if isinstance(knob, Choice):
            values[name] = generator.choice(knob.objects)
        else:
            low, high = knob.softbounds or knob.bounds
            values[name] = generator.uniform(low, high)
            if isinstance(knob.default, int):
                values[name] = int(values[name])
    values.update(tokens=generator.randint(1, 30), heads=generator.randint(1, 4))
    if values["arrangement"] == "equiangular":
        values["tokens"] = 1
    return Settings(**values)


def test_links_restore_the_page(visit):
    generator = random.Random(7)
    wanted = random_settings(generator)
    page = visit("/" + write_query(wanted, read_query("speed=5").options))
    reading = read_query(urlsplit(page.url).query)
    assert reading.problems == []
    assert reading.settings == wanted and reading.options.speed == 5.0
    assert page.get_by_role("textbox", name="Seed").input_value() == str(wanted.seed)


@pytest.mark.parametrize("part", [1, 2])
def test_fifty_links_come_back_as_the_page_writes_them(visit, part):
    generator, page = random.Random(part), None
    options = read_query("view=sphere&controls=none").options  # of all pages the one that opens soonest
    for _ in range(25):
        wanted = random_settings(generator)
        canonical = write_query(wanted, options)
        shuffled = canonical.lstrip("?").split("&")
        generator.shuffle(shuffled)
        path = "/?" + "&".join(shuffled)
        page = page or visit("/?view=sphere&controls=none&tokens=1")
        page.goto(visit.address + path)
        page.wait_for_url(visit.address + "/" + canonical)
        page.get_by_test_id("sphere").and_(page.locator(f"[data-tokens='{wanted.tokens}']")).wait_for()
        assert read_query(urlsplit(page.url).query).settings == wanted


def test_the_copied_link_is_the_page_s_own(changed_run):
    page, _ = changed_run
    assert copied(page, "Copy link") == page.url


def test_an_embed_link_shows_only_what_it_names(changed_run, visit):
    page, _ = changed_run
    choose(page, "Embedded view", "sphere")
    choose(page, "Embedded controls", "no controls")
    link = urlsplit(copied(page, "Embed link"))
    assert {"view=sphere", "controls=none", "heads=2"} <= set(link.query.split("&"))

    page = visit("/?" + link.query)
    sphere = page.get_by_test_id("sphere")
    page.wait_for_function("s => +s.dataset.time > 0.2", arg=sphere.element_handle())  # plays by itself
    assert page.get_by_role("button").count() == page.get_by_role("slider").count() == 0
    assert page.get_by_role("heading", name="Order and clusters").count() == 0
    box = sphere.bounding_box()
    assert box["height"] > 600 and box["y"] + box["height"] < 720
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open in headflow").click()
    assert "view=" not in opened.value.url and "heads=2" in opened.value.url
    opened.value.close()

    page.goto(visit.address + "/?view=charts&controls=some")
    page.get_by_role("heading", name="Order and clusters").wait_for()
    assert page.get_by_test_id("sphere").count() == 0
    page.get_by_role("slider", name="Frequency").wait_for()  # the cards are there before it
    assert page.get_by_role("slider", name="Weight scale").count() == 0
    assert page.get_by_role("button", name="Copy link").count() == 0


def test_where_the_clipboard_is_closed_the_text_is_shown(changed_run):
    page, _ = changed_run
    page.evaluate(
        """() => {
            navigator.clipboard.writeText = () => Promise.reject(new Error("closed"))
            document.execCommand = () => false
        }"""
    )
    press(page, "Copy as Python")
    page.get_by_role("status").filter(has_text="copy it from below").wait_for()
    assert "from headflow.core import" in page.get_by_role("textbox", name="To copy").input_value()


def test_the_address_follows_every_setting(changed_run):
    page, _ = changed_run
    generator = random.Random(11)
    with page.expect_file_chooser() as chooser:
        press(page, "Load preset")
    for _ in range(24):
        wanted = random_settings(generator)
        text = preset_text(wanted, 0.5)
        chooser.value.set_files({"name": "p.yaml", "mimeType": "text/yaml", "buffer": text.encode()})
        address = write_query(wanted, read_query("speed=0.5").options)
        page.wait_for_function("address => location.search === address", arg=address)
        assert read_query(address).settings == wanted
