"""The starting points: valid, described, and those of the authors with the authors' values."""

import math

import numpy as np
import pytest

from headflow.app.controls.preset_choice import OWN, PresetChoice
from headflow.app.presets import matching, preset, presets
from headflow.core import Settings, Simulation


def test_the_presets_that_the_command_line_promises_are_there():
    assert {
        "authors-s2-ou",
        "authors-s2-oscillating",
        "authors-s1-ou",
        "authors-s1-oscillating",
        "clusters",
    } <= set(presets())


@pytest.mark.parametrize("name", presets())
def test_each_has_a_title_a_sentence_and_a_run(name):
    entry = presets()[name]
    assert entry.title and entry.description.endswith(".")
    simulation = Simulation(entry.settings)
    simulation.step()
    assert np.isfinite(simulation.tokens).all() and not simulation.large_step
    assert matching(entry.settings) == name


@pytest.mark.parametrize("name", [name for name in presets() if name.startswith("authors")])
def test_the_authors_runs_have_the_authors_values(name):
    """arXiv 2605.18870: T = 20, dt = 0.005, D(0) = Z + Z^T, caps of 0.05, noise of variance 2, A = 1.5, c = 2."""
    s = presets()[name].settings
    on_circle = "s1" in name
    assert (s.dimension, s.tokens) == ((2, 100) if on_circle else (3, 200))
    assert s.arrangement == ("caps" if on_circle else "cross-polytope")
    assert (s.horizon, s.dt, s.spread, s.initial_weights) == (20.0, 0.005, 0.05, "gaussian")
    assert (s.flow, s.direction) == ("attention", "descent")
    if s.schedule == "ou":
        assert (s.reversion, s.mean_scale) == (1.0, 1.0)
        assert math.isclose(s.noise**2, 2.0, rel_tol=1e-15)
    else:
        assert (s.schedule, s.frequency, s.amplitude, s.offset, s.coupling) == ("oscillating", 1, 1.5, 2, 1)
        assert (s.phases, s.phase_spread) == ("spread", 1.0)
    assert "euler" in presets()[name].description  # the step is not theirs, and that is said


def test_tokens_gather_in_the_preset_that_says_so():
    """300 tokens strewn evenly are in a few clusters at t = 3, by model section 6."""
    simulation = Simulation(presets()["clusters"].settings)
    start = simulation.row()["clusters"]
    while simulation.time < 3:
        simulation.step()
    row = simulation.row()
    assert start > 20 and row["clusters"] <= 8 and row["largest_cluster"] > 0.15


def test_an_unknown_preset_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match=r"^preset must be one of authors-s2-oscillating, .*; got 'nope'\.$"):
        preset("nope")


def test_the_choice_follows_the_settings_without_loading_anything():
    loaded = []
    choice = PresetChoice(loaded.append)
    choice.show(matching(presets()["clusters"].settings))
    assert choice.widget.value == "clusters"
    choice.show(matching(Settings(heads=3)))
    assert choice.widget.value == OWN
    assert loaded == []
    choice.widget.value = "clusters"
    assert loaded == ["clusters"]
    choice.widget.value = OWN
    assert loaded == ["clusters"]
