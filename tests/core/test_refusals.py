"""What ``fields`` refuses: one sentence that names the argument, the allowed range and what came."""

import numpy as np
import pytest

from headflow.core import fields
from headflow.core.fields import softmax_attention

X = np.eye(3)
D = np.stack([np.eye(3), 2 * np.eye(3)])
SKEW = np.zeros((2, 3, 3))
SKEW[1, 0, 1] = 0.5
LARGE = np.zeros((2, 3, 3))
LARGE[0, :2, :2] = [[0, 500], [500 + 1e-7, 0]]  # symmetric to 2e-10 of its entries: nothing is wrong with it


@pytest.mark.parametrize(
    ("tokens", "weights", "named", "allowed", "came"),
    [
        (X[0], D, "X", "shape (n, d)", "(3,)"),
        (np.zeros((0, 3)), D, "X", "n from 1 to 1000000", "(0, 3)"),
        (np.ones((2, 1)), np.ones((1, 1, 1)), "X", "d from 2 to 16", "(2, 1)"),
        (np.eye(17), np.ones((1, 17, 17)), "X", "d from 2 to 16", "(17, 17)"),
        (np.array([[1.0, 0, 0], [0, 0, 0]]), D, "X", "norm 1", "norm 0 in row 1"),
        (2 * X, D, "X", "norm 1", "norm 2"),
        (np.array([[1.0, 0, 0], [np.nan, 0, 0]]), D, "X", "finite", "[nan, 0.0, 0.0] in row 1"),
        (np.array([[np.inf, 0, 0]]), D, "X", "finite", "inf"),
        ([["a", "b"]], D, "X", "real numbers", "list"),
        (X + 0j, D, "X", "real numbers", "complex"),
        ([[1.0, 0.0], [1.0]], D, "X", "real numbers", "list"),
        (1e200 * X, D, "X", "norm 1", "norm inf in row 0"),
        (X, D[0], "D", "shape (H, 3, 3)", "(3, 3)"),
        (X, np.eye(2)[None], "D", "shape (H, 3, 3)", "(1, 2, 2)"),
        (X, np.zeros((0, 3, 3)), "D", "H from 1 to 1024", "(0, 3, 3)"),
        (X, np.zeros((1025, 3, 3)), "D", "H from 1 to 1024", "(1025, 3, 3)"),
        (X, D * np.nan, "D", "finite", "nan"),
        (X, D + SKEW, "D", "symmetric", "0.5 in head 1"),
        (X, D + 1e-8 * SKEW + LARGE, "D", "symmetric", "5e-09 in head 1"),
        (X, 1e308 * (SKEW - SKEW.transpose(0, 2, 1)) * 2, "D", "symmetric", "inf in head 1"),
        (X, 400 * D, "D", "from 0 to 700", "got 800"),
    ],
)
def test_one_sentence(tokens, weights, named, allowed, came):
    with pytest.raises(ValueError, match=f"^{named} must ") as refusal:
        fields(tokens, weights)
    sentence = str(refusal.value)
    assert allowed in sentence
    assert came in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_the_bound_falls_with_the_number_of_pairs():
    many = np.repeat(X, 60, axis=0)
    with pytest.raises(ValueError, match=r"from 0 to 697\.\d+ for 180 tokens"):
        fields(many, 350 * D)
    assert np.isfinite(fields(many, 348 * D).coupling).all()


def test_options():
    with pytest.raises(ValueError, match="summation must be one of auto, direct; got 'fast'"):
        fields(X, D, summation="fast")
    with pytest.raises(ValueError, match="tolerance must be a number between 0 and 1; got 0"):
        fields(X, D, tolerance=0)


def test_softmax_attention_refuses_the_same_inputs():
    with pytest.raises(ValueError, match="D must be symmetric"):
        softmax_attention(X, D + SKEW)
