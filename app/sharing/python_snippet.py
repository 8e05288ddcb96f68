"""The run as a few lines of Python that make it again."""

from importlib.metadata import version

from ...core import Settings
from ...core.simulation import STRETCH
from ..room.past import Move

ROWS = 200
"""About as many rows of scalars the script keeps, whatever the length of the run."""
WIDTH = 88
"""Longest line of settings before they are put one below the other."""


def snippet(past):
    """A script or notebook cell that runs ``past`` (a Past) again, to the same bits.

    It leaves ``sim`` (the Simulation, at the same instant) and ``rows`` (a dict of every scalar at regular
    steps), so that a notebook can go on from there.
    """
    changes = joined(past.changes)
    every = max(1, past.steps // ROWS)
    lines = [
        f"# headflow {version('headflow')}: the same run again, bit for bit, to t = {past.time:.6g}",
        "from headflow.core import Settings, Simulation",
        "",
        f"sim = Simulation({_call('Settings', _unusual(past.settings))})",
        "rows = [sim.row()]",
    ]
    keep = ["rows.append(sim.row())"]
    if every > 1:
        keep = [f"if sim.steps % {every} == 0:", "    " + keep[0]]
    walk = [
        f"while sim.steps < {'steps' if changes else past.steps}:",
        "    sim.step()",
        *("    " + line for line in keep),
    ]
    if changes:
        lines += ["changes = [  # (steps taken before, settings that changed or token that was moved then)"]
        lines += [f"    ({step}, {_change(change)}),  # t = {time:.6g}" for step, time, change in changes]
        lines += ["]", f"for steps, change in [*changes, ({past.steps}, {{}})]:"]
        act = "sim.change(**change)"
        if any(isinstance(change, Move) for change in past.changes):
            act += " if isinstance(change, dict) else sim.move(*change)"
        walk = ["    " + line for line in [*walk, act]]
    lines += [
        *walk,
        "",
        'print(f"t = {sim.time:g}, E = {sim.fields.energy:.6f}")',
        "# sim.tokens is (n, d), sim.weights (H, d, d); ds = sim.run(until=sim.time + 1) goes on",
    ]
    return "\n".join(lines) + "\n"


def joined(changes):
    """[(step, time, knobs or (token, place))] with changes at one step made one, as far as that keeps every bit.

    A change of STRETCH begins a new noise path, so of two such changes each stays by itself.
    """
    kept = []
    for change in changes:
        if isinstance(change, Move):
            kept.append((change.step, change.time, (change.token, list(change.place))))
            continue
        knobs = dict(change.knobs)
        if (
            kept
            and kept[-1][0] == change.step
            and isinstance(kept[-1][2], dict)
            and (STRETCH.isdisjoint(knobs) or STRETCH.isdisjoint(kept[-1][2]))
        ):
            kept[-1][2].update(knobs)
        else:
            kept.append((change.step, change.time, knobs))
    return kept


def _change(change):
    return _call("dict", change) if isinstance(change, dict) else repr(change)


def _unusual(settings):
    defaults = Settings().values()
    return {name: value for name, value in settings.values().items() if value != defaults[name]}


def _call(function, values):
    words = [f"{name}={_literal(value)}" for name, value in values.items()]
    line = f"{function}({', '.join(words)})"
    if len(line) <= WIDTH:
        return line
    return f"{function}(\n" + "".join(f"    {word},\n" for word in words) + ")"


def _literal(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)
