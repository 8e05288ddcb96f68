"""Settings: plain values, one sentence for a bad one, and files that give them back."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headflow.core import Settings, schedules
from headflow.core.knobs import Choice, Whole


def any_value(name):
    """Any value that the setting allows."""
    knob = Settings.param[name]
    if isinstance(knob, Choice):
        return st.sampled_from(knob.objects)
    low, high = knob.bounds
    return st.integers(low, high) if isinstance(knob, Whole) else st.floats(low, high)


LOOSE = [name for name in Settings.names() if name not in ("arrangement", "tokens", "spread", "dimension")]


@given(st.fixed_dictionaries({name: any_value(name) for name in LOOSE}))
def test_json_gives_every_setting_back(values):
    settings = Settings(**values)
    assert Settings.from_json(settings.to_json()) == settings
    assert Settings(**settings.values()).to_json() == settings.to_json()


@pytest.mark.parametrize(
    "name, given_value, kept",
    [
        ("dt", 1, 1.0),
        ("dt", np.float32(0.5), 0.5),
        ("heads", np.int64(3), 3),
        ("schedule", np.str_("ou"), "ou"),
    ],
)
def test_values_are_plain_python(name, given_value, kept):
    settings = Settings(**{name: given_value})
    value = settings.values()[name]
    assert value == kept
    assert type(value) is type(kept)
    assert json.loads(settings.to_json())[name] == kept
    settings.param.update(**{name: given_value})
    assert type(getattr(settings, name)) is type(kept)


@pytest.mark.parametrize(
    "values, sentence",
    [
        ({"heads": 0}, "heads must be a whole number from 1 to 1024; got 0."),
        ({"heads": True}, "heads must be a whole number from 1 to 1024; got True."),
        ({"heads": 2.0}, "heads must be a whole number from 1 to 1024; got 2.0."),
        ({"dimension": 17}, "dimension must be a whole number from 2 to 16; got 17."),
        ({"tokens": 0}, "tokens must be a whole number from 1 to 1000000; got 0."),
        ({"dt": math.nan}, "dt must be a number from 1e-06 to 5; got nan."),
        ({"dt": "x"}, "dt must be a number from 1e-06 to 5; got 'x'."),
        ({"noise": None}, "noise must be a number from 0 to 20; got None."),
        ({"noise": -1.0}, "noise must be a number from 0 to 20; got -1.0."),
        ({"flow": "atention"}, "flow must be one of attention, gradient; got 'atention'."),
        (
            {"arrangement": "equiangular", "tokens": 4, "dimension": 3},
            "tokens must be at most dimension for the equiangular arrangement "
            "(a whole number from 1 to 3); got 4.",
        ),
        (
            {"arrangement": "equiangular", "tokens": 3, "spread": 2.2},
            "spread must be at most 2.094 rad for 3 equiangular tokens, "
            "the widest angle that all pairs can have; got 2.2.",
        ),
    ],
)
def test_bad_value_gets_one_sentence(values, sentence):
    with pytest.raises(ValueError) as refusal:
        Settings(**values)
    assert str(refusal.value) == sentence


def test_refused_value_leaves_the_old_one():
    settings = Settings(dt=0.5)
    with pytest.raises(ValueError):
        settings.dt = 0
    assert settings.dt == 0.5


def test_unknown_name_is_refused():
    with pytest.raises(ValueError, match="^head is not a setting; the settings are dimension, tokens,"):
        Settings(head=3)


@pytest.mark.parametrize(
    "name, text", [("seed", "1e400"), ("heads", "-1"), ("dt", "abc"), ("dt", "1e400"), ("seed", "9" * 6000)]
)
def test_bad_text_is_refused_with_its_name(name, text):
    with pytest.raises(ValueError, match=f"^{name} must be .*; got .*") as refusal:
        Settings.parse(name, text)
    assert len(str(refusal.value)) < 200  # a long value is quoted in part


def test_unknown_name_of_text_is_refused():
    with pytest.raises(ValueError, match="^colour is not a setting"):
        Settings.parse("colour", "red")


def test_facts_of_a_setting():
    frequency = Settings.param.frequency
    assert (frequency.symbol, frequency.unit, frequency.live) == ("omega", "rad per unit t", True)
    assert not Settings.is_live("heads")


def test_text_is_read_as_its_kind():
    assert Settings.parse("dt", " 0.5 ") == 0.5
    assert Settings.parse("heads", "12") == 12
    assert Settings.parse("flow", "gradient") == "gradient"


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", "3", "null"])
def test_text_that_is_no_object_is_refused(text):
    with pytest.raises(ValueError, match="settings must be a JSON object"):
        Settings.from_json(text)


def test_other_schema_is_refused():
    with pytest.raises(ValueError, match="schema must be 1, .*; got 99"):
        Settings.from_json('{"schema": 99}')


def test_zero_noise_is_no_noise():
    """The authors' `value or default` turned 0 into the default noise."""
    assert Settings(noise=0).noise == 0.0
    assert Settings().replace(noise=0).noise == 0.0


def test_schedules_on_offer_are_the_files_of_the_folder():
    folder = Path(schedules.__file__).parent
    assert set(Settings.param.schedule.objects) == {f.stem for f in folder.glob("[!_]*.py")}
