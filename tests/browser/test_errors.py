"""Trouble in a step: a warning before it, a banner after it, and each way out leads on."""

import re

from playwright.sync_api import expect

from .test_time import button, shown_time, wait_for_time

FAILING = "/?schedule=ou&noise=20&reversion=0&dt=1&tokens=20&heads=2&horizon=500"
"""Weights without reversion that wander further and further, until the powers leave the range of numbers."""


def test_large_step_warns_before_anything_fails(visit):
    page = visit("/?dt=5&tokens=50")
    button(page, "Step").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The step is large")
    expect(page.get_by_test_id("sphere")).to_have_attribute("data-tokens", "50")
    button(page, "Halve the step").click()
    expect(alert).to_be_hidden()
    page.wait_for_function("() => location.search.includes('dt=2.5')")
    button(page, "Pause").click()


def test_failed_step_says_so_and_each_way_out_works(visit):
    page = visit(FAILING)
    alert = page.get_by_role("alert")
    button(page, "Run to T").click()
    expect(alert).to_contain_text("weights have grown so large", timeout=15000)
    failed_at = shown_time(page)
    assert failed_at > 5
    button(page, "Go back 1 s").click()
    expect(alert).to_be_hidden()
    wait_for_time(page, f"t === {failed_at - 1}")
    button(page, "Run to T").click()
    expect(alert).to_contain_text("weights have grown so large")
    button(page, "Halve the step").click()
    page.wait_for_function("() => location.search.includes('dt=0.5')")
    expect(alert).to_contain_text(re.compile("grown so large|step is large"))  # no step is small enough here
    page.get_by_role("button", name="Reset").first.click()
    wait_for_time(page, "t === 0")
    expect(alert).to_be_hidden()
    button(page, "Step").click()
    wait_for_time(page, "t === 0.5")


def test_run_that_cannot_begin_can_be_undone(visit):
    page = visit("/?tokens=50")
    field = page.get_by_role("textbox", name="Seed")
    field.fill("-1")
    field.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("seed must be")
    button(page, "Dismiss").click()
    expect(alert).to_be_hidden()
    expect(field).to_have_value("42")
    button(page, "Step").click()
    wait_for_time(page, "t > 0")
