"""Order parameters and clusters: model section 6."""

from .chart import LineChart, Series

CHART = LineChart(
    name="clustering",
    title="Order and clusters",
    axis="order, share",
    axis_at_right="clusters",
    whole_at_right=True,
    explanation="Polar order is 1 when all tokens agree, nematic order when they agree up to sign; tokens closer "
    "than the cluster angle are one cluster.",
    series=(
        Series("polar_order", "polar"),
        Series("nematic_order", "nematic", dash="dashed"),
        Series("largest_cluster", "largest share"),
        Series("clusters", "clusters (right)", dash="dotted", at_right=True),
    ),
    limits=(0.0, 1.0),
)
