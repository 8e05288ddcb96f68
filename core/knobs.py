"""The kinds of setting: param parameters with unit, symbol, a live mark and a clear refusal.

Each refuses a bad value with one sentence: the setting's name, the allowed range, what came.
"""

import reprlib

import numpy as np
import param


class Knob:
    """Mixed into a param Parameter: extra facts live in ``metadata``; subclasses say what they accept.

    An accepted value is kept as a plain Python int, float or str, so that settings compare by value and
    every file format can hold them.
    """

    __slots__ = ()

    def __init__(self, default, *, live=False, unit="", symbol="", **kwargs):
        super().__init__(default=default, metadata={"live": live, "unit": unit, "symbol": symbol}, **kwargs)

    @property
    def live(self):
        """True where the value may change while a run goes on."""
        return self.metadata["live"]

    @property
    def unit(self):
        return self.metadata["unit"]

    @property
    def symbol(self):
        return self.metadata["symbol"]

    def __set__(self, obj, value):
        super().__set__(obj, self.plain(value) if self.accepts(value) else value)

    def _validate(self, value):
        # One sentence of ours instead of param's, which name the class and the parameter's type.
        if not self.accepts(value):
            raise ValueError(f"{self.name} must be {self.allowed()}; got {reprlib.repr(value)}.")

    def parse(self, text):
        """The value that ``text`` stands for, checked; ValueError with the one sentence otherwise."""
        try:
            value = self.plain(text.strip())
        except (ValueError, OverflowError):
            value = text
        self._validate(value)
        return value


class Whole(Knob, param.Integer):
    """A whole number within bounds, both ends allowed."""

    __slots__ = ()
    plain = staticmethod(int)

    def accepts(self, value):
        number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        return number and self.bounds[0] <= value <= self.bounds[1]

    def allowed(self):
        return f"a whole number from {self.bounds[0]} to {self.bounds[1]}"


class Real(Knob, param.Number):
    """A finite number within bounds, both ends allowed."""

    __slots__ = ()
    plain = staticmethod(float)

    def accepts(self, value):
        number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
        return number and self.bounds[0] <= value <= self.bounds[1]  # also false for nan

    def allowed(self):
        return f"a number from {self.bounds[0]:g} to {self.bounds[1]:g}"


class Choice(Knob, param.Selector):
    """One of a few words."""

    __slots__ = ()
    plain = staticmethod(str)

    def accepts(self, value):
        return isinstance(value, str) and value in self.objects

    def allowed(self):
        return f"one of {', '.join(self.objects)}"
