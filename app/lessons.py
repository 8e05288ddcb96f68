"""Lessons: short steps beside the live page, read from assets/lessons/*.md.

A file is a front matter (title, summary, order, the settings that all steps share) and one section a step:

    ## Title of the step
    ```yaml
    settings: {heads: 2}    # on top of the steps before
    until: 10               # the time at which its numbers are quoted
    charts: [energy]        # the charts to watch
    claims:
      defect: {quantity: defect, value: 0.5, tolerance: 0.01}
    ```
    At t = {until} the defect is {defect}.

Text quotes numbers only by a claim's name in braces, so that each one is tested (see claims.py).
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from ..core import Settings
from .claims import read_claim, shown

BRACES = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""A claim's name in a text. LaTeX's braces hold one letter or something else than a name: see FORMULA."""
FORMULA = re.compile(r"(\$\$.*?\$\$)", re.DOTALL)
STEP = re.compile(
    r"^## +(?P<title>[^\n]+?) *\n+```yaml\n(?P<data>.*?)^```\n(?P<text>.*)\Z", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Trial:
    """Something to try: a button that changes settings of the run."""

    label: str
    settings: dict
    restart: bool
    """True where the run begins anew with them, False where it goes on."""


@dataclass(frozen=True)
class Step:
    """One page of a lesson. It starts its run from t = 0."""

    title: str
    text: str
    """Markdown with the claims' numbers filled in; formulas stand in $$..$$."""
    settings: Settings
    speed: float
    """Simulated time per second that shows it well."""
    until: float
    """The time to run to."""
    charts: tuple
    """Names of the charts to watch."""
    trials: tuple
    claims: tuple


@dataclass(frozen=True)
class Lesson:
    """A few steps about one idea."""

    name: str
    title: str
    summary: str
    order: int
    steps: tuple


class Place(NamedTuple):
    """Where a reader is."""

    lesson: Lesson
    number: int
    """Of the step, from 1."""

    @property
    def step(self):
        return self.lesson.steps[self.number - 1]


@cache
def lessons():
    """All lessons by name, in their order."""
    folder = files("headflow.assets") / "lessons"
    texts = {
        file.name[:-3]: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".md")
    }
    found = sorted((read_lesson(name, text) for name, text in texts.items()), key=lambda lesson: lesson.order)
    return {lesson.name: lesson for lesson in found}


def lesson(name):
    """The lesson of that name; ValueError lists the names there are."""
    if name not in lessons():
        raise ValueError(f"lesson must be one of {', '.join(lessons())}; got {name!r}.")
    return lessons()[name]


def place(name, number=1):
    """The Place of step ``number`` in the lesson ``name``; ValueError names what there is not."""
    steps = len(lesson(name).steps)
    if not 1 <= number <= steps:
        raise ValueError(f"step must be a whole number from 1 to {steps}; got {number}.")
    return Place(lesson(name), number)


def read_lesson(name, text):
    """The Lesson that the text of a file stands for; ValueError names file, step and what is wrong."""
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    place = f"{name}.md"
    try:
        front = _fields(head.strip().strip("-"), {"title", "summary", "order"}, {"settings"})
        settings = Settings(**front.get("settings", {}))
        if not sections:
            raise ValueError("a lesson needs at least one step, a section that starts with '## '.")
        steps, before = [], {"settings": settings, "speed": 1.0, "until": 10.0}
        for number, section in enumerate(sections, 1):
            place = f"{name}.md, step {number}"
            steps.append(_step(section, before))
            before = {"settings": steps[-1].settings, "speed": steps[-1].speed, "until": steps[-1].until}
    except ValueError as wrong:
        raise ValueError(f"{place}: {wrong}") from None
    return Lesson(name, front["title"], front["summary"].strip(), front["order"], tuple(steps))


def _step(section, before):
    match = STEP.match(section)
    if not match:
        raise ValueError("a step is '## Title', a block ```yaml ... ``` and a text.")
    data = _fields(match["data"], {"charts"}, {"settings", "speed", "until", "try", "claims"})
    settings = before["settings"].replace(**data.get("settings", {}))
    until = float(data.get("until", before["until"]))
    speed = float(data.get("speed", before["speed"]))
    claims = tuple(
        read_claim(name, claim, settings, until) for name, claim in (data.get("claims") or {}).items()
    )
    return Step(
        title=match["title"],
        text=_filled(match["text"].strip(), {"until": shown(until), **{c.name: c.shown for c in claims}}),
        settings=settings,
        speed=speed,
        until=until,
        charts=tuple(data["charts"]),
        trials=tuple(_trial(trial, settings) for trial in data.get("try", ())),
        claims=claims,
    )


def _trial(data, settings):
    if not isinstance(data, dict) or not {"label", "settings"} <= set(data) <= {
        "label",
        "settings",
        "restart",
    }:
        raise ValueError(f"an entry of try must have label, settings and at most restart; got {data!r}.")
    settings.replace(**data["settings"])  # refused here, not under a student's hand
    return Trial(data["label"], data["settings"], bool(data.get("restart", False)))


def _fields(text, needed, allowed):
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as problem:
        raise ValueError(f"the YAML cannot be read: {' '.join(str(problem).split())}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{', '.join(sorted(needed))} must be given as YAML; got {data!r}.")
    for name in sorted(needed - set(data)):
        raise ValueError(f"{name} is missing.")
    for name in sorted(set(data) - needed - allowed):
        raise ValueError(f"{name} is not known here; known are {', '.join(sorted(needed | allowed))}.")
    return data


def _filled(text, numbers):
    """``text`` with each {name} outside formulas replaced by its number; every number must be quoted."""
    used = set()

    def number(match):
        if match[1] not in numbers:
            raise ValueError(
                f"the text quotes {{{match[1]}}}, which is no claim; claims are {', '.join(numbers)}."
            )
        used.add(match[1])
        return numbers[match[1]]

    parts = FORMULA.split(text)
    parts[::2] = [BRACES.sub(number, part) for part in parts[::2]]
    for name in sorted(set(numbers) - used - {"until"}):
        raise ValueError(f"the claim {name} is not quoted in the text.")
    return "".join(parts)
