"""Options are the settings' names; what is wrong is said in one sentence with exit status 2."""

import pytest

from headflow.app.cli import main
from headflow.core import Settings
from headflow.core.results import load, settings_of


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "--heads", "0", "--out", "a.nc"], "heads must be a whole number from 1 to 1024; got 0"),
        (["run", "--dt", "abc", "--out", "a.nc"], "dt must be a number from 1e-06 to 5; got 'abc'"),
        (["run", "--seed", "1e400", "--out", "a.nc"], "seed must be a whole number"),
        (["run", "--flow", "up", "--out", "a.nc"], "flow must be one of attention, gradient; got 'up'"),
        (["run", "--out", "a.txt"], "ending in .nc, .npz, .csv; got a.txt"),
        (["run", "--out", "missing/a.nc"], "existing folder"),
        (["run", "--out", "folder.csv"], "out must be a file that can be written; got folder.csv"),
        (["study", "heads", "--out", "folder.csv"], "out must be a file that can be written"),
        (["run", "--every", "x", "--out", "a.nc"], "every must be a number; got 'x'"),
        (["serve", "--port", "70000"], "port must be a whole number from 0 to 65535; got '70000'"),
    ],
)
def test_bad_values(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    assert main(arguments) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [["run", "--head", "3", "--out", "a.nc"], ["fly"], []])
def test_unknown_options_and_commands(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_run_saves_what_was_asked(tmp_path):
    path = tmp_path / "run.nc"
    options = "--tokens 10 --heads 2 --phase-spread 0.25 --noise 0 --horizon 0.5 --every 0.25 --quiet"
    assert main(["run", *options.split(), "--out", str(path)]) == 0
    saved = load(path)
    assert settings_of(saved) == Settings(tokens=10, heads=2, phase_spread=0.25, noise=0.0, horizon=0.5)
    assert list(saved.time.values) == [0.0, 0.25, 0.5]


def test_run_that_fails_keeps_what_it_has_recorded(tmp_path, capsys):
    path = tmp_path / "run.npz"
    options = (
        "--schedule ou --noise 20 --reversion 0 --dt 1 --tokens 5 --heads 1 --horizon 500 --every 1 --quiet"
    )
    assert main(["run", *options.split(), "--out", str(path)]) == 2
    assert "weights" in capsys.readouterr().err
    saved = load(path)
    assert 5 < saved.time.values[-1] < 500
    assert len(saved.time) == saved.time.values[-1] + 1


def test_run_too_large_for_the_machine_is_said_in_one_sentence(tmp_path, capsys, monkeypatch):
    def full(*arguments, **options):
        raise MemoryError("Unable to allocate 25.2 GiB")

    monkeypatch.setattr("headflow.core.Simulation", full)
    assert main(["run", "--out", str(tmp_path / "a.nc")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
