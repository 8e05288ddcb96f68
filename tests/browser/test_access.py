"""The page by keyboard and by eye: names, order, focus that is seen, contrast (WCAG 2.2 AA), calm motion."""

import pytest
from playwright.sync_api import expect

from .access import FOCUSED, PALE, UNNAMED
from .test_time import button


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_stand_out_from_their_ground(visit, theme):
    page = visit(f"/?theme={theme}&tokens=20&heads=1&perturb=tokens", viewport={"width": 1440, "height": 900})
    button(page, "Step").click()
    page.wait_for_timeout(1000)
    found = page.evaluate(PALE)
    assert found["seen"] > 60
    assert found["pale"] == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert page.evaluate(PALE)["pale"] == []
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p style=\"color: #777\">pale</p>')")
    pale = page.evaluate(PALE)["pale"]
    assert [text for text, *_ in pale] == ["pale"]  # such grey is neither dark nor light enough


def test_everything_has_a_name_and_the_order_is_that_of_the_page(visit):
    page = visit("/?tokens=20&heads=1")
    button(page, "Step").click()  # from now on there is a run to wind back
    expect(page.get_by_role("slider", name="Time", exact=True)).to_be_enabled()
    assert page.evaluate(UNNAMED) == []
    expect(page.get_by_role("img", name="Chart: change of energy against depth t")).to_have_attribute(
        "tabindex", "-1"
    )
    page.get_by_test_id("sphere").focus()
    order = []
    for _ in range(14):
        page.keyboard.press("Tab")
        order.append(page.evaluate(FOCUSED))
    wanted = [
        "View",
        "Time",
        "Play",
        "Pause",
        "Step",
        "Reset",
        "Run to T",
        "Speed",
        "Stop when settled",
        "Preset",
    ]
    places = [next((k for k, name in enumerate(order) if name.startswith(want)), None) for want in wanted]
    assert None not in places, order
    assert places == sorted(places), order


def test_focus_is_seen(visit):
    page = visit("/?tokens=20&heads=1")
    for part in (
        button(page, "Pause"),
        page.get_by_role("slider", name="Heads"),
        page.get_by_test_id("sphere"),
    ):
        box = page.get_by_test_id("sphere").bounding_box()
        part.focus()
        page.keyboard.press("Shift")  # the focus came by keyboard
        page.wait_for_timeout(500)
        shown = page.screenshot()
        part.blur()
        page.wait_for_timeout(500)
        assert page.screenshot() != shown
        assert page.get_by_test_id("sphere").bounding_box() == box


def turns(page):
    """Whether the sphere looks another way a second later."""
    sphere = page.get_by_test_id("sphere")
    before = sphere.evaluate("canvas => canvas.toDataURL()")
    page.wait_for_timeout(1000)
    return sphere.evaluate("canvas => canvas.toDataURL()") != before


def test_reduced_motion_keeps_the_sphere_still(visit):
    page = visit("/?tokens=20&heads=1&auto_rotate=yes", reduced_motion="reduce")
    button(page, "Play").wait_for()
    still = 0  # seconds in a row; on opening, tokens, theme and layout arrive one by one
    for _ in range(30):
        still = 0 if turns(page) else still + 1
        if still == 3:
            break
    assert still == 3
    page = visit("/?tokens=20&heads=1&auto_rotate=yes")
    button(page, "Play").wait_for()
    assert all(turns(page) for _ in range(3))
