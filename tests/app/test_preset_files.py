"""A saved preset comes back as it was; any other file is refused with one sentence that says why."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headflow.app.sharing.preset_files import LONGEST, preset_text, read_preset
from headflow.core import Settings
from headflow.core.knobs import Choice, Whole


def values_of(name):
    knob = Settings.param[name]
    if isinstance(knob, Choice):
        return st.sampled_from(knob.objects)
    if isinstance(knob, Whole):
        return st.integers(*knob.bounds)
    return st.floats(*knob.bounds)


some_settings = st.fixed_dictionaries({}, optional={name: values_of(name) for name in Settings.names()})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some_settings, st.floats(1e-3, 1e3), st.text(min_size=1, max_size=100).filter(str.isprintable))
def test_a_saved_preset_comes_back_as_it_was(values, speed, title):
    if values.get("arrangement") == "equiangular":
        values["arrangement"] = "ring"  # not all numbers of tokens go with it
    preset = read_preset(preset_text(Settings(**values), speed, title).encode())
    assert (preset.settings, preset.speed, preset.title) == (Settings(**values), speed, title)


def test_a_file_may_name_only_what_differs_and_be_json():
    assert read_preset(b"settings: {heads: 3, dt: 1e-3}").settings == Settings(heads=3, dt=0.001)
    text = json.dumps({"settings": {"schedule": "ou", "noise": 0}})
    assert read_preset(text.encode()).settings == Settings(schedule="ou", noise=0.0)
    assert (
        read_preset("\ufeffsettings: {}\r\n".encode()).settings == Settings()
    )  # as Windows' editor saves it


REFUSED = [
    (b"", "a preset has the parts schema, title, speed, settings; got None."),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "a preset is a text file in YAML or JSON; this file is neither."),
    (b"{", "a preset is a text file in YAML or JSON; this file is neither."),
    (b"[" * LONGEST, "a preset is a text file in YAML or JSON; this file is neither."),
    (b"settings: 2026-13-41", "a preset is a text file in YAML or JSON; this file is neither."),
    (
        b"!!python/object/apply:os.system [ls]",
        "a preset is a text file in YAML or JSON; this file is neither.",
    ),
    (b"- 1\n- 2", "a preset has the parts schema, title, speed, settings; got a list of 2."),
    (b"heads: 3", "a preset has the parts schema, title, speed, settings and no others; got 'heads'."),
    (b"schema: 2\nsettings: {}", "schema must be 1, the version this headflow reads; got 2."),
    (b"title: x", "settings must be names with values; got None."),
    (b"settings: [heads, 3]", "settings must be names with values; got a list of 2."),
    (b"settings: {3: 4}", "3 is not a setting; the settings are dimension, "),
    (b"settings: {heds: 3}", "'heds' is not a setting; the settings are dimension, "),
    (b"settings: {heads: -1}", "heads must be a whole number from 1 to 1024; got -1."),
    (b"settings: {heads: .inf}", "heads must be a whole number from 1 to 1024; got inf."),
    (b"settings: {dt: abc}", "dt must be a number from 1e-06 to 5; got 'abc'."),
    (b"settings: {dt: null}", "dt must be a number from 1e-06 to 5; got None."),
    (b"settings: {flow: [a]}", "flow must be one of attention, gradient; got "),
    (b"settings: {flow: yes}", "flow must be one of attention, gradient; got True."),
    (b"settings: {arrangement: equiangular}", "tokens must be at most dimension for the equiangular "),
    (b"settings: {}\nspeed: 0", "speed must be a number from 0.001 to 1000; got 0."),
    (b"settings: {}\nspeed: fast", "speed must be a number from 0.001 to 1000; got 'fast'."),
    (b"settings: {}\ntitle: [1]", "title must be text of at most 100 letters; got a list of 1."),
    (b"settings: &a {heads: *a}", ""),
    (b"#" * (LONGEST + 1), "a preset's file has at most 8 kB; got 8 kB."),
]


@pytest.mark.parametrize("data, sentence", REFUSED, ids=range(len(REFUSED)))
def test_another_file_is_refused_with_one_sentence(data, sentence):
    with pytest.raises(ValueError) as refusal:
        read_preset(data)
    said = str(refusal.value)
    assert said.startswith(sentence)
    assert said.endswith(".") and "\n" not in said and len(said) < 400


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_does_more_harm_than_a_refusal(data):
    try:
        read_preset(data)
    except ValueError as refusal:
        assert str(refusal)
