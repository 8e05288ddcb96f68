"""Performs a study's tasks on any Executor; keeps what is finished, says how far it is, can be stopped."""

import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from contextlib import nullcontext
from itertools import islice
from typing import NamedTuple

from .cluster import cluster
from .pool import LocalPool
from .store import NoStore, Store
from .task import perform, source

POLL = 0.1
"""Seconds within which a cancellation is noticed."""
IN_FLIGHT = 256
"""Tasks handed to the executor at a time: enough for a large cluster, little to take back."""
POOLS = 3
"""Pools of this machine that may break (a worker killed, memory run out) before the study gives up."""


class Cancelled(Exception):
    """The study was cancelled; what was finished is kept."""


class WorkersLost(RuntimeError):
    """The workers, or the scheduler, are gone; what was finished is kept."""


class Progress(NamedTuple):
    """How far a study is. A study that refines as it goes counts what is planned so far."""

    done: int
    tasks: int
    share: float
    """0..1, by expected time."""
    seconds_left: float
    """nan until a task of this session is finished."""


class Engine:
    """Performs a study's tasks; without arguments in a pool of this machine's cores.

    executor: a concurrent.futures.Executor of the caller's own. scheduler: the address of a Dask scheduler
    instead. workers: how many processes the pool on this machine has. store: a Store, None for the user's,
    False for none. report: called with a Progress about ten times a second. cancelled: asked as often; where
    it returns True the study ends.
    """

    def __init__(self, executor=None, scheduler=None, workers=None, store=None, report=None, cancelled=None):
        self.executor, self.scheduler, self.workers = executor, scheduler, workers
        self.store = Store() if store is None else store or NoStore()
        self.report = report or (lambda progress: None)
        self.cancelled = cancelled or (lambda: False)

    def run(self, plan):
        """All results, {task: dict of floats and arrays}.

        ``plan(results)`` gives the tasks wanted now that these results are there; when none is missing, the
        study is finished. Raises Cancelled, WorkersLost, and what a task raised.
        """
        self._results, self._meter = {}, Meter()
        pools = 1
        while True:
            try:
                with self._open() as executor:
                    while tasks := [task for task in plan(self._results) if task not in self._results]:
                        self._round(dict.fromkeys(tasks), executor)
                return self._results
            except BrokenExecutor as reason:
                pools += 1
                if self.executor is not None or pools > POOLS:
                    raise WorkersLost(
                        f"workers ended unexpectedly, as when memory runs out ({reason}); the rest is kept."
                    ) from reason

    def _open(self):
        if self.executor is not None:
            return nullcontext(self.executor)
        return LocalPool(self.workers) if self.scheduler is None else cluster(self.scheduler)

    def _round(self, tasks, executor):
        self._meter.expect(tasks)
        fresh = []
        for task in tasks:
            if (result := self.store.load(task.key)) is None:
                fresh.append(task)
            else:
                self._results[task] = result
                self._meter.recall(task)
        # Long tasks first: the last ones to end are then short.
        queue = iter(sorted(fresh, key=lambda task: -task.cost))
        flying = {}
        try:
            while True:
                self._watch()
                for task in islice(queue, IN_FLIGHT - len(flying)):
                    flying[executor.submit(perform, task, source())] = task
                if not flying:
                    return
                done, _ = wait(flying, POLL, FIRST_COMPLETED)
                self._gather({future: flying.pop(future) for future in done})
        finally:
            for future in flying:
                future.cancel()

    def _gather(self, done):
        # What is finished is kept before what failed is told.
        failures = []
        for future, task in done.items():
            try:
                result = future.result()
            except CancelledError:
                failures.append(WorkersLost("the scheduler gave up a task: is it still running?"))
            except Exception as reason:
                failures.append(reason)
            else:
                self._results[task] = result
                self.store.save(task.key, result)
                self._meter.finish(task)
        if failures:
            raise failures[0]

    def _watch(self):
        if self.cancelled():
            raise Cancelled("the study was cancelled; what was finished is kept for the next time.")
        self.report(self._meter.read())


class Meter:
    """Adds up expected and finished work."""

    def __init__(self):
        self.expected, self.finished, self.recalled, self.began = {}, {}, 0.0, time.monotonic()

    def expect(self, tasks):
        self.expected.update({task: task.cost for task in tasks})

    def recall(self, task):
        if task not in self.finished:
            self.finish(task)
            self.recalled += self.finished[task]

    def finish(self, task):
        self.finished[task] = self.expected[task]

    def read(self):
        total, finished = sum(self.expected.values()), sum(self.finished.values())
        worked = finished - self.recalled
        elapsed = time.monotonic() - self.began
        left = elapsed * (total - finished) / worked if worked else float("nan")
        return Progress(len(self.finished), len(self.expected), finished / total if total else 1.0, left)
