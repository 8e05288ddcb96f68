"""Every lesson from its first step to its last, as a student clicks through it; links for teachers."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import expect

from headflow.app.lessons import lessons
from headflow.core import Settings

from .page_boxes import boxes
from .test_time import wait_for_time

SECONDS = 1000
RUN = 60 * SECONDS
"""A run of the longest first step takes seconds on an idle machine."""


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def choose(page, title):
    page.get_by_role("combobox", name="Lesson").click()
    page.get_by_role("option", name=title, exact=True).click()


def heading(page):
    """The line that tells a screen reader which step is open."""
    return page.get_by_role("status").filter(has_text=re.compile(r"Step \d of"))


def address(page):
    """The query as the browser has it now, a dict."""
    return {name: values[0] for name, values in parse_qs(page.evaluate("location.search")).items()}


def expect_step(page, lesson, number):
    """The page is at the start of that step: its title, settings, charts and formulas."""
    step = lesson.steps[number - 1]
    expect(heading(page)).to_contain_text(f"Step {number} of {len(lesson.steps)}")
    expect(heading(page)).to_contain_text(step.title)
    expect(button(page, "Back")).to_be_enabled(enabled=number > 1)
    expect(button(page, "Next")).to_be_enabled(enabled=number < len(lesson.steps))
    expect(page.locator(".watched")).to_have_count(len(step.charts))
    expect(page.get_by_role("math")).to_have_count(step.text.count("$$") // 2)
    expect(page.get_by_role("math").locator("mjx-container")).to_have_count(step.text.count("$$") // 2)
    assert page.get_by_role("math").locator("[data-mml-node=merror]").count() == 0
    for formula in page.get_by_role("math").all():
        cut = formula.evaluate("element => element.scrollWidth - element.clientWidth")
        assert cut <= 0, f"{lesson.name}, step {number}: a formula is {cut} px too wide"
    for trial in step.trials:
        expect(button(page, f"Try {trial.label}")).to_be_visible()
    page.wait_for_function(
        "step => (new URLSearchParams(location.search).get('step') || 1) == step", arg=number
    )
    query = address(page)
    settings = {name: Settings.parse(name, query[name]) for name in Settings.names()}
    assert settings == step.settings.values()
    assert query["lesson"] == lesson.name


def test_every_lesson_from_first_step_to_last(visit):
    page = visit()
    for lesson in lessons().values():
        choose(page, lesson.title)
        for number in range(1, len(lesson.steps) + 1):
            expect_step(page, lesson, number)
            if number == 1:
                expect_numbers(page, lesson.steps[0])
            if number < len(lesson.steps):
                button(page, "Next").click()
        button(page, "Back").click()
        expect_step(page, lesson, len(lesson.steps) - 1)
    choose(page, "No lesson")
    expect(heading(page)).to_have_count(0)
    expect(page.locator(".watched")).to_have_count(0)
    page.wait_for_function("() => !new URLSearchParams(location.search).has('lesson')")


def expect_numbers(page, step):
    """Run to the step's time: the run on the page then has the numbers that the text quotes of that time."""
    page.get_by_role("button", name="Go to t = ").click()
    sphere = page.get_by_test_id("sphere")
    expect(sphere).to_have_attribute("data-time", re.compile(rf"^{step.until:g}(\.0+)?$"), timeout=RUN)
    told = [claim for claim in step.claims if (claim.way, claim.end) == ("at", step.until)]
    expect(page.locator("th", has_text=f"t = {step.until:.2f}")).to_have_count(1 if told else 0)
    rows = page.locator("tr").filter(has=page.locator("td"))
    for claim in told:
        (row,) = (row for row in rows.all() if row.locator("td").nth(1).inner_text().endswith(claim.shown))
        now = row.locator("td").nth(2).inner_text()
        number = float(now.replace("−", "-").replace("·10", "e").translate(PLAIN))
        if claim.kind == "value":
            assert number == pytest.approx(claim.value, abs=1.1 * claim.tolerance)  # the page rounds it
        else:
            assert claim.holds(number)


PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def test_link_of_a_teacher(visit):
    page = visit("/?lesson=clusters&step=3")
    expect_step(page, lessons()["clusters"], 3)


def test_link_to_what_there_is_not(visit):
    page = visit("/?lesson=clusters&step=99")
    expect(page.get_by_role("alert")).to_contain_text("step must be a whole number from 1 to 4; got 99.")
    page = visit("/?lesson=juggling")
    expect(page.get_by_role("alert")).to_contain_text("lesson must be one of none, one-head, two-heads")


def test_things_to_try(visit):
    """A trial that restarts, then one in mid-run; the step starts again as it was."""
    page = visit("/?lesson=two-heads&step=2")
    button(page, "Try half the step, from the start").click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('dt') == '0.01'")
    page.wait_for_function("() => new URLSearchParams(location.search).get('lesson') == 'two-heads'")
    button(page, "Next").press("Enter")  # as the keyboard does
    expect_step(page, lessons()["two-heads"], 3)
    button(page, "Step").click()
    button(page, "Try attention again, from here").click()
    expect(page.get_by_text("no longer apply")).to_be_visible()
    button(page, "Start again").click()
    expect(page.get_by_text("no longer apply")).to_be_hidden()
    expect_step(page, lessons()["two-heads"], 3)


def test_glossary_explains_with_formulas(visit):
    page = visit()
    button(page, "Glossary").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Phase spread")).to_be_visible()
    formulas = dialog.get_by_role("math")
    expect(formulas.locator("mjx-container")).to_have_count(formulas.count())
    assert formulas.count() > len(Settings.names())
    assert formulas.locator("[data-mml-node=merror]").count() == 0
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_on_a_phone(visit):
    """The lesson stands in the page's one column, and nothing of it is cut off at the side."""
    page = visit("/?lesson=two-heads&step=1", viewport={"width": 390, "height": 844})
    expect_step(page, lessons()["two-heads"], 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = button(page, "Next").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert urlparse(page.url).path == "/"


def test_nothing_shifts_while_a_lesson_plays(visit):
    page = visit("/?lesson=two-heads&step=1")
    expect_step(page, lessons()["two-heads"], 1)
    button(page, "Play").click()
    wait_for_time(page, "t > 0.3")
    before = boxes(page)
    for time in (0.8, 1.6):
        wait_for_time(page, f"t > {time}")
        now = boxes(page)
        assert {name: (box, now.get(name)) for name, box in before.items() if now.get(name) != box} == {}
