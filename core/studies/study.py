"""What the studies have in common: paths, the run on an engine, the facts that go with a result."""

import json
from importlib.metadata import version

import numpy as np
import xarray as xr

from ..recording import CITATION
from .engine import Engine
from .task import FAILED

SEEDS = 2**31
LARGEST = 100_000
"""Paths of a study; more is a slip of the keyboard."""


class Study:
    """A family of runs and what is read off it.

    ``plan(results)`` lists the tasks wanted once ``results`` {task: dict} are known; ``dataset(results)``
    puts all results in one Dataset, with the settings and arguments that make the study again.
    """

    kind = ""
    """The word for it on the command line."""
    title = ""

    def __init__(self, settings, paths=1):
        """``settings`` (Settings) of all runs but for what the study varies; ``paths`` runs of each, whose
        seeds are the settings' seed and the whole numbers after it."""
        self.settings, self.paths = settings, whole("paths", paths, 1, LARGEST)
        if settings.horizon < 2 * settings.dt:
            raise ValueError(
                f"horizon must be at least 2 dt = {2 * settings.dt:g} for a study; got {settings.horizon:g}."
            )

    def run(self, **engine):
        """The study's Dataset; the keywords are Engine's."""
        return self.dataset(Engine(**engine).run(self.plan))

    def plan(self, results):
        raise NotImplementedError

    def dataset(self, results):
        raise NotImplementedError

    def path(self, settings, path):
        """``settings`` of path number ``path``; the same path has the same draws whatever else varies."""
        return settings.replace(seed=(settings.seed + path) % SEEDS)

    def describe(self, arguments, variables, coords, claims=(), results=None):
        """A Dataset with everything needed to run the study again and to read it without us.

        ``claims`` are lists (claim, measured, agrees): two sentences and True, False or None.
        """
        failed = [result[FAILED] for result in (results or {}).values() if FAILED in result]
        return xr.Dataset(
            variables,
            coords=coords,
            attrs={
                "study": self.kind,
                "title": self.title,
                "settings": self.settings.to_json(),
                "arguments": json.dumps({**arguments, "paths": self.paths}),
                "claims": json.dumps([list(claim) for claim in claims]),
                "failed_runs": len(failed),
                "first_failure": failed[0] if failed else "",
                "version": version("headflow"),
                "citation": CITATION,
            },
        )


def whole(name, value, low, high):
    """``value`` if it is a whole number from ``low`` to ``high``; ValueError otherwise."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and low <= value <= high:
        return int(value)
    raise ValueError(f"{name} must be a whole number from {low} to {high}; got {value!r}.")


def gather(tasks, results, name, shape=()):
    """The entry ``name`` of each task's result as an array (tasks' shape, *shape); nan where a run failed.

    ``tasks`` is a nested list, or an array of objects, of tasks.
    """
    tasks = as_objects(tasks)
    values = np.full((*tasks.shape, *shape), np.nan)
    for place in np.ndindex(tasks.shape):
        result = results.get(tasks[place], {})
        if name in result:
            values[place] = result[name]
    return values


def as_objects(tasks):
    """A nested list of tasks as an array of objects; NumPy alone would take a tuple for a dimension."""
    shape, level = [], tasks
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0]
    array = np.empty(shape, object)
    for place in np.ndindex(*shape):
        item = tasks
        for k in place:
            item = item[k]
        array[place] = item
    return array
