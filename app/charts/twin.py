"""The perturbed twin's distance: model section 6."""

from .chart import LineChart, Series


def moved_tokens(settings):
    """Whether the distance starts above 0, so that it has a rate."""
    return settings.perturb == "tokens"


CHART = LineChart(
    name="twin",
    title="Distance to the perturbed twin",
    axis="distance",
    axis_at_right="rate, 1 / t",
    explanation="How far the run and its perturbed twin are apart: token by token, and as measures (W₂); the "
    "Gronwall bound soon leaves the chart, for the rigorous rate is far above the one that is seen.",
    series=(
        Series("twin_distance", "coupled"),
        Series("wasserstein2", "W₂", dash="dashed"),
        Series("gronwall_bound", "Gronwall bound", dash="dotted"),
        Series("growth_rate", "measured rate (right)", dash="dotted", at_right=True, shown=moved_tokens),
    ),
    logarithmic=True,
    leading=("twin_distance", "wasserstein2"),
    shown=lambda settings: settings.perturb != "nothing",
)
