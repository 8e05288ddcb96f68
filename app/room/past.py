"""How a run came to where it is, and the same way walked again."""

from typing import NamedTuple

from ...core.settings import Settings
from ...core.simulation import Simulation


class Change(NamedTuple):
    """Live knobs that changed in mid-run."""

    step: int
    """Steps taken before it."""
    time: float
    knobs: dict
    text: str

    def make(self, simulation):
        simulation.change(**self.knobs)


class Move(NamedTuple):
    """A token that a hand put elsewhere."""

    step: int
    time: float
    token: int
    place: tuple
    text: str

    def make(self, simulation):
        simulation.move(self.token, self.place)


class Past(NamedTuple):
    """All that decides an instant of a run, bit for bit. What was wound back and dropped is not in it."""

    settings: Settings
    """In force at t = 0."""
    changes: tuple
    """Each Change and Move since, in order."""
    steps: int
    """Steps taken since t = 0."""
    time: float
    """Depth t reached by them."""


def retraced(past):
    """The run of ``past`` once more: its Simulation, yielded at t = 0 and after every step.

    It is one object that moves on; at the end it has the settings that were in force there. Whoever has seen
    enough stops asking.
    """
    simulation = Simulation(past.settings)
    ahead = list(reversed(past.changes))
    yield simulation
    while simulation.steps < past.steps:
        _make_changes(simulation, ahead)
        simulation.step()
        yield simulation
    _make_changes(simulation, ahead)


def _make_changes(simulation, ahead):
    while ahead and ahead[-1].step <= simulation.steps:
        ahead.pop().make(simulation)
