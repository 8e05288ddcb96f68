"""Order parameters and clusters: model section 6."""

from .chart import Chart, Series

CHART = Chart(
    name="clustering",
    title="Order and clusters",
    axis="from 0 to 1",
    explanation="Polar order is 1 when all tokens agree, nematic order when they agree up to sign; tokens closer "
    "than the cluster angle are one cluster.",
    series=(
        Series("polar_order", "polar"),
        Series("nematic_order", "nematic", dash="dashed"),
        Series("largest_cluster", "largest share"),
        Series("clusters", "clusters (right)", dash="dotted", counts=True),
    ),
    limits=(0.0, 1.0),
)
