"""Tabs that come and go while they play: the work ends with them, and the log has nothing to tell."""

import time

import psutil
import pytest

from headflow.app.visitor_socket import LEFT_SECONDS

from .conftest import Serving, Visits


@pytest.fixture(scope="module")
def serving():
    with Serving() as serving:
        yield serving


def play(page):
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(300)


def busy(process, seconds=1.0):
    """Seconds of processor time that the server uses in a second."""
    before, begun = sum(process.cpu_times()[:2]), time.monotonic()
    time.sleep(seconds)
    return (sum(process.cpu_times()[:2]) - before) / (time.monotonic() - begun)


def test_work_ends_with_the_tab_and_nothing_is_complained_of(browser, serving):
    process = psutil.Process(serving.process.pid)
    visits = Visits(browser, serving.address)
    for _ in range(2):
        page = visits()
        play(page)
        page.reload()  # while playing
        page.get_by_test_id("sphere").wait_for()
        play(page)
    threads = process.num_threads()
    visits.close()
    time.sleep(LEFT_SECONDS + 3)
    assert process.num_threads() <= threads - 2
    assert busy(process) < 0.2
    assert visits.errors == []
    assert [line for line in serving.errors if "Error" in line or "WARNING:bokeh" in line] == []
