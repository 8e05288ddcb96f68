"""What is where: nothing moves while the run plays, and what matters is seen without scrolling."""

import pytest
from playwright.sync_api import expect

from .page_boxes import boxes
from .test_time import button, wait_for_time


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)], ids=["laptop", "phone"])
def test_nothing_shifts_while_playing(visit, width, height):
    page = visit("/?tokens=50&heads=2&perturb=tokens", viewport={"width": width, "height": height})
    page.wait_for_timeout(1000)  # the charts find their places
    button(page, "Play").click()
    wait_for_time(page, "t > 0.3")
    before = boxes(page)
    assert len(before) > 50
    for time in (0.8, 1.4, 2.2):
        wait_for_time(page, f"t > {time}")
        now = boxes(page)
        moved = {name: (box, now.get(name)) for name, box in before.items() if now.get(name) != box}
        assert moved == {}
        assert now.keys() == before.keys()


def test_projector_shows_sphere_and_all_of_time_without_scrolling(visit):
    page = visit("/", viewport={"width": 1280, "height": 720})
    sphere = page.get_by_test_id("sphere")
    expect(sphere).to_be_in_viewport(ratio=1)
    assert sphere.bounding_box()["height"] > 440
    for name in ("Play", "Pause", "Step", "Reset", "Run to T"):
        expect(button(page, name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("slider", name="Time", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("combobox", name="Stop when settled")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("pale tokens")).to_be_in_viewport(ratio=1)


def test_phone_shows_sphere_play_and_the_first_knobs(visit):
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    expect(page.get_by_test_id("sphere")).to_be_in_viewport(ratio=1)
    for name in ("Play", "Pause", "Step", "Reset"):
        expect(button(page, name)).to_be_in_viewport(ratio=1)
    knob = page.get_by_role("slider", name="Heads").bounding_box()
    assert knob["y"] + knob["height"] <= 844
    expect(page.get_by_role("combobox", name="Preset")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390  # nothing beside the screen
