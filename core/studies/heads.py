"""Head scaling: means over the second half of the run against the number of heads H (model section 6)."""

import numpy as np

from .fit import power_law
from .measure import second_half
from .study import Study, gather
from .task import Task

QUANTITIES = {
    "published_slope_squared": "the authors' G^2",
    "slope_squared": "metric slope |dE|^2",
    "defect_rate": "defect density",
    "energy_gap": "|E - E_inf|, the gap to the limit law's energy",
}
PHASE_LAWS = {
    "spread": {"phases": "spread", "phase_spread": 1.0},
    "locked": {"phases": "spread", "phase_spread": 0.0},
    "random": {"phases": "random", "phase_spread": 1.0},
}
"""Equally spaced over a turn (the authors' choice), all equal, independent and uniform."""
OSCILLATING = {"oscillating", "decaying"}
NEAR = 0.05
"""1/H is the law for many heads; a fit that begins at one head counts as near it to this."""
FLAT = 0.1
"""An exponent below this in size counts as no decay."""
RANDOM = (
    "with random phases the weights stay non-autonomous as H grows, so the mean of G^2 does not fall (independent "
    "phases average out as independent noise does, which speaks for an exponent of -1)"
)
"""The model's claim, and why a run may say otherwise."""
FLOOR = 2.0
"""Means at the last two numbers of heads within this factor count as a floor."""


class HeadsStudy(Study):
    """Time means of G^2, slope, defect and energy gap against H, over paths, with power-law fits.

    With oscillating weights the phase laws stand side by side; otherwise there is one law, the schedule.
    """

    kind = "heads"
    title = "Head scaling"

    def __init__(self, settings, heads=(1, 3, 10, 30, 100), paths=10, phase_laws=None):
        super().__init__(settings, paths)
        self.heads = sorted(set(heads))
        if len(self.heads) < 2:
            raise ValueError(f"heads must be at least two different numbers for a fit; got {list(heads)}.")
        self.laws = self._laws(phase_laws)
        self.runs = {
            law: [settings.replace(**changes, heads=count) for count in self.heads]
            for law, changes in self.laws.items()
        }

    def _laws(self, names):
        if self.settings.schedule not in OSCILLATING:
            if names:
                raise ValueError(f"phase_laws need oscillating weights; got {self.settings.schedule}.")
            return {self.settings.schedule: {}}
        names = list(PHASE_LAWS if names is None else names)
        for name in names:
            if name not in PHASE_LAWS:
                raise ValueError(f"phase_laws must be among {', '.join(PHASE_LAWS)}; got {name!r}.")
        return {name: PHASE_LAWS[name] for name in names}

    def tasks(self):
        """Nested lists (law, heads, path)."""
        return [
            [[Task.of(second_half, self.path(run, path)) for path in range(self.paths)] for run in runs]
            for runs in self.runs.values()
        ]

    def plan(self, results):
        return [task for law in self.tasks() for count in law for task in count]

    def dataset(self, results):
        tasks, dims = self.tasks(), ("law", "heads", "path")
        values = {name: gather(tasks, results, name) for name in QUANTITIES}
        values = {name: value for name, value in values.items() if np.isfinite(value).any()}
        fits = [[power_law(self.heads, samples) for samples in value] for value in values.values()]
        fitted = np.array(fits)  # (quantity, law, 4)
        variables = {
            name: (dims, value, {"long_name": f"{QUANTITIES[name]}, mean over the second half"})
            for name, value in values.items()
        }
        variables["largest_move"] = (dims, gather(tasks, results, "largest_move"), {"units": "rad"})
        for k, name in enumerate(["exponent", "exponent_low", "exponent_high", "coefficient"]):
            variables[name] = (("quantity", "law"), fitted[:, :, k])
        coords = {
            "law": list(self.laws),
            "heads": self.heads,
            "path": range(self.paths),
            "quantity": list(values),
        }
        fits = {name: dict(zip(self.laws, row, strict=True)) for name, row in zip(values, fits, strict=True)}
        arguments = {"heads": self.heads, "phase_laws": list(self.laws)}
        return self.describe(arguments, variables, coords, self.claims(values, fits), results)

    def claims(self, values, fits):
        """The paper's and the model's claims beside what these runs say."""
        for law, fit in fits["published_slope_squared"].items():
            if law == "ou":
                near = bool(abs(fit.exponent + 1) <= NEAR or fit.low <= -1 <= fit.high)
                claim = f"under OU weights the mean of G^2 falls as 1/H (within {NEAR} of -1, or -1 in the interval)"
                yield claim, f"exponent {interval(fit)}", near
                if "energy_gap" in fits:
                    gap = fits["energy_gap"][law]
                    below = bool(gap.exponent <= -0.5 or gap.low <= -0.5 <= gap.high)
                    claim = "the energy is within O(H^-1/2) of the limit law's (exponent -0.5 or less)"
                    yield claim, f"exponent {interval(gap)}", below
            means = values["published_slope_squared"][list(self.laws).index(law)].mean(axis=1)
            pairs = zip(self.heads, means, strict=True)
            told = ", ".join(f"{mean:.3g} (H = {count})" for count, mean in pairs)
            if law == "spread":
                floor = bool(means[0] > 10 * means[-1] and means[-2] < FLOOR * means[-1])
                claim = (
                    f"with spread phases the mean of G^2 falls to a floor (last two within {FLOOR:g} times)"
                )
                yield claim, told, floor
            if law == "locked":
                kept = bool(fit.exponent > -FLAT)  # a mean that grows does not fall
                yield "with locked phases the mean of G^2 does not fall with H", told, kept
            if law == "random":
                flat = bool(abs(fit.exponent) < FLAT)
                measured = f"{told}; exponent {interval(fit)}"
                yield RANDOM, measured, flat


def interval(fit):
    """ "P [low, high]" as printed everywhere."""
    return f"{fit.exponent:.3f} [{fit.low:.3f}, {fit.high:.3f}]"
