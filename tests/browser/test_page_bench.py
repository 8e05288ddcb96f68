"""The benchmark measures what it says: frames that are painted, with pixels that change."""

import re
import subprocess
import sys

SHORT = "from headflow.app.page_bench import bench_page; bench_page([(30, 2)], seconds=1.5, presses=3)"


def test_bench_prints_rates_checked_against_pixels(browser):  # so that it is skipped where there is none
    told = subprocess.run([sys.executable, "-c", SHORT], capture_output=True, text=True, timeout=200)
    smooth, delay, beside = told.stdout.splitlines()
    for line in (smooth, beside):
        rate, states, share, pace = map(float, re.findall(r"\d[\d.]*", line.split(":")[1]))
        assert rate > 1
        assert states > 1
        assert share > 50
        assert pace > 0
    assert re.search(r"n = 30: \d+ ms \(median\), 95 % within \d+ ms", delay)
