"""The residuals of the three balances: model section 4 (a), (b) and (c)."""

from .chart import LineChart, Series


def note(settings):
    """What to expect of the residuals under these settings."""
    sentences = []
    if settings.heads > 1 and settings.flow == "attention":
        sentences.append(
            "With heads that differ the published form does not close, however small the step: it holds for a "
            "gradient flow, but each head here divides by its own partition function, so the velocity is no "
            "longer the energy's gradient over one mobility; the defect in (b) is the part it leaves out."
        )
    else:
        sentences.append("Here the flow is a gradient flow, so the published form closes as well.")
    if settings.schedule == "ou":
        sentences.append(
            "Under noise the weights' work in (a) and (b) is the Stratonovich sum, whose residual falls like dt; "
            "that of the Itô sum falls like the square root of dt."
        )
    elif settings.integrator != "rk4":
        order = {"euler": "dt", "heun": "dt²"}[settings.integrator]
        sentences.append(f"What is left in (a) and (b) is the integrator's error, of order {order}.")
    return " ".join(sentences)


CHART = LineChart(
    name="residuals",
    title="Do the books balance?",
    axis="|residual|",
    explanation="What is missing in each balance of the energy: exact, De Giorgi's with the defect, and the "
    "published form.",
    series=(
        Series("balance_residual", "(a) exact"),
        Series("de_giorgi_residual", "(b) De Giorgi", dash="dashed"),
        Series("published_residual", "(c) published"),
        Series("ito_residual", "(a) Itô", dash="dotted", shown=lambda settings: settings.schedule == "ou"),
    ),
    logarithmic=True,
    note=note,
)
