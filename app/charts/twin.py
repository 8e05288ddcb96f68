"""The perturbed twin's distance: model section 6."""

from .chart import LineChart, Series

CHART = LineChart(
    name="twin",
    title="Distance to the perturbed twin",
    axis="distance",
    explanation="How far the run and its perturbed twin are apart: token by token, and as measures (W₂); the "
    "Gronwall bound soon leaves the chart, for the rigorous rate is far above the one that is seen.",
    series=(
        Series("twin_distance", "coupled"),
        Series("wasserstein2", "W₂", dash="dashed"),
        Series("gronwall_bound", "Gronwall bound", dash="dotted"),
    ),
    logarithmic=True,
    leading=("twin_distance", "wasserstein2"),
    shown=lambda settings: settings.perturb != "nothing",
)
