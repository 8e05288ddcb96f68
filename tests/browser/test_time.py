"""Time as a person commands it: the line that winds the run back, and where it stops by itself."""

import re

from playwright.sync_api import expect


def shown_time(page):
    return float(page.get_by_test_id("sphere").get_attribute("data-time"))


def wait_for_time(page, test):
    """Until the picture shows a time t of which the JavaScript ``test`` holds."""
    page.evaluate("""() => { document.shown = () => {
      const seek = root => { for (const el of root.querySelectorAll('*')) {
        if (el.dataset.testid === 'sphere') return el
        const inner = el.shadowRoot && seek(el.shadowRoot)
        if (inner) return inner
      } }
      return +seek(document).dataset.time } }""")
    page.wait_for_function(f"() => {{ const t = document.shown(); return {test} }}", timeout=20000)


def button(page, name):
    return page.get_by_role("button", name=name, exact=not name.startswith("Run"))  # "Reset" is in "Preset"


def test_drag_back_and_go_on_from_there(visit):
    page = visit("/?tokens=30&heads=1&horizon=2&dt=0.01")
    button(page, "Run to T = 2").click()
    wait_for_time(page, "Math.abs(t - 2) < 0.006")
    expect(page.get_by_text("Ran to t = 2.")).to_be_visible()
    line = page.get_by_role("slider", name="Time", exact=True)
    expect(line).to_have_attribute("max", "2")
    box = line.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    wait_for_time(page, "Math.abs(t - 1) < 0.05")
    page.mouse.up()
    expect(page.get_by_text(re.compile("Play goes on from here"))).to_be_visible()
    assert line.get_attribute("max") == "2"  # the whole run is still there
    before = shown_time(page)
    button(page, "Step").click()
    wait_for_time(page, f"t > {before} + 0.005")
    expect(line).not_to_have_attribute("max", "2")  # what lay ahead is gone
    assert float(line.get_attribute("max")) < before + 0.02


def test_line_follows_the_run_and_the_keyboard_moves_it(visit):
    page = visit("/?tokens=20&heads=1&speed=2")
    line = page.get_by_role("slider", name="Time", exact=True)
    expect(line).to_be_disabled()  # nothing to wind back yet
    button(page, "Play").click()
    wait_for_time(page, "t > 0.5")
    page.wait_for_function("line => +line.max > 0.5 && +line.value === +line.max", arg=line.element_handle())
    button(page, "Pause").click()
    line.focus()
    page.keyboard.press("Home")
    wait_for_time(page, "t === 0")


def test_stops_when_settled(visit):
    page = visit("/?schedule=frozen&tokens=20&heads=1&direction=ascent&weight_scale=1")
    page.get_by_role("combobox", name="Stop when settled").click()
    page.get_by_role("option", name="|∂E| below 0.3").click()
    button(page, "Run to T").click()
    expect(page.get_by_text("the metric slope is below 0.3")).to_be_visible(timeout=15000)
