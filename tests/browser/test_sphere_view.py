"""The sphere on pixels: tokens where they belong, a view that updates do not move, and what a hand can do."""

import re
import sys
from pathlib import Path

import pytest

from .conftest import Serving, Visits

APP = Path(__file__).with_name("sphere_app.py")


@pytest.fixture(scope="module")
def app():
    with Serving(sys.executable, str(APP)) as serving:
        yield serving.address


@pytest.fixture
def visit(browser, app):
    visits = Visits(browser, app)
    yield visits
    visits.close()
    assert visits.errors == []
    assert visits.foreign == []


def sphere(page):
    return page.get_by_test_id("sphere")


def frames(page):
    return int(sphere(page).get_attribute("data-frames"))


def wait_for_frames(page, count):
    """Until ``count`` more frames are painted."""
    least = frames(page) + count
    page.wait_for_function("least => +document.headflow().dataset.frames >= least", arg=least)


FIND = """() => {
  const seek = root => {
    for (const el of root.querySelectorAll('*')) {
      if (el.dataset.testid === 'sphere') return el
      const inner = el.shadowRoot && seek(el.shadowRoot)
      if (inner) return inner
    }
  }
  document.headflow = () => seek(document)
}"""

# Centre of the pixels that are clearly of a token's colour (plain tokens are orange, cluster 0), or null.
CENTRE = """() => {
  const c = document.headflow(), {data, width} = c.getContext('2d').getImageData(0, 0, c.width, c.height)
  let n = 0, x = 0, y = 0
  for (let p = 0; p < data.length; p += 4) {
    if (data[p] - data[p + 2] < 120 || data[p + 3] < 200) continue
    n++
    x += p / 4 % width
    y += Math.floor(p / 4 / width)
  }
  return n ? [x / n, y / n, n] : null
}"""


def open_sphere(visit, query, **options):
    page = visit(f"/?{query}", **options)
    page.evaluate(FIND)
    wait_for_frames(page, 3)
    return page


def centre(page):
    return page.evaluate(CENTRE)


# Three tokens at one place, so that they count as a cluster, on the axis towards the viewer at the start.
AHEAD = "0.7664,0.5243,0.3709," * 2 + "0.7664,0.5243,0.3709"
BEHIND = AHEAD.replace("0.", "-0.")


def middle(page):
    size = page.evaluate("() => [document.headflow().width, document.headflow().height]")
    return size[0] / 2, size[1] / 2


def test_token_ahead_is_drawn_in_the_middle_and_one_behind_is_faint(visit):
    page = open_sphere(visit, f"place={AHEAD}")
    x, y, pixels = centre(page)
    assert (x, y) == pytest.approx(middle(page), abs=2)
    assert pixels > 50
    page = open_sphere(visit, f"place={BEHIND}")
    assert centre(page) is None


def test_playing_paints_new_pixels(visit):
    page = open_sphere(visit, "play=1&tokens=100&heads=2")
    look = "() => document.headflow().toDataURL()"
    before, time = page.evaluate(look), float(sphere(page).get_attribute("data-time"))
    wait_for_frames(page, 10)
    assert page.evaluate(look) != before
    assert float(sphere(page).get_attribute("data-time")) > time
    assert sphere(page).get_attribute("data-tokens") == "100"


def test_tokens_glide_where_states_come_slowly(visit):
    page = open_sphere(visit, "play=1&dt=0.25&tokens=30&heads=1")  # four states a second
    read = lambda: [int(sphere(page).get_attribute(f"data-{name}")) for name in ("frames", "number")]  # noqa: E731
    frames, states = read()
    page.wait_for_timeout(2000)
    assert read()[0] - frames > 2 * (read()[1] - states) > 0


