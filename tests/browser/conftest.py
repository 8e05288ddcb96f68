"""The ordinary server and a headless Chromium, for tests that act as a visitor."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlparse

import pytest

CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
READY_SECONDS = 120
"""The very first start compiles the kernels."""


@pytest.fixture(scope="session")
def server():
    """The address of a server started by the ordinary command, on a free port of this machine."""
    with Serving() as serving:
        yield serving.address


class Serving:
    """A server in a process of its own for the time of a ``with``; has ``address`` and ``process``.

    ``command`` prints one line that ends in its address once it is ready; by default it is ``headflow serve``
    on a free port.
    """

    def __init__(self, *command):
        self.command = command or (Path(sys.executable).with_name("headflow"), "serve", "--port", "0")

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.errors = []  # read all along, so that a full pipe cannot stop the server
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        timer = threading.Timer(READY_SECONDS, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        if "ready at " not in line:
            self.process.kill()
            pytest.fail(f"the server did not get ready: {line!r} {''.join(self.errors)}")
        self.address = line.split()[-1].rstrip("/")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium without a GPU; where there is none tests are skipped, or fail if it is required."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        missing = pytest.fail if os.environ.get("HEADFLOW_REQUIRE_BROWSER") == "1" else pytest.skip
        missing("no Chromium on this machine")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # a page opens in 3 s on two free cores, in 15 s on busy ones
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))
        yield chromium
        chromium.close()


class Visits:
    """Opens pages and notes what they complain of (``errors``) and whom else they ask (``foreign``)."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.errors, self.foreign = [], []
        self.contexts = []

    def __call__(self, path="/", **options):
        """A page of its own at ``path``, once its sphere is there; ``options`` are the browser context's."""
        context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 720}, **options})
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.note(request.url))
        page.goto(self.address + path)
        page.get_by_test_id("sphere").wait_for()
        return page

    def note(self, url):
        asked = urlparse(url)
        if asked.scheme not in ("blob", "data") and asked.netloc != urlparse(self.address).netloc:
            self.foreign.append(url)

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def visit(browser, server):
    """Opens the page; at the end, no error may be on the console and no other host may have been asked."""
    visits = Visits(browser, server)
    yield visits
    visits.close()
    assert visits.errors == []
    assert visits.foreign == []
