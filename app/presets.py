"""Starting points, read from assets/presets.yaml."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from ..core import Settings


@dataclass(frozen=True)
class Preset:
    """A named starting point."""

    name: str
    title: str
    description: str
    """One sentence: what is run and what to look at."""
    settings: Settings
    speed: float = 1.0
    """Simulated time per second that shows it well."""


@cache
def presets():
    """All presets by name, in the file's order."""
    text = files("headflow.assets").joinpath("presets.yaml").read_text(encoding="utf-8")
    return {name: read(name, entry) for name, entry in yaml.safe_load(text).items()}


def read(name, entry):
    """The Preset that one entry of the file stands for; ValueError names the preset and what is wrong."""
    try:
        settings = Settings(**entry["settings"])
    except ValueError as wrong:
        raise ValueError(f"preset {name}: {wrong}") from None
    return Preset(name, entry["title"], entry["description"].strip(), settings, entry.get("speed", 1.0))


def preset(name):
    """The preset of that name; ValueError lists the names there are."""
    if name not in presets():
        raise ValueError(f"preset must be one of {', '.join(presets())}; got {name!r}.")
    return presets()[name]


def matching(settings):
    """The name of the preset whose settings these are; None where they are somebody's own."""
    return next((name for name, entry in presets().items() if entry.settings == settings), None)
