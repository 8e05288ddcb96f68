"""A visitor's own preset as a file: written by the page, read back from anyone's disk."""

import yaml

from ...core import Settings
from ...core.settings import SCHEMA
from ..page_options import PageOptions
from ..presets import Preset

LONGEST = 8 * 1024
"""Bytes of a file that is looked at: a preset takes under one thousand, and one of 60,000 took seconds."""
UNNAMED = "my preset"
PARTS = ("schema", "title", "speed", "settings")


def preset_text(settings, speed, title=UNNAMED):
    """The file's text: YAML with every setting, so that it means the same after a default has changed."""
    parts = {"schema": SCHEMA, "title": title, "speed": speed, "settings": settings.values()}
    return "# A preset of headflow, for the page's button Load preset.\n" + yaml.safe_dump(
        parts, sort_keys=False
    )


def read_preset(data, size=None):
    """The Preset in the bytes of a YAML or JSON file; ValueError says in one sentence what is wrong.

    ``size`` is the file's where ``data`` are only its first bytes.
    """
    size = len(data) if size is None else size
    if size > LONGEST:
        raise ValueError(f"a preset's file has at most {LONGEST // 1024} kB; got {size / 1024:.0f} kB.")
    parts = _mapping(data)
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise ValueError(
            f"a preset has the parts {', '.join(PARTS)} and no others; got {_short(unknown[0])}."
        )
    if parts.get("schema", SCHEMA) != SCHEMA:
        raise ValueError(
            f"schema must be {SCHEMA}, the version this headflow reads; got {_short(parts['schema'])}."
        )
    values = parts.get("settings")
    if not isinstance(values, dict):
        raise ValueError(f"settings must be names with values; got {_short(values)}.")
    options = PageOptions(speed=parts.get("speed", 1.0))
    return Preset("", _title(parts.get("title", UNNAMED)), "", _settings(values), options.speed)


def _mapping(data):
    try:
        parts = yaml.safe_load(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, yaml.YAMLError, RecursionError, ValueError):  # ValueError: a date of month 13
        raise ValueError("a preset is a text file in YAML or JSON; this file is neither.") from None
    if not isinstance(parts, dict):
        raise ValueError(f"a preset has the parts {', '.join(PARTS)}; got {_short(parts)}.")
    return parts


def _settings(values):
    for name in values:
        if name not in Settings.names():
            raise ValueError(
                f"{_short(name)} is not a setting; the settings are {', '.join(Settings.names())}."
            )
    # YAML takes 1e-3 for a word; written in an address it is a number, so it is here.
    return Settings(
        **{
            name: Settings.parse(name, value) if isinstance(value, str) else value
            for name, value in values.items()
        }
    )


def _title(title):
    if not (isinstance(title, str) and 0 < len(title) <= 100):
        raise ValueError(f"title must be text of at most 100 letters; got {_short(title)}.")
    return title


def _short(thing):
    # str of a container may be endless: a file can nest one in itself.
    if isinstance(thing, (dict, list, set, tuple)):
        return f"a {type(thing).__name__} of {len(thing)}"
    text = repr(thing)
    return text if len(text) <= 60 else text[:57] + "..."
