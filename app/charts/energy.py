"""The energy ledger: model section 4, one identity at a time."""

from .chart import LineChart, Series


def weights_by_ito(rows):
    """The weights' work as the published form takes it: int P, with noise the Itô sums."""
    return rows["ito_work"] + rows["martingale"]


def speed_and_slope(rows):
    """int s (|mu'|^2 + |dE|^2) / 2: the right side of (b) but for the weights and the defect."""
    return rows["signed_dissipation"] + rows["signed_defect"]


def exact_sum(rows):
    """Right side of (a)."""
    return rows["explicit_work"] + rows["transport_work"]


def de_giorgi_sum(rows):
    """Right side of (b)."""
    return rows["explicit_work"] + speed_and_slope(rows) - rows["signed_defect"]


def published_sum(rows):
    """Right side of (c)."""
    return weights_by_ito(rows) + rows["signed_published"]


def note(settings):
    """The sign of the direction, where it matters."""
    if settings.direction == "descent":
        return "In (b) and (c), under descent, speed, slope and G² lower the energy; the defect is their excess in (b)."
    return "In (b) and (c), under ascent, speed, slope and G² raise the energy; the defect is their excess in (b)."


CHART = LineChart(
    name="energy",
    title="Energy ledger",
    axis="change of energy",
    explanation="The change of the interaction energy E since t = 0 against the right side of an identity and the "
    "parts of that side; where the identity holds, the dashed line lies on the blue one.",
    forms=(("a", "(a) exact"), ("b", "(b) De Giorgi"), ("c", "(c) published")),
    series=(
        Series("energy_change", "change of E"),
        Series("explicit_work", "by weights", forms=("a", "b")),
        Series("weights_by_ito", "by weights", of=weights_by_ito, forms=("c",)),
        Series("transport_work", "by tokens", forms=("a",)),
        Series("speed_and_slope", "by speed and slope", of=speed_and_slope, forms=("b",)),
        Series("part_of_defect", "by defect", of=lambda rows: -rows["signed_defect"], forms=("b",)),
        Series("signed_published", "by G²", forms=("c",)),
        Series("exact_sum", "right side", dash="dashed", of=exact_sum, forms=("a",)),
        Series("de_giorgi_sum", "right side", dash="dashed", of=de_giorgi_sum, forms=("b",)),
        Series("published_sum", "right side", dash="dashed", of=published_sum, forms=("c",)),
    ),
    note=note,
)
