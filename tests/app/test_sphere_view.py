"""What the view sends, without a browser: how much of it, and which coordinates."""

import numpy as np
import pytest

from headflow.app.room.frame import Frame
from headflow.app.sphere.sphere_view import WINDOW, SphereView, head_axes
from headflow.core.attention import attention_weights


def frame(number, n=20, d=3, epoch=1, seed=0):
    X = np.random.default_rng(seed).standard_normal((n, d))
    X = (X / np.linalg.norm(X, axis=1, keepdims=True)).astype("f4")
    return Frame(
        number=number,
        epoch=epoch,
        time=0.01 * number,
        step=number,
        tokens=X,
        velocity=np.ones_like(X),
        twin=None,
        labels=np.arange(n).astype("i2"),
        weights=np.stack([np.diag(np.arange(1.0, d + 1))] * 2),
        row={},
        large_step=False,
    )


@pytest.fixture
def view(monkeypatch):
    view = SphereView()
    view.out = []
    monkeypatch.setattr(view, "_send_msg", view.out.append)
    return view


def floats(data):
    return np.frombuffer(data, "<f4")


def test_no_more_than_the_window_is_on_its_way(view):
    for number in range(1, 20):
        view.show(frame(number))
    assert [message["number"] for message in view.out] == list(range(1, WINDOW + 1))
    view._hear({"ack": view.out[0]["seq"]})
    assert view.out[-1]["number"] == 19  # the newest, not the oldest that waits


def test_a_frame_is_sent_once(view):
    one = frame(1)
    for _ in range(5):
        view.show(one)
        view._hear({"ack": view.sent})
    assert len(view.out) == 1


def test_silent_browser_gets_a_frame_now_and_then(view, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("headflow.app.sphere.sphere_view.time.monotonic", lambda: clock[0])
    for number in range(1, 601):  # ten seconds at 60 Hz
        clock[0] = number / 60
        view.show(frame(number))
    assert WINDOW + 8 <= len(view.out) <= WINDOW + 10


def test_new_canvas_gets_the_newest_frame_at_once(view):
    for number in range(1, 5):
        view.show(frame(number))
    view.out.clear()
    view._hear({"ready": True})
    assert [message["number"] for message in view.out] == [4]


def test_coordinates_are_those_of_the_tokens(view):
    for d in (2, 3):
        view.show(frame(d, d=d))
        np.testing.assert_array_equal(floats(view.out[-1]["tokens"]).reshape(-1, d), frame(d, d=d).tokens)
    assert view.out[0]["flat"]
    assert not view.out[1]["flat"]


def test_more_dimensions_are_projected_and_said_so(view):
    view.show(frame(1, d=6))
    seen = floats(view.out[0]["tokens"]).reshape(-1, 3)
    share = np.sum(seen**2) / 20
    assert view.out[0]["note"] == (
        f"3 principal axes of d = 6, with {100 * share:.0f} % of the squared length"
    )


def test_first_coordinates_on_request(view):
    view.projection = "first coordinates"
    view.show(frame(1, d=6))
    np.testing.assert_array_equal(floats(view.out[0]["tokens"]).reshape(-1, 3), frame(1, d=6).tokens[:, :3])
    assert view.out[0]["note"].startswith("first 3 coordinates of d = 6")


def test_arrows_and_axes_are_sent_when_wanted(view):
    one = frame(1)
    view.show(one)
    assert {"velocity", "axes"}.isdisjoint(view.out[-1])
    view.arrows = view.axes = True
    view._hear({"ack": view.sent})
    assert {"velocity", "axes"} <= set(view.out[-1])


def test_axes_are_eigenvectors_scaled_by_eigenvalues():
    axes = head_axes(np.diag([1.0, -4.0, 2.0])[None], np.asarray)  # eigenvalues in rising order
    np.testing.assert_allclose(np.abs(axes[:, :3]), [[0, 1, 0], [0.25, 0, 0], [0, 0, 0.5]], atol=1e-12)
    np.testing.assert_array_equal(axes[:, 3], [-1, 1, 1])


@pytest.mark.parametrize("d", [2, 3, 6])
def test_dragged_token_goes_where_the_pointer_is(view, d):
    told, one = [], frame(1, d=d)
    view.on_move(lambda *news: told.append(news))
    view.show(one)
    pointer = np.array([0.6, 0.8] if d == 2 else [0.0, 0.6, 0.8])
    view._hear({"moved": 3, "to": list(pointer)})
    [(index, place)] = told
    assert index == 3
    assert np.linalg.norm(place) == pytest.approx(1.0)
    if d <= 3:
        np.testing.assert_allclose(place, pointer)
        return
    axes = view.drawn_axes
    seen = place @ axes
    np.testing.assert_allclose(seen / np.linalg.norm(seen), pointer, atol=1e-6)
    hidden = np.eye(d) - axes @ axes.T
    np.testing.assert_allclose(hidden @ place, hidden @ one.tokens[3], atol=1e-6)


def test_picked_token_lights_what_it_attends_to(view):
    one = frame(1)
    view.show(one)
    assert "light" not in view.out[-1]
    view._hear({"picked": 4})
    expected = attention_weights(one.tokens, one.weights, [4])[:, 0]
    np.testing.assert_allclose(floats(view.out[-1]["light"]), expected.mean(axis=0), rtol=1e-6)
    view._hear({"ack": view.sent})
    view.head = 1
    np.testing.assert_allclose(floats(view.out[-1]["light"]), expected[1], rtol=1e-6)
