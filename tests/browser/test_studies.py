"""The tab Studies: a study runs beside the live page, can be cancelled, and a point of its map opens as a run."""

import re

import xarray as xr
from playwright.sync_api import expect

RUN = "/?tokens=20&heads=2&dt=0.05&horizon=4&integrator=heun"
LONG = 120_000


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def choose(page, label, option):
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("listbox").get_by_text(option, exact=True).click()


def open_studies(visit, query=RUN):
    page = visit(query, viewport={"width": 1400, "height": 900})
    page.get_by_role("tab", name="Studies").click()
    return page


def test_a_map_is_made_while_the_page_plays_and_its_points_open_as_runs(visit, tmp_path):
    page = open_studies(visit)
    choose(page, "Study", "Regimes")
    choose(page, "Number on the map", "metric slope |dE|^2, mean over the second half")
    page.get_by_label("Paths").fill("1")
    page.get_by_label("Paths").press("Enter")
    press(page, "Play")
    press(page, "Run study")
    expect(page.get_by_text(re.compile(r"\d+ of \d+ runs"))).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Regimes: finished.")).to_be_visible(timeout=LONG)
    with page.expect_download() as download:
        press(page, "Study as netCDF")
    download.value.save_as(tmp_path / "map.nc")
    dataset = xr.load_dataset(tmp_path / "map.nc")
    assert dict(dataset.slope_squared.sizes) == {"phase_spread": 17, "frequency": 17, "path": 1}
    assert 25 <= int(dataset.measured.sum()) <= 17 * 17
    choose(page, "Run of the map", re.compile(r"^frequency 10, phase spread 0.25:"))
    press(page, "Open run")
    page.wait_for_url(re.compile(r"phase_spread=0\.25"))
    assert "frequency=10" in page.url


def test_a_long_study_can_be_cancelled_and_a_longer_one_is_refused(visit):
    page = open_studies(visit, "/?tokens=300&heads=2&dt=0.01&horizon=20&schedule=ou&integrator=heun")
    page.get_by_label("Numbers of heads").fill("1, 5")
    page.get_by_label("Numbers of heads").press("Enter")
    press(page, "Run study")
    expect(page.get_by_text(re.compile(r"\d+ of \d+ runs"))).to_be_visible(timeout=LONG)
    press(page, "Cancel study")
    expect(page.get_by_text("Cancelled; the finished runs are kept for the next time.")).to_be_visible(
        timeout=5000
    )
    for paths, refusal in (("900", "minutes of one processor"), ("5000", "would be 10000 runs")):
        page.get_by_label("Paths").fill(paths)
        page.get_by_label("Paths").press("Enter")
        press(page, "Run study")
        expect(
            page.get_by_text(re.compile(f"{refusal}.* with the command headflow study heads"))
        ).to_be_visible()
