"""An axis of a map: a setting and the values it may take, of which first a few are tried."""

import numpy as np

from ..knobs import Choice, Whole
from ..settings import Settings
from .study import whole


class Axis:
    """The values of the setting ``name`` on the finest lattice; every ``stride``-th is tried first."""

    def __init__(self, name, values, stride=1):
        """``values``: at least two, all different; len - 1 a multiple of ``stride``."""
        if name not in Settings.names() or name == "seed":
            raise ValueError(f"an axis must be a setting other than seed; got {name!r}.")
        self.name, self.stride = name, stride
        for value in values:
            Settings(**{name: value})
        if len(set(values)) < 2 or len(set(values)) < len(values):
            raise ValueError(
                f"an axis needs at least two values, all different; got {list(values)} for {name}."
            )
        self.values = list(values)

    @classmethod
    def between(cls, name, low, high, count, levels=0, logarithmic=False):
        """``count`` values from ``low`` to ``high``, each interval of which can be halved ``levels`` times.

        Whole-number settings are rounded; where two values would fall together, intervals are halved less.
        """
        count, levels = whole("count", count, 2, 1000), whole("levels", levels, 0, 8)
        if name not in Settings.names():
            raise ValueError(f"an axis must be a setting other than seed; got {name!r}.")
        knob = Settings.param[name]
        if isinstance(knob, Choice):
            raise ValueError(f"{name} has no range: list its values, {', '.join(knob.objects)}.")
        if logarithmic and not (low > 0 and high > 0):
            raise ValueError(f"a logarithmic axis must lie above 0; got {low:g} to {high:g} for {name}.")
        space = np.geomspace if logarithmic else np.linspace
        while True:
            values = space(low, high, (count - 1) * 2**levels + 1)
            if isinstance(knob, Whole):
                values = np.rint(values).astype(int)
            if levels == 0 or len(np.unique(values)) == len(values):
                return cls(name, list(dict.fromkeys(values.tolist())), 2**levels)
            levels -= 1

    @classmethod
    def parse(cls, text, levels=0):
        """``name=low:high:count``, ``name=low:high:count:log`` or ``name=value,value,..``."""
        name, given, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if given and ":" not in values:
            return cls(name, [Settings.parse(name, value) for value in values.split(",")])
        low, high, count, *scale = values.split(":") + ["", ""]
        try:
            low, high, count = float(low), float(high), int(count)
        except ValueError:
            scale = [text]
        if scale not in (["", ""], ["log", "", ""]):
            raise ValueError(
                "an axis must be NAME=LOW:HIGH:COUNT, NAME=LOW:HIGH:COUNT:log or NAME=VALUE,VALUE,..; "
                f"got {text!r}."
            )
        return cls.between(name, low, high, count, levels, scale[0] == "log")

    @property
    def coarse(self):
        """Places on the lattice that are tried first."""
        return range(0, len(self.values), self.stride)

    def describe(self):
        """The arguments that make the axis again."""
        return {"name": self.name, "values": self.values, "stride": self.stride}
