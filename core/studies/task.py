"""One piece of a study: a plain function of a run's settings that returns a few numbers or arrays."""

import hashlib
import json
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from ..ensemble import StepError
from ..settings import Settings


class OtherVersion(RuntimeError):
    """A worker has another headflow installed than the study."""


FAILED = "failed"
"""The one entry of the result of a run that could not be followed to its end."""


@cache
def source():
    """Version of headflow and a digest of its sources: results of other code are never mixed in."""
    digest = hashlib.sha256()
    core = Path(__file__).parents[1]
    for file in sorted(core.rglob("*.py")):
        digest.update(f"{file.relative_to(core).as_posix()}\n".encode() + file.read_bytes())
    return f"{version('headflow')}+{digest.hexdigest()[:16]}"


class Task(NamedTuple):
    """``function(settings, **options)`` for one run; hashable, and pickled by name to any worker."""

    function: callable
    """A function at the top of a module; takes Settings, returns a dict of floats or arrays."""
    settings: str
    """Settings as JSON."""
    options: tuple = ()
    """Sorted pairs (name, value) of plain numbers and strings."""

    @classmethod
    def of(cls, function, settings, **options):
        return cls(function, settings.to_json(), tuple(sorted(options.items())))

    @property
    def key(self):
        """Name of the result on disk, 64 hex digits: the code, the function, the settings and the options."""
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        text = json.dumps([source(), name, self.settings, self.options])
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def cost(self):
        """Expected time in arbitrary units, for the order of work and the time left.

        The pair sum takes about n^2 H; 1e5 pairs are what the rest of a step takes in Python.
        """
        s = Settings.from_json(self.settings)
        runs = 1 if s.perturb == "nothing" else 2
        return runs * s.horizon / s.dt * (s.heads * s.tokens**2 + 1e5) * STAGES[s.integrator]


STAGES = {"euler": 1, "heun": 2, "rk4": 4}
"""Evaluations of the pair sum in a step."""


def perform(task, expected):
    """The task's result; what a worker is sent. ``expected`` is ``source()`` where the study was planned.

    A run that cannot be followed (StepError) is a result too: a map goes on around it. OtherVersion is raised
    where this worker has another headflow installed.
    """
    if source() != expected:
        raise OtherVersion(
            f"a worker runs headflow {source()}, the study {expected}: install the same one on all machines."
        )
    try:
        return task.function(Settings.from_json(task.settings), **dict(task.options))
    except StepError as reason:
        return {FAILED: str(reason)}
