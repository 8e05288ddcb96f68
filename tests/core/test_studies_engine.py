"""The engine: the same results wherever the work is done, nothing lost, nothing left running."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import psutil
import pytest

from headflow.core import Settings, StepError
from headflow.core.studies import Cancelled, Engine, HeadsStudy, OtherVersion, Store, WorkersLost
from headflow.core.studies.engine import POLL, Meter
from headflow.core.studies.pool import NICENESS, LocalPool
from headflow.core.studies.task import FAILED, Task, perform, source

SMALL = Settings(tokens=12, schedule="ou", integrator="heun", dt=0.1, horizon=2.0)


def study(**changes):
    return HeadsStudy(SMALL.replace(**changes), heads=[1, 3], paths=3)


def here(plan, **options):
    with ThreadPoolExecutor(1) as pool:
        return Engine(pool, **options).run(plan)


def same(results, others):
    assert list(results) != [] and set(results) == set(others)
    for task, result in results.items():
        assert result.keys() == others[task].keys()
        for name in result:
            np.testing.assert_array_equal(result[name], others[task][name])


# Tasks for the tests: functions at the top of a module, as tasks must be.


def number(settings, value):
    return {"value": float(value), "array": np.arange(value, dtype=float)}


def endless(settings, flag):
    open(flag, "w").close()
    while True:
        time.sleep(0.01)


def slow(settings, path):
    time.sleep(0.2)
    return {"path": float(path)}


def deadly(settings, flag):
    """Kills its worker, the first time only where ``flag`` names a file."""
    if not (flag and os.path.exists(flag)):
        if flag:
            open(flag, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": 1.0}


def impossible(settings):
    raise StepError("the weights are too large.")


def wrong(settings):
    raise ZeroDivisionError("a mistake")


def priority(settings):
    return {"nice": float(os.nice(0)), "threads": float(os.environ["OMP_NUM_THREADS"])}


def once(*tasks):
    return lambda results: list(tasks)


@pytest.mark.jit
def test_a_pool_of_workers_gives_the_same_bits_and_way_to_the_page():
    questions = [Task.of(priority, SMALL.replace(seed=k)) for k in range(2)]
    results = Engine(workers=2, store=False).run(lambda results: [*study().plan(results), *questions])
    meek = {"nice": min(19.0, os.nice(0) + NICENESS), "threads": 1.0}
    assert [results.pop(task) for task in questions] == [meek] * 2
    same(results, here(study().plan, store=False))


def test_finished_results_are_not_computed_again(tmp_path):
    first = here(study().plan, store=Store(tmp_path))

    class Refuses(ThreadPoolExecutor):
        def submit(self, *call):
            raise AssertionError("computed again")

    again = Engine(Refuses(1), store=Store(tmp_path)).run(study().plan)
    same(first, again)
    with pytest.raises(AssertionError, match="computed again"):
        Engine(Refuses(1), store=Store(tmp_path)).run(study(noise=1.0).plan)


@pytest.mark.parametrize("damage", ["empty", "half", "garbled", "another", "folder"])
def test_damaged_files_are_computed_again(tmp_path, damage):
    store, plan = Store(tmp_path), once(*[Task.of(number, SMALL, value=k) for k in (3, 4)])
    first = here(plan, store=store)
    places = sorted(tmp_path.rglob("*.npz"))
    place = places[0]
    whole = place.read_bytes()
    if damage == "empty":
        place.write_bytes(b"")
    elif damage == "half":
        place.write_bytes(whole[: len(whole) // 2])
    elif damage == "garbled":
        place.write_bytes(whole.replace(np.arange(3.0)[1:].tobytes(), b"x" * 16))
    elif damage == "another":
        place.write_bytes(places[1].read_bytes())
    else:
        place.unlink()
        place.mkdir()
    same(first, here(plan, store=store))


def test_what_was_finished_before_a_failure_is_kept(tmp_path):
    tasks = [Task.of(number, SMALL, value=3), Task.of(wrong, SMALL.replace(tokens=1))]
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        here(once(*tasks), store=Store(tmp_path))
    assert Store(tmp_path).load(tasks[0].key)["value"] == 3.0


def test_an_unwritable_store_only_loses_resuming(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    results = here(once(Task.of(number, SMALL, value=2)), store=Store(tmp_path / "file"))
    assert [result["value"] for result in results.values()] == [2.0]


def test_the_key_follows_every_setting_option_and_function():
    tasks = [Task.of(number, SMALL, value=3), Task.of(number, SMALL, value=4), Task.of(slow, SMALL, path=3)]
    tasks += [Task.of(number, SMALL.replace(**{name: value}), value=3) for name, value in CHANGED.items()]
    assert len({task.key for task in tasks}) == len(tasks)
    assert Task.of(number, Settings.from_json(SMALL.to_json()), value=3).key == tasks[0].key


CHANGED = {"tokens": 13, "noise": 1.0, "seed": 7, "integrator": "rk4", "dt": 0.05, "schedule": "relax"}


def test_another_version_is_refused():
    with pytest.raises(OtherVersion, match="install the same one"):
        perform(Task.of(number, SMALL, value=3), source() + "x")


def test_a_run_that_cannot_be_followed_is_a_result():
    (result,) = here(once(Task.of(impossible, SMALL)), store=False).values()
    assert result == {FAILED: "the weights are too large."}


def test_cancelling_ends_the_workers_at_once(tmp_path):
    flags = [tmp_path / f"{k}" for k in range(2)]
    asked = []

    def cancelled():
        asked.append(time.monotonic())
        return all(flag.exists() for flag in flags) or len(asked) > 900

    others = set(psutil.Process().children())
    tasks = [Task.of(endless, SMALL, flag=str(flag)) for flag in flags]
    with pytest.raises(Cancelled):
        Engine(workers=2, store=False, cancelled=cancelled).run(once(*tasks))
    assert time.monotonic() - asked[-1] < 10 * POLL
    assert all(flag.exists() for flag in flags)
    workers = workers_of(set(psutil.Process().children()) - others)
    assert psutil.wait_procs(workers, timeout=10)[1] == []


def workers_of(processes):
    """The worker processes among these that have not ended."""
    alive = [process for process in processes if process.status() != psutil.STATUS_ZOMBIE]
    return [process for process in alive if "spawn_main" in " ".join(process.cmdline())]


def test_workers_end_when_the_study_is_killed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            from headflow.core import Settings
            from headflow.core.studies import HeadsStudy
            if __name__ == "__main__":
                settings = Settings(tokens=300, schedule="ou", horizon=1e6)
                HeadsStudy(settings, heads=[1, 2], paths=2).run(workers=2, store=False)
            """
        )
    )
    process = psutil.Popen([sys.executable, script], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while len(workers_of(process.children())) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        workers = workers_of(process.children())
        assert len(workers) == 2
    finally:
        process.kill()
        process.wait()
    assert psutil.wait_procs(workers, timeout=20)[1] == []


def test_a_killed_worker_loses_nothing(tmp_path):
    tasks = [Task.of(slow, SMALL, path=k) for k in range(4)]
    tasks.append(Task.of(deadly, SMALL, flag=str(tmp_path / "flag")))
    results = Engine(workers=2, store=False).run(once(*tasks))
    assert sorted(result["path"] for task, result in results.items() if task.function is slow) == [0, 1, 2, 3]
    assert results[tasks[-1]] == {"value": 1.0}


def test_a_task_that_kills_every_worker_is_told(monkeypatch):
    monkeypatch.setattr("headflow.core.studies.engine.POOLS", 1)
    with pytest.raises(WorkersLost, match="ended unexpectedly"):
        Engine(workers=1, store=False).run(once(Task.of(deadly, SMALL, flag="")))


def test_progress_goes_by_expected_work_and_counts_what_was_there(tmp_path):
    here(once(Task.of(number, SMALL, value=1)), store=Store(tmp_path))
    seen = []
    tasks = [Task.of(number, SMALL, value=k) for k in (1, 2, 3)]
    here(once(*tasks), store=Store(tmp_path), report=seen.append)
    assert [progress.share for progress in seen] == sorted(progress.share for progress in seen)
    assert seen[0].done == 1 and seen[-1] == (3, 3, 1.0, 0.0)


def test_time_left_is_the_pace_of_this_session(monkeypatch):
    clock = iter([100.0, 110.0])
    monkeypatch.setattr("headflow.core.studies.engine.time.monotonic", lambda: next(clock))
    tasks = [Task.of(number, SMALL.replace(heads=k), value=1) for k in (1, 2, 3, 4)]
    meter = Meter()
    meter.expect(tasks)
    meter.recall(tasks[3])
    meter.finish(tasks[0])
    costs = [task.cost for task in tasks]
    progress = meter.read()
    assert progress.seconds_left == pytest.approx(10 * (costs[1] + costs[2]) / costs[0])
    assert progress.share == pytest.approx((costs[0] + costs[3]) / sum(costs))


@pytest.mark.parametrize("workers", [0, 1.5, 2000, "2"])
def test_a_wrong_number_of_workers_is_refused(workers):
    with pytest.raises(ValueError, match="workers must be a whole number from 1 to 1024"):
        LocalPool(workers)
