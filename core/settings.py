"""Every knob of a run, once: name, range, unit, default, meaning, and whether it may change in mid-run.

Command-line options, URL queries, saved files and widgets are all made from this one class.
"""

import json
import math
from pathlib import Path
from pkgutil import iter_modules

import param

from .knobs import Choice, Real, Whole

SCHEMA = 1
"""Version of the settings' names and meanings, written beside them in files and URLs."""

SCHEDULES = [
    file.name for file in iter_modules([str(Path(__file__).parent / "schedules")]) if file.name[0] != "_"
]
"""The schedules are the files of the folder, listed without importing them: settings come first."""


class Settings(param.Parameterized):
    """The settings of one run. The symbols are those of arXiv 2605.18870.

    A value of the wrong kind or out of range raises ValueError with one sentence that names the setting,
    its allowed range and what came.

    >>> Settings(heads=8, schedule="ou", noise=0.5).heads
    8
    """

    # --- tokens: where the flow starts (these restart the run) ---
    dimension = Whole(
        3,
        bounds=(2, 16),
        symbol="d",
        doc="Tokens are unit vectors of d numbers; d = 2 is the circle, d = 3 the sphere.",
    )
    tokens = Whole(200, bounds=(1, 1_000_000), softbounds=(1, 2000), symbol="n", doc="Number of tokens.")
    arrangement = Choice(
        "cross-polytope",
        objects=["cross-polytope", "uniform", "caps", "ring", "equiangular"],
        doc="Where tokens start: caps around both ends of each axis (the authors' octahedron), uniform "
        "on the sphere, five caps, a great circle, or all pairs at one angle (at most d tokens).",
    )
    spread = Real(
        0.05,
        bounds=(0.0, 3.0),
        softbounds=(0.0, 1.0),
        unit="rad",
        doc="Width of the caps or ring: standard deviation of the normal noise added before "
        "normalising; for the equiangular start, the angle between any two tokens.",
    )
    # --- weights ---
    heads = Whole(
        8,
        bounds=(1, 1024),
        softbounds=(1, 100),
        symbol="H",
        doc="Number of attention heads, each with its own symmetric matrix D.",
    )
    schedule = Choice(
        "oscillating",
        objects=SCHEDULES,
        live=True,
        doc="How the heads' matrices move with depth t: by Ornstein-Uhlenbeck noise (ou), in an oscillation, "
        "not at all (frozen), back to their mean without noise (relax), or in an oscillation that dies out "
        "(decaying).",
    )
    frequency = Real(
        1.0,
        bounds=(0.0, 100.0),
        softbounds=(0.0, 10.0),
        live=True,
        unit="rad per unit t",
        symbol="omega",
        doc="Angular frequency of the oscillating weights' target.",
    )
    amplitude = Real(
        1.5,
        bounds=(0.0, 20.0),
        softbounds=(0.0, 4.0),
        live=True,
        symbol="A",
        doc="Amplitude of the oscillation on the diagonal of the matrices.",
    )
    offset = Real(
        2.0,
        bounds=(-20.0, 20.0),
        softbounds=(-4.0, 4.0),
        live=True,
        symbol="c",
        doc="Mean of the diagonal of the oscillating target.",
    )
    coupling = Real(
        1.0,
        bounds=(0.0, 20.0),
        softbounds=(0.0, 4.0),
        live=True,
        symbol="q",
        doc="Amplitude of the oscillation off the diagonal of the matrices.",
    )
    phases = Choice(
        "spread",
        objects=["spread", "random"],
        live=True,
        doc="Phase of each head: equally spaced over the phase spread, or drawn at random within it.",
    )
    phase_spread = Real(
        1.0,
        bounds=(0.0, 1.0),
        live=True,
        unit="turn",
        symbol="s",
        doc="Share of a full turn over which the heads' phases lie: 1 is the authors' choice, 0 locks"
        " all heads together.",
    )
    decay_time = Real(
        5.0,
        bounds=(0.01, 1000.0),
        softbounds=(0.1, 20.0),
        live=True,
        unit="t",
        symbol="t_0",
        doc="Time in which a decaying oscillation falls to 1/e.",
    )
    reversion = Real(
        1.0,
        bounds=(0.0, 100.0),
        softbounds=(0.0, 5.0),
        live=True,
        unit="1/t",
        symbol="kappa",
        doc="Rate at which OU or relaxing weights return to their mean; 0 is Brownian motion.",
    )
    noise = Real(
        math.sqrt(2.0),
        bounds=(0.0, 20.0),
        softbounds=(0.0, 4.0),
        live=True,
        unit="per sqrt(t)",
        symbol="sigma",
        doc="Noise of the OU weights (a standard deviation; the authors have the square root of 2).",
    )
    mean_scale = Real(
        1.0,
        bounds=(-20.0, 20.0),
        softbounds=(-4.0, 4.0),
        live=True,
        doc="The mean of OU or relaxing weights is this number times the identity.",
    )
    initial_weights = Choice(
        "gaussian",
        objects=["gaussian", "identity"],
        doc="The matrices at t = 0: gaussian is Z plus its transpose, with Z standard normal (the authors' choice); "
        "or the identity.",
    )
    weight_scale = Real(
        1.0, bounds=(-20.0, 20.0), softbounds=(0.0, 4.0), doc="Factor on the initial weights."
    )
    # --- dynamics ---
    flow = Choice(
        "attention",
        objects=["attention", "gradient"],
        live=True,
        doc="attention: each head divides by its own partition function, as a transformer layer does;"
        " gradient: the Wasserstein gradient flow of the energy. They agree for one head only.",
    )
    direction = Choice(
        "descent",
        objects=["descent", "ascent"],
        live=True,
        doc="descent of the energy (the authors' sign; near D = I tokens spread) or ascent (tokens cluster).",
    )
    # --- perturbed twin ---
    perturb = Choice(
        "nothing",
        objects=["nothing", "tokens", "weights"],
        doc="What a second, perturbed run starts from: moved tokens or shifted weights.",
    )
    perturbation = Real(
        0.05, bounds=(1e-8, 1.0), symbol="eps", doc="Size of the perturbation of the twin run."
    )
    # --- numerics ---
    integrator = Choice(
        "rk4",
        objects=["euler", "heun", "rk4"],
        live=True,
        doc="Time stepping: Euler with renormalisation (the authors' scheme, order 1), Heun (2) or "
        "Runge-Kutta (4).",
    )
    dt = Real(0.01, bounds=(1e-6, 5.0), softbounds=(0.001, 0.1), live=True, unit="t", doc="Step of depth t.")
    horizon = Real(
        20.0,
        bounds=(1e-3, 1e6),
        softbounds=(1.0, 100.0),
        live=True,
        unit="t",
        symbol="T",
        doc="Depth T at which a run to T ends.",
    )
    cluster_angle = Real(
        0.2,
        bounds=(0.001, 3.1),
        softbounds=(0.01, 1.0),
        live=True,
        unit="rad",
        symbol="delta",
        doc="Tokens closer than this angle belong to one cluster.",
    )
    seed = Whole(
        42,
        bounds=(0, 2**31 - 1),
        doc="Seed of every random draw: the same settings give the same run, bit for bit.",
    )

    def __init__(self, **values):
        unknown = sorted(set(values) - set(self.names()))
        if unknown:
            raise ValueError(f"{unknown[0]} is not a setting; the settings are {', '.join(self.names())}.")
        super().__init__(**values)
        self.check()

    def check(self):
        """Raise ValueError where settings that are each in range do not go together."""
        if self.arrangement == "equiangular" and self.tokens > self.dimension:
            raise ValueError(
                "tokens must be at most dimension for the equiangular arrangement "
                f"(a whole number from 1 to {self.dimension}); got {self.tokens}."
            )
        if self.arrangement == "equiangular" and self.tokens > 1:
            widest = math.acos(-1 / (self.tokens - 1))
            if self.spread > widest:
                raise ValueError(
                    f"spread must be at most {widest:.4g} rad for {self.tokens} equiangular tokens, "
                    f"the widest angle that all pairs can have; got {self.spread:g}."
                )

    @classmethod
    def names(cls):
        """The settings' names, in the order of this file."""
        return [name for name in cls.param if name != "name"]

    @classmethod
    def is_live(cls, name):
        """True where the setting may change in mid-run; the others restart it from t = 0."""
        return cls.param[name].live

    @classmethod
    def parse(cls, name, text):
        """The value that ``text`` (of an option or a URL query) stands for; ValueError says what is wrong."""
        if name not in cls.names():
            raise ValueError(f"{name} is not a setting; the settings are {', '.join(cls.names())}.")
        return cls.param[name].parse(text)

    def values(self):
        """All settings as a dict of plain int, float and str, in order."""
        return {name: getattr(self, name) for name in self.names()}

    def replace(self, **changes):
        """A copy with some settings changed."""
        return type(self)(**{**self.values(), **changes})

    def to_json(self):
        """All settings and the schema's version as one JSON string; ``from_json`` gives them back exactly."""
        return json.dumps({"schema": SCHEMA, **self.values()})

    @classmethod
    def from_json(cls, text):
        """Settings from ``to_json``; ValueError names what is unknown or out of range."""
        try:
            values = dict(json.loads(text))
        except (TypeError, ValueError):
            raise ValueError(f"settings must be a JSON object of names and values; got {text!r}.") from None
        schema = values.pop("schema", SCHEMA)
        if schema != SCHEMA:
            raise ValueError(f"schema must be {SCHEMA}, the version this headflow reads; got {schema}.")
        return cls(**values)

    def __eq__(self, other):
        return isinstance(other, Settings) and self.values() == other.values()

    __hash__ = None
