"""Every setting has one control, made from its declaration, and the two never disagree."""

import pytest

from headflow.app.controls.controls import GROUPS, USED_BY, Controls
from headflow.app.controls.knob_widgets import LOGARITHMIC, explanation, label
from headflow.app.presets import presets
from headflow.core import Settings
from headflow.core.knobs import Choice


class Heard(list):
    """Moves that were reported, and refusals."""

    def __init__(self):
        self.refusals = []

    def moved(self, name, value):
        self.append((name, value))


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def controls(heard):
    return Controls(Settings(), heard.moved, heard.refusals.append)


def shown(controls):
    """The settings that the widgets show."""
    return Settings(
        **{
            name: int(widget.value) if name == "seed" else widget.value
            for name, widget in controls.widgets.items()
        }
    )


def test_every_setting_has_one_control_named_after_it(controls):
    assert sorted(name for group in GROUPS for name in group.names) == sorted(Settings.names())
    assert {name: widget.label for name, widget in controls.widgets.items()} == {
        name: name.replace("_", " ").capitalize() for name in controls.widgets
    }
    assert label("phase_spread") == "Phase spread"
    assert set(LOGARITHMIC) | set(USED_BY) <= set(Settings.names())


def test_controls_that_restart_are_marked_and_all_are_explained(controls):
    for name, widget in controls.widgets.items():
        assert ("restarts" in widget.css_classes) == (not Settings.is_live(name))
        assert Settings.param[name].doc in explanation(name)
        assert ("restarts the run" in explanation(name)) == (not Settings.is_live(name))


@pytest.mark.parametrize("name", presets())
def test_settings_from_code_move_every_widget_and_are_not_reported_back(controls, heard, name):
    controls.show(presets()[name].settings)
    assert shown(controls) == presets()[name].settings
    assert heard == []


def test_a_value_beyond_the_slider_stretches_it_and_is_kept_exactly(controls):
    far = Settings(tokens=12345, heads=1000, dt=0.0123, frequency=99.5, offset=-19.5, seed=2**31 - 1)
    controls.show(far)
    assert shown(controls) == far
    controls.show(Settings())
    assert controls.widgets["frequency"].end == Settings.param.frequency.softbounds[1]


def test_a_moved_widget_is_reported_once_with_the_setting_s_value(controls, heard):
    controls.widgets["frequency"].value = 0.1 + 0.2  # what a slider's arithmetic makes of 0.3
    controls.widgets["flow"].value = "gradient"
    controls.widgets["seed"].value = "7"
    assert heard == [("frequency", 0.3), ("flow", "gradient"), ("seed", 7)]
    assert controls.settings == Settings(frequency=0.3, flow="gradient", seed=7)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("seed", "abc", "seed must be a whole number from 0 to 2147483647; got 'abc'."),
        ("seed", "-1", "seed must be a whole number from 0 to 2147483647; got -1."),
        (
            "arrangement",
            "equiangular",
            "tokens must be at most dimension for the equiangular arrangement (a whole number from 1 to 3); "
            "got 200.",
        ),
    ],
)
def test_a_refused_value_is_said_and_the_widget_goes_back(controls, heard, name, value, sentence):
    controls.widgets[name].value = value
    assert heard == []
    assert heard.refusals == [sentence]
    assert shown(controls) == controls.settings == Settings()


def test_knobs_without_effect_under_a_schedule_are_greyed(controls):
    for schedule in Settings.param.schedule.objects:
        controls.widgets["schedule"].value = schedule
        greyed = {name for name, widget in controls.widgets.items() if widget.disabled}
        assert greyed == {name for name, users in USED_BY.items() if schedule not in users}
    assert not any(controls.widgets[name].disabled for name in ("heads", "flow", "perturbation"))


def test_every_choice_offers_all_its_words(controls):
    for name, widget in controls.widgets.items():
        if isinstance(Settings.param[name], Choice):
            assert list(widget.options) == list(Settings.param[name].objects)
