"""Matrices of one instant: a head's weights, and similarity and attention between tokens, sorted by cluster."""

from typing import NamedTuple

import numpy as np

from ...core.attention import attention_weights
from ..sphere.sphere_look import CLUSTERS, cluster_colours
from ..theme import OKABE_ITO
from .chart import MatrixChart
from .ranges import round_up

MOST = 200
"""Tokens in a matrix, at most: about one a pixel, and 40 kB a picture."""
BLOCK = 2**22
"""Entries of the attention matrix that are worked out at a time: 32 MB."""


class Picture(NamedTuple):
    """A matrix with its colours' range."""

    values: np.ndarray
    """(rows, columns), drawn from ``-limit`` to ``limit``."""
    limit: float
    colours: list
    """The cluster colour of each row, which is that of the column too; empty where rows are no tokens."""


def sorted_tokens(tokens, labels, most=MOST):
    """Indices of at most ``most`` of the ``tokens`` (n, d) with cluster ``labels`` (n,), the largest cluster first.

    Within a cluster they follow the angle in the plane of the first two axes, so that neighbours are near.
    Where there are more tokens than ``most`` they are taken at equal distances along the sorted ones, so that
    each cluster keeps its share.
    """
    _, inverse, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    angle = np.arctan2(tokens[:, 1], tokens[:, 0])
    order = np.lexsort((angle, inverse, -sizes[inverse]))
    return order[np.linspace(0, len(order) - 1, min(most, len(order))).round().astype(int)]


def head_weights(frame, head):
    """D_h of the ``head``, counted from 0."""
    matrix = frame.weights[head]
    return Picture(matrix, round_up(max(float(np.abs(matrix).max()), 1e-6)), [])


def similarity(frame, head):
    """x_i . x_j of the tokens, sorted by cluster."""
    tokens = sorted_tokens(frame.tokens, frame.labels)
    X = frame.tokens[tokens].astype(float)
    return Picture(X @ X.T, 1.0, colours_of(frame.labels, tokens))


def attention(frame, head):
    """log10 of n A_ij, how much more token i attends to token j than to all alike; sorted by cluster."""
    tokens = sorted_tokens(frame.tokens, frame.labels)
    X, D = frame.tokens.astype(float), frame.weights[head : head + 1]
    rows = max(1, BLOCK // len(X))
    parts = [tokens[k : k + rows] for k in range(0, len(tokens), rows)]
    weights = np.concatenate([attention_weights(X, D, part)[0][:, tokens] for part in parts])
    values = np.log10(np.maximum(len(X) * weights, 1e-300))
    return Picture(values, round_up(max(float(np.abs(values).max()), 0.1)), colours_of(frame.labels, tokens))


def colours_of(labels, tokens):
    """Colours of some ``tokens``, as the sphere draws them."""
    places = cluster_colours(labels)[tokens]
    return ["#{:02X}{:02X}{:02X}".format(*CLUSTERS[k]) if k >= 0 else OKABE_ITO["grey"] for k in places]


WEIGHTS = MatrixChart(
    name="head",
    title="Weights of a head",
    explanation="The symmetric matrix D of one head now: large entries on the diagonal make alike tokens attend to one "
    "another, those beside it mix the axes.",
    picture=head_weights,
    of_head=True,
    scale="entry of D",
    sides=("column", "row"),
    usual=False,
)
SIMILARITY = MatrixChart(
    name="similarity",
    title="Similarity of tokens",
    explanation="The cosine between any two tokens, sorted by cluster with the colours of the sphere at the edge: "
    "clusters are the dark red squares on the diagonal.",
    note=lambda settings: shown_tokens(settings),
    picture=similarity,
    scale="cosine",
    sides=("token j, sorted", "token i, sorted"),
    usual=False,
)
ATTENTION = MatrixChart(
    name="attention",
    title="Attention of a head",
    explanation="How much token i (row) attends to token j (column) in one head, against attending to all alike: "
    "+1 is ten times as much, -1 a tenth; sorted as the similarity.",
    note=lambda settings: shown_tokens(settings),
    picture=attention,
    of_head=True,
    scale="log₁₀ (n · attention)",
    sides=("token j, sorted", "token i, sorted"),
    usual=False,
)


def shown_tokens(settings):
    """A word on what is left out."""
    return f"{MOST} of the {settings.tokens} tokens are drawn." if settings.tokens > MOST else ""
