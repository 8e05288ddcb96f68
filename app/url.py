"""The page's address holds its whole state: the query's names are the settings' names."""

from difflib import get_close_matches
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from ..core import Settings
from ..core.settings import SCHEMA
from .charts import USUAL
from .lessons import Place, place
from .page_options import PageOptions
from .presets import preset


class Reading(NamedTuple):
    """What an address asks for."""

    settings: Settings
    problems: list
    """One sentence for each part that was ignored."""
    options: PageOptions
    """How the page is to be shown."""
    preset: str | None
    """The preset that was asked for by name."""
    place: Place | None
    """The lesson and step that were asked for."""


def read_query(query):
    """The Reading of a URL's query ("?heads=4&dt=0.01", with or without the question mark); never raises.

    A part that is unknown, malformed or out of range is ignored with one sentence. ``preset=NAME`` or
    ``lesson=NAME&step=NUMBER`` gives the start from which the other parts deviate.
    """
    base, name = Settings(), None
    values, problems, options = {}, [], {}
    for key, text in dict(parse_qsl(query.lstrip("?"), keep_blank_values=True)).items():
        try:
            if key in PageOptions.names():
                options[key] = PageOptions.parse(key, text)
            elif key == "preset":
                base, name = preset(text).settings, text
                options.setdefault("speed", preset(text).speed)
            elif key == "schema":
                if text != str(SCHEMA):
                    raise ValueError(f"schema must be {SCHEMA}, the version this page reads; got {text!r}.")
            elif key in Settings.names():
                values[key] = Settings.parse(key, text)
            else:
                raise ValueError(_unknown(key))
        except ValueError as wrong:
            problems.append(str(wrong))
    reader = _place(options, problems)
    if reader:
        base = reader.step.settings
        options.setdefault("speed", reader.step.speed)
        options.setdefault("charts", ",".join({*USUAL, *reader.step.charts}))
    return Reading(_combined(base, values, problems), problems, PageOptions(**options), name, reader)


def _unknown(name):
    """One short sentence: the names that there are would fill the banner."""
    near = get_close_matches(name, [*Settings.names(), *PageOptions.names()], 1)
    return f"{name} is not a setting{f'; the nearest is {near[0]}' if near else ''}."


def _place(options, problems):
    """The Place that the options ask for, or None; a step that the lesson does not have is its first."""
    if options.get("lesson", "none") == "none":
        return None
    try:
        return place(options["lesson"], options.get("step", 1))
    except ValueError as wrong:
        problems.append(str(wrong))
        del options["step"]
        return place(options["lesson"], 1)


def _combined(base, values, problems):
    """``base`` with the values; of values that do not go together the later ones are left out."""
    try:
        return base.replace(**values)
    except ValueError:
        for name in Settings.names():
            if name in values:
                try:
                    base = base.replace(**{name: values[name]})
                except ValueError as wrong:
                    problems.append(str(wrong))
        return base


def write_query(settings, options):
    """The query ("?schema=1&dimension=3...") that ``read_query`` turns back into these settings and options.

    Every setting is written, so that a link means the same after a default has changed; ``options`` (a
    PageOptions) only where they are unusual, or where an open lesson would set them otherwise.
    """
    shown = {"speed": options.speed, "charts": options.charts} if options.lesson != "none" else {}
    return "?" + urlencode({"schema": SCHEMA, **settings.values(), **shown, **options.unusual()}, safe=",")
