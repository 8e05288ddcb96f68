"""``headflow study``: an answer on standard output, files on disk, refusals in one sentence."""

import re

import pytest
import xarray as xr

from headflow.app.cli import main
from headflow.core import Settings

QUICK = ["--tokens", "8", "--dt", "0.1", "--horizon", "2", "--quiet"]


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *words, **options: str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_heads_ends_with_the_exponent_and_goes_on_from_what_is_there(tmp_path, capsys, monkeypatch):
    command = ["study", "heads", "--preset", "authors-s2-ou", "--heads", "1,2,4", *QUICK]
    assert main([*command, "--paths", "3", "--out", "a.nc"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "integrator: heun" in out[0]
    assert re.fullmatch(r"exponent -?\d+\.\d{3} \[-?\d+\.\d{3}, -?\d+\.\d{3}\]", out[-1])
    dataset = xr.load_dataset("a.nc")
    settings = Settings.from_json(dataset.attrs["settings"])
    assert (settings.tokens, settings.schedule, settings.integrator) == (8, "ou", "heun")
    assert dict(dataset.sizes) == {"law": 1, "heads": 3, "path": 3, "quantity": 4}

    def refuse(*arguments):
        raise AssertionError("computed again")

    monkeypatch.setattr("headflow.core.studies.pool.LocalPool.submit", refuse)
    assert main([*command, "--paths", "3", "--out", "b.csv"]) == 0
    assert capsys.readouterr().out.splitlines() == out
    with pytest.raises(AssertionError, match="computed again"):
        main([*command, "--paths", "3", "--fresh"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["heads", "--heads", "1,a"], "heads must be a list such as 1,3,10 here; got '1,a'"),
        (["heads", "--heads", "0,2"], "heads must be a whole number from 1 to 1024; got 0"),
        (["heads", "--heads", "2"], "at least two different numbers"),
        (["heads", "--paths", "0"], "paths must be a whole number from 1"),
        (["heads", "--phase-laws", "even"], "among spread, locked, random"),
        (["heads", "--workers", "x"], "workers must be a whole number from 1 to 1024; got 'x'"),
        (
            ["heads", "--scheduler", "host"],
            "scheduler must be an address such as tcp://host:8786; got 'host'",
        ),
        (["heads", "--out", "a.txt"], "ending in .nc, .npz, .csv; got a.txt"),
        (["heads", "--report", "none/a.html"], "existing folder"),
        (["epsilon", "--perturbation", "0.1,7"], "perturbation must be a number from 1e-08 to 1; got 7"),
        (["epsilon", "--perturb", "nothing"], "perturb must be tokens or weights"),
        (["integrability", "--schedule", "ou,up"], "schedule must be one of"),
        (["regimes", "--x", "heads=1:4", "--y", "dt=0.1,0.2"], "an axis must be NAME="),
        (
            ["regimes", "--x", "up=1:4:2", "--y", "dt=0.1,0.2"],
            "an axis must be a setting other than seed; got 'up'",
        ),
        (["regimes", "--x", "heads=1,2", "--y", "dt=0.1,0.2", "--summary", "x"], "summary must be one of"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(arguments, words, capsys):
    assert main(["study", *arguments, "--quiet"]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
