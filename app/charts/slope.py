"""Metric slope and speed: model section 4."""

from .chart import LineChart, Series

CHART = LineChart(
    name="slope",
    title="Slope and speed",
    axis="slope², speed²",
    explanation="How steep the energy is where the tokens are, and how fast they move, both in the metric "
    "weighted by the mobility; for a gradient flow the two are one curve. G² is the speed² again, under its name in "
    "the paper, where it stands for the slope².",
    series=(
        Series("slope_squared", "slope² |∂E|²"),
        Series("speed_squared", "speed² |μ′|²", dash="dashed"),
        Series("published_slope_squared", "published G²", dash="dotted"),
    ),
    logarithmic=True,
)
