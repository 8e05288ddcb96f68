"""The energy ledger: model section 4 (a)."""

from .chart import LineChart, Series

CHART = LineChart(
    name="energy",
    title="Energy ledger",
    axis="energy",
    explanation="The change of the interaction energy E since t = 0 is the work done through the weights plus "
    "that done through the tokens; the defect measures how far the flow is from a gradient flow.",
    series=(
        Series("energy_change", "change of E"),
        Series("explicit_work", "by weights"),
        Series("transport_work", "by tokens"),
        Series("defect", "defect", dash="dashed"),
    ),
)
