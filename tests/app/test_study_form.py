"""The form of the tab Studies: what it makes of a visitor's words, and what it refuses."""

import pytest

from headflow.app.studies.study_form import KINDS, StudyForm
from headflow.core import Settings

SHORT = Settings(tokens=10, dt=0.1, horizon=2.0)


def asked(kind, **words):
    form = StudyForm()
    form.kind.value = kind
    for name, word in words.items():
        getattr(form, name).value = word
    return form


@pytest.mark.parametrize("kind", KINDS.values())
def test_each_kind_makes_its_study_with_as_many_paths_as_asked_for(kind):
    one, three = (asked(kind, paths=paths).study(SHORT).plan({}) for paths in ("1", "3"))
    assert len(three) == 3 * len(one) > 0


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ({"paths": "many"}, "Paths must be a whole number; got 'many'"),
        ({"paths": "0"}, "paths must be"),
        ({"paths": "-3"}, "paths must be"),
        ({"paths": "1000000"}, "would be 12000000 runs; here at most 2000 are allowed"),
        ({"heads": "1, two"}, "Numbers of heads must be a whole number"),
        ({"heads": ",".join(map(str, range(1, 100)))}, "Numbers of heads must be at most 30 numbers; got 99"),
        ({"heads": "0, 3"}, "heads must be"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_sentence(words, refusal):
    with pytest.raises(ValueError, match=refusal):
        asked("heads", **words).study(SHORT)


def test_a_study_that_would_take_too_long_is_refused():
    with pytest.raises(ValueError, match="minutes of one processor; here at most 20 are allowed"):
        asked("heads", heads="1, 100", paths="100").study(Settings(tokens=1000, horizon=20.0))


@pytest.mark.parametrize(("low", "high"), [("nan", "5"), ("5", "5"), ("1", "inf"), ("", "5")])
def test_a_range_that_is_none_is_refused(low, high):
    form = asked("regimes")
    form.x.low.value, form.x.high.value = low, high
    with pytest.raises(ValueError):
        form.study(SHORT)
