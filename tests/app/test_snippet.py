"""The copied script must make the run on the page again, to the same bits, whatever was done to that run."""

import numpy as np
import pytest

from headflow.app.room.history import History
from headflow.app.room.past import retraced
from headflow.app.room.run import Change, Run
from headflow.app.sharing.python_snippet import joined, snippet
from headflow.core import Settings

SMALL = {"tokens": 12, "heads": 3, "dt": 0.02}


def a_run(**knobs):
    return Run(Settings(**{**SMALL, **knobs}), History())


def steps(run, count):
    for _ in range(count):
        run.step()


def change(run, **knobs):
    run.apply(run.settings.replace(**knobs))


def executed(run):
    """The Simulation that the script of ``run`` leaves behind, and its rows."""
    names = {}
    exec(snippet(run.past), names)
    return names["sim"], names["rows"]


def plain():
    run = a_run()
    steps(run, 30)
    return run


def not_begun():
    return a_run(schedule="ou")


def changed_before_the_start():
    run = a_run(schedule="ou")
    change(run, dt=0.01)
    change(run, noise=0.4)
    change(run, reversion=2.5)
    steps(run, 10)
    return run


def changed_on_the_way():
    run = a_run(schedule="ou", integrator="heun")
    steps(run, 7)
    change(run, frequency=3.7, direction="ascent")
    steps(run, 5)
    change(run, dt=0.013)
    steps(run, 5)
    change(run, schedule="oscillating")
    change(run, schedule="ou")
    change(run, noise=0.1)
    steps(run, 4)
    return run


def wound_back_and_changed():
    run = changed_on_the_way()
    run.seek(0.2)
    change(run, integrator="euler", schedule="decaying")
    steps(run, 6)
    change(run, amplitude=0.3)
    steps(run, 3)
    return run


def with_moved_tokens():
    run = a_run(schedule="ou")
    run.move(2, [0.0, 1.0, 0.0])
    change(run, noise=0.5)
    steps(run, 5)
    run.move(3, [0.0, 0.6, 0.8])
    run.move(3, [0.6, 0.0, 0.8])
    steps(run, 5)
    return run


def looked_at_in_the_middle():
    run = changed_on_the_way()
    run.seek(run.furthest / 2)
    return run


def wound_back_and_on():
    run = looked_at_in_the_middle()
    steps(run, 5)  # under the newest settings, from the middle on
    return run


def wound_back_to_the_start():
    run = changed_on_the_way()
    run.seek(0.0)
    change(run, noise=1.9)
    steps(run, 5)
    return run


RUNS = [
    plain,
    not_begun,
    changed_before_the_start,
    changed_on_the_way,
    wound_back_and_changed,
    looked_at_in_the_middle,
    with_moved_tokens,
    wound_back_and_on,
    wound_back_to_the_start,
]


@pytest.mark.parametrize("make", RUNS)
def test_the_script_makes_the_same_run(make, capsys):
    run = make()
    seen = run.simulation
    again, rows = executed(run)
    assert again.steps == seen.steps and again.time == seen.time
    assert again.settings == seen.settings
    np.testing.assert_array_equal(again.tokens, seen.tokens)
    np.testing.assert_array_equal(again.weights, seen.weights)
    assert again.fields.energy == seen.fields.energy
    assert rows[0]["time"] == 0.0 and len(rows) <= 2 * 200
    assert f"E = {seen.fields.energy:.6f}" in capsys.readouterr().out

    again.step(), seen.step()  # and it goes on the same way
    np.testing.assert_array_equal(again.tokens, seen.tokens)


@pytest.mark.parametrize("make", RUNS)
def test_retracing_makes_the_same_run(make):
    run = make()
    walked = [(simulation.steps, simulation) for simulation in retraced(run.past)]
    assert [count for count, _ in walked] == list(range(run.past.steps + 1))
    np.testing.assert_array_equal(walked[-1][1].tokens, run.simulation.tokens)
    assert walked[-1][1].settings == run.simulation.settings


def test_the_script_says_only_what_is_unusual():
    run = plain()
    text = snippet(run.past)
    assert "tokens=12, heads=3, dt=0.02)" in text
    assert "omega" not in text and "frequency" not in text and "change" not in text


def test_the_script_of_every_setting_is_legible():
    unusual = {
        "dimension": 5, "tokens": 40, "arrangement": "uniform", "spread": 0.1, "heads": 3, "schedule": "ou",
        "frequency": 0.1 + 0.2, "amplitude": 1e-7, "offset": -1.0, "coupling": 0.5, "phases": "random",
        "noise": 0.0, "flow": "gradient", "direction": "ascent", "seed": 7,
    }  # fmt: skip
    run = a_run(**unusual)
    steps(run, 2)
    text = snippet(run.past)
    assert max(map(len, text.splitlines())) <= 110
    again, _ = executed(run)
    np.testing.assert_array_equal(again.tokens, run.simulation.tokens)


def test_changes_of_one_step_are_joined_unless_each_begins_a_noise_path():
    def changes(*knobs):
        return [Change(step, 0.0, values, "") for step, values in knobs]

    assert joined(
        changes((3, {"noise": 1.0}), (3, {"noise": 2.0}), (3, {"dt": 0.1}), (4, {"noise": 0.0}))
    ) == [
        (3, 0.0, {"noise": 2.0, "dt": 0.1}),
        (4, 0.0, {"noise": 0.0}),
    ]
    assert joined(changes((3, {"dt": 0.1}), (3, {"dt": 0.2, "noise": 1.0}))) == [
        (3, 0.0, {"dt": 0.1}),
        (3, 0.0, {"dt": 0.2, "noise": 1.0}),
    ]
