"""The looks of the sphere: in the menu, in the picture and in the address, and back from it."""

from playwright.sync_api import expect

from .test_time import button


def test_looks_go_to_the_address_and_come_back_from_it(visit):
    page = visit("/?tokens=20&heads=1&dimension=4&trails=yes&projection=first+coordinates&settle=0.01")
    page.get_by_text("View", exact=True).click()
    expect(page.get_by_label("Trails")).to_be_checked()
    expect(page.get_by_label("Ghosts of the twin")).to_be_checked()
    expect(page.get_by_label("Projection")).to_have_value("first coordinates")
    expect(page.get_by_text("first three coordinates are drawn")).to_be_visible()
    expect(page.get_by_role("combobox", name="Stop when settled")).to_contain_text("below 0.01")
    page.get_by_label("Trails").uncheck()
    page.get_by_label("Velocities").check()
    page.get_by_label("Projection").select_option("principal axes")
    page.wait_for_function(
        "() => location.search.includes('arrows=yes') && !/trails|projection=/.test(location.search)"
    )
    expect(page.get_by_text("three principal axes are drawn")).to_be_visible()


def test_projector_size_enlarges_texts_and_fits(visit):
    page = visit("/?tokens=20&heads=1")
    play = button(page, "Play")
    before = play.bounding_box()["height"]
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Projector size").check()
    page.keyboard.press("Escape")
    page.wait_for_function("() => location.search.includes('projector=yes')")
    page.wait_for_timeout(500)
    assert play.bounding_box()["height"] > 1.2 * before
    expect(page.get_by_test_id("sphere")).to_be_in_viewport(ratio=1)
    for name in ("Play", "Reset", "Run to T"):
        expect(button(page, name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("slider", name="Heads")).to_be_attached()


def test_frame_with_the_sphere_alone_has_time_and_keys(visit):
    page = visit("/?view=sphere&controls=some&tokens=20&heads=1", viewport={"width": 640, "height": 560})
    expect(page.get_by_test_id("sphere")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("slider", name="Time", exact=True)).to_be_in_viewport(ratio=1)
    expect(button(page, "Play")).to_be_in_viewport(ratio=1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
