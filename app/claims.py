"""Numbers that a lesson quotes: each says what is measured, in which run, and how exactly it is meant."""

import math
from dataclasses import dataclass

from ..core import Settings
from ..core.variables import VARIABLES

WAYS = ("at", "mean", "least", "most", "magnitude", "change", "reaches")
"""How a number comes from the run's rows: the quantity at a time, or over a stretch of time its mean, least,
most, largest magnitude or change from start to end, or the first time at which it is at or below a level."""

KINDS = ("value", "at_most", "at_least")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Claim:
    """A number and what it says of a run."""

    name: str
    quantity: str
    """A variable of the run's rows."""
    settings: Settings
    way: str
    """One of WAYS."""
    start: float
    """Where the stretch of time begins..."""
    end: float
    """...and ends; also the time of "at"."""
    level: float
    """Of "reaches"."""
    kind: str
    """One of KINDS: within ``tolerance`` of the value, at most or at least the value."""
    value: float
    tolerance: float

    @property
    def shown(self):
        """The number as it stands in the text."""
        return shown(self.value)

    def holds(self, measured):
        """True where the run's number is what the text says."""
        if self.kind == "value":
            return abs(measured - self.value) <= self.tolerance
        return measured <= self.value if self.kind == "at_most" else measured >= self.value


def read_claim(name, data, settings, until):
    """The Claim that an entry of a step's ``claims`` stands for; ValueError says what is wrong.

    Parameters
    ----------
    settings : Settings
        The step's; the claim's own ``settings`` are set on top.
    until : float
        The step's, which is the claim's time unless it gives ``at`` or ``over: [start, end]``.
    """
    try:
        return _claim(name, dict(data), settings, float(until))
    except (KeyError, TypeError, ValueError) as wrong:
        reason = str(wrong) if isinstance(wrong, ValueError) else "an entry is missing or of the wrong kind."
        raise ValueError(f"claim {name}: {reason}") from None


def _claim(name, data, settings, until):
    quantity, way = data.pop("quantity"), data.pop("how", "at")
    if quantity not in VARIABLES:
        raise ValueError(f"quantity must be a variable of the run; got {quantity!r}.")
    if way not in WAYS:
        raise ValueError(f"how must be one of {', '.join(WAYS)}; got {way!r}.")
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        raise ValueError(f"give one of {', '.join(KINDS)}.")
    start, end = (data.pop("at", until),) * 2 if way == "at" else data.pop("over")
    claim = Claim(
        name=name,
        quantity=quantity,
        settings=settings.replace(**data.pop("settings", {})),
        way=way,
        start=float(start),
        end=float(end),
        level=float(data.pop("level")) if way == "reaches" else math.nan,
        kind=kinds[0],
        value=float(data.pop(kinds[0])),
        tolerance=float(data.pop("tolerance")) if kinds[0] == "value" else 0.0,
    )
    if data:
        raise ValueError(f"{min(data)} is not known here.")
    return claim


def shown(value):
    """A number as a reader expects it: 0.41, −200, 10⁻⁸, 3.8·10⁻³."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:g}".replace("-", "−")
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    mantissa = f"{value / 10**exponent:.3g}".replace("-", "−")
    power = "10" + str(exponent).translate(SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa}·{power}"
