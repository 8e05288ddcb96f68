"""Eigenvalues of the heads' matrices over depth t."""

from ...core.spectrum import LINES
from ..theme import OKABE_ITO
from .chart import SpectrumChart


def note(settings):
    """Which lines there are."""
    if settings.heads > LINES:
        return f"Of {settings.heads} heads the lines show {LINES} quantiles, from the least to the largest."
    return "One thin line for each head." if settings.heads > 1 else ""


CHART = SpectrumChart(
    name="eigenvalues",
    title="Eigenvalues of the weights",
    explanation="Each head's matrix D stretches along its axes by its eigenvalues, the largest λ₁ first; where the "
    "lines of all heads come to rest, so does the law of the weights.",
    note=note,
    usual=False,
)

RANKS = [OKABE_ITO[name] for name in ("blue", "orange", "green", "vermillion", "purple", "sky", "grey")]


def colour(rank):
    """That of the eigenvalue λ of this rank, from 0; after seven they begin anew."""
    return RANKS[rank % len(RANKS)]


def label(rank):
    """λ₁ for rank 0."""
    return "λ" + "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(rank + 1))
