"""Weight schedules: how each head's matrix D_h moves with depth t (model section 5).

A schedule is one file in this folder, named as the setting's choice, that holds one ``Schedule`` class;
nothing else has to be told about it. Files that begin with an underscore are shared parts.
"""

from importlib import import_module

from ._base import Limit, Schedule
from ._weights import initial_weights, perturb_weights

__all__ = ["Limit", "Schedule", "initial_weights", "make_schedule", "perturb_weights", "schedule_class"]


def schedule_class(name):
    """The Schedule class in the file ``name``."""
    module = import_module(f".{name}", __name__)
    return next(
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Schedule) and value.__module__ == module.__name__
    )


def make_schedule(settings):
    """The schedule that ``settings`` (Settings) ask for."""
    return schedule_class(settings.schedule)(settings)
