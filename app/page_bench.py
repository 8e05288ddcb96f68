"""How smooth the served page is: painted frames a second in a headless Chromium, checked against pixels."""

import re
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager

CASES = ((200, 8), (2000, 4), (20_000, 4))
"""(tokens, heads) that are measured."""
READY_SECONDS = 180
"""The very first start of a server compiles the kernels."""
CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")

# The middle of the canvas as it is painted: how many paintings were looked at, and how many of them have other
# pixels than the one before. A canvas that draws nothing, or the same again, has none.
COUNT_CHANGES = """([canvas, seconds]) => new Promise(done => {
  const context = canvas.getContext("2d"), side = Math.floor(0.6 * Math.min(canvas.width, canvas.height))
  const left = (canvas.width - side) / 2 | 0, top = (canvas.height - side) / 2 | 0
  let last = null, painted = canvas.dataset.frames, looked = 0, changed = 0
  const end = performance.now() + 1000 * seconds
  const look = now => {
    if (canvas.dataset.frames !== painted) {
      painted = canvas.dataset.frames
      const pixels = new Uint32Array(context.getImageData(left, top, side, side).data.buffer)
      looked++
      if (last && pixels.some((pixel, k) => pixel !== last[k])) changed++
      last = pixels
    }
    now < end ? requestAnimationFrame(look) : done([looked - 1, changed])
  }
  requestAnimationFrame(look)
})"""


# Milliseconds from a key to the painting of another run, by the browser's own clock.
TIME_CHANGE = """canvas => {
  window.changed = new Promise(done => {
    const epoch = canvas.dataset.epoch
    let pressed = null
    addEventListener("keydown", event => { pressed = event.timeStamp }, {capture: true, once: true})
    new MutationObserver((_, observer) => {
      if (pressed === null || canvas.dataset.epoch === epoch) return  // it is written anew at each painting
      observer.disconnect()
      done(performance.now() - pressed)
    }).observe(canvas, {attributeFilter: ["data-epoch"]})
  })
}"""


def bench_page(cases=CASES, seconds=6.0, presses=20):
    """Serve the page, drive it with all its default charts on, and print what a visitor gets.

    ``cases`` are (tokens, heads); each is watched for ``seconds``, the first at last beside a study too.
    ``presses`` of the slider of heads tell how long a change takes to be seen. ValueError where there is no
    Chromium or no playwright.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise ValueError("bench --page needs a Chromium on the path; got none.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise ValueError('bench --page needs playwright: pip install "headflow[test]".') from None
    with _serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))
        for tokens, heads in cases:
            page = _open(browser, f"{address}?tokens={tokens}&heads={heads}")
            print(f"n = {tokens:,}, H = {heads}: {_smoothness(page, seconds)}", flush=True)
            page.context.close()
        tokens, heads = cases[0]
        page = _open(browser, f"{address}?tokens={tokens}&heads={heads}")
        print(f"from the slider of heads to the picture, n = {tokens:,}: {_delay(page, presses)}", flush=True)
        page.context.close()
        page = _open(browser, f"{address}?tokens={tokens}&heads={heads}&seed={time.time_ns() % 10**9}")
        _begin_study(page)
        print(f"n = {tokens:,}, H = {heads}, beside a study: {_smoothness(page, seconds)}", flush=True)
        page.get_by_role("button", name="Cancel study").click()
        browser.close()


@contextmanager
def _serving():
    """The address of the ordinary server in a process of its own."""
    command = [sys.executable, "-c", "from headflow.app.cli import main; main()", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        if "ready at " not in line:
            raise ValueError("bench --page needs headflow serve to start, and it did not.")
        yield line.split()[-1]
    finally:
        server.terminate()
        server.wait()


def _open(browser, address):
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(1000 * READY_SECONDS)
    page.goto(address)
    page.get_by_test_id("sphere").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    _wait(lambda: _reading(page)["time"] > 0)
    page.wait_for_timeout(2000)
    return page


def _reading(page):
    canvas = page.get_by_test_id("sphere")
    return {
        name: float(canvas.get_attribute(f"data-{name}") or 0)
        for name in ("frames", "number", "time", "epoch")
    }


def _wait(done):
    end = time.monotonic() + READY_SECONDS
    while not done():
        if time.monotonic() > end:
            raise ValueError(f"bench --page needs the page to run; nothing moved for {READY_SECONDS} s.")
        time.sleep(0.002)


def _smoothness(page, seconds):
    before, begun = _reading(page), time.perf_counter()
    page.wait_for_timeout(1000 * seconds)
    after, passed = _reading(page), time.perf_counter() - begun
    rate = {name: (after[name] - before[name]) / passed for name in after}
    canvas = page.get_by_test_id("sphere").element_handle()
    looked, changed = page.evaluate(COUNT_CHANGES, [canvas, max(2.0, seconds / 2)])
    share = 100 * changed / looked if looked > 0 else 0.0
    return (
        f"{rate['frames']:.1f} painted frames a second, of {rate['number']:.1f} states, {share:.0f} % of them with "
        f"other pixels than the one before; {rate['time']:.3g} t per second"
    )


def _begin_study(page):
    """Start the tab's usual study, of heads, from the page's settings; a new seed has no finished runs on disk."""
    page.get_by_role("tab", name="Studies").click()
    page.get_by_role("button", name="Run study").click()
    page.get_by_text(re.compile(r"^[1-9]\d* of \d+ runs")).wait_for()


def _delay(page, presses):
    """From a key on the slider of heads, which restarts the run, to the first painting of the new one."""
    slider = page.get_by_role("slider", name="Heads")
    slider.focus()
    canvas = page.get_by_test_id("sphere").element_handle()
    delays = []
    for press in range(presses):
        page.evaluate(TIME_CHANGE, canvas)
        page.keyboard.press("ArrowRight" if press % 2 == 0 else "ArrowLeft")
        delays.append(page.evaluate("() => window.changed"))
        page.wait_for_timeout(500)
    late = statistics.quantiles(delays, n=20)[-1]
    return f"{statistics.median(delays):.0f} ms (median), 95 % within {late:.0f} ms"
