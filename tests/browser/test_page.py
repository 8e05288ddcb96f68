"""The page as a visitor meets it, served by the ordinary command. That no other host is asked and the console has
no error is checked by the fixture ``visit`` at the end of each test."""

import re

import pytest

CONTROLS = {
    "button": ("Play", "Pause", "Step", "Reset"),
    "slider": (
        "Heads",
        "Frequency",
        "Phase spread",
        "Noise",
        "Perturbation",
        "Speed",
        "Dt",
        "Tokens",
        "Dimension",
    ),
    "combobox": ("Preset", "Schedule", "Flow", "Direction", "Perturb", "Arrangement", "Integrator"),
}

POINTS = """() => Math.max(...[...Bokeh.index.query(view => view.model.type === 'Figure')].map(
  view => Math.max(...view.model.renderers.map(part => part.data_source?.get_length() ?? 0))))"""

PIXELS = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.join()"


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def sphere(page):
    return page.get_by_test_id("sphere")


def number(page, name):
    """What the sphere's canvas counts; -1 before its first frame."""
    return float(sphere(page).get_attribute(f"data-{name}") or -1)


@pytest.fixture
def arrive(visit):
    """Opens the page and waits until all of it is there."""

    def open_page(path="/", **options):
        page = visit(path, **options)
        page.get_by_role("textbox", name="Seed").wait_for()
        page.get_by_role("button", name="Play", exact=True).wait_for()
        wait_for(page, lambda: number(page, "frames") > 0 and number(page, "time") >= 0)
        return page

    return open_page


def wait_for(page, condition, seconds=20):
    """Until ``condition()`` is true."""
    for _ in range(20 * seconds):
        if condition():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not happen in time")


def wait_for_time(page, least):
    wait_for(page, lambda: number(page, "time") >= least)


def move(page, name, key="ArrowRight", times=1):
    slider = page.get_by_role("slider", name=name, exact=True)
    slider.focus()
    for _ in range(times):
        page.keyboard.press(key)
    return float(slider.get_attribute("aria-valuenow"))


def choose(page, name, option):
    page.get_by_role("combobox", name=name, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def test_a_first_visit(arrive):
    """Play, then the head count and the frequency: tokens move, charts grow, the address follows."""
    page = arrive()
    before, points = sphere(page).evaluate(PIXELS), page.evaluate(POINTS)
    assert number(page, "time") == 0 and number(page, "tokens") == 200
    press(page, "Play")
    wait_for_time(page, 0.5)
    wait_for(page, lambda: page.evaluate(POINTS) >= points + 5)
    assert sphere(page).evaluate(PIXELS) != before

    reached = number(page, "time")
    heads = move(page, "Heads", times=2)
    assert heads == 10
    wait_for(page, lambda: number(page, "time") < reached)  # it restarts, and plays on
    wait_for(page, lambda: "heads=10&" in page.url)
    wait_for_time(page, 0.3)

    reached, painted = number(page, "time"), number(page, "frames")
    frequency = move(page, "Frequency")
    wait_for(page, lambda: f"frequency={frequency:g}" in page.url)
    wait_for_time(page, reached + 0.3)  # no restart
    assert number(page, "frames") > painted
    marks = "() => [...Bokeh.index.query(view => view.model.type === 'LabelSet')][0].model.source.data.text"
    wait_for(page, lambda: [*page.evaluate(marks)] == [f"frequency {frequency:g}"])

    press(page, "Pause")
    page.wait_for_timeout(500)
    still = number(page, "time")
    page.wait_for_timeout(300)
    assert number(page, "time") == still
    press(page, "Step")
    wait_for(page, lambda: number(page, "time") == pytest.approx(still + 0.01))
    press(page, "Reset")
    wait_for(page, lambda: number(page, "time") == 0)
    assert page.get_by_role("slider", name="Heads", exact=True).get_attribute("aria-valuenow") == "10"


def test_controls_have_the_names_of_the_settings_and_open_by_mouse_and_keyboard(arrive):
    page = arrive()
    for role, names in CONTROLS.items():
        for name in names:
            assert page.get_by_role(role, name=name, exact=True).count() == 1, name
    choose(page, "Preset", "S¹ random (authors)")
    wait_for(page, lambda: number(page, "tokens") == 100 and "schedule=ou" in page.url)
    page.get_by_role("combobox", name="Flow", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("option", name="gradient").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for(page, lambda: "flow=gradient" in page.url)


def test_a_faulty_address_leaves_a_page_that_works(arrive):
    page = arrive("/?heads=-1&dt=abc&seed=1e400&frequency=2.5&colour=%3Cimg%20src%3Dx%3E")
    said = page.get_by_role("alert").inner_text()
    for sentence in (
        "heads must be a whole number from 1 to 1024; got -1.",
        "dt must be a number from 1e-06 to 5; got 'abc'.",
        "seed must be a whole number from 0 to 2147483647; got '1e400'.",
    ):
        assert sentence in said
    press(page, "Dismiss")
    assert page.get_by_role("slider", name="Frequency", exact=True).get_attribute("aria-valuenow") == "2.5"
    press(page, "Play")
    wait_for_time(page, 0.2)


def test_an_address_is_restored_and_going_back_leaves_the_page(arrive):
    """The address is replaced, not pushed: the history does not fill with the moves of a slider."""
    page = arrive("/?heads=3&schedule=ou&noise=0&tokens=17&dimension=5&perturb=weights")
    wait_for(page, lambda: number(page, "tokens") == 17)
    length = page.evaluate("history.length")
    move(page, "Noise", times=3)
    wait_for(page, lambda: re.search(r"noise=0\.\d", page.url))
    assert page.evaluate("history.length") == length
    address = page.url
    page.goto(address)
    sphere(page).wait_for()
    page.wait_for_timeout(500)
    assert page.url == address
    page.get_by_text("three principal axes").wait_for()


def test_a_zoomed_chart_stays_zoomed_while_playing(arrive):
    page = arrive()
    press(page, "Play")
    wait_for_time(page, 0.3)
    figure = "[...Bokeh.index.query(view => view.model.type === 'Figure')][0].model"
    page.evaluate(f"{figure}.x_range.setv({{start: 0.1, end: 0.2}})")
    wait_for_time(page, 2.5)
    assert page.evaluate(f"[{figure}.x_range.start, {figure}.x_range.end]") == [0.1, 0.2]
    assert page.evaluate(f"{figure}.x_range.reset_end") >= 2.5
