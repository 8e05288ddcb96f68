"""Each key of the page, and that keys rest where they mean something else."""

import re

import pytest
from playwright.sync_api import expect

from .test_time import button, shown_time, wait_for_time


@pytest.fixture(scope="module")
def keyboard(browser, server):
    """One page for all keys; each test leaves the run paused."""
    from .conftest import Visits

    visits = Visits(browser, server)
    page = visits("/?tokens=20&heads=1")
    page.set_default_timeout(10000)
    yield page
    visits.close()
    assert visits.errors == []


def test_space_plays_and_pauses(keyboard):
    keyboard.keyboard.press("Space")
    wait_for_time(keyboard, "t > 0.1")
    keyboard.keyboard.press("Space")
    expect(button(keyboard, "Play")).to_have_class(re.compile("contained"))
    keyboard.wait_for_timeout(1500)  # on a busy machine the last picture comes late
    time = shown_time(keyboard)
    keyboard.wait_for_timeout(300)
    assert shown_time(keyboard) == time
    assert keyboard.evaluate("() => scrollY") == 0


def test_right_arrow_takes_one_step_and_r_starts_again(keyboard):
    time = shown_time(keyboard)
    keyboard.keyboard.press("ArrowRight")
    wait_for_time(keyboard, f"Math.abs(t - {time} - 0.01) < 1e-9")
    keyboard.keyboard.press("r")
    wait_for_time(keyboard, "t === 0")


def test_d_turns_dark_and_light(keyboard):
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = keyboard.evaluate(ground)
    keyboard.keyboard.press("d")
    keyboard.wait_for_function(f"light => ({ground})() !== light", arg=light)
    keyboard.wait_for_function("() => location.search.includes('theme=dark')")
    keyboard.keyboard.press("d")
    keyboard.wait_for_function(f"light => ({ground})() === light", arg=light)


def test_f_makes_the_sphere_large_and_back(keyboard):
    sphere = keyboard.get_by_test_id("sphere")
    before = sphere.bounding_box()
    keyboard.keyboard.press("f")
    expect(keyboard.get_by_role("slider", name="Heads")).to_be_hidden()
    expect(button(keyboard, "Play")).to_be_in_viewport(ratio=1)
    keyboard.wait_for_timeout(300)
    assert sphere.bounding_box()["height"] > 1.3 * before["height"]
    expect(sphere).to_be_in_viewport(ratio=1)
    keyboard.keyboard.press("f")
    expect(keyboard.get_by_role("slider", name="Heads")).to_be_visible()
    keyboard.wait_for_timeout(300)
    assert sphere.bounding_box() == before


def test_question_mark_opens_the_help_and_escape_closes_it(keyboard):
    keyboard.keyboard.press("?")
    dialog = keyboard.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    for word in ("Space", "one step", "full screen", "cluster"):
        expect(dialog).to_contain_text(word)
    keyboard.keyboard.press("r")  # keys rest behind it
    keyboard.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    button(keyboard, "Help").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_keys_rest_in_fields_and_on_sliders(keyboard):
    keyboard.keyboard.press("r")
    wait_for_time(keyboard, "t === 0")
    seed = keyboard.get_by_role("textbox", name="Seed")
    seed.focus()
    keyboard.keyboard.type("rfd? ")
    expect(keyboard.get_by_role("dialog")).to_have_count(0)
    assert seed.input_value().endswith("rfd? ")
    keyboard.keyboard.press("ArrowRight")
    seed.fill("42")
    slider = keyboard.get_by_role("slider", name="Frequency")
    slider.focus()
    value = slider.get_attribute("aria-valuenow")
    keyboard.keyboard.press("ArrowRight")
    keyboard.wait_for_function("args => args[0].getAttribute('aria-valuenow') !== args[1]",
                               arg=[slider.element_handle(), value])  # fmt: skip
    keyboard.wait_for_timeout(300)
    assert shown_time(keyboard) == 0
    assert "theme=dark" not in keyboard.url
    sphere = keyboard.get_by_test_id("sphere")
    sphere.focus()
    keyboard.keyboard.press("ArrowRight")  # turns it
    keyboard.wait_for_timeout(300)
    assert shown_time(keyboard) == 0


def test_space_on_a_button_presses_that_button_alone(keyboard):
    button(keyboard, "Step").focus()
    keyboard.keyboard.press("Space")
    wait_for_time(keyboard, "Math.abs(t - 0.01) < 1e-9")
    keyboard.wait_for_timeout(300)
    assert shown_time(keyboard) == pytest.approx(0.01)
