"""One visitor's page without a browser: model, widgets and address agree after whatever is done."""

import time
from urllib.parse import parse_qs

import pytest

from headflow.app.controls.controls import Controls
from headflow.app.presets import presets
from headflow.app.session import RESTART_SECONDS, Session, projection_note
from headflow.app.url import read_query
from headflow.core import Settings


@pytest.fixture
def visit():
    sessions = []

    def come(query="?tokens=12&heads=2"):
        sessions.append(Session(query))
        return sessions[-1]

    yield come
    for session in sessions:
        session.runner.close()
        session.close()


def turn(session, name, value):
    """A person moves a control."""
    session.controls.widgets[name].value = value


def settle(session, seconds=5.0):
    """Tick as the page does until every order is carried out and every pending knob handed on."""
    end = time.monotonic() + seconds
    while session._pending or not session.runner.wait(0.01):
        assert time.monotonic() < end
        session.tick()
    session.tick()


def assert_agreement(session):
    """Run, widgets and address hold the same settings."""
    settings = session.runner.settings
    assert session.controls.settings == settings
    for name, widget in session.controls.widgets.items():
        assert str(widget.value) == str(getattr(settings, name)), name
    assert read_query(session.browser.query).settings == settings
    assert read_query(session.browser.query).problems == []


def test_the_address_is_restored_and_its_faults_are_said(visit):
    session = visit("?heads=-1&dt=abc&seed=1e400&tokens=9&frequency=3.5&colour=<img src=x>")
    assert session.runner.settings == Settings(tokens=9, frequency=3.5)
    assert_agreement(session)
    said = session.banner.layout
    assert said.visible
    for name in ("heads", "dt", "seed"):
        assert f"Ignored in the address: {name} must be" in said[0].object
    assert "<img" not in said[0].object and "colour is not a setting" in said[0].object


def test_live_knobs_change_the_run_and_restart_knobs_begin_it_again(visit):
    session = visit()
    session.runner.step(5)
    settle(session)
    turn(session, "frequency", 4.0)
    turn(session, "direction", "ascent")
    settle(session)
    assert session.runner.frame.epoch == 1 and session.runner.frame.step == 5
    assert session.runner.settings.frequency == 4.0
    turn(session, "heads", 5)
    settle(session)
    assert session.runner.frame.epoch == 2 and session.runner.frame.step == 0
    assert session.runner.frame.weights.shape[0] == 5
    assert session.runner.settings == Settings(tokens=12, heads=5, frequency=4.0, direction="ascent")
    assert_agreement(session)


def test_reset_keeps_the_sliders_and_play_works_after_each_change(visit):
    session = visit()
    turn(session, "frequency", 2.5)
    for change in (lambda: turn(session, "heads", 3), lambda: session.load_preset("authors-s1-ou"), list):
        change()
        session.transport.reset.clicks += 1
        session.transport.reset.clicks += 1
        settle(session)
        assert session.runner.frame.time == 0
        session.transport.play.clicks += 1
        assert session.runner.playing
        end = time.monotonic() + 10
        while session.runner.frame.time == 0:
            assert time.monotonic() < end
            session.tick()
            time.sleep(0.01)
        session.transport.pause.clicks += 1
        settle(session)
        assert_agreement(session)


def test_a_restart_keeps_playing(visit):
    session = visit()
    session.runner.play()
    turn(session, "heads", 3)
    settle(session)
    assert session.runner.playing and session.runner.frame.epoch >= 2


@pytest.mark.parametrize("name", presets())
def test_a_preset_moves_everything(visit, name):
    session = visit()
    session.preset.widget.value = name
    settle(session)
    assert session.runner.settings == presets()[name].settings
    assert session.runner.frame.tokens.shape[0] == presets()[name].settings.tokens
    assert session.transport.speed.value == session.runner.speed == presets()[name].speed
    assert session.preset.widget.value == name
    assert_agreement(session)


def test_a_held_key_does_not_flood_the_runner(visit, monkeypatch):
    session = visit()
    orders = []
    change = session.runner.change
    monkeypatch.setattr(session.runner, "change", lambda **knobs: (orders.append(knobs), change(**knobs)))
    start = time.monotonic()
    for heads in range(3, 43):
        turn(session, "heads", heads)
        session.tick()
        time.sleep(0.005)
    elapsed = time.monotonic() - start
    settle(session)
    assert len(orders) <= elapsed / RESTART_SECONDS + 2
    assert session.runner.settings.heads == 42
    assert_agreement(session)


def test_a_run_that_cannot_be_made_is_said_and_can_be_undone(visit, monkeypatch):
    session = visit()
    settle(session)
    time.sleep(0.2)
    session.tick()

    def refuse(settings):
        raise ValueError("weights must be bounded; got huge ones.")

    with monkeypatch.context() as patch:
        patch.setattr("headflow.app.room.run.Simulation", refuse)
        turn(session, "heads", 9)
        settle(session)
        time.sleep(0.2)
        session.tick()
    assert session.banner.layout.visible
    assert "weights must be bounded; got huge ones." in session.banner.layout[0].object
    undo = next(button for button in session.banner.layout[1] if button.label == "Undo")
    undo.clicks += 1
    settle(session)
    assert session.runner.error is None and not session.banner.layout.visible
    assert session.runner.settings == Settings(tokens=12, heads=2)
    assert_agreement(session)


def test_a_dismissed_trouble_is_not_said_again(visit):
    session = visit("?tokens=12&heads=2&dt=5&weight_scale=4&direction=ascent")
    session.runner.step()
    settle(session)
    time.sleep(0.2)
    session.tick()
    assert session.banner.layout.visible and "The step is large" in session.banner.layout[0].object
    session.banner.hide()
    time.sleep(0.2)
    session.tick()
    assert not session.banner.layout.visible
    session.halve_step()
    settle(session)
    assert session.runner.settings.dt == 2.5
    assert_agreement(session)


def test_every_state_is_in_the_address_with_the_settings_names(visit):
    query = parse_qs(visit().browser.query.lstrip("?"))
    assert set(Settings.names()) <= set(query)


def test_the_page_says_what_is_drawn_of_more_than_three_dimensions():
    for projection, drawn in (
        ("principal axes", "three principal axes"),
        ("coordinates", "three coordinates"),
    ):
        assert drawn in projection_note(Settings(dimension=5), projection)
    assert "circle" in projection_note(Settings(dimension=2), "principal axes")


def test_a_page_with_some_controls_has_the_main_ones(visit):
    session = visit("?tokens=12&controls=some")
    assert isinstance(session.controls, Controls)
    assert 0 < len(session.controls.widgets) < len(Settings.names())