def drag(page, right, down, **options):
    box = sphere(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down(**options)
    for k in range(1, 6):
        page.mouse.move(x + right * k / 5, y + down * k / 5)
    page.wait_for_timeout(100)  # a hand that rests before it lets go does not flick
    page.mouse.up()
    wait_for_frames(page, 3)


def test_drag_turns_the_ball_and_updates_leave_it_there(visit):
    page = open_sphere(visit, f"place={AHEAD}")
    x, y, _ = centre(page)
    drag(page, 60, 0)
    turned = centre(page)
    assert turned[0] == pytest.approx(x + 60, abs=8)  # it follows the hand
    wait_for_frames(page, 30)
    assert centre(page)[:2] == pytest.approx(turned[:2], abs=0.5)
    sphere(page).dblclick()
    wait_for_frames(page, 3)
    assert centre(page)[:2] == pytest.approx((x, y), abs=1)


def test_touch_turns_it_too(visit):
    page = open_sphere(visit, f"place={AHEAD}", has_touch=True)
    x, _, _ = centre(page)
    page.evaluate(
        """() => { const c = document.headflow(), box = c.getBoundingClientRect()
        const at = (type, dx) => c.dispatchEvent(new PointerEvent(type, {pointerId: 7, pointerType: 'touch',
          isPrimary: true, bubbles: true, clientX: box.left + box.width / 2 + dx, clientY: box.top + 200}))
        c.setPointerCapture = () => {}
        at('pointerdown', 0); at('pointermove', 20); at('pointermove', 40)
        }"""
    )
    wait_for_frames(page, 3)
    assert centre(page)[0] == pytest.approx(x + 40, abs=8)


def test_wheel_zooms(visit):
    page = open_sphere(visit, f"place={AHEAD}")
    pixels = centre(page)[2]
    sphere(page).hover()
    page.mouse.wheel(0, -400)
    wait_for_frames(page, 3)
    assert centre(page)[2] > 2 * pixels


def test_arrow_keys_turn_it_when_it_has_the_focus(visit):
    page = open_sphere(visit, f"place={AHEAD}")
    x = centre(page)[0]
    sphere(page).focus()
    page.keyboard.press("ArrowRight")
    wait_for_frames(page, 3)
    assert centre(page)[0] > x + 10


def test_click_picks_and_again_lets_go(visit):
    page = open_sphere(visit, f"place={AHEAD}")
    sphere(page).click()
    page.get_by_text(re.compile("picked [012]")).wait_for()
    sphere(page).click()
    page.get_by_text("picked -1").wait_for()


def test_shift_drag_moves_a_token(visit):
    page = open_sphere(visit, "place=0.7664,0.5243,0.3709&tokens=1")
    before = page.evaluate("() => document.headflow().toDataURL()")
    page.keyboard.down("Shift")
    drag(page, 70, -40)
    page.keyboard.up("Shift")
    page.get_by_text("moved 0").wait_for()
    wait_for_frames(page, 3)
    assert page.evaluate("() => document.headflow().toDataURL()") != before


def test_menu_says_what_to_draw(visit):
    page = open_sphere(visit, "play=1&dimension=5&tokens=30&heads=2")
    assert page.get_by_label("Head axes").is_hidden()
    page.get_by_text("View", exact=True).click()
    look = "() => document.headflow().toDataURL()"
    page.get_by_label("Head axes").check()
    page.get_by_label("Projection").select_option("first coordinates")
    page.wait_for_function(
        "() => document.headflow().getAttribute('aria-label').includes('first 3 coordinates of d = 5')"
    )
    assert page.get_by_label("Head axes").is_checked()
    drag(page, 80, 0)
    assert page.get_by_label("Head axes").is_hidden()  # a hand on the picture closes it
    turned = page.evaluate(look)
    page.get_by_text("View", exact=True).press("Enter")
    page.get_by_role("button", name="Reset view").click()
    wait_for_frames(page, 3)
    assert page.evaluate(look) != turned


def test_circle_is_drawn_face_on(visit):
    page = open_sphere(visit, "dimension=2&place=0,1,0,1,0,1")
    x, y, _ = centre(page)
    across, down = middle(page)
    assert x == pytest.approx(across, abs=2)
    assert y == pytest.approx(down - 0.455 * 2 * down, abs=2)  # the north of the circle


def test_more_dimensions_are_said(visit):
    page = open_sphere(visit, "play=1&dimension=5&tokens=50&heads=1")
    page.wait_for_function(
        "() => document.headflow().getAttribute('aria-label').includes('3 principal axes of d = 5')"
    )


def test_canvas_follows_its_container_and_the_screen(visit):
    page = open_sphere(visit, f"place={AHEAD}", device_scale_factor=2, viewport={"width": 800, "height": 600})
    for width in (800, 500):
        page.set_viewport_size({"width": width, "height": 600})
        wait_for_frames(page, 3)
        box = sphere(page).bounding_box()
        size = page.evaluate("() => [document.headflow().width, document.headflow().height]")
        assert size == [round(2 * box["width"]), round(2 * box["height"])]
        assert centre(page)[:2] == pytest.approx(middle(page), abs=3)


@pytest.mark.parametrize(
    "look", ["theme=dark", "trails=1", "arrows=1&axes=1", "perturb=tokens&perturbation=0.3"]
)
def test_every_look_paints(visit, look):
    page = open_sphere(visit, f"play=1&tokens=50&heads=2&{look}")
    wait_for_frames(page, 20)
